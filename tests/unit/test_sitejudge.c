/* test_sitejudge.c - the joint judgement of a page by its site and the page model.
 * Headings inside content, few pages, unknown places and hosts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "unit/judge_page.h"
#include "unit/learn_page.h"

static char path[64];

/* Page `i`: a menu, two sections whose headings are on every page, and a foot. */
static void make_page(char *out, size_t size, int i)
{
    snprintf(
        out, size,
        "<html><head><title>Tool %d</title></head><body><div class=menu><ul><li><a href=/>Front page of it "
        "all</a></li><li><a href=/shop>The shop</a></li>"
        "<li><a href=/map>Where we are to be found</a></li></ul></div><div class=main><h1>Tool %d</h1>"
        "<h2>What it does</h2><p>Tool %d cuts w%dx as well as y%dz, and hardly ever what it should not cut, they say "
        "in place %d.</p>"
        "<p>It has been made in the year %d, of iron that came from the old bridge number %d, which nobody missed.</p>"
        "<h2>Holding it</h2><p>Hold it by the k%dk, not by the other end, and turn it %d times before you put it away "
        "again.</p>"
        "<p>Whoever has held tool %d once will not want to hold number %d again, so much is sure.</p></div>"
        "<div class=foot><p>The museum of tools, open all day long</p></div></body></html>",
        i, i, i, i, i, i, 1800 + i, i * 3, i, i + 2, i, i + 1);
}

/* Labels, or what is extracted, of a page of the host; with no file when `file` is NULL. */
static void judge(char *out, size_t size, const char *file, const char *url, const char *html, bool label)
{
    husk_page *page;
    husk_site *site = NULL;
    husk_output *output;
    husk_extract_options options;
    size_t len;
    husk_raw raw = { .size = sizeof(husk_raw), .id = url, .url = url, .bytes = html, .len = strlen(html) };
    husk_extract_options_init(&options, sizeof options);
    if (file)
        assert_int_equal(husk_site_open(file, &site, NULL), HUSK_OK);
    options.format = HUSK_FORMAT_TEXT;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_output_new(1 << 20, &output), HUSK_OK);
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    husk_status status = label ? write_judged(page, site, HUSK_METHOD_AUTO, WRITE_LABELS, output, NULL)
                               : extract_page(page, site, HUSK_AIM_BALANCE, &options, output, NULL);
    assert_int_equal(status, HUSK_OK);
    const char *text = husk_output_data(output, &len);
    snprintf(out, size, "%.*s", (int)len, text);
    husk_output_free(output);
    husk_page_free(page);
    husk_site_free(site);
}

/* The line of the labels that has the text. */
static const char *line_of(const char *labels, const char *text, char *line, size_t size)
{
    const char *at = strstr(labels, text);
    assert_non_null(at);
    while (at > labels && at[-1] != '\n')
        at--;
    snprintf(line, size, "%.*s", (int)strcspn(at, "\n"), at);
    return line;
}

/* A heading on all pages is template, but a reader wants it with the text it heads, unlike the menu and the footer. */
static void test_headings_stay_with_their_text(void **state)
{
    (void)state;
    char html[4096], text[8192], line[1024];
    learn_made(path, "tools.example", make_page, 12);
    make_page(html, sizeof html, 77);
    judge(text, sizeof text, path, "http://tools.example/77", html, true);
    line_of(text, "What it does", line, sizeof line);
    assert_non_null(strstr(line, "\"label\":\"template\""));
    assert_non_null(strstr(line, "\"by\":\"text\""));
    judge(text, sizeof text, path, "http://tools.example/77", html, false);
    assert_non_null(strstr(text, "What it does"));
    assert_non_null(strstr(text, "Holding it"));
    assert_non_null(strstr(text, "Tool 77 cuts"));
    assert_null(strstr(text, "Front page"));
    assert_null(strstr(text, "The museum"));
}

/* From one page nothing is known to repeat: the answer is the page model's, as without a file. */
static void test_one_page_is_no_site(void **state)
{
    (void)state;
    char html[4096], with[8192], without[8192];
    learn_made(path, "tools.example", make_page, 1);
    make_page(html, sizeof html, 77);
    judge(with, sizeof with, path, "http://tools.example/77", html, false);
    judge(without, sizeof without, NULL, "http://tools.example/77", html, false);
    for (const char *const *t =
             (const char *const[]){ "cuts", "made in the year", "Hold it", "Front page", "The museum", NULL };
         *t; t++)
        assert_int_equal(strstr(with, *t) != NULL, strstr(without, *t) != NULL);
}

/* A host that is not in the file, and a page that shares nothing with the host's: the page model decides alone. */
static void test_unknown_host_and_foreign_page(void **state)
{
    (void)state;
    char html[4096], with[8192], without[8192];
    static const char foreign[] =
        "<html><body><main><article><h3>Other news</h3><section><span>A long text of a page that was made by other "
        "hands, in another way, "
        "and tells another story than all the others did.</span></section></article></main></body></html>";
    learn_made(path, "tools.example", make_page, 12);
    make_page(html, sizeof html, 77);
    judge(with, sizeof with, path, "http://other.example/", html, false);
    judge(without, sizeof without, NULL, "http://other.example/", html, false);
    assert_string_equal(with, without);
    judge(with, sizeof with, path, "http://tools.example/new", foreign, false);
    judge(without, sizeof without, NULL, "http://tools.example/new", foreign, false);
    assert_string_equal(with, without);
    judge(with, sizeof with, path, "http://tools.example/new", foreign, true);
    assert_non_null(strstr(with, "\"by\":\"page\""));
    assert_null(strstr(with, "\"by\":\"site\""));
}

/* Every fourth page is of another kind, with a label of its own. */
static void make_two_kinds(char *out, size_t size, int i)
{
    if (i % 4) {
        make_page(out, size, i);
        return;
    }
    snprintf(out, size,
             "<html><head><title>Show %d</title></head><body><section id=show><table><tr><td><b>Hall %d</b></td><td>"
             "<dl><dt>On view until further notice</dt><dd>Painter number %d shows %d pictures of the harbour here, "
             "each with %d ships, and speaks about them on day %d of the month.</dd></dl></td></tr></table></section>"
             "<div class=foot><p>The museum of tools, open all day long</p></div></body></html>",
             i, i + 100, i, i * 5, i * 7, i % 28);
}

/* A label on all pages of a kind is template, though few pages of the site have it. */
static void test_label_of_one_kind(void **state)
{
    (void)state;
    char html[4096], text[8192], line[1024];
    learn_made(path, "tools.example", make_two_kinds, 17);
    make_two_kinds(html, sizeof html, 80);
    judge(text, sizeof text, path, "http://tools.example/80", html, true);
    line_of(text, "On view until", line, sizeof line);
    assert_non_null(strstr(line, "\"label\":\"template\""));
    assert_non_null(strstr(line, "the same text on"));
    line_of(text, "Painter number 80", line, sizeof line);
    assert_null(strstr(line, "\"label\":\"template\""));
    line_of(text, "Hall 180", line, sizeof line);
    assert_null(strstr(line, "\"label\":\"template\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headings_stay_with_their_text),
        cmocka_unit_test(test_one_page_is_no_site),
        cmocka_unit_test(test_unknown_host_and_foreign_page),
        cmocka_unit_test(test_label_of_one_kind),
    };
    snprintf(path, sizeof path, "/tmp/husk-site_judge-%d.husk", (int)getpid());
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    return failed;
}
