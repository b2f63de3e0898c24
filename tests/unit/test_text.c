/* test_text.c - code points, words, white space, JSON strings, interning, URLs. */
#include "unit/unit.h"

#include <stdio.h>

#include "base/buffer.h"
#include "base/table.h"
#include "base/escape.h"
#include "base/text.h"
#include "base/url.h"

static void utf8_goes_both_ways(void **state)
{
    (void)state;
    for (uint32_t c = 1; c < 0x110000; c += c < 0x3000 ? 1 : 97) {
        if (c >= 0xd800 && c < 0xe000)
            continue;
        char out[4];
        size_t n = utf8_put(c, out), at = 0;
        assert_int_equal(utf8_next(out, n, &at), c);
        assert_int_equal(at, n);
        assert_int_equal(utf8_valid_len(out, n), n);
        at = 0;
        if (n > 1) { /* cut: one byte is taken and reported as broken */
            assert_int_equal(utf8_next(out, n - 1, &at), 0xfffd);
            assert_int_equal(at, 1);
        }
    }
}

static void utf8_refuses(void **state)
{
    (void)state;
    static const char *const bad[] = { "\x80",         "\xc0\xaf",         "\xc1\xbf",         "\xe0\x80\x80",
                                       "\xed\xa0\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
                                       "\xff" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(utf8_valid_len(bad[i], strlen(bad[i])), 0);
    char text[100];
    memset(text, 'a', sizeof text);
    for (size_t i = 0; i < sizeof text; i++) { /* wherever it stands among ASCII */
        text[i] = '\xff';
        assert_int_equal(utf8_valid_len(text, sizeof text), i);
        text[i] = 'a';
    }
    assert_int_equal(utf8_valid_len("\xef\xbf\xbd", 3), 3); /* U+FFFD itself is fine */
}

static void words_of_many_scripts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t n;
    } cases[] = { { "", 0 },
                  { "one two, three-four; 5.", 5 },
                  { "na\xc3\xafve fa\xc3\xa7"
                    "ade",
                    2 },
                  { "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", 3 },                      /* three Han letters */
                  { "\xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7 \xd8\xa8\xd9\x83", 2 }, /* Arabic */
                  { "\xe0\xa4\xa8\xe0\xa4\xae\xe0\xa4\xb8\xe0\xa5\x8d\xe0\xa4\xa4\xe0\xa5\x87 \xe0\xa4\xa6\xe0\xa5\x81",
                    2 }, /* Hindi, with vowel signs */
                  { "\xe2\x80\x94 \xe2\x80\xa6 \xc2\xa9 \xf0\x9f\x98\x80", 0 },
                  { "\xed\x95\x9c\xea\xb5\xad\xec\x96\xb4 \xeb\xac\xb8\xec\x9e\xa5", 2 } /* Korean has spaces */ };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(count_words(cases[i].text, strlen(cases[i].text)), cases[i].n);
}

/* At every length, and at every place of a vector. */
static void leading_space_ends_at_a_word(void **state)
{
    (void)state;
    static const char blanks[] = " \n\t\r\f";
    char text[64];
    for (size_t n = 0; n < 48; n++)
        for (size_t more = 0; more < 3; more++) {
            for (size_t i = 0; i < sizeof text; i++)
                text[i] = i < n ? blanks[i % 5] : i == n + 1 ? ' ' : 'x';
            assert_int_equal(leading_space((slice){ text, n + more }), n);
            assert_int_equal(leading_space((slice){ text, n / 2 }), n / 2);
            text[n] = '\v'; /* a control character that is not white space */
            assert_int_equal(leading_space((slice){ text, n + more }), n);
        }
}

/* Valid text is escaped alike by both functions. */
static void json_escapes_at_every_place(void **state)
{
    (void)state;
    static const char *const marks[] = { "\"",       "\\",           "\n",           "\x01",    "\x1f",
                                         "\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\x99", "\xc2\xa0" };
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
        for (size_t before = 0; before < 40; before++)
            for (size_t after = 0; after < 20; after += 3) {
                buffer text, any, valid;
                buffer_init(&text, 1000);
                buffer_init(&any, 1000);
                buffer_init(&valid, 1000);
                for (size_t i = 0; i < before; i++)
                    buffer_byte(&text, 'a');
                buffer_text(&text, marks[k]);
                for (size_t i = 0; i < after; i++)
                    buffer_byte(&text, 'b');
                json_escape(&any, (slice){ text.data, text.len });
                json_escape_valid(&valid, (slice){ text.data, text.len });
                assert_int_equal(any.len, valid.len);
                assert_memory_equal(any.data, valid.data, any.len);
                buffer_free(&text);
                buffer_free(&any);
                buffer_free(&valid);
            }
}

