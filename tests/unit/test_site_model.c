/* The site model: the worked encoding of the paper's section 3.2, costs kept as pages come, the choice between merging
 * and adding. */
#include <math.h>

#include "unit.h"

#include "cluster/site_model.h"

/* cmocka compares floats, which are too coarse for whole models. */
#define assert_near(a, b) assert_true(fabs((a) - (b)) < 1e-6)

static page_schema schema(const uint32_t *paths, uint32_t n, uint32_t n_urls)
{
    return (page_schema){ paths, n, n_urls };
}

static void put(site_model *m, const page_schema *page, uint32_t into)
{
    uint32_t number = into;
    assert_int_equal(site_model_put(m, page, 1, &number), HUSK_OK);
}

/* Section 3.2: C_A has path1, path2, path3; p has path1 (2 addresses), path3 (3), path4 (2). enc(p|C_A) costs
 * 3 c_i + 7 c_u + 1 c_p + 1 c_miss. The text gives 1 c_p for C_A's schema, which has three paths: a slip, it is 3 c_p.
 */
static void test_worked_encoding(void **state)
{
    (void)state;
    const uint32_t a[] = { 1, 2, 3 }, p[] = { 1, 3, 4 };
    const model_costs costs[] = { published_costs, { 1000, 100, 10, 1 } };
    for (int i = 0; i < 2; i++) {
        const model_costs *c = &costs[i];
        site_model *m = site_model_new(c);
        page_schema p1 = schema(a, 3, 5), page = schema(p, 3, 7);
        put(m, &p1, CLASS_NONE);
        assert_near(site_model_page_cost(m, &page, 0), 3 * c->index + 7 * c->url + c->path + c->miss);
        assert_near(site_model_class_cost(m, 0), 3 * c->path);
        assert_near(site_model_cost(m), 3 * c->path + 3 * c->index + 5 * c->url);
        site_model_free(m);
    }
}

/* Section 2, Fig. 3: p1 {TABLE, UL}, p2 {TABLE, B, UL}; the class of both has the union. */
static void test_class_schema_is_the_union(void **state)
{
    (void)state;
    enum { TABLE, UL, B };
    const uint32_t p1[] = { TABLE, UL }, p2[] = { TABLE, UL, B };
    page_schema both[] = { schema(p1, 2, 4), schema(p2, 3, 5) };
    uint32_t number = CLASS_NONE;
    site_model *m = site_model_new(NULL);
    assert_int_equal(site_model_put(m, both, 2, &number), HUSK_OK);
    assert_int_equal(site_model_class(m, 0)->n_paths, 3);
    assert_int_equal(site_model_path_pages(m, 0, TABLE), 2);
    assert_int_equal(site_model_path_pages(m, 0, B), 1);
    assert_int_equal(site_model_path_pages(m, 0, 77), 0);
    assert_near(schema_distance(p1, 2, p2, 3), 1 / 3.);
    assert_near(schema_distance(p1, 2, p1, 2), 0);
    assert_near(schema_distance(p1, 2, p2 + 2, 1), 1);
    assert_near(schema_distance(p1, 0, p1, 0), 0);
    site_model_free(m);
}

/* MDL by its definition: every schema in full, every page by site_model_page_cost. */
static double cost_from_scratch(const site_model *m, const page_schema *pages, const uint32_t *class_of, uint32_t n)
{
    double cost = 0;
    for (uint32_t k = 0; k < site_model_n_classes(m); k++)
        cost += site_model_class_cost(m, k);
    for (uint32_t i = 0; i < n; i++)
        cost += site_model_page_cost(m, &pages[i], class_of[i]);
    return cost;
}

