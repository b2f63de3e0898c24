/* test_sites.c - sites by overlap, and tiny pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/hash.h"
#include "cluster/sets.h"

enum { N_SITES = 5 };

/* Pages of five sites: 6 paths that all pages have, 30 of the site of which each page has most, some of its own. */
static path_sets made_collection(uint32_t n, uint32_t turn)
{
    set_builder *e = set_builder_new();
    for (uint32_t i = 0; i < n; i++) {
        uint32_t doc = (i + turn) % n;
        uint64_t paths[64], s = hash_pair(17, doc);
        size_t k = 0;
        for (uint64_t p = 0; p < 6; p++)
            paths[k++] = p;
        for (uint64_t p = 0; p < 30; p++)
            if ((s = hash_pair(s, p)) % 4)
                paths[k++] = hash_pair(100 + doc % N_SITES, p);
        for (uint64_t p = 0; p < 10; p++)
            paths[k++] = hash_pair(s, p + 1000);
        assert_int_equal(set_builder_add(e, paths, k), HUSK_OK);
    }
    path_sets r;
    assert_int_equal(set_builder_finish(e, &r), HUSK_OK);
    return r;
}

static uint32_t find_with(const path_sets *r, const doc_sets *elements, const uint64_t *host, uint32_t *group)
{
    uint32_t n = r->sets.n_docs, n_groups = 0, *order = malloc((n + 1) * sizeof *order);
    bool *same = malloc(n + 1);
    assert_int_equal(doc_sets_order(&r->sets, r->hash, order, same), HUSK_OK);
    assert_int_equal(sites_find(&r->sets, elements, host, r->support, order, group, &n_groups), HUSK_OK);
    free(order);
    free(same);
    return n_groups;
}

/* Pages whose elements are all the same. */
static uint32_t find_of_hosts(const path_sets *r, const uint64_t *host, uint32_t *group)
{
    set_builder *e = set_builder_new();
    path_sets same;
    for (uint32_t d = 0; d < r->sets.n_docs; d++)
        assert_int_equal(set_builder_add(e, (const uint64_t[]){ 1 }, 1), HUSK_OK);
    assert_int_equal(set_builder_finish(e, &same), HUSK_OK);
    uint32_t n = find_with(r, &same.sets, host, group);
    path_sets_free(&same);
    return n;
}

static const uint64_t no_hosts[300];

static uint32_t find(const path_sets *r, uint32_t *group)
{
    return find_of_hosts(r, no_hosts, group);
}

static void assert_sites(const uint32_t *group, uint32_t n, uint32_t turn)
{
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < a; b++)
            assert_int_equal(group[a] == group[b], (a + turn) % n % N_SITES == (b + turn) % n % N_SITES);
}

static void test_sites_are_found(void **state)
{
    (void)state;
    uint32_t group[300];
    for (uint32_t turn = 0; turn < 300; turn += 101) {
        path_sets r = made_collection(300, turn);
        assert_int_equal(find(&r, group), N_SITES);
        assert_sites(group, 300, turn);
        path_sets_free(&r);
    }
}

/* A page of html, head, title and body is part of every page; it must not connect sites. */
static void test_small_pages_tie_nothing(void **state)
{
    (void)state;
    set_builder *e = set_builder_new();
    for (uint64_t d = 0; d < 21; d++) {
        uint64_t paths[40];
        size_t k = 0;
        for (uint64_t p = 0; p < 5; p++)
            paths[k++] = p;
        for (uint64_t p = 0; d < 20 && p < 20; p++)
            paths[k++] = hash_pair(d % 2, p);
        assert_int_equal(set_builder_add(e, paths, k), HUSK_OK);
    }
    path_sets r;
    assert_int_equal(set_builder_finish(e, &r), HUSK_OK);
    uint32_t group[21];
    assert_int_equal(find(&r, group), 3);
    assert_int_not_equal(group[0], group[1]);
    path_sets_free(&r);
}

/* Two sites of the same tags with other classes, and a page of tags alone, which is part of both. */
static void test_classes_keep_sites_apart(void **state)
{
    (void)state;
    set_builder *e = set_builder_new(), *f = set_builder_new();
    for (uint64_t d = 0; d < 11; d++) {
        uint64_t paths[20], elements[20];
        for (uint64_t p = 0; p < 20; p++) {
            paths[p] = p;
            elements[p] = p < 4 ? p : hash_pair(d % 2, p);
        }
        assert_int_equal(set_builder_add(e, paths, d < 10 ? 20 : 9), HUSK_OK);
        assert_int_equal(set_builder_add(f, elements, d < 10 ? 20 : 4), HUSK_OK);
    }
    path_sets r, classes;
    assert_int_equal(set_builder_finish(e, &r), HUSK_OK);
    assert_int_equal(set_builder_finish(f, &classes), HUSK_OK);
    uint32_t group[11];
    assert_int_equal(find_with(&r, &classes.sets, no_hosts, group), 3);
    for (int d = 0; d < 10; d++)
        assert_int_equal(group[d], d % 2 == 0 ? group[0] : group[1]);
    path_sets_free(&r);
    path_sets_free(&classes);
}