static void interning_gives_numbers_in_order(void **state)
{
    (void)state;
    arena a;
    arena_init(&a, 1 << 24);
    intern t;
    intern_init(&t, &a, 5000);
    char name[32];
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < 5000; i++)
            assert_int_equal(intern_add(&t, name, (size_t)snprintf(name, sizeof name, "name %u", i)), i);
    assert_int_equal(intern_add(&t, "one too many", 12), INTERN_NONE);
    assert_int_equal(intern_find(&t, "name 77", 7), 77);
    assert_int_equal(intern_find(&t, "name", 4), INTERN_NONE);
    intern_free(&t);
    arena_free(&a);
}

static void addresses_resolve(void **state)
{
    (void)state;
    static const struct {
        const char *base, *href, *url; /* url NULL: refused */
    } cases[] = { { "http://a.example/b/c", "../d?q=1#f", "http://a.example/d?q=1#f" },
                  { "http://a.example/b/c", "//Other.Example/x y", "http://other.example/x%20y" },
                  { "http://a.example/b/c", " \n?z ", "http://a.example/b/c?z" },
                  { "", "/relative", NULL },
                  { "",
                    "https://b\xc3\xbc"
                    "cher.example/",
                    "https://xn--bcher-kva.example/" },
                  { "http://a.example/", "http://[bad", NULL } };
    url_resolver *r = url_resolver_new();
    assert_non_null(r);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buffer out;
        buffer_init(&out, 1000);
        assert_int_equal(url_base_set(r, (slice){ cases[i].base, strlen(cases[i].base) }), *cases[i].base != 0);
        bool ok = url_resolve(r, (slice){ cases[i].href, strlen(cases[i].href) }, &out);
        assert_int_equal(ok, cases[i].url != NULL);
        buffer_byte(&out, 0);
        assert_string_equal(out.data, cases[i].url ? cases[i].url : "");
        buffer_free(&out);
    }
    url_resolver_free(r);
}

static void hosts_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *url, *host;
    } cases[] = { { "http://a.example/b", "a.example" },
                  { "https://a.example:8080", "a.example" },
                  { "https://u:p@a.example/@x", "a.example" },
                  { "http://[::1]:80/", "[::1]" },
                  { "ftp://a.example/", "" },
                  { "", "" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        slice host = url_host((slice){ cases[i].url, strlen(cases[i].url) });
        assert_int_equal(host.len, strlen(cases[i].host));
        if (host.len)
            assert_memory_equal(host.data, cases[i].host, host.len);
    }
}

/* The length of valid UTF-8, byte by byte. */
static size_t plain_valid_len(const char *data, size_t len)
{
    for (size_t at = 0, n; at < len; at += n) {
        const unsigned char *p = (const unsigned char *)data + at;
        n = p[0] < 0x80 ? 1 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
        if ((n > 1 && p[0] < 0xc2) || p[0] > 0xf4 || n > len - at)
            return at;
        for (size_t k = 1; k < n; k++)
            if ((p[k] & 0xc0) != 0x80)
                return at;
        if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0) || (p[0] == 0xf0 && p[1] < 0x90) ||
            (p[0] == 0xf4 && p[1] >= 0x90))
            return at;
    }
    return len;
}

/* Texts of one script or of any, cut and with wrong bytes, at every place of a vector. */
static void valid_in_any_script(void **unused)
{
    (void)unused;
    uint32_t state = 5;
    for (int round = 0; round < 30000; round++) {
        char text[204];
        size_t n = 0, wanted = (size_t)(round % 200);
        while (n < wanted) {
            state = state * 1664525u + 1013904223u;
            uint32_t x = state >> 8, c = round % 3 == 0   ? 0x400 + x % 0x100
                                         : round % 3 == 1 ? x % 0x3000
                                                          : x % 0x110000;
            n += utf8_put(c >= 0xd800 && c < 0xe000 ? 'a' : c, text + n);
        }
        n -= n > 3 ? state >> 20 & 3 : 0;
        if (round % 2 && n)
            text[(state >> 8) % n] = (char)(state >> 4);
        assert_int_equal(utf8_valid_len(text, n), plain_valid_len(text, n));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(valid_in_any_script),
                                        cmocka_unit_test(utf8_goes_both_ways),
                                        cmocka_unit_test(utf8_refuses),
                                        cmocka_unit_test(words_of_many_scripts),
                                        cmocka_unit_test(leading_space_ends_at_a_word),
                                        cmocka_unit_test(json_escapes_at_every_place),
                                        cmocka_unit_test(interning_gives_numbers_in_order),
                                        cmocka_unit_test(addresses_resolve),
                                        cmocka_unit_test(hosts_are_found) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
