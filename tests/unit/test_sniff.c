/* test_sniff.c - formats by content, by name, by media type. */
#include "unit/source_fixture.h"

#include "source/sniff.h"

static format sniffed(const char *text)
{
    return sniff_bytes(text, strlen(text));
}

static void test_html(void **state)
{
    (void)state;
    static const char *const html[] = { "<!DOCTYPE html>",
                                        "<!doctype HTML PUBLIC \"-//W3C//DTD\">",
                                        "\xEF\xBB\xBF  \r\n<HTML lang=en>",
                                        "<!-- a -->\n<!-- b --><body>",
                                        "<?xml version=\"1.0\"?>\n<!DOCTYPE html>",
                                        "<?xml version=\"1.0\"?><html xmlns=\"a\">",
                                        "<title>x</title>",
                                        "<p>x",
                                        "\n<a href=x>" };
    for (size_t i = 0; i < sizeof html / sizeof *html; i++)
        assert_int_equal(sniffed(html[i]), FORMAT_HTML);
    static const char *const other[] = { "",
                                         " ",
                                         "<",
                                         "<!--",
                                         "<!-- <html>",
                                         "<?xml version=\"1.0\"?><rss>",
                                         "<svg>",
                                         "<address-book>",
                                         "hello <html>",
                                         "%PDF-1.4",
                                         "\x89PNG\r\n",
                                         "<htmlx>" };
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        assert_int_equal(sniffed(other[i]), FORMAT_OTHER);
    assert_int_equal(sniff_bytes("\xFF\xFE<\0h\0t\0m\0l\0>\0", 14), FORMAT_HTML);
    assert_int_equal(sniff_bytes("\xFE\xFF\0<\0h\0t\0m\0l\0>", 14), FORMAT_HTML);
}

static void test_archives(void **state)
{
    (void)state;
    assert_int_equal(sniffed("WARC/1.0\r\n"), FORMAT_WARC);
    assert_int_equal(sniffed("warc/1.0\r\n"), FORMAT_OTHER);
    assert_int_equal(sniffed("{\"url\": 1}"), FORMAT_JSONL);
    assert_int_equal(sniffed(" \n{ \"url\": 1}"), FORMAT_JSONL);
    assert_int_equal(sniffed("{a: 1}"), FORMAT_OTHER);
    assert_int_equal(sniffed(" CDX N b a m s k r M S V g\n"), FORMAT_INDEX);
    assert_int_equal(sniffed("org,example)/ 20260101000000 {\"url\": \"http://a.example/\"}\n"), FORMAT_INDEX);
    assert_int_equal(sniffed("crawl-data/segments/x/warc/00000.warc.gz\r\ncrawl-data"), FORMAT_INDEX);
    assert_int_equal(sniffed("x.warc.gz"), FORMAT_INDEX);
    assert_int_equal(sniffed("x.warc.gz is an archive"), FORMAT_OTHER);
    assert_int_equal(sniffed("x 2026 {"), FORMAT_OTHER);
    assert_int_equal(sniffed("x 20260101000000"), FORMAT_OTHER);
    assert_int_equal(sniffed("\n\nx.warc.gz"), FORMAT_OTHER);
    assert_int_equal(sniffed("[1]"), FORMAT_OTHER);
    assert_true(sniff_has_key("{\"a\": 1, \"html\" : \"\"}", 21, "html", "text"));
    assert_false(sniff_has_key("{\"a\": \"html\"}\n{\"html\":1}", 24, "html", "text"));
    assert_true(sniff_is_whole_object("{\"a\": 1} \r\n{", 12));
    assert_false(sniff_is_whole_object("{\n\"a\": 1}", 9));
}

static void test_media_types(void **state)
{
    (void)state;
    assert_int_equal(sniff_media_type(SLICE("Text/HTML ; charset=x")), FORMAT_HTML);
    assert_int_equal(sniff_media_type(SLICE("application/xhtml+xml")), FORMAT_HTML);
    assert_int_equal(sniff_media_type(SLICE("text/plain")), FORMAT_TEXT);
    assert_int_equal(sniff_media_type(SLICE("text/css")), FORMAT_OTHER);
    assert_true(sniff_is_unknown_type(SLICE("")));
    assert_true(sniff_is_unknown_type(SLICE("application/octet-stream; x=y")));
    assert_false(sniff_is_unknown_type(SLICE("image/png")));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_html), cmocka_unit_test(test_archives),
                                        cmocka_unit_test(test_media_types) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
