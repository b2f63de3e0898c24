/* test_sitelevel.c - what many pages share is template, on hand-made subtrees and on pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "chakrabarti-2007/sitelevel.h"
#include "husk/lab.h"
#include "unit/learn_page.h"

static void subtrees_are_counted_once_a_page(void **unused)
{
    sitelevel site = { 0 };
    page_subtree a[] = { { 1, 10 }, { 7, 5 }, { 7, 5 } }, b[] = { { 2, 10 }, { 7, 5 } };
    (void)unused;
    assert_int_equal(sitelevel_pages(&site, 7), 0);
    assert_int_equal(sitelevel_add(&site, a, 3), HUSK_OK);
    assert_int_equal(sitelevel_add(&site, b, 2), HUSK_OK);
    assert_int_equal(site.n_pages, 2);
    assert_int_equal(sitelevel_pages(&site, 7), 2);
    assert_int_equal(sitelevel_pages(&site, 1), 1);
    assert_int_equal(sitelevel_pages(&site, 9), 0);
    sitelevel_clear(&site);
    assert_int_equal(sitelevel_pages(&site, 7), 0);
    assert_int_equal(sitelevel_add(&site, b, 2), HUSK_OK);
    assert_int_equal(sitelevel_pages(&site, 2), 1);
    sitelevel_free(&site);
}

/* A node is template when enough pages have it, or when 85 % of its HTML is in such nodes. */
static void shares_decide(void **unused)
{
    sitelevel site = { 0 };
    /* 0: all; 1: box of 90 bytes with 2 (80 bytes, shared); 3: box of 100 bytes with 4 (80 bytes, shared) */
    uint32_t parent[] = { 0, 0, 1, 0, 3 }, covered[5];
    uint8_t is_template[5];
    (void)unused;
    for (uint64_t p = 0; p < 20; p++) {
        page_subtree page[] = {
            { 100 + p, 200 }, { 200 + p, 90 }, { p < 2 ? 5 : 300 + p, 80 }, { 400 + p, 100 }, { 6, 80 }
        };
        assert_int_equal(sitelevel_add(&site, page, 5), HUSK_OK);
    }
    page_subtree page[] = { { 100, 200 }, { 200, 90 }, { 5, 80 }, { 400, 100 }, { 6, 80 } };
    sitelevel_label(&site, .1, .85, page, parent, 5, covered, is_template);
    assert_memory_equal(is_template, ((uint8_t[]){ 0, 1, 1, 0, 1 }), 5);
    sitelevel_label(&site, .11, .85, page, parent, 5, covered, is_template); /* 2 of 20 pages are no longer enough */
    assert_memory_equal(is_template, ((uint8_t[]){ 0, 0, 0, 0, 1 }), 5);
    sitelevel_label(&site, .1, .8, page, parent, 5, covered, is_template);
    assert_memory_equal(is_template, ((uint8_t[]){ 1, 1, 1, 1, 1 }), 5); /* 160 of 200 bytes */
    sitelevel_free(&site);
}

/* One page alone has no template, whatever share is required. */
static void one_page_is_no_evidence(void **unused)
{
    sitelevel site = { 0 };
    page_subtree page[] = { { 1, 10 }, { 2, 5 } };
    uint32_t parent[] = { 0, 0 }, covered[2];
    uint8_t is_template[2];
    (void)unused;
    assert_int_equal(sitelevel_add(&site, page, 2), HUSK_OK);
    sitelevel_label(&site, .1, .85, page, parent, 2, covered, is_template);
    assert_memory_equal(is_template, ((uint8_t[]){ 0, 0 }), 2);
    sitelevel_free(&site);
}

static void menus_of_real_html_are_found(void **unused)
{
    sitelevel site = { 0 };
    husk_page *page;
    page_subtree *subtrees;
    (void)unused;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    for (int i = 0; i < 12; i++) {
        char html[512];
        int len = snprintf(html, sizeof html,
                           "<title>%d</title><body><ul id=menu><li><a href=/>Home</a><li><a href=/all>All</a></ul>"
                           "<p>Page number %d has a text of its own, %d.</p></body>",
                           i, i, i * i);
        husk_raw raw = { .size = sizeof(husk_raw), .id = "test", .bytes = html, .len = (size_t)len };
        assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
        assert_int_equal(page_subtrees(page, &page->scratch, &subtrees), HUSK_OK);
        assert_int_equal(sitelevel_add(&site, subtrees, page->n_nodes), HUSK_OK);
    }
    uint8_t is_template[64];
    uint32_t covered[64];
    assert_true(page->n_nodes < 64);
    sitelevel_label(&site, .1, .85, subtrees, page->parent, page->n_nodes, covered, is_template);
    for (uint32_t i = page->body; i < page->n_nodes; i++) {
        if (page->tag[i] == TAG_UL || page->tag[i] == TAG_LI || page->tag[i] == TAG_A)
            assert_int_equal(is_template[i], 1);
        if (page->tag[i] == TAG_P || i == page->body)
            assert_int_equal(is_template[i], 0);
    }
    sitelevel_free(&site);
    husk_page_free(page);
}