static void test_empty_pages_stand_together(void **state)
{
    (void)state;
    set_builder *e = set_builder_new();
    for (int d = 0; d < 4; d++)
        assert_int_equal(set_builder_add(e, (const uint64_t[]){ 1, 2, 3 }, d % 2 ? 3 : 0), HUSK_OK);
    path_sets r;
    assert_int_equal(set_builder_finish(e, &r), HUSK_OK);
    uint32_t group[4];
    assert_int_equal(find(&r, group), 2);
    assert_int_equal(group[0], group[2]);
    assert_int_equal(group[1], group[3]); /* equal, though small */
    path_sets_free(&r);
    assert_int_equal(set_builder_finish(set_builder_new(), &r), HUSK_OK);
    assert_int_equal(find(&r, group), 0);
    path_sets_free(&r);
}

static bool are_alike(const path_sets *r, uint32_t a, uint32_t b)
{
    uint32_t n = 0, m = 0, common = 0;
    for (uint32_t i = 0; i < doc_size(&r->sets, a); i++)
        n += r->support[doc_items(&r->sets, a)[i]] > 1;
    for (uint32_t j = 0; j < doc_size(&r->sets, b); j++) {
        m += r->support[doc_items(&r->sets, b)[j]] > 1;
        for (uint32_t i = 0; i < doc_size(&r->sets, a); i++)
            common += doc_items(&r->sets, a)[i] == doc_items(&r->sets, b)[j];
    }
    if (doc_size(&r->sets, a) + doc_size(&r->sets, b) == 0)
        return true;
    return (n && common == n && common == m) || (common >= 8 && 2 * common >= (n < m ? n : m));
}

/* Collections at the edge of being alike: the shortcuts find what comparing every pair finds. */
static void test_every_pair_says_the_same(void **state)
{
    (void)state;
    enum { N = 80 };
    uint32_t group[N], plain[N], n_plain_sum = 0;
    for (uint32_t collection = 0; collection < 40; collection++) {
        random_state random = { collection };
        set_builder *e = set_builder_new();
        for (uint32_t d = 0; d < N; d++) {
            uint64_t paths[40];
            uint32_t size = random_below(&random, 40), from = random_below(&random, 60 + 40 * collection);
            for (uint32_t k = 0; k < size; k++)
                paths[k] = hash_pair(3, from + random_below(&random, 45));
            assert_int_equal(set_builder_add(e, paths, size), HUSK_OK);
            plain[d] = d;
        }
        path_sets r;
        assert_int_equal(set_builder_finish(e, &r), HUSK_OK);
        for (uint32_t a = 0; a < N; a++)
            for (uint32_t b = 0; b < a; b++)
                if (plain[a] != plain[b] && are_alike(&r, a, b))
                    for (uint32_t d = 0, from = plain[a], to = plain[b]; d < N; d++)
                        plain[d] = plain[d] == from ? to : plain[d];
        uint32_t n_groups = find(&r, group), n_plain = 0;
        for (uint32_t a = 0; a < N; a++) {
            n_plain += plain[a] == a;
            for (uint32_t b = 0; b < a; b++)
                assert_int_equal(group[a] == group[b], plain[a] == plain[b]);
        }
        assert_int_equal(n_groups, n_plain);
        n_plain_sum += n_plain;
        path_sets_free(&r);
    }
    assert_true(n_plain_sum > 40 * 3 && n_plain_sum < 40 * (N - 3)); /* neither all together nor all alone */
}

/* Pages of different hosts are never one site, whatever they share; nor is one with a host and one without. */
static void test_hosts_stay_apart(void **state)
{
    (void)state;
    path_sets r = made_collection(300, 0);
    uint64_t host[300];
    uint32_t group[300];
    for (uint32_t d = 0; d < 300; d++)
        host[d] = d < 200 ? 1 + d / 100 : 0;
    assert_int_equal(find_of_hosts(&r, host, group), 3 * N_SITES);
    for (uint32_t d = 0; d < 300; d++)
        assert_int_equal(group[d], group[d / 100 * 100 + d % 100 % N_SITES]);
    path_sets_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sites_are_found),          cmocka_unit_test(test_small_pages_tie_nothing),
        cmocka_unit_test(test_classes_keep_sites_apart), cmocka_unit_test(test_empty_pages_stand_together),
        cmocka_unit_test(test_every_pair_says_the_same), cmocka_unit_test(test_hosts_stay_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
