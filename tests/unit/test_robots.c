/* test_robots.c - robots.txt: a table of texts, agents, paths and answers.
 * With the section of RFC 9309 where it applies. */
#include "unit.h"

#include <stdio.h>

#include "source/addresses.h"

typedef struct robots_case {
    const char *text, *token, *path;
    bool allowed;
} robots_case;

#define ALL "User-agent: *\n"
#define US "User-agent: husk\n"

static const robots_case cases[] = {
    /* nothing said: everything is allowed (2.2.1) */
    { "", "husk", "/", true },
    { "# only a comment\n", "husk", "/a", true },
    { "nonsense\n\0", "husk", "/a", true },
    { "Disallow: /\n", "husk", "/a", true }, /* a rule before any user-agent belongs to no group */
    { ALL, "husk", "/a", true },
    { ALL "Disallow:\n", "husk", "/a", true },
    { ALL "Allow:\n", "husk", "/a", true },
    /* plain prefixes */
    { ALL "Disallow: /\n", "husk", "/", false },
    { ALL "Disallow: /\n", "husk", "/a/b?c", false },
    { ALL "Disallow: /\n", "husk", "/robots.txt", true }, /* 2.2.2 */
    { ALL "Disallow: /a\n", "husk", "/a", false },
    { ALL "Disallow: /a\n", "husk", "/ab", false },
    { ALL "Disallow: /a/\n", "husk", "/a", true },
    { ALL "Disallow: /a/\n", "husk", "/a/b", false },
    { ALL "Disallow: /a\n", "husk", "/A", true }, /* paths have case */
    { ALL "Disallow: a\n", "husk", "/a", true },  /* without a slash it matches no path */
    { ALL "Disallow: /a\n", "husk", "/b/a", true },
    { ALL "Disallow: /a?b\n", "husk", "/a?b=1", false },
    { ALL "Disallow: /a?b\n", "husk", "/a", true },
    { ALL "Disallow: /a\n", "husk", "", true }, /* no path is "/" */
    { ALL "Disallow: /$\n", "husk", "", false },
    /* the longest rule wins, of equals the one that allows (2.2.2) */
    { ALL "Allow: /a/b\nDisallow: /a\n", "husk", "/a/b", true },
    { ALL "Disallow: /a\nAllow: /a/b\n", "husk", "/a/b", true },
    { ALL "Disallow: /a\nAllow: /a/b\n", "husk", "/a/c", false },
    { ALL "Allow: /a\nDisallow: /a/b\n", "husk", "/a/b", false },
    { ALL "Allow: /a\nDisallow: /a\n", "husk", "/a", true },
    { ALL "Disallow: /a\nAllow: /a\n", "husk", "/a", true },
    { ALL "Allow: /example/page/\nDisallow: /example/page/disallowed.gif\n", "husk", "/example/page/disallowed.gif",
      false }, /* 5.2 */
    { ALL "Allow: /example/page/\nDisallow: /example/page/disallowed.gif\n", "husk", "/example/page/other.gif", true },
    { ALL "Disallow: /*.html\nAllow: /a\n", "husk", "/a.html", false },
    { ALL "Disallow: /\nAllow: /$\n", "husk", "/", true },
    { ALL "Disallow: /\nAllow: /$\n", "husk", "/x", false },
    /* stars and ends (2.2.3) */
    { ALL "Disallow: *.gif$\n", "husk", "/a/b.gif", false }, /* 5.1 */
    { ALL "Disallow: *.gif$\n", "husk", "/a/b.gif?x", true },
    { ALL "Disallow: /*.gif\n", "husk", "/a/b.gif?x", false },
    { ALL "Disallow: /a*c\n", "husk", "/abbbc", false },
    { ALL "Disallow: /a*c\n", "husk", "/ac", false },
    { ALL "Disallow: /a*c\n", "husk", "/ab", true },
    { ALL "Disallow: /a*c$\n", "husk", "/acbc", false },
    { ALL "Disallow: /a*c$\n", "husk", "/acb", true },
    { ALL "Disallow: /a*b*c*d\n", "husk", "/a1b2c3d4", false },
    { ALL "Disallow: /a*b*c*d\n", "husk", "/a1c2b3d4", true },
    { ALL "Disallow: /a$b\n", "husk", "/a$b", false }, /* a dollar elsewhere is itself */
    { ALL "Disallow: /a$\n", "husk", "/a", false },
    { ALL "Disallow: /a$\n", "husk", "/a/", true },
    { ALL "Disallow: /***a\n", "husk", "/xa", false },
    { ALL "Disallow: *\n", "husk", "/x", false },
    { ALL "Disallow: /x*\n", "husk", "/x", false },
    /* percent codes (2.2.2) */
    { ALL "Disallow: /foo/bar/%E3%83%84\n", "husk", "/foo/bar/\xE3\x83\x84", false },
    { ALL "Disallow: /foo/bar/\xE3\x83\x84\n", "husk", "/foo/bar/%e3%83%84", false },
    { ALL "Disallow: /foo/bar/%62%61%7A\n", "husk", "/foo/bar/baz", false },
    { ALL "Disallow: /foo/bar/baz\n", "husk", "/foo/bar/%62%61%7A", false },
    { ALL "Disallow: /a%3Cd.html\n", "husk", "/a%3cd.html", false },
    { ALL "Disallow: /a%2Fb\n", "husk", "/a/b", true }, /* an encoded slash is no slash */
    { ALL "Disallow: /a%2\n", "husk", "/a%2", false },
    /* groups (2.2.1) */
    { US "Disallow: /a\n" ALL "Disallow: /b\n", "husk", "/a", false },
    { US "Disallow: /a\n" ALL "Disallow: /b\n", "husk", "/b",
      true }, /* the group for all counts only if none names us */
    { ALL "Disallow: /b\n" US "Disallow: /a\n", "husk", "/b", true },
    { US "Disallow: /a\n" ALL "Disallow: /b\n", "other", "/b", false },
    { US "Disallow: /a\n\n" US "Disallow: /b\n", "husk", "/b", false }, /* groups of the same name are merged */
    { US "Disallow: /a\n\n" US "Disallow: /b\n", "husk", "/a", false },
    { "User-agent: other\n" US "Disallow: /a\n", "husk", "/a", false }, /* several names share a group */
    { "User-agent: other\n" US "Disallow: /a\n", "other", "/a", false },
    { "User-agent: other\nDisallow: /a\n" US "Disallow: /b\n", "husk", "/a", true },
    { US "User-agent: *\nDisallow: /a\n", "third", "/a", false },
    { "User-agent: HUSK\nDisallow: /a\n", "husk", "/a", false }, /* names are case-insensitive */
    { "user-AGENT:husk\ndisALLOW:/a\n", "husk", "/a", false },
    { "User-agent: husk/1.0\nDisallow: /a\n", "husk", "/a", false }, /* a version is not part of the name */
    { "User-agent: husky\nDisallow: /a\n", "husk", "/a", true },
    { "User-agent: hus\nDisallow: /a\n", "husk", "/a", true },
    { US "\n\n\nDisallow: /a\n", "husk", "/a", false }, /* empty lines do not end a group */
    { US "Sitemap: https://example.org/s.xml\nDisallow: /a\n", "husk", "/a",
      false }, /* other records end none (2.2.4) */
    { US "Crawl-delay: 3\nDisallow: /a\n", "husk", "/a", false },
    { "User-agent: other\nCrawl-delay: 3\n" US "Disallow: /a\n", "other", "/a", true },
    /* lines, comments, spaces (2.2) */
    { "\xEF\xBB\xBF" ALL "Disallow: /a\n", "husk", "/a", false },
    { "User-agent: *\r\nDisallow: /a\r\n", "husk", "/a", false },
    { "User-agent: *\rDisallow: /a\r", "husk", "/a", false },
    { "  User-agent :  *  \n\tDisallow\t:\t/a\t\n", "husk", "/a", false },
    { ALL "Disallow: /a # and so on\n", "husk", "/a", false },
    { ALL "Disallow: /a#b\n", "husk", "/a", false },
    { ALL "#Disallow: /a\n", "husk", "/a", true },
    { ALL "Disallow /a\n", "husk", "/a", true }, /* no colon, no rule */
    { ALL "Disallow: /a", "husk", "/a", false }, /* the last line needs no end */
    { ALL "Noindex: /a\n", "husk", "/a", true },
};

