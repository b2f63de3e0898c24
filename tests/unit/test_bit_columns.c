/* test_bit_columns.c - a view of pages as bits, and comparisons with it. */
#include "unit.h"

#include "cluster/pairs/pairs.h"

enum { N = 4, EVERY = 10, HALF = 20, PAIR = 30, LONE = 40 };

/* EVERY is on all pages, LONE on one: neither is a column. HALF is on pages 0 and 1, PAIR on 1 and 2. */
static void columns_make(arena *memory, bit_columns *c)
{
    numbered_hash seen[] = { { PAIR, 2 },  { EVERY, 0 }, { HALF, 0 },  { LONE, 3 }, { EVERY, 3 },
                             { EVERY, 1 }, { HALF, 1 },  { EVERY, 2 }, { PAIR, 1 } };
    arena_init(memory, SIZE_MAX);
    assert_true(columns_build(seen, sizeof seen / sizeof *seen, N, memory, c));
}

static void test_build(void **state)
{
    (void)state;
    bit_columns c;
    arena memory;
    columns_make(&memory, &c);
    assert_int_equal(c.n_columns, 2);
    assert_true(c.row[0] & 1);
    assert_false(c.row[0] & 2);
    assert_int_equal(c.row[c.row_words] & 3, 3);
    arena_free(&memory);
}

static void test_compare(void **state)
{
    (void)state;
    bit_columns c;
    float plain[N * N], weighted[N * N];
    arena memory;
    columns_make(&memory, &c);
    columns_weigh(&c, &c);
    assert_true(c.weight[0] == .5F && c.weight[1] == .5F); /* 1 with itself, 0 with the other */
    columns_compare(&c, plain, weighted);
    assert_true(plain[0 * N + 1] == .5F && plain[1 * N + 0] == .5F);
    assert_true(plain[0 * N + 2] == 0);
    assert_true(plain[3 * N + 3] == 1); /* nothing in common, because there is nothing */
    assert_true(weighted[0 * N + 1] == .5F);
    arena_free(&memory);
}

/* A mark that correlates with the elements counts more. */
static void test_weights(void **state)
{
    (void)state;
    numbered_hash made[] = { { 1, 0 }, { 1, 1 }, { 2, 0 }, { 2, 2 } },
                  elements[] = { { 7, 0 }, { 7, 1 }, { 8, 2 }, { 8, 3 } };
    bit_columns c, e;
    arena memory;
    arena_init(&memory, SIZE_MAX);
    assert_true(columns_build(made, 4, N, &memory, &c));
    assert_true(columns_build(elements, 4, N, &memory, &e));
    columns_weigh(&c, &e);
    assert_true(c.weight[0] == 1);
    assert_true(c.weight[1] == 0);
    arena_free(&memory);
}

static void test_nothing(void **state)
{
    (void)state;
    numbered_hash seen[1] = { { EVERY, 0 } };
    bit_columns c;
    float plain[N * N], weighted[N * N];
    arena memory;
    arena_init(&memory, SIZE_MAX);
    assert_true(columns_build(seen, 0, N, &memory, &c));
    columns_weigh(&c, &c);
    columns_compare(&c, plain, weighted);
    for (int i = 0; i < N * N; i++)
        assert_true(plain[i] == -1 && weighted[i] == -1);
    arena_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_build), cmocka_unit_test(test_compare),
                                        cmocka_unit_test(test_weights), cmocka_unit_test(test_nothing) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
