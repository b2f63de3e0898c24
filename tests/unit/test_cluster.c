/* test_cluster.c - the five published methods: exactness, estimates, order, and empty collections. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/hash.h"
#include "text-mdl/methods.h"
#include "cluster/sets.h"
#include "text-mdl/hashed.h"
#include "text-mdl/lsh.h"
#include "text-mdl/mdl.h"
#include "cluster/minhash.h"

static const cluster_method methods[] = { CLUSTER_MDL, CLUSTER_HASH, CLUSTER_MAX, CLUSTER_DICE, CLUSTER_LSH };
enum { N_METHODS = 5, N_DOCS = 60, N_TEMPLATES = 4 };

static uint64_t drawn(uint64_t *seed)
{
    return *seed = hash_pair(*seed, 77);
}

/* Pages of four templates of 40 paths, each page with about nine tenths of them and some unique paths. */
static path_sets made_collection(uint64_t seed, const uint32_t *order)
{
    set_builder *e = set_builder_new();
    for (uint32_t i = 0; i < N_DOCS; i++) {
        uint32_t doc = order ? order[i] : i;
        uint64_t s = hash_pair(seed, doc), paths[64];
        size_t n = 0;
        for (uint64_t p = 0; p < 40; p++)
            if (drawn(&s) % 10)
                paths[n++] = hash_pair(p < 8 ? 99 : doc % N_TEMPLATES, p);
        for (uint64_t p = 0; p < drawn(&s) % 10; p++)
            paths[n++] = drawn(&s);
        assert_int_equal(set_builder_add(e, paths, n), HUSK_OK);
    }
    path_sets r;
    assert_int_equal(set_builder_finish(e, &r), HUSK_OK);
    return r;
}

static clustering run(const path_sets *r, cluster_method method)
{
    cluster_options options = { method, SIGNATURE_LENGTH, LSH_BANDS, 1, false };
    clustering c;
    assert_int_equal(cluster_sets(&r->sets, r->hash, &options, &c), HUSK_OK);
    assert_int_equal(c.n_steps + c.n_clusters, c.n_docs);
    return c;
}

static uint64_t ones_of(const path_sets *r, const uint32_t *cluster_of, uint32_t n_clusters)
{
    doc_sets templates;
    mdl_cost cost;
    assert_int_equal(mdl_templates(&r->sets, cluster_of, n_clusters, &templates), HUSK_OK);
    assert_int_equal(mdl_measure(&r->sets, r->n_paths, cluster_of, &templates, &cost), HUSK_OK);
    doc_sets_free(&templates);
    return cost.template_ones + cost.extra + cost.missing;
}

/* The best join of a clustering by trying all pairs and recounting everything. */
static int64_t best_join_by_trying(const path_sets *r, const uint32_t *cluster_of, uint32_t n)
{
    uint64_t now = ones_of(r, cluster_of, n);
    int64_t best = INT64_MIN;
    uint32_t tried[N_DOCS];
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = a + 1; b < n; b++) {
            for (uint32_t d = 0; d < N_DOCS; d++)
                tried[d] = cluster_of[d] == b ? a : cluster_of[d];
            int64_t gain = (int64_t)now - (int64_t)ones_of(r, tried, n);
            best = gain > best ? gain : best;
        }
    return best;
}

/* Every step of `mdl` saves as much as the best of all pairs would, and at the end no pair saves. */
static void test_mdl_takes_the_best_pair_each_time(void **state)
{
    (void)state;
    path_sets r = made_collection(5, NULL);
    clustering c = run(&r, CLUSTER_MDL);
    uint32_t cluster_of[N_DOCS];
    for (uint32_t d = 0; d < N_DOCS; d++)
        cluster_of[d] = d;
    for (uint32_t s = 0; s < c.n_steps; s++) {
        /* Trying all pairs at every step would take long: every seventh and the last ones. */
        if (s % 7 == 0 || s + 3 > c.n_steps)
            assert_int_equal(best_join_by_trying(&r, cluster_of, N_DOCS), (int64_t)c.step[s].saved);
        uint64_t before = ones_of(&r, cluster_of, N_DOCS);
        uint32_t from = cluster_of[c.step[s].b], to = cluster_of[c.step[s].a];
        for (uint32_t d = 0; d < N_DOCS; d++)
            if (cluster_of[d] == from)
                cluster_of[d] = to;
        assert_int_equal(before - ones_of(&r, cluster_of, N_DOCS), (uint64_t)c.step[s].saved);
    }
    assert_true(best_join_by_trying(&r, cluster_of, N_DOCS) <= 0);
    clustering_free(&c);
    path_sets_free(&r);
}

