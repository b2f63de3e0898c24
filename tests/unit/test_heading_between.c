/* test_heading_between.c - a heading that the model is unsure of is kept between kept text. */
#include "unit/make_page.h"

#include "judge/rules.h"

#define MOST_BLOCKS 16

/* The first letters of the blocks that are kept, if those in `kept` were before; `unsure` ones have .4, others .1. */
static void check(const char *html, const char *kept, const char *unsure, const char *expected)
{
    husk_page *page = page_of(html);
    bool keep[MOST_BLOCKS];
    float probability[MOST_BLOCKS];
    char found[MOST_BLOCKS + 1];
    size_t n = 0;
    assert_true(page->n_blocks <= MOST_BLOCKS);
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        char first = page->block_text.data[page->blocks[b].text_start];
        keep[b] = strchr(kept, first) != NULL;
        probability[b] = keep[b] ? .9f : strchr(unsure, first) ? .4f : .1f;
    }
    judging at = { .page = page, .keep = keep, .probability = probability };
    assert_int_equal(rules_apply(RULE_KEEP, &at), HUSK_OK);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        if (keep[b])
            found[n++] = page->block_text.data[page->blocks[b].text_start];
    found[n] = 0;
    assert_string_equal(found, expected);
    husk_page_free(page);
}

static void test_between(void **state)
{
    (void)state;
    check("<p>a</p><h2>b</h2><p>c</p>", "ac", "b", "abc");
    check("<p>a</p><h4><a href=/><b>b</b></a></h4><p>c</p>", "ac", "b", "abc");
    check("<p>a</p><p>x</p><h2>b</h2><p>c</p>", "ac", "b", "abc");
    check("<p>a</p><h2>b</h2><h3>c</h3><p>d</p>", "ad", "bc", "abcd");
}

static void test_not_between(void **state)
{
    (void)state;
    check("<p>a</p><h2>b</h2><p>c</p>", "ac", "", "ac"); /* the model is sure */
    check("<p>a</p><p>b</p><p>c</p>", "ac", "b", "ac");  /* not a heading */
    check("<p>a</p><h2>b</h2><p>c</p>", "a", "b", "a");
    check("<h2>b</h2><p>c</p>", "c", "b", "c");
    check("<p>a</p><p>x</p><p>y</p><h2>b</h2><p>c</p>", "ac", "b", "ac");
    check("", "", "", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_between), cmocka_unit_test(test_not_between) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
