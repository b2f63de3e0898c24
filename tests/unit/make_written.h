/* make_written.h - a page from a C string, written, for tests. */
#ifndef HUSK_TEST_MAKE_WRITTEN_H
#define HUSK_TEST_MAKE_WRITTEN_H

#include "unit/make_page.h"
#include "write/write.h"

typedef husk_status (*page_writer)(husk_page *page, const write_options *options, buffer *out);

static const write_options everything = { .links = true, .images = true, .tables = true };

/* The page as `write` makes it is `expected`. */
static inline void written_with(page_writer write, const write_options *options, const char *html, const char *expected)
{
    husk_page *page = page_of(html);
    buffer out;
    buffer_init(&out, (size_t)64 << 20);
    assert_int_equal(write(page, options, &out), HUSK_OK);
    if (out.len != strlen(expected) || memcmp(out.data ? out.data : "", expected, out.len) != 0)
        fail_msg("got:\n%.*s\nnot:\n%s\nfrom: %.300s", (int)out.len, out.data ? out.data : "", expected, html);
    buffer_free(&out);
    husk_page_free(page);
}

static inline void written(page_writer write, const char *html, const char *expected)
{
    written_with(write, &everything, html, expected);
}

#endif