/* Started in the middle, with the clusters of the first half of the steps, it takes the second half: what is known of
 * a cluster does not depend on how it was formed. */
static void test_mdl_goes_on_from_clusters(void **state)
{
    (void)state;
    path_sets r = made_collection(8, NULL);
    uint32_t weight[N_DOCS], start[N_DOCS];
    merge_list all, rest;
    for (uint32_t d = 0; d < N_DOCS; d++) {
        weight[d] = 1 + d % 3;
        start[d] = d;
    }
    assert_int_equal(agglomerate(&r.sets, weight, NULL, 0, &all), HUSK_OK);
    uint32_t half = all.n / 2;
    for (uint32_t s = 0; s < half; s++)
        for (uint32_t d = 0; d < N_DOCS; d++)
            if (start[d] == all.step[s].b)
                start[d] = all.step[s].a;
    assert_int_equal(agglomerate(&r.sets, weight, start, 0, &rest), HUSK_OK);
    assert_int_equal(rest.n, all.n - half);
    for (uint32_t s = 0; s < rest.n; s++) {
        assert_int_equal(rest.step[s].a, all.step[half + s].a);
        assert_int_equal(rest.step[s].b, all.step[half + s].b);
        assert_true(rest.step[s].saved == all.step[half + s].saved);
    }
    free(all.step);
    free(rest.step);
    path_sets_free(&r);
}

/* Pages {0,1,2} twice and {0,3,4} twice. The lists of the first page's paths hold 4, 2 and 2 entries: with a limit of 4
 * it reads the two short ones, which lead to its equal. Each such join saves the 3 ones of a template; what is left
 * shares path 0 alone and stays apart. */
static void test_a_limited_walk_reads_short_lists_first(void **state)
{
    (void)state;
    size_t first[] = { 0, 3, 6, 9, 12 };
    uint32_t item[] = { 0, 1, 2, 0, 1, 2, 0, 3, 4, 0, 3, 4 }, weight[] = { 1, 1, 1, 1 };
    doc_sets sets = { 4, 5, first, item, NULL };
    merge_list steps;
    assert_int_equal(agglomerate(&sets, weight, NULL, 4, &steps), HUSK_OK);
    assert_int_equal(steps.n, 2);
    assert_int_equal(steps.step[0].a, 0);
    assert_int_equal(steps.step[0].b, 1);
    assert_int_equal(steps.step[1].a, 2);
    assert_int_equal(steps.step[1].b, 3);
    assert_true(steps.step[0].saved == 3 && steps.step[1].saved == 3);
    free(steps.step);
}

/* Whatever a walk may read, what a join is said to save is what it saves; a limit that no walk reaches changes nothing.
 */
static void test_limited_walks_count_exactly(void **state)
{
    (void)state;
    static const uint32_t limits[] = { 0, 1000000, 200, 20 };
    path_sets r = made_collection(9, NULL);
    uint32_t weight[N_DOCS], cluster_of[N_DOCS];
    merge_list exact = { 0 };
    for (uint32_t d = 0; d < N_DOCS; d++)
        weight[d] = 1;
    for (int k = 0; k < 4; k++) {
        merge_list steps;
        assert_int_equal(agglomerate(&r.sets, weight, NULL, limits[k], &steps), HUSK_OK);
        assert_true(steps.n >= N_DOCS - N_TEMPLATES - 4);
        for (uint32_t d = 0; d < N_DOCS; d++)
            cluster_of[d] = d;
        for (uint32_t s = 0; s < steps.n; s++) {
            uint64_t before = ones_of(&r, cluster_of, N_DOCS);
            for (uint32_t d = 0; d < N_DOCS; d++)
                if (cluster_of[d] == steps.step[s].b)
                    cluster_of[d] = steps.step[s].a;
            assert_int_equal(before - ones_of(&r, cluster_of, N_DOCS), (uint64_t)steps.step[s].saved);
            assert_true(k != 1 || (steps.step[s].a == exact.step[s].a && steps.step[s].b == exact.step[s].b));
        }
        free(k ? steps.step : NULL);
        exact = k ? exact : steps;
    }
    free(exact.step);
    path_sets_free(&r);
}

