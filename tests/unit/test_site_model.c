/* test_site_model.c - the site model: the choice between merging and adding is the one with the least cost.
 * The paper's worked encoding (section 3.2) is tests/cli/classify_worked_encoding. */
#include <math.h>

#include "unit.h"

#include "cluster/site_model.h"

/* cmocka compares floats, which are too coarse for whole models. */
#define assert_near(a, b) assert_true(fabs((a) - (b)) < 1e-6)

static page_schema schema(const uint32_t *paths, uint32_t n, uint32_t n_urls)
{
    return (page_schema){ paths, n, n_urls };
}

/* --- the definitions, worked out in full -------------------------------------------------------------------------- */

enum { MAX_PATHS = 64 };

/* The union of the schemas of the pages that are of class k: a flag by path. Returns how many paths. */
static uint32_t class_schema(const page_schema *pages, const uint32_t *class_of, uint32_t n, uint32_t k, bool *has)
{
    uint32_t n_paths = 0;
    memset(has, 0, MAX_PATHS);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t p = 0; class_of[i] == k && p < pages[i].n_paths; p++) {
            n_paths += !has[pages[i].paths[p]];
            has[pages[i].paths[p]] = true;
        }
    return n_paths;
}

/* enc(p|C) */
static double page_cost(const model_costs *c, const page_schema *page, const bool *has, uint32_t n_paths)
{
    uint32_t n_shared = 0;
    for (uint32_t i = 0; i < page->n_paths; i++)
        n_shared += has[page->paths[i]];
    return n_paths * c->index + (n_paths - n_shared) * c->miss + (page->n_paths - n_shared) * c->path + page->n_urls;
}

/* MDL(M): every schema in full, every page with the help of its class's. */
static double model_cost(const model_costs *c, const page_schema *pages, const uint32_t *class_of, uint32_t n,
                         uint32_t n_classes)
{
    double cost = 0;
    for (uint32_t k = 0; k < n_classes; k++) {
        bool has[MAX_PATHS];
        uint32_t n_paths = class_schema(pages, class_of, n, k, has);
        cost += n_paths * c->path;
        for (uint32_t i = 0; i < n; i++)
            cost += class_of[i] == k ? page_cost(c, &pages[i], has, n_paths) : 0;
    }
    return cost;
}

/* A class of {1,2,3}, then a page {1..6}. Apart: 3 + 3 * .8 and 6 + 6 * .8, 16.2. Together: six paths, given by number
 * on two pages, 6 + 12 * .8 = 15.6, and three that the first page lacks: with c_miss for these 18.6, so that the page
 * stays apart; with c_miss for paths that a schema lacks, 15.6, and they are one class. */
static void test_both_readings_of_c_miss(void **state)
{
    (void)state;
    const uint32_t a[] = { 1, 2, 3 }, b[] = { 1, 2, 3, 4, 5, 6 };
    for (int foreign = 0; foreign < 2; foreign++) {
        model_costs costs = published_costs;
        page_schema first = schema(a, 3, 3), second = schema(b, 6, 6);
        uint32_t number;
        costs.foreign = foreign;
        site_model *m = site_model_new(&costs);
        assert_int_equal(site_model_update(m, &first, 1, &number), HUSK_OK);
        assert_int_equal(site_model_update(m, &second, 1, &number), HUSK_OK);
        assert_int_equal(site_model_n_classes(m), foreign ? 1 : 2);
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
    assert_int_equal(site_model_update(m, both, 2, &number), HUSK_OK);
    assert_int_equal(site_model_n_classes(m), 1);
    assert_int_equal(site_model_class(m, 0)->n_paths, 3);
    assert_int_equal(site_model_class(m, 0)->n_page_paths, 5);
    assert_int_equal(site_model_class(m, 0)->n_urls, 9);
    assert_near(schema_distance(p1, 2, p2, 3), 1 / 3.);
    assert_near(schema_distance(p1, 2, p1, 2), 0);
    assert_near(schema_distance(p1, 2, p2 + 2, 1), 1);
    assert_near(schema_distance(p1, 0, p1, 0), 0);
    site_model_free(m);
}

/* Each page goes where MDL, computed from scratch, is least. */
static void test_each_choice_is_the_cheapest(void **state)
{
    (void)state;
    enum { PAGES = 120, PATHS = 40 };
    static uint32_t paths[PAGES][PATHS];
    page_schema pages[PAGES];
    uint32_t class_of[PAGES];
    site_model *m = site_model_new(NULL);
    unsigned random = 7;
    for (uint32_t i = 0; i < PAGES; i++) {
        uint32_t n = 0, n_classes = site_model_n_classes(m), chosen;
        for (uint32_t p = 0; p < PATHS; p++) {
            random = random * 1664525u + 1013904223u;
            if (((p ^ i) % 4 == 0) != ((random >> 24) < 20)) /* four kinds of page, with some noise */
                paths[i][n++] = p;
        }
        pages[i] = schema(paths[i], n, n + random % 5);
        assert_int_equal(site_model_update(m, &pages[i], 1, &chosen), HUSK_OK);
        class_of[i] = chosen;
        double cost = model_cost(&published_costs, pages, class_of, i + 1, n_classes + 1);
        for (uint32_t k = 0; k <= n_classes; k++) {
            class_of[i] = k;
            assert_true(cost <= model_cost(&published_costs, pages, class_of, i + 1, n_classes + 1) + 1e-6);
        }
        class_of[i] = chosen;
    }
    assert_in_range(site_model_n_classes(m), 4, PAGES / 2);
    site_model_free(m);
}

/* Identical schemas merge (the schema need not be encoded twice), disjoint ones stay apart; of equal costs a new class
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_readings_of_c_miss),
        cmocka_unit_test(test_class_schema_is_the_union),
        cmocka_unit_test(test_each_choice_is_the_cheapest),
        cmocka_unit_test(test_merge_or_add),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