static void test_costs_are_kept_as_pages_come(void **state)
{
    (void)state;
    enum { PAGES = 120, PATHS = 40 };
    static uint32_t paths[PAGES][PATHS];
    page_schema pages[PAGES];
    uint32_t class_of[PAGES];
    site_model *m = site_model_new(NULL);
    unsigned random = 7;
    for (uint32_t i = 0; i < PAGES; i++) {
        uint32_t n = 0;
        for (uint32_t p = 0; p < PATHS; p++) {
            random = random * 1664525u + 1013904223u;
            if (((p ^ i) % 4 == 0) != ((random >> 24) < 20)) /* four kinds of page, with some noise */
                paths[i][n++] = p;
        }
        pages[i] = schema(paths[i], n, n + random % 5);
        double before = site_model_cost(m), best = 0;
        husk_status status;
        for (uint32_t k = 0; k <= site_model_n_classes(m); k++) {
            double rise = site_model_rise(m, &pages[i], 1, k < site_model_n_classes(m) ? k : CLASS_NONE, &status);
            best = k == 0 || rise < best ? rise : best;
        }
        assert_int_equal(site_model_update(m, &pages[i], 1, &class_of[i]), HUSK_OK);
        assert_near(site_model_cost(m) - before, best);
        assert_near(site_model_cost(m), cost_from_scratch(m, pages, class_of, i + 1));
    }
    assert_in_range(site_model_n_classes(m), 4, PAGES / 2);
    site_model_free(m);
}

/* Identical schemas merge (the schema need not be told twice), disjoint ones stay apart; of equal costs a new class
 * wins, as Fig. 5 has it. */
static void test_merge_or_add(void **state)
{
    (void)state;
    const uint32_t a[] = { 0, 1, 2, 3 }, b[] = { 4, 5, 6, 7 }, a_more[] = { 0, 1, 2, 3, 8 };
    page_schema pa = schema(a, 4, 4), pb = schema(b, 4, 4), pc = schema(a_more, 5, 5), none = schema(a, 0, 0);
    uint32_t number;
    site_model *m = site_model_new(NULL);
    assert_int_equal(site_model_update(m, &pa, 1, &number), HUSK_OK);
    assert_int_equal(number, 0);
    assert_int_equal(site_model_update(m, &pb, 1, &number), HUSK_OK);
    assert_int_equal(number, 1);
    assert_int_equal(site_model_update(m, &pa, 1, &number), HUSK_OK);
    assert_int_equal(number, 0);
    /* one more path: merging costs 1 c_p and three times c_i, twice c_miss; a new class 5 c_p and 5 c_i against 5 c_i
     */
    assert_int_equal(site_model_update(m, &pc, 1, &number), HUSK_OK);
    assert_int_equal(number, 0);
    assert_int_equal(site_model_update(m, &none, 1, &number), HUSK_OK);
    assert_int_equal(number, 2);
    site_model_free(m);
}

static void test_classify_by_least_cost(void **state)
{
    (void)state;
    const uint32_t a[] = { 0, 1, 2, 3 }, b[] = { 3, 4, 5, 6 }, near_b[] = { 4, 5, 6, 9 };
    page_schema pa = schema(a, 4, 4), pb = schema(b, 4, 4), page = schema(near_b, 4, 9);
    site_model *m = site_model_new(NULL);
    assert_int_equal(site_model_classify(m, &page).class_number, CLASS_NONE);
    put(m, &pa, CLASS_NONE);
    put(m, &pb, CLASS_NONE);
    class_choice choice = site_model_classify(m, &page);
    assert_int_equal(choice.class_number, 1);
    /* b: 4 c_i, one missing, one in full; a: 4 c_i, four missing, four in full */
    assert_near(choice.cost, 4 * .8 + 1 + 1);
    assert_near(choice.margin, 6);
    choice = site_model_classify(m, &pa);
    assert_int_equal(choice.class_number, 0);
    assert_near(choice.cost, 4 * .8);
    site_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_encoding),
        cmocka_unit_test(test_class_schema_is_the_union),
        cmocka_unit_test(test_costs_are_kept_as_pages_come),
        cmocka_unit_test(test_merge_or_add),
        cmocka_unit_test(test_classify_by_least_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