/* Two pages with the same five paths: one template instead of two saves five ones. */
static void test_equal_pages_save_their_template(void **state)
{
    (void)state;
    set_builder *e = set_builder_new();
    uint64_t paths[] = { 1, 2, 3, 4, 5 };
    path_sets r;
    for (int d = 0; d < 2; d++)
        assert_int_equal(set_builder_add(e, paths, 5), HUSK_OK);
    assert_int_equal(set_builder_finish(e, &r), HUSK_OK);
    for (int m = 0; m < N_METHODS; m++) {
        clustering c = run(&r, methods[m]);
        assert_int_equal(c.n_steps, 1);
        assert_true(c.step[0].saved == 5);
        clustering_free(&c);
    }
    path_sets_free(&r);
}

static void test_every_method_finds_the_templates(void **state)
{
    (void)state;
    path_sets r = made_collection(6, NULL);
    for (int m = 0; m < N_METHODS; m++) {
        clustering c = run(&r, methods[m]);
        for (uint32_t a = 0; a < N_DOCS; a++)
            for (uint32_t b = 0; b < a; b++)
                if (a % N_TEMPLATES != b % N_TEMPLATES)
                    assert_int_not_equal(c.cluster_of[a], c.cluster_of[b]);
        assert_true(c.n_clusters <= N_TEMPLATES + 2);
        clustering_free(&c);
    }
    path_sets_free(&r);
}

static void test_the_order_of_documents_does_not_matter(void **state)
{
    (void)state;
    uint32_t order[N_DOCS];
    for (uint32_t i = 0; i < N_DOCS; i++)
        order[i] = (i * 23 + 11) % N_DOCS;
    path_sets r = made_collection(7, NULL), shuffled = made_collection(7, order);
    for (int m = 0; m < N_METHODS; m++) {
        clustering a = run(&r, methods[m]), b = run(&shuffled, methods[m]);
        assert_int_equal(a.n_clusters, b.n_clusters);
        for (uint32_t i = 0; i < N_DOCS; i++)
            for (uint32_t j = 0; j < i; j++)
                assert_int_equal(b.cluster_of[i] == b.cluster_of[j], a.cluster_of[order[i]] == a.cluster_of[order[j]]);
        clustering_free(&a);
        clustering_free(&b);
    }
    path_sets_free(&r);
    path_sets_free(&shuffled);
}

static void test_tiny_collections(void **state)
{
    (void)state;
    const uint64_t paths[] = { 1, 2, 3 };
    for (int m = 0; m < N_METHODS; m++)
        for (uint32_t n = 0; n < 4; n++)
            for (size_t n_paths = 0; n_paths <= 3; n_paths += 3) {
                set_builder *e = set_builder_new();
                for (uint32_t d = 0; d < n; d++)
                    assert_int_equal(set_builder_add(e, paths, n_paths), HUSK_OK);
                path_sets r;
                assert_int_equal(set_builder_finish(e, &r), HUSK_OK);
                clustering c = run(&r, methods[m]);
                assert_int_equal(c.n_clusters, n > 0);
                clustering_free(&c);
                path_sets_free(&r);
            }
}

/* A page without paths is not part of a template, and not similar to pages that have some. */
static void test_pages_without_paths_stand_apart(void **state)
{
    (void)state;
    for (int m = 0; m < N_METHODS; m++) {
        set_builder *e = set_builder_new();
        for (int d = 0; d < 6; d++)
            assert_int_equal(set_builder_add(e, (const uint64_t[]){ 1, 2, 3 }, d % 2 ? 3 : 0), HUSK_OK);
        path_sets r;
        assert_int_equal(set_builder_finish(e, &r), HUSK_OK);
        clustering c = run(&r, methods[m]);
        assert_int_equal(c.n_clusters, 2);
        assert_int_equal(c.cluster_of[0], c.cluster_of[4]);
        assert_int_not_equal(c.cluster_of[0], c.cluster_of[1]);
        clustering_free(&c);
        path_sets_free(&r);
    }
}

