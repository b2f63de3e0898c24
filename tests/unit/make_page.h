/* make_page.h - a page from a C string, for tests. */
#ifndef HUSK_TEST_MAKE_PAGE_H
#define HUSK_TEST_MAKE_PAGE_H

#include "unit/unit.h"

#include "page/page.h"

static inline husk_page *page_new(void)
{
    husk_page *page = NULL;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    return page;
}

static inline husk_status page_parse(husk_page *page, const char *html, size_t len)
{
    husk_raw raw = {
        .size = sizeof(husk_raw), .id = "test", .url = "http://site.example/dir/page.html", .bytes = html, .len = len
    };
    husk_status status = husk_page_parse(page, &raw, NULL);
    assert_true(status == HUSK_OK || status == HUSK_LIMIT);
    assert_int_equal(page_blocks(page), HUSK_OK);
    return status;
}

static inline husk_page *page_of(const char *html)
{
    husk_page *page = page_new();
    page_parse(page, html, strlen(html));
    return page;
}

/* `before`, n times `unit`, `after`: a machine-made page. Belongs to the caller. */
static inline char *repeated(const char *before, const char *unit, size_t n, const char *after)
{
    size_t len = strlen(unit), at = strlen(before);
    char *text = malloc(at + n * len + strlen(after) + 1);
    assert_non_null(text);
    memcpy(text, before, at);
    for (size_t i = 0; i < n; i++, at += len)
        memcpy(text + at, unit, len);
    memcpy(text + at, after, strlen(after) + 1);
    return text;
}

#endif
