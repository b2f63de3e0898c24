/* test_explain.c - the facts behind a block's label, and their sentences. */
#include "unit/unit.h"

#include <string.h>

#include "judge/verdict.h"

static const char salt_page[] =
    "<!doctype html><title>Salt is old - The Mill</title><body>"
    "<nav><ul><li><a href=/>Home</a><li><a href=/a>Seeds</a><li><a href=/b>Soil</a></ul></nav>"
    "<main><h1>Salt is old</h1>"
    "<p>Salt forms crystals when the water dries in the sun. It took ten days, at 3.5 degrees. Nobody was there.</p>"
    "<h2>What it costs</h2><p>About 5 € for a bag</p>"
    "<p>The second text is as long as the first one, so that there is main content after the heading too.</p></main>"
    "<div class='box related-posts'><div>Read more</div></div>"
    "<div class='box related-posts'><div>Read more</div></div>"
    "<footer><p>© 2024 The Mill</p></footer>";

typedef struct explained {
    husk_page *page;
    page_judgement judgement;
    explain_facts *facts;
    husk_verdict verdict;
} explained;

static void open_page(explained *e, const char *html)
{
    husk_judge_options options;
    husk_judge_options_init(&options, sizeof options);
    options.method = HUSK_METHOD_PAGE;
    options.why = true;
    *e = (explained){ .page = NULL };
    assert_int_equal(husk_page_new(NULL, &e->page, NULL), HUSK_OK);
    assert_int_equal(husk_page_parse_html(e->page, html, strlen(html), NULL, NULL), HUSK_OK);
    e->verdict.page = e->page;
    assert_int_equal(verdict_make(&e->verdict, NULL, &options, NULL), HUSK_OK);
    assert_int_equal(verdict_blocks(&e->verdict, false), HUSK_OK);
    assert_int_equal(
        page_judge(e->page, &judge_models_builtin.page, HUSK_AIM_BALANCE, &e->page->scratch, &e->judgement), HUSK_OK);
    e->facts = explain_facts_new(&e->judgement, &e->page->scratch);
    assert_non_null(e->facts);
}

static void close_page(explained *e)
{
    arena_free(&e->verdict.memory);
    husk_page_free(e->page);
}

static uint32_t block_of(const explained *e, const char *words)
{
    for (uint32_t b = 0; b < e->page->n_blocks; b++)
        if (memmem(e->page->block_text.data + e->page->blocks[b].text_start, e->page->blocks[b].text_len, words,
                   strlen(words)))
            return b;
    fail_msg("no block has: %s", words);
    return 0;
}

/* The sentence for a group that weighs for or against main content; "": there is nothing to say. */
static const char *said(explained *e, const char *words, unsigned about, float weight)
{
    size_t n;
    uint32_t b = block_of(e, words);
    block_reason *r = &e->verdict.reasons[b * EXPLAIN_REASONS];
    memset(r, 0, EXPLAIN_REASONS * sizeof *r);
    r->weight = weight;
    e->verdict.said = NULL;
    if (!explain_fact(e->facts, b, about, r))
        return "";
    const husk_reason *reasons = verdict_reasons(&e->verdict, b, &n);
    assert_int_equal(n, 1);
    assert_int_equal(reasons[0].for_main, weight > 0);
    return reasons[0].words;
}

static void facts_are_phrased(void **state)
{
    (void)state;
    explained e;
    open_page(&e, salt_page);
    assert_string_equal(said(&e, "Seeds", ABOUT_LINKS, -1), "one of 3 links in a list");
    assert_string_equal(said(&e, "Seeds", ABOUT_INSIDE, -1), "in <nav>");
    assert_string_equal(said(&e, "Seeds", ABOUT_PROSE, -1), "a single word");
    assert_string_equal(said(&e, "Seeds", ABOUT_HEADLINE, -1), "above the page's headline");
    assert_string_equal(said(&e, "Seeds", ABOUT_LIST, -1), "in a list of 3 items");
    assert_string_equal(said(&e, "crystals", ABOUT_PROSE, 1), "a paragraph of 21 words with 3 sentences");
    assert_string_equal(said(&e, "crystals", ABOUT_HEADLINE, 1), "below the page's headline");
    assert_string_equal(said(&e, "crystals", ABOUT_LINKS, 1), "text without links");
    assert_string_equal(said(&e, "crystals", ABOUT_TAG, 1), "in <p>");
    assert_string_equal(said(&e, "Salt is old", ABOUT_TITLE, -1), "the page's title has this text");
    assert_string_equal(said(&e, "About 5", ABOUT_UNDER, 1), "under the heading “What it costs”");
    assert_string_equal(said(&e, "About 5", ABOUT_MARKS, 1), "has a currency sign");
    assert_string_equal(said(&e, "Read more", ABOUT_NAME, -1), "class name `related-posts`");
    assert_string_equal(said(&e, "Read more", ABOUT_REPEATED, -1), "the same text twice on this page");
    assert_string_equal(said(&e, "2024", ABOUT_MARKS, -1), "has a copyright sign");
    assert_string_equal(said(&e, "2024", ABOUT_COURSE, -1), "after the last paragraph of the main content");
    close_page(&e);
}

/* What does not speak in the direction of its weight is not said. */
static void facts_agree_with_their_direction(void **state)
{
    (void)state;
    explained e;
    open_page(&e, salt_page);
    assert_string_equal(said(&e, "Seeds", ABOUT_LINKS, 1), "");
    assert_string_equal(said(&e, "Seeds", ABOUT_PROSE, 1), "");
    assert_string_equal(said(&e, "Seeds", ABOUT_HEADLINE, 1), "");
    assert_string_equal(said(&e, "Seeds", ABOUT_INSIDE, 1), "");
    assert_string_equal(said(&e, "crystals", ABOUT_PROSE, -1), "");
    assert_string_equal(said(&e, "crystals", ABOUT_LINKS, -1), "");
    assert_string_equal(said(&e, "crystals", ABOUT_COURSE, -1), "");
    assert_string_equal(said(&e, "crystals", ABOUT_HIDDEN, -1), "");
    close_page(&e);
}

/* Even a page without another block to compare with has a reason. */
static void every_block_has_a_reason(void **state)
{
    (void)state;
    static const char *const pages[] = { salt_page, "<p>One", "<p>One<p>Two", "<pre>a</pre><p>b" };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        explained e;
        open_page(&e, pages[i]);
        for (size_t b = 0, n; b < e.verdict.n_blocks; b++) {
            const husk_reason *r = verdict_reasons(&e.verdict, b, &n);
            assert_true(n >= 1 && n <= EXPLAIN_REASONS && r[0].words[0] && r[0].code[0]);
        }
        close_page(&e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(facts_are_phrased),
                                        cmocka_unit_test(facts_agree_with_their_direction),
                                        cmocka_unit_test(every_block_has_a_reason) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
