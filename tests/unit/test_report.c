/* test_report.c - the report and the labels of a page: nothing on a page may run, load or break out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <yyjson.h>

#include "husk/lab.h"
#include "unit/judge_page.h"

static husk_page *page;

typedef enum made_form { REPORT, PAGELEVEL_REPORT, LABELS, SEGMENTS } made_form;

static char *made(const char *html, made_form form)
{
    husk_output *out;
    husk_raw raw = { .size = sizeof(husk_raw), .id = "a<b>&\"c.html", .bytes = html, .len = strlen(html) };
    int method = form == REPORT ? (int)HUSK_METHOD_PAGE : (int)HUSK_METHOD_PAGELEVEL;
    assert_int_equal(husk_output_new(1 << 24, &out), HUSK_OK);
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    assert_int_equal(form == SEGMENTS
                         ? husk_pagelevel_segments(page, NULL, out, NULL)
                         : write_judged(page, NULL, method, form == LABELS ? WRITE_LABELS : WRITE_REPORT, out, NULL),
                     HUSK_OK);
    size_t len;
    const char *bytes = husk_output_data(out, &len);
    char *copy = malloc(len + 1);
    memcpy(copy, bytes, len);
    copy[len] = 0;
    husk_output_free(out);
    return copy;
}

/* The JSON in a report; the caller's. */
static char *data_of(const char *report)
{
    static const char opening[] = "id=\"husk-data\">";
    const char *from = strstr(report, opening);
    assert_non_null(from);
    from += strlen(opening);
    return strndup(from, (size_t)(strstr(from, "</script>") - from));
}

static void nothing_of_the_page_runs_or_loads(void **unused)
{
    static const char page_html[] =
        "<script>alert(1)</script><style>@import 'http://evil'</style><link rel=stylesheet href=//evil/x.css>"
        "<img src=http://evil/i.png onerror=alert(2) alt='a &quot; b'><a href='javascript:alert(3)'>link</a>"
        "<div onclick=alert(4) style='background:url(http://evil)' title=\"evil\">text &lt;b&gt; &amp; more</div>"
        "<iframe src=http://evil></iframe><svg><script>alert(5)</script></svg><p data-husk-label=template "
        "x\"y=1>p</p>"
        "<form action=http://evil><input value='\"><script>alert(6)</script>'></form><noscript><img "
        "src=http://evil></noscript>";
    (void)unused;
    char *report = made(page_html, REPORT);
    char *data = data_of(report);
    assert_null(strstr(data, "evil"));
    assert_null(strstr(data, "script"));
    assert_null(strstr(data, "alert("));
    assert_null(strstr(data, "onerror"));
    assert_null(strstr(data, "iframe"));
    assert_null(strchr(data, '<'));
    assert_non_null(strstr(data, "text &lt;b&gt; &amp; more"));
    assert_non_null(strstr(data, "alt=\\\"a &quot; b\\\""));
    assert_non_null(strstr(data, "\"id\":\"a\\u003cb>&\\\"c.html\""));
    assert_non_null(strstr(report, "default-src 'none'; script-src 'sha256-"));
    free(data);
    free(report);
}

static size_t count(const char *text, const char *what)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, what)); at++)
        n++;
    return n;
}

/* The page's HTML is written again with every text in its block, and every element closed. */
static void the_page_is_in_it(void **unused)
{
    (void)unused;
    char *report = made("<nav><a href=/>Home</a></nav><table><tr><td>cell one<td>cell two</table><p>unclosed "
                        "<b>bold<p>paragraph<br>rhubarb<hr><my-box>own</my-box><select><option>pick</select>",
                        REPORT);
    char *data = data_of(report);
    char *html = strstr(data, "\"html\":"), *blocks = strstr(data, ",\"blocks\":[");
    assert_true(html && blocks && html < blocks);
    *blocks = 0;
    static const char *texts[] = { "Home", "cell one", "cell two", "unclosed", "paragraph", "rhubarb", "own", "pick" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(count(html, texts[i]), 1);
    assert_int_equal(count(html, "\">cell"), 2);
    assert_int_equal(count(html, "\\u003c/td>"), 2);
    assert_int_equal(count(html, "my-box"), 0);
    assert_int_equal(count(html, "select"), 0);
    assert_int_equal(count(html, "\\u003cspan data-husk=\\\"0\\\">Home\\u003c/span>"), 1);
    assert_int_equal(count(html, "\\u003cspan"), count(html, "\\u003c/span>"));
    assert_non_null(strstr(blocks + 1, "\"n\":0,\"path\":\"/html/body/nav[1]"));
    free(data);
    free(report);
}

/* The root says in which direction the page runs; only its body is in the view. */
static void direction_is_kept(void **unused)
{
    static const char *const pages[] = { "<html dir=RTL><p>one", "<body dir=rtl><p>one", "<html dir=ltr><p dir=rtl>one",
                                         "<p>one" };
    (void)unused;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char *report = made(pages[i], REPORT), *data = data_of(report);
        assert_int_equal(count(data, ",\"dir\":\"rtl\""), i < 2);
        free(data);
        free(report);
    }
}