static void test_table(void **state)
{
    (void)state;
    assert_true(sizeof cases / sizeof *cases >= 60);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const robots_case *c = &cases[i];
        robots *r = robots_read((slice){ c->text, strlen(c->text) }, c->token);
        assert_non_null(r);
        if (robots_allows(r, (slice){ c->path, strlen(c->path) }) != c->allowed)
            fail_msg("case %zu: %s %s in\n%s", i, c->allowed ? "not allowed" : "allowed", c->path, c->text);
        robots_free(r);
    }
}

static void test_access(void **state)
{
    (void)state;
    robots *r = robots_read(SLICE(""), "husk");
    assert_true(robots_allows(r, SLICE("/a")));
    robots_free(r);
    r = robots_read(SLICE(ROBOTS_UNREACHABLE), "husk");
    assert_false(robots_allows(r, SLICE("/a")));
    assert_true(robots_allows(r, SLICE("/robots.txt")));
    robots_free(r);
}

static void test_delay(void **state)
{
    (void)state;
    const struct {
        const char *text;
        unsigned ms;
    } delays[] = { { ALL "Crawl-delay: 2\n", 2000 },        { ALL "Crawl-delay: 0.25\n", 250 },
                   { ALL "Crawl-delay: 1e9\n", 1000 },      { ALL "Crawl-delay: 999999\n", 60000 },
                   { ALL "Crawl-delay: x\n", 0 },           { ALL, 0 },
                   { "User-agent: b\nCrawl-delay: 9\n", 0 } };
    for (size_t i = 0; i < sizeof delays / sizeof *delays; i++) {
        robots *r = robots_read((slice){ delays[i].text, strlen(delays[i].text) }, "husk");
        assert_int_equal(robots_delay_ms(r), delays[i].ms);
        robots_free(r);
    }
}

