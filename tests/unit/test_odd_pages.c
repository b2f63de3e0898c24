/* Pages that are odd among those of their kind: found by the slot that tells them best, or not at all. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "cluster/odd_pages.h"

enum { N = 100, COLUMNS = 60 };
static double log_a[N + 1], log_2a[N + 1];
static uint32_t kind[N], column[N * COLUMNS];
static size_t first[N + 1];
static uint16_t by_label[N], by_chance[N];

static int tables(void **state)
{
    (void)state;
    for (int k = 0; k < N; k++) {
        log_a[k + 1] = log_a[k] + log2(k + .1);
        log_2a[k + 1] = log_2a[k] + log2(k + .2);
    }
    return 0;
}

/* Every tenth page of kind 0 has the upper half of the elements, all other pages the lower. A label says which, another
 * slot says nothing. */
static odd_search made(const page_groups *parts, uint32_t n_kind, unsigned n_odd_elements)
{
    size_t to = 0;
    for (uint32_t p = 0; p < N; p++) {
        bool is_odd = p % 10 == 0 && p < n_kind;
        kind[p] = p >= n_kind;
        by_label[p] = is_odd;
        by_chance[p] = p % 3;
        first[p] = to;
        for (uint32_t e = 0; e < COLUMNS; e++)
            if (e < COLUMNS / 2 ? !is_odd || e >= n_odd_elements : is_odd && e - COLUMNS / 2 < n_odd_elements)
                column[to++] = e;
    }
    first[N] = to;
    return (odd_search){ N, kind, COLUMNS, first, column, COLUMNS / 2, parts, 2, log_a, log_2a };
}

static void test_an_odd_group_is_found(void **state)
{
    (void)state;
    const page_groups parts[] = { { by_chance, 3, UINT32_MAX }, { by_label, 2, UINT32_MAX } };
    odd_search s = made(parts, 80, COLUMNS / 2);
    odd_group found;
    assert_int_equal(odd_pages_find(&s, 0, &found), HUSK_OK);
    assert_int_equal(found.part, 1);
    assert_int_equal(found.group, 1);
    assert_int_equal(odd_pages_find(&s, 1, &found), HUSK_OK); /* the other kind's 20 pages are alike, and few */
    assert_int_equal(found.part, UINT32_MAX);
}

static void test_what_is_not_odd(void **state)
{
    (void)state;
    page_groups parts[] = { { by_chance, 3, UINT32_MAX }, { by_label, 2, UINT32_MAX } };
    odd_group found;
    odd_search s = made(parts, N, 2); /* two elements more or less are content */
    assert_int_equal(odd_pages_find(&s, 0, &found), HUSK_OK);
    assert_int_equal(found.part, UINT32_MAX);
    s = made(parts, 20, COLUMNS / 2); /* two odd pages */
    assert_int_equal(odd_pages_find(&s, 0, &found), HUSK_OK);
    assert_int_equal(found.part, UINT32_MAX);
    s = made(parts, N, COLUMNS / 2);
    parts[1].rare = 1; /* many values that few pages have are no group */
    assert_int_equal(odd_pages_find(&s, 0, &found), HUSK_OK);
    assert_int_equal(found.part, UINT32_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_odd_group_is_found),
        cmocka_unit_test(test_what_is_not_odd),
    };
    return cmocka_run_group_tests(tests, tables, NULL);
}
