/* test_node_features.c - which nodes are scored, and their features. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chakrabarti-2007/node_features.h"

static husk_page *page;
static layout boxes;
static node_tree tree;
static float *rows;

static bool without_stop_words;

static void features_of(const char *html, const char *url, float least_area)
{
    husk_raw raw = { .size = sizeof(husk_raw), .id = "test", .url = url, .bytes = html, .len = strlen(html) };
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    assert_int_equal(page_layout(page, NULL, &boxes), HUSK_OK);
    assert_int_equal(node_tree_make(page, &boxes, least_area, &tree), HUSK_OK);
    assert_int_equal(node_features_make(page, &boxes, &tree, without_stop_words, &rows), HUSK_OK);
    for (size_t i = 0; i < (size_t)tree.n * N_NODE_FEATURES; i++)
        assert_true(isfinite(rows[i]));
}

/* The row of the first element with this tag. */
static const float *row(uint16_t tag)
{
    for (uint32_t k = 0; k < tree.n; k++)
        if (page->tag[tree.node[k]] == tag)
            return rows + (size_t)k * N_NODE_FEATURES;
    fail_msg("not scored");
    return NULL;
}

static void small_nodes_are_rolled_into_what_they_stand_in(void **unused)
{
    (void)unused;
    features_of("<div><p>large <b>small</b> <i>and <u>smaller</u></i></p></div><span hidden>no</span>", NULL, 2000);
    assert_int_equal(tree.n, 3); /* body, div, p */
    assert_int_equal(tree.parent[0], 0);
    assert_int_equal(tree.parent[1], 0);
    assert_int_equal(tree.parent[2], 1);
    assert_int_equal(tree.weight[2], 4); /* itself, b, i, u */
    assert_int_equal(tree.weight[0], 1);
    for (uint32_t i = page->body; i < page->end[page->body]; i++)
        assert_true(tree.keeper[i] < tree.n);
    assert_int_equal(tree.keeper[page->head], NODE_NONE);
}

static void links_are_counted(void **unused)
{
    (void)unused;
    features_of("<nav><a href=/a>one</a> <a href='http://www.example.org/b'>two</a> <a "
                "href='https://news.example.org/c'>three</a> "
                "<a href=http://other.net/>four</a></nav><p>No link here at all, just words.</p>",
                "http://www.example.org/", 0);
    const float *nav = row(TAG_NAV), *p = row(TAG_P);
    assert_float_equal(nav[NODE_ANCHOR_TEXT], 1, 1e-6);
    assert_float_equal(nav[NODE_INTRA_SITE], .75, 1e-6);
    assert_float_equal(nav[NODE_LINKS_PER_WORD], .8, 1e-6);
    assert_float_equal(nav[NODE_LINK_SHARE], 1, 1e-6);
    assert_float_equal(nav[NODE_HAS_LINKS], 1, 1e-6);
    assert_float_equal(p[NODE_ANCHOR_TEXT], 0, 1e-6);
    assert_float_equal(p[NODE_LINKS_PER_WORD], 0, 1e-6);
    assert_true(p[NODE_MARKS] > nav[NODE_MARKS]);
    assert_true(p[NODE_VISIBLE] > nav[NODE_VISIBLE]);
    assert_true(p[NODE_WORD_SHARE] > nav[NODE_WORD_SHARE]);
}

static void titles_words_are_found(void **unused)
{
    (void)unused;
    features_of("<title>The Growing of Apples</title><h1>Growing APPLES</h1><p>apples and pears</p><div>nothing</div>",
                NULL, 0);
    assert_float_equal(row(TAG_H1)[NODE_TITLE_WORDS], 1, 1e-6);
    assert_float_equal(row(TAG_H1)[NODE_TITLE_COVER], 1, 1e-6); /* stop words are no title words */
    assert_float_equal(row(TAG_P)[NODE_TITLE_WORDS], 1 / 3., 1e-6);
    assert_float_equal(row(TAG_P)[NODE_TITLE_COVER], .5, 1e-6);
    assert_float_equal(row(TAG_DIV)[NODE_TITLE_COVER], 0, 1e-6);
    assert_float_equal(row(TAG_P)[NODE_STOP_WORDS], 1 / 3., 1e-6);
}

