/* test_escape.c - text as part of HTML and XML. */
#include "unit/unit.h"

#include "base/escape.h"

static void escapes(const char *text, unsigned flags, const char *wanted)
{
    buffer out;
    buffer_init(&out, 10000);
    escape_html(&out, (slice){ text, strlen(text) }, flags);
    buffer_byte(&out, 0);
    assert_int_equal(out.status, HUSK_OK);
    assert_string_equal(out.data, wanted);
    buffer_free(&out);
}

static void html_by_flags(void **state)
{
    (void)state;
    escapes("", ESCAPE_TEXT, "");
    escapes("a & b", 0, "a &amp; b");
    escapes("<a href=\"x\">\r\n", 0, "<a href=\"x\">\r\n");
    escapes("<a href=\"x\">\r\n", ESCAPE_TEXT, "&lt;a href=\"x\"&gt;\r\n");
    escapes("<a href=\"x\">\r\n", ESCAPE_ATTRIBUTE, "<a href=&quot;x&quot;>\r\n");
    escapes("<a href=\"x\">\r\n", ESCAPE_TEXT | ESCAPE_ATTRIBUTE | ESCAPE_RETURN,
            "&lt;a href=&quot;x&quot;&gt;&#13;\n");
    escapes(" \t a \r\n\f < b\v\x01", ESCAPE_TEXT | ESCAPE_RETURN | ESCAPE_FOLD, " a &lt; b\v\x01");
    escapes("\xff\xc3\xa9\xef\xbf\xbf", ESCAPE_TEXT, "\xff\xc3\xa9\xef\xbf\xbf");
}

/* XML 1.0 has no control characters but tab, line feed and carriage return, and no U+FFFE and U+FFFF. */
static void xml_has_only_its_characters(void **state)
{
    (void)state;
    buffer out;
    buffer_init(&out, 10000);
    escape_xml(&out, SLICE("a\x01\x1f\f\v<>&\"\r\n\t\xef\xbf\xbe\xef\xbf\xbf\xef\xbf\xbd\xc3\xa9\xff\x7f"), 0);
    buffer_byte(&out, '|');
    escape_xml(&out, SLICE("a \f\n b\x01 c"), ESCAPE_FOLD);
    buffer_byte(&out, 0);
    assert_string_equal(out.data, "a&lt;&gt;&amp;&quot;&#13;\n\t\xef\xbf\xbd\xc3\xa9\xef\xbf\xbd\x7f|a b c");
    buffer_free(&out);
}

/* Every length and every place of a special byte, at the end of its memory. */
static void every_place(void **state)
{
    (void)state;
    for (size_t len = 0; len < 70; len++)
        for (size_t at = 0; at <= len; at++) {
            char *text = malloc(len + 1), wanted[100];
            memset(text, 'x', len);
            memset(wanted, 'x', sizeof wanted);
            if (at < len) {
                text[at] = '<';
                memcpy(wanted + at, "&lt;", 4);
            }
            text = realloc(text, len ? len : 1);
            buffer out;
            buffer_init(&out, 1000);
            escape_html(&out, (slice){ text, len }, ESCAPE_TEXT);
            assert_int_equal(out.len, at < len ? len + 3 : len);
            if (len)
                assert_memory_equal(out.data, wanted, out.len);
            buffer_free(&out);
            free(text);
        }
}

static void stops_at_the_cap(void **state)
{
    (void)state;
    buffer out;
    buffer_init(&out, 20);
    escape_html(&out, SLICE("&&&&&&&&&&"), 0);
    assert_int_equal(out.status, HUSK_LIMIT);
    assert_true(out.len <= 20);
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(html_by_flags),
        cmocka_unit_test(xml_has_only_its_characters),
        cmocka_unit_test(every_place),
        cmocka_unit_test(stops_at_the_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
