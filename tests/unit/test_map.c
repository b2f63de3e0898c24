/* test_map.c - a map from hashes to numbers: values, counts by stamp, growth. */
#include "unit/unit.h"

#include "base/hash.h"
#include "base/table.h"

static void values_are_found(void **state)
{
    (void)state;
    hash_map m = { 0 };
    assert_int_equal(map_get(&m, 1), 0);
    for (uint32_t i = 1; i <= 10000; i++)
        assert_true(map_put(&m, hash_pair(i, 7), i));
    assert_int_equal(m.n, 10000);
    assert_true(map_put(&m, hash_pair(5, 7), 50)); /* replaced, not added */
    assert_int_equal(m.n, 10000);
    for (uint32_t i = 1; i <= 10000; i++)
        assert_int_equal(map_get(&m, hash_pair(i, 7)), i == 5 ? 50 : i);
    assert_int_equal(map_get(&m, hash_pair(10001, 7)), 0);
    map_clear(&m);
    assert_int_equal(map_get(&m, hash_pair(1, 7)), 0);
    assert_int_equal(m.n, 0);
    map_free(&m);
}

static void a_stamp_counts_once(void **state)
{
    (void)state;
    hash_map m = { 0 };
    for (uint32_t page = 1; page <= 3; page++)
        for (int twice = 0; twice < 2; twice++)
            assert_true(map_count(&m, 42, page));
    assert_true(map_count(&m, 0, 1)); /* any key */
    assert_int_equal(map_get(&m, 42), 3);
    assert_int_equal(map_get(&m, 0), 1);
    map_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(values_are_found), cmocka_unit_test(a_stamp_counts_once) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
