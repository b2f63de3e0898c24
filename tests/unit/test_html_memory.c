/* test_html_memory.c - parse with every allocation failing once: no crash, no leak, and a status that says so.
 * The linker puts failing_* between the code and the allocator (tests/CMakeLists.txt). */
#include "unit/unit.h"

#include <stdio.h>

#include "base/limits.h"
#include "html/html.h"
#include "husk/husk.h"
#include "page/fragment.h"

static size_t n_calls, failing_call; /* counted from 1; 0: none fails */

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static bool fails(void)
{
    return ++n_calls == failing_call;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

/* A page that makes the parser allocate everything it ever allocates: many nodes, attributes, open elements and
 * formatting, nodes out of order, joined texts, decoded text, own names, late attributes, carriage returns. */
static char *demanding_page(size_t *len)
{
    static const char head[] = "<!doctype html>\r\n<html><body><p>";
    static const char part[] = "<x-own%zu a%zu='&amp;'>t&eacute;xt</x-own%zu><b CLASS=Y><p>1</b>2<table>x<tr>y</table>";
    char *page = malloc(400000);
    *len = (size_t)sprintf(page, "%s", head);
    for (size_t i = 0; i < 1200; i++)
        *len += (size_t)sprintf(page + *len, part, i % 300, i, i % 300);
    for (size_t i = 0; i < 1200; i++)
        *len += (size_t)sprintf(page + *len, "<object>");
    *len += (size_t)sprintf(page + *len, "<template><p>gone</template></body><html lang=en><body class=late>end");
    memset(page + *len, 0, HTML_PADDING);
    return page;
}

static husk_status parse_tree(slice text)
{
    html_options options = { .max_nodes = HUSK_MAX_NODES, .max_depth = 4000, .scripting = true };
    html_parser *parser = html_parser_new();
    const char *cut;
    husk_status status = parser ? html_parse(parser, text, &options, &cut) : HUSK_NO_MEMORY;
    if (status == HUSK_NO_MEMORY && parser) { /* the parser is as good as new */
        failing_call = 0;
        assert_int_equal(html_parse(parser, text, &options, &cut), HUSK_OK);
    }
    html_parser_free(parser);
    return status;
}

static husk_status parse_raw(slice text, const char *charset)
{
    husk_page *page;
    husk_raw raw = { .size = sizeof raw,
                     .id = "a",
                     .url = "http://a.example/",
                     .bytes = text.data,
                     .len = text.len,
                     .charset = charset };
    husk_status status = husk_page_new(NULL, &page, NULL);
    if (status == HUSK_OK)
        status = husk_page_parse(page, &raw, NULL);
    if (status == HUSK_NO_MEMORY && page) {
        failing_call = 0;
        assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    }
    husk_page_free(page);
    return status;
}

static husk_status parse_page(slice text)
{
    return parse_raw(text, NULL);
}

/* The same page with a byte that is no UTF-8, so that all of it is decoded first. */
static husk_status parse_decoded(slice text)
{
    char *copy = __real_malloc(text.len);
    memcpy(copy, text.data, text.len);
    copy[text.len - 1] = '\xe9';
    husk_status status = parse_raw((slice){ copy, text.len }, "windows-1252");
    free(copy);
    return status;
}

/* A string's text, by a reader that is used again after it found no memory. */
static husk_status read_fragment(slice text)
{
    fragment_reader reader = { 0 };
    buffer out;
    buffer_init(&out, HUSK_MAX_PAGE_BYTES);
    husk_status status = fragment_text(&reader, text, &out) ? HUSK_OK : HUSK_NO_MEMORY;
    if (status == HUSK_NO_MEMORY) {
        failing_call = 0;
        buffer_free(&out);
        assert_true(fragment_text(&reader, text, &out));
        assert_true(out.len > 1000);
    }
    fragment_free(&reader);
    buffer_free(&out);
    return status;
}

static void every_allocation(husk_status (*parse)(slice), size_t least)
{
    size_t len, n = 0;
    char *page = demanding_page(&len);
    husk_status status;
    do {
        n_calls = 0;
        failing_call = ++n;
        status = parse((slice){ page, len });
        assert_true(status == HUSK_OK || status == HUSK_NO_MEMORY);
    } while (status == HUSK_NO_MEMORY || n_calls >= n);
    failing_call = 0;
    print_message("%zu allocations, each failed once\n", n - 1);
    assert_true(n > least);
    free(page);
}

static void of_the_parser(void **state)
{
    (void)state;
    every_allocation(parse_tree, 20);
}

static void of_the_page(void **state)
{
    (void)state;
    every_allocation(parse_page, 20);
}

static void of_a_decoded_page(void **state)
{
    (void)state;
    every_allocation(parse_decoded, 20);
}

static void of_a_fragment(void **state)
{
    (void)state;
    every_allocation(read_fragment, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(of_the_parser), cmocka_unit_test(of_the_page),
                                        cmocka_unit_test(of_a_decoded_page), cmocka_unit_test(of_a_fragment) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
