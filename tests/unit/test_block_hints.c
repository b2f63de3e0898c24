/* test_block_hints.c - hints from a block's text, link and position, on pages small enough to check by hand. */
#include "unit/make_page.h"

#include "judge/model_file.h"
#include "judge/block_features.h"

static const char text[] =
    "<head><title>The old bridge | River Post</title><meta name=description content='A man with a broom walks the "
    "bridge.'>"
    "<meta property='article:published_time' content='2024-01-01'></head><body>"
    "<h1>The old bridge</h1><p>A man with a broom walks the bridge. Every day.</p><img src=1><p>Photo: River Post</p>"
    "<div><p>Nobody pays him for it, he said, and nobody has asked him to.</p><p>Nobody pays him for it, he said, and "
    "nobody has asked him to.</p></div><h2>Related</h2><ul><li><a href=/1>Ferry prices rise</a><li><a "
    "href='#top'>Up</a>"
    "<li><a rel=tag href='http://x/tag'>bridges</a><li><a href='mailto:a@b'>Write</a></ul><h1>Another one</h1><time>1 "
    "May</time>";

static husk_status all_features(husk_page *page, block_matrix *m)
{
    block_columns all;
    memset(all.wanted, true, sizeof all.wanted);
    return block_features(page, &judge_models_builtin.page.words, &all, &page->scratch, m);
}

#define IS(name, block, number) assert_float_equal(block_value(&m, FEATURE_##name, block), number, 1e-6)

static void hints(void **state)
{
    (void)state;
    husk_page *page = page_of(text);
    block_matrix m;
    assert_int_equal(page_blocks(page), HUSK_OK);
    assert_int_equal(all_features(page, &m), HUSK_OK);
    assert_int_equal(m.n, 12);
    IS(in_title, 0, 1);
    IS(in_title, 1, 0);
    IS(is_description, 1, 1);
    IS(is_description, 2, 0);
    IS(after_image, 2, 1);
    IS(before_image, 1, 1);
    IS(after_image, 3, 0);
    IS(colon, 2, 1);
    IS(colon, 3, 0);
    IS(repeats, 4, 2);
    IS(repeat_nth, 3, 1);
    IS(repeat_nth, 4, 2);
    IS(link_to, 0, 0);
    IS(link_to, 6, 3);
    IS(link_to, 7, 1);
    IS(link_to, 8, 4);
    IS(link_to, 9, 2);
    IS(link_rel, 8, 1);
    IS(link_rel, 6, 0);
    IS(section_words, 5, 7);
    IS(section_links, 7, 6.0 / 7);
    IS(section_blocks, 9, 5);
    IS(h1_before, 4, 1);
    IS(h1_before, 10, 2);
    IS(page_h1s, 0, 2);
    IS(page_published, 0, 1);
    IS(page_times, 0, 1);
    IS(page_pager, 0, 0);
    husk_page_free(page);
}

/* The densest part is the element with the two sentences; an item's blocks are counted from its first. */
static void places(void **state)
{
    (void)state;
    husk_page *page =
        page_of("<p>Menu</p><div><div><p>One sentence that is long enough, with commas, to count for "
                "something.</p><div><p>Another sentence that is long enough, with commas, to count "
                "for something.</p></div><p>And a third sentence, also long enough, so that this is the densest "
                "part.</p></div></div>"
                "<ul><li><p>Ann</p><p>First words here</p><li><p>Bob</p><p>Second</p><li><p>Cid</p><p>Third</p></ul>");
    block_matrix m;
    assert_int_equal(page_blocks(page), HUSK_OK);
    assert_int_equal(all_features(page, &m), HUSK_OK);
    IS(best_below, 0, -1);
    IS(best_below, 1, 1);
    IS(best_below, 2, 2);
    IS(best_before, 1, 0);
    IS(best_before, 4, 1);
    IS(item_block, 4, 0);
    IS(item_block, 5, 1);
    IS(item_block, 7, 1);
    IS(item_own, 4, .25);
    IS(item_own, 5, .75);
    husk_page_free(page);
}

/* Of a title of any length the start is searched, or each block would cost as much as the title is long. */
static void long_title(void **state)
{
    static const char before[] = "<title>The old bridge ",
                      after[] = "The new ferry</title><p>The old bridge<p>The new ferry";
    char html[20000];
    (void)state;
    memset(html, 'x', sizeof html);
    memcpy(html, before, sizeof before - 1);
    memcpy(html + sizeof html - sizeof after, after, sizeof after);
    husk_page *page = page_of(html);
    block_matrix m;
    assert_int_equal(page_blocks(page), HUSK_OK);
    assert_int_equal(all_features(page, &m), HUSK_OK);
    IS(in_title, 0, 1);
    IS(in_title, 1, 0);
    husk_page_free(page);
}

/* Below the headline stand its text and other pages' titles with summaries; the posts of a thread have no titles. */
static void headline(void **state)
{
    (void)state;
    husk_page *page = page_of("<title>The old bridge</title><p>Menu words</p><main><div><h1>The old bridge</h1></div>"
                              "<p>Nobody pays him.</p></main><ul><li><h3><a href=1>Ferry prices rise</a></h3><p>They "
                              "rise.</p><li><h3><a href=2>Two new boats</a></h3><p>Both white.</p><li><h3>Weather</h3>"
                              "<p>Rain.</p></ul>");
    block_matrix m;
    assert_int_equal(page_blocks(page), HUSK_OK);
    assert_int_equal(all_features(page, &m), HUSK_OK);
    assert_int_equal(m.n, 9);
    IS(heading_links, 0, -1);
    IS(heading_links, 2, 0);
    IS(heading_links, 4, 1);
    IS(heading_links, 8, 0);
    IS(headline_words, 0, -2);
    IS(headline_words, 2, 3);
    IS(headline_levels, 1, 0);
    IS(headline_levels, 2, 1);
    IS(headline_levels, 3, 3);
    IS(headline_titles, 2, 0);
    IS(headline_titles, 4, 1);
    IS(headline_titles, 8, 2);
    IS(item_titles, 2, 0);
    IS(item_titles, 4, 2.0 / 3);
    husk_page_free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(hints), cmocka_unit_test(long_title), cmocka_unit_test(places),
                                        cmocka_unit_test(headline) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