/* A page of a site of twelve: a menu on all, notes on some, a text of its own. */
static void site_page(int i, char *html, size_t size)
{
    snprintf(html, size,
             "<body><ul id=menu><li><a href=/>Home of all</a></li><li><a href=/all>Everything there is</a></li></ul>"
             "<p>Page number %d has a text of its own.</p>%s%s%s</body>",
             i, i < 3 ? "<div><p>A note on three pages.</p></div>" : "",
             i % 2 ? "<section><p>Printed on every other page.</p></section>" : "",
             i == 5   ? "<h2>Once as a heading, once as a paragraph</h2>"
             : i == 7 ? "<p>Once as a heading, once as a paragraph</p>"
                      : "");
}

/* Is the text in a subtree that theta of the pages have? */
static bool is_shared(const sitelevel *site, double theta, const husk_page *page, const page_subtree *subtrees,
                      husk_string text)
{
    uint8_t is_template[64];
    uint32_t covered[64];
    assert_true(page->n_nodes < 64);
    sitelevel_label(site, theta, 2, subtrees, page->parent, page->n_nodes, covered, is_template);
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        is_template[i] |= is_template[page->parent[i]];
        if (page->flags[i] & NODE_TEXT && page->text[i].len == text.len &&
            memcmp(page->text[i].data, text.data, text.len) == 0)
            return is_template[i];
    }
    fail_msg("no such text: %.*s", (int)text.len, text.data);
    return false;
}

static void parse_site_page(husk_page *page, int i, husk_learner *l, sitelevel *site)
{
    char html[1024], id[16];
    page_subtree *subtrees;
    site_page(i, html, sizeof html);
    snprintf(id, sizeof id, "%d", i);
    husk_raw raw = { .size = sizeof raw, .id = id, .bytes = html, .len = strlen(html) };
    if (l)
        learn_page(l, page, &raw);
    else
        assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    if (site) {
        assert_int_equal(page_subtrees(page, &page->scratch, &subtrees), HUSK_OK);
        assert_int_equal(sitelevel_add(site, subtrees, page->n_nodes), HUSK_OK);
    }
}

/* Every text of every page, by the subtrees of the pages and by a file learned from them. Returns the template texts.
 */
static int compare_texts(husk_site *file, const sitelevel *site, husk_page *page, float theta)
{
    int n = 0;
    husk_published by;
    husk_judge_options options;
    husk_judge_options_init(&options, sizeof options);
    husk_published_init(&by);
    by.theta = theta;
    husk_judge_by(&options, HUSK_METHOD_SITELEVEL, &by);
    for (int i = 0; i < 12; i++) {
        husk_verdict *v;
        page_subtree *subtrees;
        parse_site_page(page, i, NULL, NULL);
        assert_int_equal(husk_judge(page, file, &options, &v, NULL), HUSK_OK);
        assert_int_equal(page_subtrees(page, &page->scratch, &subtrees), HUSK_OK);
        assert_true(husk_verdict_n_blocks(v) >= 3);
        for (size_t k = 0; k < husk_verdict_n_blocks(v); k++) {
            const husk_block *b = husk_verdict_block(v, k);
            assert_int_equal(b->label == HUSK_TEMPLATE, is_shared(site, theta, page, subtrees, b->text));
            n += b->label == HUSK_TEMPLATE;
        }
        husk_verdict_free(v);
    }
    return n;
}

/* Template texts: 24 in the menu; at .1 also 3, 6 and 2 of the notes; at .3 the 6; at .6 and 1 the menu alone. */
static void texts_by_a_file_are_those_by_subtrees(void **unused)
{
    static const struct {
        float theta;
        int n;
    } wanted[] = { { .1f, 35 }, { .2f, 33 }, { .3f, 30 }, { .6f, 24 }, { 1, 24 } };
    sitelevel site = { 0 };
    husk_page *page;
    husk_learner *l;
    husk_site *file;
    char path[] = "/tmp/husk-test-sitelevel-XXXXXX";
    (void)unused;
    int made = mkstemp(path);
    assert_true(made >= 0);
    close(made);
    unlink(path);
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_learner_new(NULL, &l, NULL), HUSK_OK);
    for (int i = 0; i < 12; i++)
        parse_site_page(page, i, l, &site);
    assert_int_equal(husk_learner_finish(l, path, NULL, NULL), HUSK_OK);
    assert_int_equal(husk_site_open(path, &file, NULL), HUSK_OK);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_int_equal(compare_texts(file, &site, page, wanted[i].theta), wanted[i].n);
    husk_site_free(file);
    husk_learner_free(l);
    sitelevel_free(&site);
    husk_page_free(page);
    unlink(path);
}

static void many_subtrees_are_kept(void **unused)
{
    sitelevel site = { 0 };
    enum { N = 100000 };
    page_subtree *page = malloc(N * sizeof *page);
    (void)unused;
    for (uint64_t i = 0; i < N; i++)
        page[i] = (page_subtree){ i * 0x9e3779b97f4a7c15u, 1 };
    assert_int_equal(sitelevel_add(&site, page, N), HUSK_OK);
    assert_int_equal(sitelevel_add(&site, page, N / 2), HUSK_OK);
    for (uint64_t i = 0; i < N; i += 997)
        assert_int_equal(sitelevel_pages(&site, page[i].hash), i < N / 2 ? 2 : 1);
    sitelevel_free(&site);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(subtrees_are_counted_once_a_page),
        cmocka_unit_test(shares_decide),
        cmocka_unit_test(one_page_is_no_evidence),
        cmocka_unit_test(menus_of_real_html_are_found),
        cmocka_unit_test(texts_by_a_file_are_those_by_subtrees),
        cmocka_unit_test(many_subtrees_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
