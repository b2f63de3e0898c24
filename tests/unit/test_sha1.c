/* test_sha1.c - the examples of FIPS 180-4, texts around the size of a block, and texts in pieces. */
#include "unit/unit.h"

#include "base/sha1.h"

static void check(const char *text, size_t len, const char *expected)
{
    for (size_t piece = 1; piece <= len + 1; piece += piece < 70 ? 1 : len) {
        sha1 s;
        char digest[SHA1_BASE32];
        sha1_begin(&s);
        for (size_t at = 0; at < len; at += piece)
            sha1_add(&s, text + at, len - at < piece ? len - at : piece);
        sha1_base32(&s, digest);
        assert_string_equal(digest, expected);
    }
}

static void test_standard(void **state)
{
    (void)state;
    check("", 0, "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
    check("abc", 3, "VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
    check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, "QSMD4RA4HPJG5OVOJKQ7SUJJ4XSUM4HR");
}

static void test_sizes(void **state)
{
    static const struct {
        size_t len;
        const char *digest;
    } sizes[] = { { 55, "YHELXXBCPFXCRQHBKFR5ECEZWZLCDVS2" },  { 56, "YLNTGD3AQOCUZGOUWW73N2HST4QBXZUZ" },
                  { 63, "APYJ6WYVRJ5IZWWZEC65YKNYDQMKKUPV" },  { 64, "ACMLVASLLQLEE66XUEJCUWSEFIS6YZCN" },
                  { 65, "CFSVGJWHBDLQGGN6EYIORJL5TJNZLHJ3" },  { 119, "52LRAZNKUAL6AYZKRSTMO65TX6FR37CW" },
                  { 120, "6NGBJCBYKNDKKVYJXICW3XIIFAG5JRWW" }, { 200, "4YOP77QNSGK2KJP4NTYGZIWXOEM4ESSA" } };
    char text[200];
    (void)state;
    memset(text, 'a', sizeof text);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        check(text, sizes[i].len, sizes[i].digest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_standard),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
