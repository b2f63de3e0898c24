/* test_flow.c - what is visible of a page, what a selection leaves of it, and limits for deep and wide pages. */
#include <time.h>

#include "unit/make_written.h"

#include "write/flow.h"

static void hidden_parts_are_not_written(void **state)
{
    (void)state;
    written(write_text,
            "<p>a</p><p hidden>b</p><p style='display:none'>c</p><p aria-hidden=true>d</p><script>e</script><p>f",
            "a\n\nd\n\nf\n"); /* hidden from screen readers only */
    written(write_text, "<p>a<span hidden>b</span>c", "ac\n");
    written(write_text, "<p>&nbsp;</p><p>\xe2\x80\x8b</p><p> </p>", "");
}

static void gaps_are_those_of_browsers(void **state)
{
    (void)state;
    written(write_text, "<div>a</div><div>b</div><p>c</p>d", "a\nb\n\nc\n\nd\n");
    written(write_text, "a<br>b<br><br>c<br>", "a\nb\n\nc\n");
    written(write_text, "a<b> b </b>c<i>d</i> \n e", "a b cd e\n");
}

static void items_are_always_in_lists(void **state)
{
    (void)state;
    written(write_html, "<li>a<li>b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n");
    written(write_html, "<ul>a<li>b</ul>", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n");
    written(write_html, "<ul><li>a</li><ul><li>b</ul></ul>", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n");
    written(write_html, "<ul><blockquote>q</blockquote></ul>",
            "<ul>\n<li>\n<blockquote>\n<p>q</p>\n</blockquote>\n</li>\n</ul>\n");
    written(write_html, "<ul><li></li><li> </li></ul>", "");
}

static void a_heading_is_one_line(void **state)
{
    (void)state;
    written(write_html, "<h2><div>a</div><div>b</div></h2>", "<h2>a b</h2>\n");
    written(write_html, "<h2><p>a</p></h2>", "<h2>a</h2>\n");
    written(write_html, "<h2>a<p>b</p><p>c</p></h2>", "<h2>a</h2>\n<p>b</p>\n<p>c</p>\n");
    written(write_html, "<h2>a<br>b<pre>c</pre></h2>", "<h2>a b</h2>\n<pre><code>c</code></pre>\n");
}

static void a_select_shows_one_option(void **state)
{
    (void)state;
    written(write_text, "<select><option>a<option selected>b<option>c</select>", "b\n");
    written(write_text, "<select><option>a<option>b</select>", "a\n");
}

/* Keeps the text nodes that are one of `words`. */
static void selected(page_writer write, const char *html, const char *words, const char *expected)
{
    husk_page *page = page_of(html);
    uint8_t *keep = calloc(page->n_nodes, 1);
    buffer out;
    assert_non_null(keep);
    buffer_init(&out, 1 << 20);
    for (uint32_t i = 0; i < page->n_nodes; i++)
        keep[i] = page->flags[i] & NODE_TEXT && page->text[i].len == 1 && strchr(words, page->text[i].data[0]);
    write_options options = everything;
    options.keep = keep;
    assert_int_equal(write(page, &options, &out), HUSK_OK);
    assert_int_equal(out.len, strlen(expected));
    assert_memory_equal(out.data ? out.data : "", expected, out.len);
    buffer_free(&out);
    free(keep);
    husk_page_free(page);
}

static void nothing_outside_a_selection_is_written(void **state)
{
    static const char page[] =
        "<h1>a</h1><ul><li>b</li><li>c<ul><li>d</li></ul></li></ul><img src=i alt=i><hr>"
        "<table><caption>e</caption><tr><th>f<th>g<tr><td>h<td>i<tr><td>j<td>k</table><blockquote>l</blockquote>";
    (void)state;
    selected(write_markdown, page, "", "");
    selected(write_markdown, page, "d", "- - d\n");
    selected(write_markdown, page, "al", "# a\n\n> l\n");
    selected(write_markdown, page, "fgk", "| f | g |\n| --- | --- |\n|  | k |\n");
    selected(write_markdown, "<ol><li>a<li>b<li>c</ol>", "bc", "2. b\n3. c\n");
    selected(write_html, "<ol><li>a<li>b<li>c</ol>", "ac", "<ol>\n<li>a</li>\n<li value=\"3\">c</li>\n</ol>\n");
}

/* Indentation is bounded however deep a page nests: the output stays linear. */
static void deep_pages_stay_small(void **state)
{
    static const char *const units[] = { "<ul><li>x",      "<blockquote>x", "<dl><dd>x",      "<table><tr><td>x<td>y",
                                         "<div><li>x",     "<b><i>x",       "<q>x",           "<details>x",
                                         "<div lang=en>x", "<h1><div>x",    "<ul><ul><span>x" };
    static const page_writer writers[] = { write_text, write_markdown, write_html };
    (void)state;
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        char *html = repeated("", units[u], 20000, "");
        husk_page *page = page_of(html);
        for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
            buffer out;
            buffer_init(&out, (size_t)64 << 20);
            assert_int_equal(writers[i](page, &everything, &out), HUSK_OK);
            assert_true(out.len < 20000 * (strlen(units[u]) + 16 * FLOW_MAX_DEPTH));
            buffer_free(&out);
        }
        husk_page_free(page);
        free(html);
    }
}