/* The estimated Jaccard coefficient and cost of known sets, within four standard deviations. */
static void test_signatures_estimate(void **state)
{
    (void)state;
    enum { LENGTH = 1024 };
    uint64_t a[300], b[300];
    for (uint64_t i = 0; i < 300; i++) {
        a[i] = hash_pair(1, i);
        b[i] = hash_pair(1, i + 100); /* 200 shared of 400: Jaccard .5 */
    }
    signatures s;
    assert_int_equal(signatures_init(&s, 2, LENGTH), HUSK_OK);
    minhash_sign(a, 300, LENGTH, 3, s.rank);
    minhash_sign(b, 300, LENGTH, 3, s.rank + LENGTH);
    signatures_start(&s, 0, 1, 300);
    signatures_start(&s, 1, 1, 300);
    double jaccard = signatures_jaccard(&s, 0, 1) / (double)LENGTH, deviation = sqrt(.25 / LENGTH);
    assert_true(fabs(jaccard - .5) < 4 * deviation);
    /* Dice: 2 * 200 / 600. */
    assert_true(fabs(signatures_dice(&s, 0, 1) - 2 / 3.) < 8 * deviation);
    assert_true(signatures_cost(&s, 0) == 300);
    /* Together 200 template paths and 200 left over. */
    double joined = signatures_joined_cost(&s, 0, 1);
    assert_true(fabs(joined - 400) < 4 * 600 * deviation);
    signatures_join(&s, 0, 1);
    assert_true(signatures_cost(&s, 0) == joined);
    assert_int_equal(s.n_docs[0], 2);
    signatures_free(&s);
}

/* Four clusters, four permutations. B and C are most similar to D (2 and 3 full matches) but save nothing with it.
 * Once D has joined A, two of B's matches are gone and it must search again: with C it saves 4 + 4 - 8 * 4 / 5 = 1.6.
 */
static void test_a_cluster_whose_partner_is_gone_looks_again(void **state)
{
    (void)state;
    static const uint32_t ranks[4][4] = { { 2, 2, 3, 1 }, { 1, 3, 3, 2 }, { 1, 2, 1, 1 }, { 1, 2, 3, 1 } };
    static const uint32_t weight[4] = { 2, 1, 1, 2 }, paths[4] = { 4, 4, 4, 20 };
    signatures s;
    merge_list steps;
    assert_int_equal(signatures_init(&s, 4, 4), HUSK_OK);
    memcpy(s.rank, ranks, sizeof ranks);
    for (uint32_t c = 0; c < 4; c++)
        signatures_start(&s, c, weight[c], paths[c]);
    assert_int_equal(hashed_agglomerate(&s, HASHED_JACCARD, &steps), HUSK_OK);
    assert_int_equal(steps.n, 2);
    assert_true(steps.step[0].a == 0 && steps.step[0].b == 3);
    assert_true(steps.step[1].a == 1 && steps.step[1].b == 2);
    assert_true(fabs(steps.step[1].saved - 1.6) < .001);
    free(steps.step);
    signatures_free(&s);
}

/* Two documents with two equal ranks of three: 2 * 2 / (3 + 2). */
static void test_dice_by_hand(void **state)
{
    (void)state;
    static const uint32_t ranks[2][3] = { { 1, 2, 3 }, { 1, 2, 4 } };
    signatures s;
    assert_int_equal(signatures_init(&s, 2, 3), HUSK_OK);
    memcpy(s.rank, ranks, sizeof ranks);
    signatures_start(&s, 0, 1, 3);
    signatures_start(&s, 1, 1, 3);
    assert_true(fabs(signatures_dice(&s, 0, 1) - .8) < 1e-9);
    signatures_free(&s);
}

static void test_bad_lengths_and_bands(void **state)
{
    (void)state;
    signatures s;
    assert_int_equal(signatures_init(&s, 1, 0), HUSK_BAD_ARGUMENT);
    assert_int_equal(signatures_init(&s, 1, MINHASH_MAX_LENGTH + 1), HUSK_BAD_ARGUMENT);
    set_builder *e = set_builder_new();
    path_sets r;
    assert_int_equal(set_builder_finish(e, &r), HUSK_OK);
    cluster_options options = { CLUSTER_LSH, 128, 33, 1, false };
    clustering c;
    assert_int_equal(cluster_sets(&r.sets, r.hash, &options, &c), HUSK_BAD_ARGUMENT);
    path_sets_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mdl_takes_the_best_pair_each_time),
        cmocka_unit_test(test_mdl_goes_on_from_clusters),
        cmocka_unit_test(test_a_limited_walk_reads_short_lists_first),
        cmocka_unit_test(test_limited_walks_count_exactly),
        cmocka_unit_test(test_equal_pages_save_their_template),
        cmocka_unit_test(test_every_method_finds_the_templates),
        cmocka_unit_test(test_the_order_of_documents_does_not_matter),
        cmocka_unit_test(test_tiny_collections),
        cmocka_unit_test(test_pages_without_paths_stand_apart),
        cmocka_unit_test(test_signatures_estimate),
        cmocka_unit_test(test_a_cluster_whose_partner_is_gone_looks_again),
        cmocka_unit_test(test_dice_by_hand),
        cmocka_unit_test(test_bad_lengths_and_bands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
