/* test_text.c - code points, words, interning, URLs. */
#include "unit/unit.h"

#include <stdio.h>

#include "base/buffer.h"
#include "base/intern.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_goes_both_ways),   cmocka_unit_test(utf8_refuses),
        cmocka_unit_test(words_of_many_scripts), cmocka_unit_test(interning_gives_numbers_in_order),
        cmocka_unit_test(addresses_resolve),     cmocka_unit_test(hosts_are_found)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
