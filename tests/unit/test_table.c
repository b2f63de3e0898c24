/* test_table.c - the hash table: colliding keys, growth, sizes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/table.h"

typedef struct counted {
    uint64_t key;
    uint32_t n;
} counted;

TABLE_OF(counted, counted, key, n)

static void test_sizes(void **state)
{
    (void)state;
    assert_int_equal(table_size(0, 16), 16);
    assert_int_equal(table_size(8, 16), 16);
    assert_int_equal(table_size(9, 16), 32);
}

/* Records in their places; `spread` 0: all keys want the first place. 0 is a key like any other. */
static void fill_records(uint64_t spread)
{
    counted *records = NULL;
    size_t size = 0;
    for (uint64_t i = 0; i < 300; i++) {
        assert_true(counted_reserve(&records, &size, i, 4));
        assert_true(2 * (i + 1) <= size);
        counted *c = counted_place(records, size, i << 32 | i * spread);
        assert_int_equal(c->n, 0);
        *c = (counted){ i << 32 | i * spread, (uint32_t)i + 1 };
    }
    for (uint64_t i = 0; i < 300; i++)
        assert_int_equal(counted_place(records, size, i << 32 | i * spread)->n, i + 1);
    assert_int_equal(counted_place(records, size, 1)->n, 0);
    free(records);
}

static void test_records(void **state)
{
    (void)state;
    fill_records(0);
    fill_records(2);
}

static void test_index(void **state)
{
    (void)state;
    table_index index = { 0 };
    counted entries[200];
    for (uint32_t i = 0; i < 200; i++) {
        assert_true(table_index_reserve(&index, i, 8, entries, sizeof *entries));
        uint32_t *slot = table_index_slot(&index, (uint64_t)i << 33, entries, sizeof *entries);
        assert_int_equal(*slot, 0);
        entries[i] = (counted){ (uint64_t)i << 33, i };
        *slot = i + 1;
    }
    for (uint32_t i = 0; i < 200; i++)
        assert_int_equal(*table_index_slot(&index, (uint64_t)i << 33, entries, sizeof *entries), i + 1);
    assert_int_equal(*table_index_slot(&index, 7, entries, sizeof *entries), 0);
    free(index.slots);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sizes), cmocka_unit_test(test_records),
                                        cmocka_unit_test(test_index) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
