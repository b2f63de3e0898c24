/* test_post_frame.c - what stands below a drawn line in a post is dropped; what only looks like it stays. */
#include "unit/make_page.h"

#include "judge/rules.h"

#define MOST_BLOCKS 16

/* Of a page whose blocks are all kept: the first words of those that still are, each with a space after it. */
static void check(const char *html, const char *expected)
{
    husk_page *page = page_of(html);
    bool keep[MOST_BLOCKS];
    char found[256];
    size_t n = 0;
    assert_true(page->n_blocks <= MOST_BLOCKS);
    memset(keep, true, sizeof keep);
    post_frame_drop(page, keep);
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        const char *text = page->block_text.data + page->blocks[b].text_start;
        for (size_t i = 0; keep[b] && i < page->blocks[b].text_len && text[i] != ' ' && n + 2 < sizeof found; i++)
            found[n++] = text[i];
        if (keep[b])
            found[n++] = ' ';
    }
    found[n] = 0;
    assert_string_equal(found, expected);
    husk_page_free(page);
}

static void test_drawn_rule(void **state)
{
    (void)state;
    check("<table><tr><td><span class=postbody>Said this.<br>_________________<br>Bed nine<br><br>since 2016</span>"
          "<tr><td><span class=postbody>Then that.</span></table>",
          "Said Then ");
    check("<div class=text>Said this.<br>_________________<br>A note.</div>", "Said _________________ ");
    check("<div class=post>Said this.<br>A note.</div>", "Said ");
    check("", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_drawn_rule) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
