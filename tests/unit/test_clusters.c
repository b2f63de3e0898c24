/* test_clusters.c - clustering measures on hand-checked examples, and the files they are read from. */
#include "unit/unit.h"

#include "measures/clusters.h"
#include "measures/tables.h"

#define NEAR 1e-6

/* Seventeen pages of three classes (8, 5, 4) in three clusters (6, 6, 5):
 *             cluster 0   1   2
 *   class 0           5   1   2
 *   class 1           1   4   0
 *   class 2           0   1   3
 * F: class 0 is best in cluster 0, 2*5/(6+8); class 1 in 1, 2*4/(6+5); class 2 in 2, 2*3/(5+4). Purity: (5+4+3)/17. */
static const uint32_t class_of[17] = { 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 2, 0, 0, 2, 2, 2 };
static const uint32_t cluster_of[17] = { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2 };

static void test_seventeen(void **state)
{
    (void)state;
    cluster_measures m;
    assert_int_equal(measure_clusters(class_of, cluster_of, 17, 3, 3, &m), HUSK_OK);
    assert_float_equal(m.f, (8 * 10. / 14 + 5 * 8. / 11 + 4 * 6. / 9) / 17, NEAR);
    assert_float_equal(m.macro_f, (10. / 14 + 8. / 11 + 6. / 9) / 3, NEAR);
    assert_float_equal(m.purity, 12. / 17, NEAR);
    /* cluster entropies in bits: (5/6, 1/6) .650022, (1/6, 4/6, 1/6) 1.251629, (2/5, 3/5) .970951 */
    assert_float_equal(m.entropy, (6 * .650022 + 6 * 1.251629 + 5 * .970951) / 17, 1e-5);
    assert_float_equal(m.nce, 1 - m.entropy / 1.5849625, NEAR);
    /* mutual information .391939 nats over (log 3 + log 3) / 2 */
    assert_float_equal(m.nmi, 0.356756, NEAR);
    assert_float_equal(m.nce_printed, -0.786794, NEAR);
    /* 20 pairs are together in both; 44 in classes, 40 in clusters, of 136 */
    assert_float_equal(m.ari, (20 - 44 * 40 / 136.) / ((44 + 40) / 2. - 44 * 40 / 136.), NEAR);
}

/* The formulas of the 2011 paper on four pages: classes {a, b} {c, d}, clusters {a, b, c} {d}. */
static void test_four(void **state)
{
    (void)state;
    static const uint32_t classes[] = { 0, 0, 1, 1 }, clusters[] = { 0, 0, 0, 1 };
    cluster_measures m;
    assert_int_equal(measure_clusters(classes, clusters, 4, 2, 2, &m), HUSK_OK);
    assert_float_equal(m.f, .5 * .8 + .5 * (2. / 3), NEAR); /* p 2/3, r 1: .8; p 1, r 1/2: 2/3 */
    assert_float_equal(m.purity, .75, NEAR);
    /* 2 / log2(4) * (1/2 log2(4/3) + 1/4 log2(2/3) + 1/4 log2(2)) */
    assert_float_equal(m.nmi, .5 * .4150375 + .25 * -.5849625 + .25, NEAR);
    assert_float_equal(m.entropy, .75 * .9182958, NEAR);
    assert_float_equal(m.nce, 1 - .75 * .9182958, NEAR);
    /* as printed: recalls 1, 1/2 in the first cluster and 1/2 in the second: two times 1/2 bit, over log2(2) */
    assert_float_equal(m.nce_printed, 0, NEAR);
    assert_float_equal(m.ari, 0, NEAR); /* one pair is together in both, which chance would give: 2 * 3 / 6 */
}

static void test_ends(void **state)
{
    (void)state;
    static const uint32_t a[] = { 0, 1, 2, 0 }, one[] = { 0, 0, 0, 0 }, own[] = { 0, 1, 2, 3 };
    cluster_measures m;
    assert_int_equal(measure_clusters(a, a, 4, 3, 3, &m), HUSK_OK);
    assert_float_equal(m.f, 1, NEAR);
    assert_float_equal(m.macro_f, 1, NEAR);
    assert_float_equal(m.purity, 1, NEAR);
    assert_float_equal(m.entropy, 0, NEAR);
    assert_float_equal(m.nce, 1, NEAR);
    assert_float_equal(m.nce_printed, 1, NEAR);
    assert_float_equal(m.ari, 1, NEAR);
    assert_int_equal(measure_clusters(a, one, 4, 3, 1, &m), HUSK_OK);
    assert_float_equal(m.nmi, 0, NEAR);
    assert_float_equal(m.ari, 0, NEAR);
    assert_float_equal(m.purity, .5, NEAR);
    assert_int_equal(measure_clusters(one, one, 4, 1, 1, &m), HUSK_OK);
    assert_float_equal(m.nmi, 1, NEAR);
    assert_float_equal(m.nce, 1, NEAR);
    assert_float_equal(m.ari, 1, NEAR);
    assert_int_equal(measure_clusters(one, own, 4, 1, 4, &m), HUSK_OK);
    assert_float_equal(m.nmi, 0, NEAR);
    assert_float_equal(m.purity, 1, NEAR);
}

static slice text(const char *s)
{
    return (slice){ s, strlen(s) };
}

static void test_files(void **state)
{
    (void)state;
    cluster_measures m;
    uint32_t left_out;
    husk_error error = { 0 };
    slice truth = text("a\tp1\na\tp2\nb\tp3\nb\tp4\n");
    assert_int_equal(measure_cluster_files(text("7\tp4\r\n1\tp1\n1\tp3\n\n1\tp2"), truth, false, &m, &left_out, &error),
                     HUSK_OK);
    assert_float_equal(m.purity, .75, NEAR);
    assert_int_equal(left_out, 0);
    assert_int_equal(measure_cluster_files(text("1\t0.5\tp1\n1\t1\tp2\n1\t0\tp3\nnone\t0\tp4\n"), truth, false, &m,
                                           &left_out, &error),
                     HUSK_OK);
    assert_float_equal(m.purity, .75, NEAR);
    assert_int_equal(measure_cluster_files(text("1\tp1\n1\tp2\n2\tother\n"), truth, false, &m, &left_out, &error),
                     HUSK_BAD_FILE);
    assert_string_equal(error.message, "3 pages are in only one of the files, such as other");
    assert_int_equal(measure_cluster_files(text("1\tp1\n1\tp2\n2\tother\n"), truth, true, &m, &left_out, &error),
                     HUSK_OK);
    assert_int_equal(left_out, 3);
    assert_int_equal(m.n_pages, 2);
}

static void test_bad_files(void **state)
{
    (void)state;
    static const struct {
        const char *answer, *message;
    } cases[] = {
        { "", "the answer: empty" },
        { "1\tp1\np2\n", "the answer, line 2: expected a label, a tab and a page" },
        { "\tp1\n", "the answer, line 1: expected a label, a tab and a page" },
        { "1\t\n", "the answer, line 1: expected a label, a tab and a page" },
        { "1\tp1\n2\tp1\n", "the answer: p1 occurs twice" },
        { "1\tq\n", "no page is in both files; are the ids the same? One file has p1" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cluster_measures m;
        uint32_t left_out;
        husk_error error = { 0 };
        assert_int_equal(measure_cluster_files(text(cases[i].answer), text("a\tp1\n"), true, &m, &left_out, &error),
                         HUSK_BAD_FILE);
        assert_string_equal(error.message, cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seventeen), cmocka_unit_test(test_four),      cmocka_unit_test(test_ends),
        cmocka_unit_test(test_files),     cmocka_unit_test(test_bad_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
