/* test_arrays.c - sets of hashes: sorted and distinct for any input; many hashes sorted with their numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/hash.h"
#include "base/arrays.h"

static void test_each_once(void **state)
{
    (void)state;
    uint64_t values[3000];
    for (uint32_t round = 0; round < 50; round++) {
        random_state random = { round };
        uint32_t n = random_below(&random, 3000), different = 1 + random_below(&random, 2000), n_wanted = 0;
        bool *there = calloc(different, sizeof *there);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t v = random_below(&random, different);
            n_wanted += !there[v];
            there[v] = true;
            values[i] = (uint64_t)v << (round % 2 ? 40 : 0); /* also such as meet in one place of the table */
        }
        size_t kept = hashes_unique(values, n);
        assert_int_equal(kept, n_wanted);
        for (size_t i = 1; i < kept; i++)
            assert_true(values[i - 1] < values[i]);
        for (size_t i = 0; i < kept; i++)
            assert_true(there[values[i] >> (round % 2 ? 40 : 0)]);
        free(there);
    }
    assert_int_equal(hashes_unique(values, 0), 0);
}

static void test_sorted_with_numbers(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 5000; n = n * 3 + 1)
        for (int small = 0; small < 2; small++) { /* small: all in the first bucket, and many the same */
            random_state random = { n };
            numbered_hash *hashes = calloc(n + 1, sizeof *hashes);
            uint64_t sum = 0, wanted = 0;
            for (uint32_t i = 0; i < n; i++) {
                hashes[i] = (numbered_hash){ small ? random_below(&random, 50) : random_next(&random), i };
                wanted += hashes[i].hash * (i + 1);
            }
            assert_true(hashes_sort(hashes, n));
            for (uint32_t i = 0; i < n; i++) {
                sum += hashes[i].hash * (hashes[i].number + 1);
                if (i)
                    assert_true(hashes[i - 1].hash < hashes[i].hash ||
                                (hashes[i - 1].hash == hashes[i].hash && hashes[i - 1].number < hashes[i].number));
            }
            assert_int_equal(sum, wanted);
            free(hashes);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_each_once), cmocka_unit_test(test_sorted_with_numbers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
