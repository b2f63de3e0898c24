/* test_url_key.c - one normal form for URLs of the same page. */
#include "unit.h"

#include "base/url.h"
#include "source/addresses.h"

static void test_keys(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        { "http://a.org", "http://a.org/" },
        { "HTTP://A.org:80/x/../y", "http://a.org/y" },
        { "https://a.org:443/", "https://a.org/" },
        { "https://a.org:8443/", "https://a.org:8443/" },
        { "http://a.org/x#part", "http://a.org/x" },
        { "http://a.org/x?", "http://a.org/x" },
        { "http://a.org/x?#", "http://a.org/x" },
        { "http://me:secret@a.org/x", "http://a.org/x" },
        { "http://a.org/%7Eme/%41%2f%c3%a9", "http://a.org/~me/A%2F%C3%A9" },
        { "http://a.org/x?b=2&a=1", "http://a.org/x?b=2&a=1" },
        { "http://a.org/x?utm_source=n&a=1&gclid=7", "http://a.org/x?a=1" },
        { "http://a.org/x?PHPSESSID=0123", "http://a.org/x" },
        { "http://a.org/x?a=1&&b", "http://a.org/x?a=1&b" },
        { "http://a.org/x;jsessionid=77?a=1", "http://a.org/x?a=1" },
        { "http://a.org/x;v=2", "http://a.org/x;v=2" },
        { "http://a.org/x;sid=1;v=2;sid=3", "http://a.org/x;sid=1;v=2" },
        { "http://a.org/x;sid=1;%73id=3?utm%5Fsource=n", "http://a.org/x" },
        { "http://a.org/?sid=1&side=2", "http://a.org/?side=2" },
        { "http://a.org/a%", "http://a.org/a%" },
        { "http://a.org/%4%41%41", "http://a.org/%4%41A" },
    };
    url_resolver *urls = url_resolver_new();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        buffer url, key;
        buffer_init(&url, 4096);
        buffer_init(&key, 4096);
        assert_true(url_resolve(urls, (slice){ pairs[i][0], strlen(pairs[i][0]) }, &url));
        url_key((slice){ url.data, url.len }, &key);
        buffer_byte(&key, 0);
        assert_string_equal(key.data, pairs[i][1]);
        buffer_free(&url);
        buffer_free(&key);
    }
    url_resolver_free(urls);
}

static void test_no_pages(void **state)
{
    (void)state;
    assert_true(url_is_no_page(SLICE("http://a.org/x.PDF")));
    assert_true(url_is_no_page(SLICE("http://a.org/x.tar.gz?y#z")));
    assert_true(url_is_no_page(SLICE("http://a.org/.css")));
    assert_false(url_is_no_page(SLICE("http://a.zip")));
    assert_false(url_is_no_page(SLICE("http://a.zip/")));
    assert_false(url_is_no_page(SLICE("http://a.org/x.html")));
    assert_false(url_is_no_page(SLICE("http://a.org/v1.2/notes")));
    assert_false(url_is_no_page(SLICE("http://a.org/x?f=y.png")));
    assert_false(url_is_no_page(SLICE("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_keys), cmocka_unit_test(test_no_pages) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