/* What belongs to an element is looked for near it, and what closes a formula once: looking through the whole page for
 * each would take minutes here. */
static void long_pages_stay_quick(void **state)
{
    static const struct {
        const char *before, *unit, *after;
    } pages[] = {
        { "<p>", "<b aria-hidden=true>x</b>", "" },
        { "<p>", "<b class=sr-only> </b>", "" },
        { "<p>", "<b hidden><math><mi>x</math></b>", "" },
        { "<p>", "<img src=data:x alt=x>", "" },
        { "<picture>", "<source><img src=data:x alt=x>", "" },
        { "<script src=mathjax.js></script><p>", "\\( x \\[ $$ y $$ ", "" },
        { "<p>x<img alt=a^b src='a", "\n\n\n\n\n\n\n\n\n\n", "b'>" },
    };
    (void)state;
    clock_t start = clock();
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char *html = repeated(pages[i].before, pages[i].unit, 40000, pages[i].after);
        husk_page *page = page_of(html);
        buffer out;
        buffer_init(&out, (size_t)64 << 20);
        assert_int_equal(write_html(page, &everything, &out), HUSK_OK);
        buffer_free(&out);
        husk_page_free(page);
        free(html);
    }
    assert_true(clock() - start < 30 * CLOCKS_PER_SEC);
}

/* A full buffer ends the page cleanly, wherever it is full. */
static void a_cut_page_is_closed(void **state)
{
    static const char page_html[] = "<html lang=en><ul><li>one <b>two</b><ul><li><a "
                                    "href=x>three</a></ul></ul><table><tr><th>a<th>b<tr><td>c<td>d</table>"
                                    "<blockquote><pre>x\ny</pre></blockquote><p>&amp;&amp;&amp;";
    static const page_writer writers[] = { write_text, write_markdown, write_html };
    (void)state;
    husk_page *page = page_of(page_html);
    for (size_t cap = 1; cap < 9000; cap += cap < 1200 ? 1 : 97)
        for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
            buffer out;
            buffer_init(&out, cap);
            husk_status status = writers[i](page, &everything, &out);
            assert_true(status == HUSK_OK || status == HUSK_LIMIT);
            assert_true(out.len <= cap);
            if (writers[i] == write_html && status == HUSK_LIMIT && out.status == HUSK_OK && out.len)
                assert_int_equal(out.data[out.len - 1], '\n');
            buffer_free(&out);
        }
    husk_page_free(page);
    char *long_page = repeated("<ul><li>", "word &amp; ", 100000, "</ul>");
    page = page_of(long_page);
    buffer out;
    buffer_init(&out, 200000);
    assert_int_equal(write_html(page, &everything, &out), HUSK_LIMIT);
    assert_int_equal(out.status, HUSK_OK);
    assert_memory_equal(out.data + out.len - 11, &"</li>\n</ul>\n"[1], 11);
    buffer_free(&out);
    husk_page_free(page);
    free(long_page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_parts_are_not_written), cmocka_unit_test(gaps_are_those_of_browsers),
        cmocka_unit_test(items_are_always_in_lists),    cmocka_unit_test(a_heading_is_one_line),
        cmocka_unit_test(a_select_shows_one_option),    cmocka_unit_test(nothing_outside_a_selection_is_written),
        cmocka_unit_test(deep_pages_stay_small),        cmocka_unit_test(a_cut_page_is_closed),
        cmocka_unit_test(long_pages_stay_quick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
