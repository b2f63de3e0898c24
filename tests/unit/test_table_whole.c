/* test_table_whole.c - a table of data is kept or left out as a whole, by its cells' votes and by the text around it.
 */
#include "unit/make_page.h"

#include "judge/rules.h"

#define MOST_BLOCKS 32

/* The first letters of the blocks that are kept, after those in `kept` were and tables were made whole. */
static void check(const char *html, const char *kept, const char *expected)
{
    husk_page *page = page_of(html);
    bool keep[MOST_BLOCKS];
    char found[MOST_BLOCKS + 1];
    size_t n = 0;
    assert_true(page->n_blocks <= MOST_BLOCKS);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        keep[b] = strchr(kept, page->block_text.data[page->blocks[b].text_start]) != NULL;
    table_whole_keep(page, keep);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        if (keep[b])
            found[n++] = page->block_text.data[page->blocks[b].text_start];
    found[n] = 0;
    assert_string_equal(found, expected);
    husk_page_free(page);
}

#define TABLE "<table><tr><td>b one<td>c two<tr><td>d three<td>e four</table>"

static void test_votes(void **state)
{
    (void)state;
    check("<p>a</p>" TABLE, "bcd", "bcde");
    check("<p>a</p>" TABLE, "bc", "bcde");
    check("<p>a</p>" TABLE, "b", "");
    check("<p>a</p>" TABLE, "", "");
}

/* Kept text on both sides keeps the table, and the heading above it. */
static void test_text_around(void **state)
{
    (void)state;
    check("<p>a</p>" TABLE "<p>f</p>", "af", "abcdef");
    check("<p>a</p>" TABLE "<p>f</p>", "a", "a");
    check("<p>a</p>" TABLE "<p>f</p>", "f", "f");
    check("<p>a</p><h2>h</h2>" TABLE "<p>f</p>", "af", "ahbcdef");
    check("<p>a</p><p>p</p>" TABLE "<p>f</p>", "af", "abcdef");
    check("<p>a</p><p>x</p><p>y</p><p>z</p>" TABLE "<p>f</p>", "af", "af");
}

static void test_links_around(void **state)
{
    (void)state;
    check("<p>a</p><table><tr><td><a href=1>b</a><td><a href=2>c</a><tr><td><a href=3>d</a><td><a "
          "href=4>e</a></table><p>f</p>",
          "af", "af");
    /* a row of links in one cell at the table's foot */
    check(
        "<p>a</p><table><tr><td>b<td>c<tr><td>d<td>e<tr><td colspan=2><a href=1>p</a> <a href=2>q</a></table><p>f</p>",
        "af", "abcdef");
}

/* A layout is judged part by part. */
static void test_layout(void **state)
{
    (void)state;
    check("<p>a</p><table role=presentation><tr><td>b<td>c<tr><td>d<td>e</table><p>f</p>", "acf", "acf");
    check("<p>a</p><table><tr><td>b<td><section>c</section><tr><td>d<td>e</table><p>f</p>", "acf", "acf");
    check("<p>a</p><table><tr><td>b<td>c</table><p>f</p>", "acf", "acf");
    check("<p>a</p><table><tr><td>b<tr><td>d</table><p>f</p>", "adf", "adf");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_votes),
        cmocka_unit_test(test_text_around),
        cmocka_unit_test(test_links_around),
        cmocka_unit_test(test_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
