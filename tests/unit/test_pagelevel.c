/* test_pagelevel.c - one page from bytes to segments, with a hand-made model.
 * Links mean template, words mean content. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chakrabarti-2007/pagelevel.h"

static husk_page *page;
static isotonic memory;
static logistic_model model;

static const char news[] =
    "<title>News</title><nav><ul><li><a href=/a>Home and away</a><li><a href=/b>Other places</a><li><a href=/c>More of "
    "it</a></ul></nav>"
    "<main><p>A long first paragraph of running text, with commas and with a full stop at its end, as such texts "
    "have.</p>"
    "<p>Another one, which says much the same in other words, and mentions <a href=/d>one link</a> on its way to the "
    "end.</p></main>"
    "<footer><p><a href=/e>Imprint of the paper</a> <a href=/f>Privacy of readers</a></p></footer>";

static pagelevel_verdict judged(const char *html, const pagelevel_options *options)
{
    pagelevel_verdict v;
    husk_raw raw = { .size = sizeof(husk_raw), .id = "test", .bytes = html, .len = strlen(html) };
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    assert_int_equal(pagelevel_judge(page, &model, options, &memory, &v), HUSK_OK);
    return v;
}

static uint32_t find(uint16_t tag)
{
    for (uint32_t i = 0; i < page->n_nodes; i++)
        if (page->tag[i] == tag)
            return i;
    fail_msg("no such element");
    return 0;
}

static void links_are_template_and_text_is_content(void **unused)
{
    (void)unused;
    pagelevel_verdict v = judged(news, NULL);
    assert_true(pagelevel_is_template(&v, &model, find(TAG_NAV)));
    assert_true(pagelevel_is_template(&v, &model, find(TAG_FOOTER)));
    assert_false(pagelevel_is_template(&v, &model, find(TAG_MAIN)));
    assert_false(pagelevel_is_template(&v, &model, page->body));
    assert_false(pagelevel_is_template(&v, &model, page->head));
    for (uint32_t i = page->body + 1; i < page->n_nodes; i++)
        if (i > find(TAG_MAIN) && i < page->end[find(TAG_MAIN)])
            assert_false(pagelevel_is_template(&v, &model, i)); /* the link inside a paragraph too */
}

static void no_score_is_below_the_parents(void **unused)
{
    (void)unused;
    pagelevel_verdict v = judged(news, NULL);
    uint32_t begins = 0;
    for (uint32_t k = 1; k < v.tree.n; k++)
        assert_true(v.smoothed[k] >= v.smoothed[v.tree.parent[k]]);
    for (uint32_t k = 0; k < v.tree.n; k++) {
        begins += v.segment[k] == k;
        assert_int_equal(v.smoothed[k], v.smoothed[v.segment[k]]);
    }
    assert_int_equal(begins, v.n_segments);
    assert_true(v.n_segments >= 3 && v.n_segments < v.tree.n);
}

static void penalties_make_fewer_segments(void **unused)
{
    pagelevel_options options = { .penalty_factor = 1e6f };
    (void)unused;
    assert_int_equal(judged(news, &options).n_segments, 1);
    options.penalty_factor = 0;
    uint32_t many = judged(news, &options).n_segments;
    options = (pagelevel_options){ .penalty_factor = 1, .no_smoothing = true };
    pagelevel_verdict basic = judged(news, &options);
    assert_int_equal(basic.n_segments, basic.tree.n);
    assert_memory_equal(basic.score, basic.smoothed, basic.tree.n);
    assert_true(many <= basic.n_segments);
}

/* A page of 1000 x 1000 with a half, in which there is a tenth of the page. Nodes: body and all below it, 6; the
 * half's subtree 4; the tenth's 2, itself and its text. */
static void penalties_of_the_paper_by_hand(void **unused)
{
    (void)unused;
    static const char html[] = "<html data-husk-box='0 0 1000 1000'><body data-husk-box='0 0 1000 1000'>"
                               "<div data-husk-box='0 0 1000 500'><p data-husk-box='0 0 1000 100'>One</p>"
                               "<b data-husk-box='0 100 9 9'></b></div>"
                               "<i data-husk-box='0 500 9 9'></i></body></html>";
    static const float expected[][3] = {
        [PENALTY_AREA] = { 1, 2, 10 }, [PENALTY_NODES] = { 1, 6 / 4.f, 6 / 2.f }, [PENALTY_PARENT] = { 1, 2, 5 }
    };
    pagelevel_verdict v = judged(html, NULL);
    assert_int_equal(v.tree.n, 3);
    for (int by = PENALTY_AREA; by <= PENALTY_PARENT; by++)
        for (uint32_t k = 0; k < 3; k++)
            assert_true(pagelevel_penalty_of(page, &v, (pagelevel_penalty)by, k) == expected[by][k]);
}

static void reasons_are_words(void **unused)
{
    (void)unused;
    pagelevel_verdict v = judged(news, NULL);
    uint32_t nav = v.tree.keeper[find(TAG_NAV)], main = v.tree.keeper[find(TAG_MAIN)];
    assert_string_equal(
        logistic_reason(&model, v.tree.area[nav], v.features + (size_t)nav * N_NODE_FEATURES, v.usual, true),
        "mostly link text");
    assert_string_equal(
        logistic_reason(&model, v.tree.area[main], v.features + (size_t)main * N_NODE_FEATURES, v.usual, false),
        "little link text");
}

static void odd_pages_do_no_harm(void **unused)
{
    (void)unused;
    assert_int_equal(judged("<frameset><frame></frameset>", NULL).tree.n, 0);
    assert_int_equal(judged("", NULL).n_segments, 1);
    judged("<body data-husk-box='0 0 0 0'><p data-husk-box='0 0 99999 99999'>x", NULL);
}

static int setup(void **unused)
{
    (void)unused;
    model = (logistic_model){ .area = { 1, 2, 3 }, .least_area = 2000, .penalty = .01f, .threshold = .5f };
    for (int k = 0; k < LOGISTIC_MODELS; k++) {
        model.part[k].bias = -2;
        model.part[k].weight[NODE_ANCHOR_TEXT] = 5;
    }
    return husk_page_new(NULL, &page, NULL) != HUSK_OK;
}

static int teardown(void **unused)
{
    (void)unused;
    isotonic_free(&memory);
    husk_page_free(page);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_template_and_text_is_content),
        cmocka_unit_test(no_score_is_below_the_parents),
        cmocka_unit_test(penalties_make_fewer_segments),
        cmocka_unit_test(penalties_of_the_paper_by_hand),
        cmocka_unit_test(reasons_are_words),
        cmocka_unit_test(odd_pages_do_no_harm),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
