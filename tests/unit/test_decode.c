/* test_decode.c - evidence for an encoding, and wrongly labelled bytes. */
#include "unit/unit.h"

#include "page/decode.h"

static void check(const char *bytes, size_t len, const char *http, const char *text, const char *encoding)
{
    buffer out;
    decoded_text got;
    buffer_init(&out, 1 << 20);
    /* a copy of its own size, so that a read past the end is seen */
    char *copy = malloc(len ? len : 1);
    memcpy(copy, bytes, len);
    assert_int_equal(decode((slice){ copy, len }, http, &out, &got), HUSK_OK);
    assert_int_equal(got.text.len, strlen(text));
    assert_memory_equal(got.text.data, text, got.text.len);
    if (encoding)
        assert_string_equal(got.encoding, encoding);
    free(copy);
    buffer_free(&out);
}

#define CHECK(bytes, http, text, encoding) check(bytes, sizeof(bytes) - 1, http, text, encoding)

static void evidence_in_order(void **state)
{
    (void)state;
    CHECK("", NULL, "", "UTF-8");
    CHECK("plain", NULL, "plain", "UTF-8");
    CHECK("\xef\xbb\xbfgr\xc3\xbc", "iso-8859-1", "gr\xc3\xbc", "UTF-8");    /* BOM over HTTP */
    CHECK("gr\xfc\xdf", "iso-8859-1", "gr\xc3\xbc\xc3\x9f", "windows-1252"); /* HTTP, by its WHATWG name */
    CHECK("\xcf\xf0\xe8\xe2\xe5\xf2", " \"Windows-1251\" ", "\xd0\x9f\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82",
          "windows-1251");
    CHECK("<meta charset=windows-1251>\xcf\xf0", NULL, "<meta charset=windows-1251>\xd0\x9f\xd1\x80", "windows-1251");
    CHECK("<meta http-equiv=content-type content='text/html; charset=koi8-r'>\xf0", NULL,
          "<meta http-equiv=content-type content='text/html; charset=koi8-r'>\xd0\x9f", "KOI8-R");
    CHECK("<meta charset=windows-1251>\xcf", "no such label", "<meta charset=windows-1251>\xd0\x9f", "windows-1251");
    CHECK("<meta charset=shift_jis>\x93\xfa\x96{", NULL, "<meta charset=shift_jis>\xe6\x97\xa5\xe6\x9c\xac",
          "Shift_JIS");
    CHECK("<meta charset=gb2312>\xd6\xd0\xb9\xfa", NULL, "<meta charset=gb2312>\xe4\xb8\xad\xe5\x9b\xbd", "GBK");
    CHECK("<meta charset=iso-2022-jp>\x1b$BF|\x1b(B", NULL, "<meta charset=iso-2022-jp>\xe6\x97\xa5", "ISO-2022-JP");
}

static void wide_encodings(void **state)
{
    (void)state;
    CHECK("\xff\xfeh\0i\0\xfc\0", NULL, "hi\xc3\xbc", "UTF-16LE");
    CHECK("\xfe\xff\0h\0i\0\xfc", NULL, "hi\xc3\xbc", "UTF-16BE");
    CHECK("<\0p\0>\0h\0i\0!\0", NULL, "<p>hi!", "UTF-16LE"); /* no BOM: every second byte tells */
    CHECK("\0<\0p\0>\0h\0i\0!", "utf-16", "<p>hi!", "UTF-16BE");
}

static void lies(void **state)
{
    (void)state;
    CHECK("<p>caf\xc3\xa9</p>", "iso-8859-1", "<p>caf\xc3\xa9</p>", "UTF-8"); /* says Latin, is UTF-8 */
    CHECK("<meta charset=utf-16>caf\xc3\xa9", NULL, "<meta charset=utf-16>caf\xc3\xa9", "UTF-8");
    CHECK("plain ascii that is long", "utf-16le", "plain ascii that is long", "UTF-8");
    CHECK("a gr\xc3\xbc\xc3\x9f gr\xc3\xbc\xc3\x9f gr\xc3\xbc\xc3\x9f gr\xc3\xbc\xc3\x9f \xff.", "utf-8",
          "a gr\xc3\xbc\xc3\x9f gr\xc3\xbc\xc3\x9f gr\xc3\xbc\xc3\x9f gr\xc3\xbc\xc3\x9f \xef\xbf\xbd.",
          "UTF-8"); /* one stray byte costs itself */
    CHECK("<meta charset=iso-2022-kr>caf\xe9", NULL, "<meta charset=iso-2022-kr>caf\xc3\xa9",
          NULL); /* a label that decodes to nothing */
}

static void a_cut_is_told(void **state)
{
    (void)state;
    char bytes[1000];
    memset(bytes, '\xe9', sizeof bytes);
    buffer out;
    decoded_text got;
    buffer_init(&out, 500);
    assert_int_equal(decode((slice){ bytes, sizeof bytes }, "windows-1252", &out, &got), HUSK_LIMIT);
    assert_true(got.text.len <= 500);
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(evidence_in_order), cmocka_unit_test(wide_encodings),
                                        cmocka_unit_test(lies), cmocka_unit_test(a_cut_is_told) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
