/* test_consensus.c - supports, pruning and pairing as in the paper, and the same result however it is computed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "template/template.h"

static consensus distil(const consensus_page *pages, uint32_t n, uint64_t seed, unsigned jobs)
{
    consensus_options options;
    consensus c;
    husk_error error = { 0 };
    consensus_options_init(&options);
    options.seed = seed;
    options.jobs = jobs;
    assert_int_equal(consensus_distil(pages, n, &options, &c, &error), HUSK_OK);
    assert_int_equal(c.n_pages, n);
    return c;
}

/* One page is its own template. */
static void test_one_page(void **state)
{
    (void)state;
    static const uint32_t tokens[] = { 7, 8, 7 };
    consensus_page page = { tokens, 3 };
    consensus c = distil(&page, 1, 1, 1);
    assert_int_equal(c.n, 3);
    assert_memory_equal(c.tokens, tokens, sizeof tokens);
    assert_int_equal(c.support[2], 1);
    consensus_free(&c);
}

/* Two pages: nothing is pruned, since every token has 1/2. A mismatch gives both tokens, a gap the token itself. */
static void test_two_pages(void **state)
{
    (void)state;
    static const uint32_t a[] = { 1, 2, 10, 3, 4 }, b[] = { 1, 2, 20, 3, 9, 4 };
    consensus_page pages[] = { { a, 5 }, { b, 6 } };
    consensus c = distil(pages, 2, 1, 1);
    assert_int_equal(c.n, 7);
    static const uint32_t support[] = { 2, 2, 1, 1, 2, 1, 2 };
    assert_memory_equal(c.support, support, sizeof support);
    assert_true((c.tokens[2] == 10 && c.tokens[3] == 20) ||
                (c.tokens[2] == 20 && c.tokens[3] == 10)); /* by the random order */
    assert_int_equal(c.tokens[5], 9);
    consensus_free(&c);
}

/* Eight pages of one template, each with a unique token and some with one that half or fewer share. */
static void test_supports(void **state)
{
    (void)state;
    enum { T = 8 };
    uint32_t tokens[T][8];
    consensus_page pages[T];
    for (uint32_t i = 0; i < T; i++) {
        size_t n = 0;
        tokens[i][n++] = 1;
        tokens[i][n++] = 100 + i; /* its own */
        tokens[i][n++] = 2;
        if (i < 4)
            tokens[i][n++] = 50; /* half of them: stays */
        tokens[i][n++] = 3;
        if (i < 3)
            tokens[i][n++] = 60; /* fewer: goes, at the root at the latest */
        tokens[i][n++] = 4;
        pages[i] = (consensus_page){ tokens[i], n };
    }
    static const uint32_t want[] = { 1, 2, 50, 3, 4 }, support[] = { 8, 8, 4, 8, 8 };
    for (uint64_t seed = 1; seed < 200; seed++) {
        consensus c = distil(pages, T, seed, 1);
        assert_int_equal(c.n, 5);
        assert_memory_equal(c.tokens, want, sizeof want);
        assert_memory_equal(c.support, support, sizeof support);
        consensus_free(&c);
    }
}

/* A quarter of the pages under a node is what a token needs to climb on: with 8 pages and nothing dropped at the root,
 * tokens of a single page go at step 3 (threshold 2/t), tokens of two pages stay. With 4 pages none goes. */
static void test_prune_threshold(void **state)
{
    (void)state;
    static const uint32_t plain[] = { 1, 2 }, single[] = { 1, 77, 2 }, twice[] = { 1, 88, 2 };
    consensus_page pages[8];
    for (size_t i = 0; i < 8; i++)
        pages[i] = (consensus_page){ plain, 2 };
    pages[0] = (consensus_page){ single, 3 };
    pages[1] = pages[2] = (consensus_page){ twice, 3 };
    consensus_options options;
    consensus_options_init(&options);
    options.keep_percent = 0;
    consensus c;
    for (options.seed = 0; options.seed < 50; options.seed++) {
        assert_int_equal(consensus_distil(pages, 8, &options, &c, NULL), HUSK_OK);
        assert_int_equal(c.n, 3);
        assert_int_equal(c.tokens[1], 88);
        assert_int_equal(c.support[1], 2);
        consensus_free(&c);
        assert_int_equal(consensus_distil(pages, 4, &options, &c, NULL), HUSK_OK);
        assert_int_equal(c.n, 4);
        consensus_free(&c);
    }
}

