/* test_url.c - URLs where lexbor alone would not follow the standard. */
#include "unit.h"

#include "base/limits.h"
#include "base/url.h"

static void check(const char *given, const char *expected)
{
    url_resolver *resolver = url_resolver_new();
    buffer out;
    buffer_init(&out, 100000);
    assert_non_null(resolver);
    assert_true(url_resolve(resolver, (slice){ given, strlen(given) }, &out));
    assert_int_equal(out.len, strlen(expected));
    assert_memory_equal(out.data, expected, out.len);
    buffer_free(&out);
    url_resolver_free(resolver);
}

/* Hosts are compared byte by byte, so a domain has one form. */
static void test_domain_is_lower_case(void **state)
{
    (void)state;
    check("http:%41", "http://a/");
    check("HTTP://EX%41mple.COM/X", "http://example.com/X");
    check("http://Ex.com/%41", "http://ex.com/%41");
    check("other://EX%41/", "other://EX%41/"); /* only known schemes have domains */
}

/* A byte that is not UTF-8 takes no "#", "/" or end of the address with it. */
static void test_not_utf8(void **state)
{
    (void)state;
    check("http://a/p\xd5#x", "http://a/p%EF%BF%BD#x");
    check("http://a/p\xe2\x82/q/../r", "http://a/p%EF%BF%BD%EF%BF%BD/r");
    check("http://a/p\xd5", "http://a/p%EF%BF%BD");
    check("http://a/?q=\xff", "http://a/?q=%EF%BF%BD");
}

/* The limit holds for what is written, too: each space becomes three bytes. */
static void test_grows_beyond_the_limit(void **state)
{
    (void)state;
    static char url[HUSK_MAX_URL_BYTES / 2];
    url_resolver *resolver = url_resolver_new();
    buffer out;
    buffer_init(&out, 100000);
    assert_non_null(resolver);
    memset(url, ' ', sizeof url);
    memcpy(url, "http://a/b", 10);
    url[sizeof url - 1] = 'c';
    assert_false(url_resolve(resolver, (slice){ url, sizeof url }, &out));
    assert_int_equal(out.len, 0);
    url[HUSK_MAX_URL_BYTES / 4] = 'c';
    assert_true(url_resolve(resolver, (slice){ url, HUSK_MAX_URL_BYTES / 4 + 1 }, &out));
    buffer_free(&out);
    url_resolver_free(resolver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_domain_is_lower_case),
        cmocka_unit_test(test_not_utf8),
        cmocka_unit_test(test_grows_beyond_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
