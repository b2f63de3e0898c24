/* test_obstacle.c - pages without their content are recognised, and pages with content never are. */
#include "unit/make_page.h"

#include "page/decode.h"

#define PROSE                                                                                                         \
    "The river rises in the hills above the old town and turns twice before it reaches the plain, where the fields "  \
    "are wet in spring and the herons stand in the ditches until the farmers come with their dogs. Nobody knows why " \
    "the bridge was built so far from the road, but the stones are older than the church and older than its bells. "

static husk_judgement judged(const char *html)
{
    husk_page *page = page_of(html);
    husk_verdict *verdict;
    assert_int_equal(husk_judge(page, NULL, NULL, &verdict, NULL), HUSK_OK);
    husk_judgement j = *husk_verdict_judgement(verdict);
    husk_verdict_free(verdict);
    husk_page_free(page);
    return j;
}

static void is(husk_obstacle expected, const char *html)
{
    husk_judgement j = judged(html);
    if (j.obstacle != expected)
        fail_msg("%s, not %s: %s", husk_obstacle_word(j.obstacle), husk_obstacle_word(expected), html);
    assert_true((j.kind == NULL) == (expected != HUSK_OBSTACLE_NONE));
    assert_true((j.confidence < 0) == (expected != HUSK_OBSTACLE_NONE));
}

static void not_found(void **state)
{
    (void)state;
    is(HUSK_OBSTACLE_NOT_FOUND, "<title>Page not found | Shop</title><h1>Sorry</h1><p>Try our search.</p>");
    is(HUSK_OBSTACLE_NOT_FOUND, "<title>Shop</title><h1>We can\xe2\x80\x99t find this page</h1><p>Go home.</p>");
    is(HUSK_OBSTACLE_NOT_FOUND, "<title>404 - Shop</title><p>Nothing is here.</p>");
    is(HUSK_OBSTACLE_NOT_FOUND, "<title>Seite nicht gefunden \xe2\x80\x93 Verein</title><p>Zur Startseite</p>");
    is(HUSK_OBSTACLE_NOT_FOUND, "<title>СТРАНИЦА НЕ НАЙДЕНА</title><p>На главную</p>");
    is(HUSK_OBSTACLE_NOT_FOUND, "<title>ページが見つかりません</title><p>トップへ</p>");
}

static void content_is_not_an_obstacle(void **state)
{
    (void)state;
    is(HUSK_OBSTACLE_NONE, "<title>How to fix a page not found</title><h1>Page not found</h1><article><p>" PROSE
                           "</p><p>" PROSE "</p><p>" PROSE "</p></article>");
    is(HUSK_OBSTACLE_NONE, "<title>Bus 404</title><p>The 404 leaves at nine.</p>");
    is(HUSK_OBSTACLE_NONE, "<title>Peugeot 404 - history</title><p>" PROSE "</p>");
    is(HUSK_OBSTACLE_NONE, "<title>Post</title><article><p>A short note of today.</p></article><noscript>Please enable "
                           "JavaScript to view the comments.</noscript><script src=c.js></script>");
    is(HUSK_OBSTACLE_NONE, "<title>App</title><div id=root><article><p>" PROSE "</p><p>" PROSE
                           "</p></article></div><script src=a.js></script>");
    is(HUSK_OBSTACLE_NONE, "<title>We value your privacy</title><article><h1>Privacy policy</h1><p>" PROSE
                           "</p></article>"); /* no button to agree with */
    is(HUSK_OBSTACLE_NONE, "<title>Baking</title><h1>Oat cookies</h1><p>" PROSE "</p>");
}

static void pages_without_text(void **state)
{
    (void)state;
    is(HUSK_OBSTACLE_NO_TEXT, "");
    is(HUSK_OBSTACLE_NO_TEXT, "<title>Which toothbrush is best?</title><meta name=description content='Which one?'>"
                              "<div id=splash></div>");
    is(HUSK_OBSTACLE_NO_TEXT, "<title>A map</title><p> &nbsp; </p><img src=map.png>");
    is(HUSK_OBSTACLE_NONE, "<title>A map</title><p>Here</p>");
}

