/* test_blocks.c - runs of text that a reader sees as one piece. */
#include "base/limits.h"
#include "unit/make_page.h"

/* All blocks' texts, joined by " | ". */
static void check(const char *html, const char *expected)
{
    husk_page *page = page_of(html);
    buffer got;
    buffer_init(&got, 10000);
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        buffer_text(&got, b ? " | " : "");
        buffer_append(&got, page->block_text.data + page->blocks[b].text_start, page->blocks[b].text_len);
    }
    buffer_byte(&got, 0);
    assert_string_equal(got.data, expected);
    buffer_free(&got);
    husk_page_free(page);
}

static void runs(void **state)
{
    (void)state;
    check("", "");
    check("<p>one</p>two<p>three", "one | two | three");
    check("<p>in<b>si</b>de <i> a </i> word", "inside a word");
    check("<p>a<br>b<br><br>c<br> <br>d", "a b | c | d");
    check("<div>a<hr>b<div></div>c</div>", "a | b | c");
    check("<ul><li>x<li>y</ul>", "x | y");
    check("<table><tr><td>a<td>b</table>", "a | b");
    check("<p>  \n\t </p><p>&nbsp;</p><p>\xe2\x80\x8b</p><p>x</p>", "x");
    check("<p>a<span hidden>b</span>c</p>", "a | b | c");
    check("<p>a<script>x</script>b</p>", "ab");
    check("<a href=x><div>t</div></a>", "t");
    check("<button>b</button><label>l</label><select><option>1<option>2</select>", "b | l | 1 | 2");
}

static void counts(void **state)
{
    (void)state;
    husk_page *page =
        page_of("<p>one <a href=1>two three</a> <a href=2>four</a> <a>five</a> \xe6\x97\xa5\xe6\x9c\xac</p>");
    assert_int_equal(page->n_blocks, 1);
    const page_block *b = &page->blocks[0];
    assert_int_equal(b->n_words, 7);
    assert_int_equal(b->n_link_words, 3);
    assert_int_equal(b->n_links, 2);
    assert_int_equal(b->n_chars, 3 + 8 + 4 + 4 + 2);
    husk_page_free(page);
}

static void words_do_not_break_at_inline_tags(void **state)
{
    (void)state;
    husk_page *page = page_of("<p>in<b>ter</b>na<i>tional</i>");
    assert_int_equal(page->blocks[0].n_words, 1);
    husk_page_free(page);
}

static void blocks_beyond_the_most_are_none(void **state)
{
    (void)state;
    enum { N = HUSK_MAX_BLOCKS + 10 };
    char *html = malloc(5 * N + 1);
    for (size_t i = 0; i < N; i++)
        memcpy(html + 5 * i, "<p>x ", 6);
    husk_page *page = page_of(html);
    assert_int_equal(page->n_blocks, HUSK_MAX_BLOCKS);
    assert_int_equal(page->status, HUSK_LIMIT);
    assert_string_equal(page->cut, "blocks");
    assert_int_equal(page->block_of[page->n_nodes - 1], NODE_NONE);
    husk_page_free(page);
    free(html);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(runs), cmocka_unit_test(counts),
                                        cmocka_unit_test(words_do_not_break_at_inline_tags),
                                        cmocka_unit_test(blocks_beyond_the_most_are_none) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