static void labels_are_lines(void **unused)
{
    (void)unused;
    char *lines = made("<p>One text.</p><p>Another \"one\".</p>", LABELS);
    assert_non_null(strstr(lines, "\"text\":\"One text.\",\"label\":\""));
    assert_non_null(strstr(lines, "\"path\":\"/html/body/p[1]\""));
    assert_non_null(strstr(lines, "Another \\\"one\\\"."));
    size_t n = 0;
    for (char *at = lines; *at; at++)
        n += *at == '\n';
    assert_int_equal(n, 2);
    free(lines);
    lines = made("<p>One text.</p><p>Another.</p>", SEGMENTS);
    assert_non_null(strstr(lines, "\"segment\":0,\"inside\":null,\"path\":\"/html/body\",\"box\":[0,"));
    assert_non_null(strstr(lines, "One text."));
    free(lines);
}

static void odd_pages_do_no_harm(void **unused)
{
    static const char *pages[] = {
        "", "<frameset><frame></frameset>", "<plaintext>a</b>", "<table><td><table><td>", "<svg><p>x", "<body onload=x>"
    };
    (void)unused;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        for (made_form form = REPORT; form <= SEGMENTS; form++)
            free(made(pages[i], form));
    }
}

/* What is shown is one JSON object with a block for each of the verdict's, whatever the page. */
static void views_are_json(void **unused)
{
    static const char *pages[] = { "", "<p>\"quotes\" \\ \x01 </p><script>\"</script>",
                                   "<svg><p>x</svg><p>\xe2\x80\xa8 y",
                                   "<h1>A title</h1><nav>Home</nav><p>One text, and another.<table><td>cell</table>" };
    (void)unused;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        husk_output *out;
        husk_verdict *verdict;
        husk_raw raw = { .size = sizeof(husk_raw), .id = "\"a\\b\n.html", .bytes = pages[i], .len = strlen(pages[i]) };
        assert_int_equal(husk_output_new(1 << 24, &out), HUSK_OK);
        assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
        assert_int_equal(husk_judge(page, NULL, NULL, &verdict, NULL), HUSK_OK);
        assert_int_equal(husk_write_view(verdict, NULL, out, NULL), HUSK_OK);
        size_t len;
        const char *bytes = husk_output_data(out, &len);
        yyjson_doc *doc = yyjson_read(bytes, len, 0);
        yyjson_val *root = yyjson_doc_get_root(doc);
        assert_non_null(root);
        assert_string_equal(yyjson_get_str(yyjson_obj_get(root, "id")), "\"a\\b\n.html");
        assert_int_equal(yyjson_arr_size(yyjson_obj_get(root, "blocks")), husk_verdict_n_blocks(verdict));
        static const char *const texts[] = { "html", "text", "markdown", "status" };
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            assert_true(yyjson_is_str(yyjson_obj_get(root, texts[k])));
        yyjson_doc_free(doc);
        husk_verdict_free(verdict);
        husk_output_free(out);
    }
}

/* A view that does not fit fails, and says so. */
static void a_view_has_a_limit(void **unused)
{
    husk_output *out;
    husk_verdict *verdict;
    husk_error error;
    husk_raw raw = { .size = sizeof(husk_raw), .id = "a.html", .bytes = "<p>One text.", .len = 12 };
    (void)unused;
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    assert_int_equal(husk_judge(page, NULL, NULL, &verdict, NULL), HUSK_OK);
    assert_int_equal(husk_output_new(300, &out), HUSK_OK);
    assert_int_not_equal(husk_write_view(verdict, NULL, out, &error), HUSK_OK);
    assert_int_not_equal(error.message[0], 0);
    husk_output_free(out);
    husk_verdict_free(verdict);
}

static void damaged_models_are_refused(void **unused)
{
    husk_pagelevel *other;
    husk_error error;
    (void)unused;
    assert_int_equal(husk_pagelevel_read("", 0, &other, &error), HUSK_BAD_FILE);
    assert_null(other);
    assert_int_equal(husk_pagelevel_read("husk-pagelevel 9\n", 17, &other, &error), HUSK_NEWER_FILE);
    husk_pagelevel_free(other);
}

static int setup(void **unused)
{
    (void)unused;
    return husk_page_new(NULL, &page, NULL);
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
        cmocka_unit_test(nothing_of_the_page_runs_or_loads),
        cmocka_unit_test(the_page_is_in_it),
        cmocka_unit_test(direction_is_kept),
        cmocka_unit_test(labels_are_lines),
        cmocka_unit_test(odd_pages_do_no_harm),
        cmocka_unit_test(views_are_json),
        cmocka_unit_test(a_view_has_a_limit),
        cmocka_unit_test(damaged_models_are_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
