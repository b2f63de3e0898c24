/* test_sitelevel.c - what many pages share is template, on hand-made subtrees and on pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "template/sitelevel.h"

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
        cmocka_unit_test(subtrees_are_counted_once_a_page), cmocka_unit_test(shares_decide),
        cmocka_unit_test(one_page_is_no_evidence),          cmocka_unit_test(menus_of_real_html_are_found),
        cmocka_unit_test(many_subtrees_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
