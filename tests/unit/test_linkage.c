/* test_linkage.c - average linkage gives the same result as repeatedly joining the best pair. */
#include "unit.h"

#include <math.h>

#include "base/hash.h"
#include "cluster/pairs/pairs.h"

enum { N = 24 };

/* The same by the definition. */
static uint32_t plain_groups(const float *like, double least, uint32_t *group)
{
    uint32_t n_groups = N;
    for (uint32_t i = 0; i < N; i++)
        group[i] = i;
    for (;;) {
        double best = least;
        uint32_t x = N, y = N;
        for (uint32_t a = 0; a < N; a++)
            for (uint32_t b = a + 1; b < N; b++) {
                double sum = 0;
                uint32_t n = 0;
                for (uint32_t i = 0; i < N * N; i++)
                    if (group[i / N] == a && group[i % N] == b) {
                        sum += like[i];
                        n++;
                    }
                if (n && sum / n >= best) {
                    best = sum / n;
                    x = a;
                    y = b;
                }
            }
        if (x == N)
            return n_groups;
        for (uint32_t i = 0; i < N; i++)
            group[i] = group[i] == y ? x : group[i];
        n_groups--;
    }
}

static void test_as_defined(void **state)
{
    (void)state;
    random_state random = { 3 };
    for (int round = 0; round < 20; round++) {
        float like[N * N];
        uint32_t group[N], expected[N];
        for (uint32_t a = 0; a < N; a++)
            for (uint32_t b = a; b < N; b++)
                like[a * N + b] = like[b * N + a] =
                    (float)random_below(&random, 1000003) / 2000006 + (a % 3 == b % 3 ? .45F : 0);
        uint32_t n = plain_groups(like, .5, expected);
        assert_int_equal(linkage_groups(like, N, .5, group, NULL), n);
        for (uint32_t i = 0; i < N * N; i++)
            assert_int_equal(group[i / N] == group[i % N], expected[i / N] == expected[i % N]);
    }
}

static void test_numbers(void **state)
{
    (void)state;
    float like[9] = { 1, 0, 0, 0, 1, .9F, 0, .9F, 1 }, one[1] = { 1 };
    uint32_t group[3];
    merge_step joins[2];
    assert_int_equal(linkage_groups(like, 3, .5, group, joins), 2);
    assert_int_equal(group[0], 0);
    assert_int_equal(group[1], 1);
    assert_int_equal(group[2], 1);
    assert_true(joins[0].a == 1 && joins[0].b == 2 && fabs(joins[0].saved - .9) < 1e-6);
    assert_true(joins[1].a == 0 && joins[1].b == 1 && joins[1].saved == 0);
    assert_int_equal(linkage_groups(one, 1, .5, group, joins), 1);
    assert_int_equal(group[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_as_defined), cmocka_unit_test(test_numbers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
