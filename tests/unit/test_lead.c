/* test_lead.c - an article's standfirst is kept if the page declares it as its description. */
#include "unit/make_page.h"

#include "judge/rules.h"

#define MOST_BLOCKS 32
#define LEAD "Snow fell on the lower fields for the first time in nine years"
#define DESCRIPTION "<meta name=description content='" LEAD ".'>"
#define ARTICLE "<meta property=og:type content=article>"
#define NEWS "<script type='application/ld+json'>{\"@type\":\"NewsArticle\"}</script>"
#define TEXT "<p>Text of the article.</p>"

/* The first letters of the blocks that are kept, if those in `kept` were before. */
static void check(const char *html, const char *kept, const char *expected)
{
    husk_page *page = page_of(html);
    bool keep[MOST_BLOCKS];
    char found[MOST_BLOCKS + 1];
    size_t n = 0;
    assert_true(page->n_blocks <= MOST_BLOCKS);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        keep[b] = strchr(kept, page->block_text.data[page->blocks[b].text_start]) != NULL;
    lead_keep(page, keep);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        if (keep[b])
            found[n++] = page->block_text.data[page->blocks[b].text_start];
    found[n] = 0;
    assert_string_equal(found, expected);
    husk_page_free(page);
}

static void test_kept(void **state)
{
    (void)state;
    check(NEWS DESCRIPTION "<h1>Headline</h1><p>" LEAD "</p><p>By Ann</p>" TEXT, "T", "ST");
    check(DESCRIPTION
          "<script type='application/ld+json'>{\"@type\":\"NewsArticle\"}</script><h1>Headline</h1><h2>" LEAD
          "</h2>" TEXT,
          "T", "ST");
    /* cut by the system that declares it */
    check(NEWS "<meta property=og:description content='Snow fell on the lower fields for the first time in…'>"
               "<h1>Headline</h1><p>" LEAD "</p>" TEXT,
          "T", "ST");
    check(NEWS DESCRIPTION "<h1>Headline</h1><p>" LEAD "</p>" TEXT, "ST", "ST");
}

static void test_not_kept(void **state)
{
    (void)state;
    check(ARTICLE DESCRIPTION "<h1>Headline</h1><p>" LEAD "</p>" TEXT, "T", "T"); /* not news */
    check(NEWS "<h1>Headline</h1><p>" LEAD "</p>" TEXT, "T", "T");                /* not declared */
    check(NEWS DESCRIPTION "<p>" LEAD "</p><h1>Headline</h1>" TEXT, "T", "T");
    check(NEWS DESCRIPTION "<h1>Headline</h1>" TEXT "<p>" LEAD "</p>", "T", "T");
    check(NEWS DESCRIPTION "<h1>Headline</h1><p>" LEAD "</p>" TEXT, "", ""); /* nothing else is kept */
    check(NEWS DESCRIPTION "<h1>Headline</h1><p><a href=/>" LEAD "</a></p>" TEXT, "T", "T");
    check(NEWS DESCRIPTION "<h1>Headline</h1><p>" LEAD " and more</p>" TEXT, "T", "T");
    check(NEWS "<meta name=description content='Snow'><h1>Headline</h1><p>Snow</p>" TEXT, "T", "T"); /* too short */
}

#define BODY "<p>Snow fell on the lower fields for the</p><p>first time in nine years. It melted by noon.</p>"

/* How many blocks stay, if all were kept. */
static void check_excerpt(const char *html, uint32_t n_expected)
{
    husk_page *page = page_of(html);
    bool keep[MOST_BLOCKS];
    uint32_t n = 0;
    memset(keep, true, sizeof keep);
    lead_drop_excerpt(page, keep);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        n += keep[b];
    assert_int_equal(n, n_expected);
    husk_page_free(page);
}

static void test_excerpt(void **state)
{
    (void)state;
    check_excerpt("<p>" LEAD " […]</p>" BODY, 2);
    check_excerpt("<p>" LEAD "...</p>" BODY, 2);
    check_excerpt("<p>" LEAD "</p>" BODY, 3);            /* not cut */
    check_excerpt("<p>" LEAD " of war […]</p>" BODY, 3); /* other words */
    check_excerpt("<p>Snow fell […]</p>" BODY, 3);       /* short */
    check_excerpt(BODY "<p>" LEAD " […]</p>", 3);        /* after it */
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_kept), cmocka_unit_test(test_not_kept),
                                        cmocka_unit_test(test_excerpt) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
