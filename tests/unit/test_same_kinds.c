/* test_same_kinds.c - groups with different elements stay separate, others are joined. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "cluster/kinds_slots.h"

enum { N = 4, COLUMNS = 40, MAX_PAGES = 300 };
static double log_a[MAX_PAGES + 1], log_2a[MAX_PAGES + 1];

static int tables(void **state)
{
    (void)state;
    for (int k = 0; k < MAX_PAGES; k++) {
        log_a[k + 1] = log_a[k] + log2(k + .1);
        log_2a[k + 1] = log_2a[k] + log2(k + .2);
    }
    return 0;
}

/* Two templates: the first has the lower half of the elements, the second the upper. Groups 0, 2 and 3 are of the
 * first. */
static void fill(group_counts *g, uint32_t *count, uint32_t *size)
{
    *g = (group_counts){ .n = N, .columns = COLUMNS, .count = count, .size = size, .log_a = log_a, .log_2a = log_2a };
    for (uint32_t k = 0; k < N; k++)
        for (uint32_t e = 0; e < COLUMNS; e++)
            count[k * COLUMNS + e] = (e < COLUMNS / 2) == (k != 1) ? size[k] : 0;
}

static void test_alike_are_one(void **state)
{
    (void)state;
    uint32_t count[N * COLUMNS], size[N] = { 20, 5, 60, 4 }, into[N];
    group_counts g;
    fill(&g, count, size);
    g.into = into;
    assert_true(same_kinds_join(&g));
    assert_int_equal(into[0], 0);
    assert_int_equal(into[1], 1);
    assert_int_equal(into[2], 0);
    assert_int_equal(into[3], 0);
    assert_int_equal(size[0], 84);
}

/* A small group with a few unique elements is its own kind. */
static void test_a_small_kind_stays(void **state)
{
    (void)state;
    uint32_t count[N * COLUMNS], size[N] = { 100, 50, 60, 3 }, into[N];
    group_counts g;
    fill(&g, count, size);
    g.into = into;
    for (uint32_t e = 0; e < COLUMNS; e += 5)
        count[3 * COLUMNS + e] = 3 - count[3 * COLUMNS + e];
    assert_true(same_kinds_join(&g));
    assert_int_equal(into[2], 0);
    assert_int_equal(into[3], 3);
}

static void test_one_group_and_no_elements(void **state)
{
    (void)state;
    uint32_t count[1] = { 0 }, size[2] = { 5, 7 }, into[2];
    group_counts one = { 1, 0, count, size, log_a, log_2a, into, NULL, NULL }, two = one;
    two.n = 2;
    assert_true(same_kinds_join(&one));
    assert_int_equal(into[0], 0);
    assert_true(same_kinds_join(&two)); /* nothing tells, nothing is saved */
    assert_int_equal(into[1], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alike_are_one),
        cmocka_unit_test(test_a_small_kind_stays),
        cmocka_unit_test(test_one_group_and_no_elements),
    };
    return cmocka_run_group_tests(tests, tables, NULL);
}