/* Removed are "the", "of" and "all" in the link, "and" and "the" beside it. */
static void stop_words_are_removed(void **unused)
{
    static const char html[] = "<title>The Growing of Apples</title><p>apples and pears</p>"
                               "<div><a href=/x>the best of all</a> and the rest</div>";
    (void)unused;
    without_stop_words = false;
    features_of(html, NULL, 0);
    assert_float_equal(row(TAG_DIV)[NODE_ANCHOR_TEXT], 12 / 22., 1e-6); /* characters without spaces */
    assert_float_equal(row(TAG_DIV)[NODE_LINKS_PER_WORD], 1 / 8., 1e-6);
    float visible = row(TAG_DIV)[NODE_VISIBLE];
    without_stop_words = true;
    features_of(html, NULL, 0);
    without_stop_words = false;
    assert_float_equal(row(TAG_P)[NODE_TITLE_WORDS], 1 / 2., 1e-6);
    assert_float_equal(row(TAG_P)[NODE_WORD_SHARE], 1 / 2., 1e-6);
    assert_float_equal(row(TAG_P)[NODE_STOP_WORDS], 0, 1e-6);
    assert_float_equal(row(TAG_DIV)[NODE_ANCHOR_TEXT], 4 / 8., 1e-6); /* "best" of "best" and "rest" */
    assert_float_equal(row(TAG_DIV)[NODE_LINKS_PER_WORD], 1 / 3., 1e-6);
    assert_float_equal(row(TAG_DIV)[NODE_VISIBLE], visible, 1e-6);
}

static void stop_words_with_accents(void **unused)
{
    (void)unused;
    features_of("<p>für über même más também são più</p>", NULL, 0);
    assert_float_equal(row(TAG_P)[NODE_STOP_WORDS], 6 / 7., 1e-6); /* all but também */
}

static void places_are_found(void **unused)
{
    (void)unused;
    features_of("<header>top</header><main>a<br>b<br>c<br>d<br>e<br>f<br>g<br>h<br>i</main><footer>bottom</footer>",
                NULL, 0);
    assert_true(row(TAG_HEADER)[NODE_TOP] < row(TAG_MAIN)[NODE_TOP]);
    assert_true(row(TAG_FOOTER)[NODE_BOTTOM] < row(TAG_MAIN)[NODE_BOTTOM]);
    assert_true(row(TAG_MAIN)[NODE_CENTRE] < row(TAG_FOOTER)[NODE_CENTRE]);
    assert_true(row(TAG_MAIN)[NODE_AREA] > .5f);
}

static void odd_pages_do_no_harm(void **unused)
{
    (void)unused;
    features_of("", NULL, 2000);
    assert_int_equal(tree.n, 1); /* the body that the standard adds */
    features_of("<frameset><frame></frameset>", NULL, 0);
    assert_int_equal(tree.n, 0);
    features_of("<title>日本 日本</title><p>日本語。<a href='http:'></a><a href=' '>x</a><a href='//'>y</a></p>",
                "http:", 0);
    assert_float_equal(row(TAG_P)[NODE_TITLE_COVER], 1, 1e-6);
    features_of("<body data-husk-box='0 0 0 0'><p data-husk-box='-5 -5 9999999 9999999'>x</p>", NULL, 2000);
    assert_int_equal(tree.n, 2);
}

static int setup(void **unused)
{
    (void)unused;
    return husk_page_new(NULL, &page, NULL) != HUSK_OK;
}

static int teardown(void **unused)
{
    (void)unused;
    husk_page_free(page);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_nodes_are_rolled_into_what_they_stand_in),
        cmocka_unit_test(links_are_counted),
        cmocka_unit_test(titles_words_are_found),
        cmocka_unit_test(stop_words_are_removed),
        cmocka_unit_test(stop_words_with_accents),
        cmocka_unit_test(places_are_found),
        cmocka_unit_test(odd_pages_do_no_harm),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
