/* test_classify.c - the class of a page by its link paths, with published and other costs, checked by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cluster/classify.h"

/* Class 1 has the link paths 1, 2 and 3; class 2 has 1 and 4. */
static model_count first[] = { { 1, 10 }, { 2, 10 }, { 3, 10 } }, second[] = { { 1, 10 }, { 4, 10 } };
static model_class classes[] = { { .number = 1, .n_pages = 10, .schema = first, .n_schema = 3 },
                                 { .number = 2, .n_pages = 10, .schema = second, .n_schema = 2 } };
static const model_host host = { .classes = classes, .n_classes = 2 };

static class_verdict chosen(const model_costs *costs, const uint64_t *paths, uint32_t n)
{
    classifier *c = classifier_new(&host, costs);
    assert_non_null(c);
    class_verdict v = classifier_choose(c, paths, n);
    assert_non_null(v.nearest);
    classifier_free(c);
    return v;
}

/* c_p 1, c_i .8, c_miss 1. The page has 1, 4, 5. Class 1: three numbers, 2 and 3 missing, 4 and 5 in full: 6.4. Class
 * 2: two numbers, 5 in full: 2.6. */
static void test_published(void **state)
{
    static const uint64_t page[] = { 1, 4, 5 };
    (void)state;
    class_verdict v = chosen(NULL, page, 3);
    assert_int_equal(v.page_class->number, 2);
    assert_float_equal(v.cost, 2.6, 1e-9);
    assert_float_equal(v.margin, (6.4 - 2.6) / (6.4 + 2.6), 1e-9);
}

/* The page has 1 and 2. As published class 1 costs 3 * .8 + 1 = 3.4 and class 2 costs 2 * .8 + 1 + 1 = 3.6. With c_i 5
 * class 1 costs 3 * 5 + 1 = 16 and class 2 costs 2 * 5 + 1 + 1 = 12. */
static void test_other_costs(void **state)
{
    static const uint64_t page[] = { 1, 2 };
    model_costs costs = published_costs;
    (void)state;
    assert_float_equal(chosen(NULL, page, 2).cost, 3.4, 1e-9);
    assert_int_equal(chosen(NULL, page, 2).page_class->number, 1);
    costs.index = 5;
    assert_float_equal(chosen(&costs, page, 2).cost, 12, 1e-9);
    assert_int_equal(chosen(&costs, page, 2).page_class->number, 2);
}

/* c_miss for a path of the page that the class lacks: 1, 4, 5 costs class 1 three numbers, and for 4 and 5 a path and a
 * miss each, 6.4; class 2 two numbers and 2 for 5, 3.6. */
static void test_other_reading(void **state)
{
    static const uint64_t page[] = { 1, 4, 5 };
    model_costs costs = published_costs;
    (void)state;
    costs.foreign = true;
    class_verdict v = chosen(&costs, page, 3);
    assert_int_equal(v.page_class->number, 2);
    assert_float_equal(v.cost, 3.6, 1e-9);
    assert_float_equal(v.margin, (6.4 - 3.6) / (6.4 + 3.6), 1e-9);
}

/* A page with none of the paths still has the class of least cost, here that of the shorter schema. */
static void test_nothing_in_common(void **state)
{
    static const uint64_t page[] = { 7, 8 };
    (void)state;
    class_verdict v = chosen(NULL, page, 2);
    assert_int_equal(v.page_class->number, 2);
    assert_int_equal(v.n_shared, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_published), cmocka_unit_test(test_other_costs),
                                        cmocka_unit_test(test_other_reading),
                                        cmocka_unit_test(test_nothing_in_common) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