/* Section 2.5: 500 KiB are read; what follows, and the line that is cut, is not. */
static void test_large(void **state)
{
    (void)state;
    size_t len = (size_t)10 << 20, at = 0;
    char *text = malloc(len + 64);
    at += (size_t)sprintf(text, ALL "Disallow: /first\n");
    while (at < ROBOTS_MAX_BYTES - 40)
        at += (size_t)sprintf(text + at, "Disallow: /x%zu\n", at);
    at += (size_t)sprintf(text + at, "Disallow: /this-line-is-cut-in-two-by-the-cap-of-the-rfc\n");
    while (at < len)
        at += (size_t)sprintf(text + at, "Disallow: /late\n");
    robots *r = robots_read((slice){ text, at }, "husk");
    assert_false(robots_allows(r, SLICE("/first")));
    assert_true(robots_allows(r, SLICE("/late")));
    assert_true(robots_allows(r, SLICE("/this-line-is-cut-in-two-by-the-cap-of-the-rfc")));
    assert_true(robots_allows(r, SLICE("/this")));
    robots_free(r);
    free(text);
}

/* Many stars against a path that almost matches must not take forever. */
static void test_many_stars(void **state)
{
    (void)state;
    char text[600] = ALL "Disallow: /", path[4000] = "/";
    for (int i = 0; i < 100; i++)
        strcat(text, "*a");
    strcat(text, "$\n");
    memset(path + 1, 'a', sizeof path - 3);
    path[sizeof path - 2] = 'b';
    robots *r = robots_read((slice){ text, strlen(text) }, "husk");
    assert_true(robots_allows(r, (slice){ path, strlen(path) }));
    robots_free(r);
}

/* A robots.txt as large as is read, of patterns that almost match long paths everywhere: 100 questions of 8 billion
 * steps each, if every place of the path were tried. */
static void test_patterns_that_almost_match(void **state)
{
    (void)state;
    enum { PATTERN = 2000, PATH = 16000 };
    static char text[ROBOTS_MAX_BYTES], path[PATH + 1], run[PATTERN + 1];
    size_t at = (size_t)sprintf(text, ALL);
    memset(run, 'a', PATTERN);
    while (at + PATTERN + 64 < sizeof text)
        at += (size_t)sprintf(text + at, "Disallow: /*%sb\nDisallow: /*%.*sb%.*s$\n", run, PATTERN / 4, run,
                              PATTERN / 4, run);
    memset(path, 'a', PATH);
    path[0] = '/';
    robots *r = robots_read((slice){ text, at }, "husk");
    for (int i = 0; i < 100; i++)
        assert_true(robots_allows(r, (slice){ path, PATH }));
    path[PATH - 1] = 'b';
    assert_false(robots_allows(r, (slice){ path, PATH }));
    robots_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),      cmocka_unit_test(test_access),
        cmocka_unit_test(test_delay),      cmocka_unit_test(test_large),
        cmocka_unit_test(test_many_stars), cmocka_unit_test(test_patterns_that_almost_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