static void shells(void **state)
{
    (void)state;
    is(HUSK_OBSTACLE_NEEDS_SCRIPT, "<title>App</title><div id=root></div><script src=a.js></script>");
    is(HUSK_OBSTACLE_NEEDS_SCRIPT,
       "<title>App</title><nav><a href=/>Home</a></nav><app-root></app-root><script src=a.js>"
       "</script>");
    is(HUSK_OBSTACLE_NEEDS_SCRIPT,
       "<title>App</title><noscript>You need to enable JavaScript to run this app.</noscript>"
       "<div class=main></div><script src=a.js></script>");
    is(HUSK_OBSTACLE_NO_TEXT, "<title>App</title><div id=root></div>"); /* no script would fill it */
    is(HUSK_OBSTACLE_NONE,
       "<title>App</title><div id=root></div><script type=application/ld+json>{\"@type\":\"Article\","
       "\"articleBody\":\"" PROSE PROSE "\"}</script><script src=a.js></script>");
}

static void walls(void **state)
{
    (void)state;
    is(HUSK_OBSTACLE_CONSENT,
       "<title>Before you continue to the site</title><h1>Before you continue</h1><p>We use cookies "
       "and data to deliver services.</p><form><button>Reject all</button><button>Accept all"
       "</button></form>");
    is(HUSK_OBSTACLE_CONSENT,
       "<title>Daily News</title><div><p>We and our partners store cookies on your device to show "
       "you advertising that fits.</p><p>You can change which cookies you allow at any time.</p>"
       "<button>Agree</button></div>");
    is(HUSK_OBSTACLE_CONSENT,
       "<title>Daily News</title><h2>We value your privacy</h2><p>We store cookies on your device.</p>"
       "<button>Agree</button>");
    /* a dialog on a page that has its own heading, above or below */
    is(HUSK_OBSTACLE_NONE,
       "<title>Which digit is it?</title><h1>Which digit is it?</h1><p>" PROSE "</p><div><h2>Cookie Consent Preference "
       "Center</h2><p>When you visit our sites we store cookies.</p><button>Agree</button></div>");
    is(HUSK_OBSTACLE_NONE, "<title>Which digit is it?</title><div><h1>We value your privacy</h1><p>We store "
                           "cookies.</p><button>Agree</button>"
                           "</div><h1>Which digit is it?</h1><p>" PROSE "</p>");
    is(HUSK_OBSTACLE_REFUSED, "<title>Just a moment...</title><h1>shop.example</h1><p>Checking if the connection is "
                              "secure.</p>");
    is(HUSK_OBSTACLE_REFUSED, "<title>Access denied</title><h1>Error 1020</h1>");
}

static void other_formats(void **state)
{
    (void)state;
    assert_string_equal(foreign_bytes(SLICE("%PDF-1.7\n%\xe2\xe3")), "a PDF, not a web page");
    assert_string_equal(foreign_bytes(SLICE("\x89PNG\r\n\x1a\n\0\0")), "a PNG image, not a web page");
    assert_string_equal(foreign_bytes(SLICE("RIFF\1\2\3\4WEBPVP8 ")), "a WebP image, not a web page");
    assert_string_equal(foreign_bytes(SLICE("\0\0\0\x20"
                                            "ftypisom")),
                        "a video or sound file, not a web page");
    assert_null(foreign_bytes(SLICE("")));
    assert_null(foreign_bytes(SLICE("%PDF is a format")));
    assert_null(foreign_bytes(SLICE("<!doctype html>")));
    assert_null(foreign_bytes(SLICE("PK and BM are ASCII")));
}

static void a_pdf_is_no_page(void **state)
{
    (void)state;
    husk_page *page = page_new();
    husk_raw raw = { .size = sizeof raw, .id = "a", .bytes = "%PDF-1.4 x", .len = 10 };
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_BAD_FILE);
    assert_string_equal(husk_page_reason(page), "a PDF, not a web page");
    raw.is_text = true; /* the caller knows better */
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    husk_page_free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(not_found),
                                        cmocka_unit_test(content_is_not_an_obstacle),
                                        cmocka_unit_test(pages_without_text),
                                        cmocka_unit_test(shells),
                                        cmocka_unit_test(walls),
                                        cmocka_unit_test(other_formats),
                                        cmocka_unit_test(a_pdf_is_no_page) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