/* Any number of pages: the common tokens have all of them as support. */
static void test_any_number(void **state)
{
    (void)state;
    random_state r = { 9 };
    for (uint32_t t = 1; t <= 40; t++) {
        uint32_t(*tokens)[9] = malloc(t * sizeof *tokens);
        consensus_page *pages = malloc(t * sizeof *pages);
        for (uint32_t i = 0; i < t; i++) {
            for (uint32_t k = 0; k < 9; k++)
                tokens[i][k] = k % 3 == 1 ? 1000 + random_below(&r, 100000) : k;
            pages[i] = (consensus_page){ tokens[i], 9 };
        }
        consensus c = distil(pages, t, 1, 1);
        size_t common = 0;
        for (size_t i = 0; i < c.n; i++)
            common += c.tokens[i] < 9 && c.support[i] == t;
        assert_int_equal(common, 6);
        assert_true(t < 3 || c.n == 6);
        consensus_free(&c);
        free(tokens);
        free(pages);
    }
}

static void random_page(random_state *r, uint32_t *tokens, size_t *n)
{
    *n = 0;
    for (uint32_t k = 0; k < 400; k++) {
        if (random_below(r, 8) == 0)
            tokens[(*n)++] = 5000 + random_below(r, 300);
        if (random_below(r, 10))
            tokens[(*n)++] = k % 37;
    }
}

static void test_jobs(void **state)
{
    (void)state;
    enum { T = 21 };
    random_state r = { 11 };
    uint32_t(*tokens)[800] = malloc(T * sizeof *tokens);
    consensus_page pages[T];
    for (size_t i = 0; i < T; i++) {
        random_page(&r, tokens[i], &pages[i].n);
        pages[i].tokens = tokens[i];
    }
    consensus one = distil(pages, T, 3, 1);
    for (unsigned jobs = 2; jobs < 6; jobs++) {
        consensus many = distil(pages, T, 3, jobs);
        assert_int_equal(many.n, one.n);
        assert_memory_equal(many.tokens, one.tokens, one.n * sizeof *one.tokens);
        assert_memory_equal(many.support, one.support, one.n * sizeof *one.support);
        consensus_free(&many);
    }
    assert_true(one.n > 200);
    consensus_free(&one);
    free(tokens);
}

static void test_failures(void **state)
{
    (void)state;
    consensus c;
    consensus_options options;
    husk_error error = { 0 };
    consensus_options_init(&options);
    assert_int_equal(consensus_distil(NULL, 0, &options, &c, &error), HUSK_BAD_ARGUMENT);
    random_state r = { 12 };
    static uint32_t a[3000], b[3000];
    for (size_t i = 0; i < 3000; i++) {
        a[i] = random_below(&r, 500);
        b[i] = random_below(&r, 500);
    }
    consensus_page pages[] = { { a, 3000 }, { b, 3000 } };
    options.max_bytes = 20000; /* the pair can't be aligned: one of the pages is left out */
    assert_int_equal(consensus_distil(pages, 2, &options, &c, &error), HUSK_OK);
    assert_int_equal(c.n_pages, 1);
    assert_int_equal(c.n, 3000);
    consensus_free(&c);
    consensus_page empty[] = { { NULL, 0 }, { NULL, 0 }, { NULL, 0 } };
    c = distil(empty, 3, 1, 2);
    assert_int_equal(c.n, 0);
    consensus_free(&c);
}

/* Of fifteen short pages and a long one that can't be aligned, the fifteen give their template as if it were not
 * there. */
static void test_too_long(void **state)
{
    (void)state;
    enum { LONG = 4000, SHORT = 20 };
    static uint32_t tokens[16][SHORT], huge[LONG];
    consensus_page pages[16];
    consensus c;
    consensus_options options;
    consensus_options_init(&options);
    options.max_cells = 2000;
    for (uint32_t i = 0; i < 16; i++) {
        for (uint32_t k = 0; k < SHORT; k++)
            tokens[i][k] = k % 4 ? k : 1000 + i * SHORT + k;
        pages[i] = (consensus_page){ tokens[i], SHORT };
    }
    for (uint32_t k = 0; k < LONG; k++)
        huge[k] = 100000 + k;
    pages[6] = (consensus_page){ huge, LONG };
    assert_int_equal(consensus_distil(pages, 16, &options, &c, NULL), HUSK_OK);
    assert_int_equal(c.n_pages, 15);
    assert_int_equal(c.n, SHORT - SHORT / 4);
    for (size_t i = 0; i < c.n; i++)
        assert_int_equal(c.support[i], 15);
    consensus_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_page),        cmocka_unit_test(test_two_pages),  cmocka_unit_test(test_supports),
        cmocka_unit_test(test_prune_threshold), cmocka_unit_test(test_any_number), cmocka_unit_test(test_jobs),
        cmocka_unit_test(test_failures),        cmocka_unit_test(test_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
