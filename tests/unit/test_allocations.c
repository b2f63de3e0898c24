/* test_allocations.c - in the steady state nothing is allocated, and no page's answer depends on earlier pages.
 * Allocations are counted through AddressSanitizer's hooks, so only in the test build. */
#include "unit/unit.h"

#include "husk/husk.h"
#include "unit/judge_page.h"

#include <stdio.h>

#if defined(__has_feature) /* clang */
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
/* as in sanitizer/allocator_interface.h, which not every compiler package includes */
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));
#define COUNTS 1
#else
#define COUNTS 0
#endif

static size_t n_allocations;

#if COUNTS
static void on_malloc(const volatile void *memory, size_t size)
{
    (void)memory;
    (void)size;
    n_allocations++;
}

static void on_free(const volatile void *memory)
{
    (void)memory;
}
#endif

typedef struct text {
    char *data;
    size_t len;
} text;

static void put(text *t, const char *piece)
{
    size_t n = strlen(piece);
    memcpy(t->data + t->len, piece, n);
    t->len += n;
}

/* A page with `n` of each: paragraphs, menu entries, comments, rows; with scripts, styles, metadata. */
static text page_with(unsigned n, const char *name)
{
    text t = { malloc(4096 + (size_t)n * 2048), 0 };
    char piece[1024];
    snprintf(piece, sizeof piece,
             "<!doctype html><html lang=en><head><title>%s - A site</title><meta property=og:type "
             "content=article><meta name=author content='Ann Lee'>"
             "<script "
             "type='application/"
             "ld+json'>{\"@type\":\"NewsArticle\",\"headline\":\"%s\",\"datePublished\":\"2020-01-02\"}</script>"
             "<style>p { color: red }</style></head><body class='single post'><nav><ul>",
             name, name);
    put(&t, piece);
    for (unsigned i = 0; i < n; i++) {
        snprintf(piece, sizeof piece, "<li class='menu-item item-%u'><a href='/%s/%u'>Entry %u</a></li>", i, name, i,
                 i);
        put(&t, piece);
    }
    put(&t, "</ul></nav><main><article><h1>The heading</h1><p class=byline>By <a rel=author href=/a>Ann Lee</a>, 2 "
            "January 2020</p>");
    for (unsigned i = 0; i < n; i++) {
        snprintf(piece, sizeof piece,
                 "<p>Paragraph %u of <b>%s</b> says, in a sentence of some length, what it has to say; and then it "
                 "ends. <i>“Quoted – é 漢字”</i></p>"
                 "<table><tr><td>%u</td><td>cell &amp; more</td></tr></table><pre>code\n  %u</pre><img src=/i%u.png "
                 "alt='An image'>",
                 i, name, i, i, i);
        put(&t, piece);
    }
    put(&t, "</article></main><section class=comments>");
    for (unsigned i = 0; i < n; i++)
        put(&t, "<div class=comment><span class=author>bo</span><p>I think that this is right, and more than "
                "that.</p></div>");
    put(&t, "</section><footer>© A site, all rights reserved</footer><script>var a = 1 < 2;</script></body></html>");
    return t;
}

enum { N_PAGES = 6 };
static const unsigned sizes[N_PAGES] = { 40, 1, 120, 7, 200, 0 };

typedef struct desk {
    husk_page *page;
    husk_output *output;
    husk_extract_options options;
} desk;

static desk desk_new(bool markdown)
{
    desk d;
    assert_int_equal(husk_page_new(NULL, &d.page, NULL), HUSK_OK);
    assert_int_equal(husk_output_new((size_t)1 << 24, &d.output), HUSK_OK);
    husk_extract_options_init(&d.options, sizeof d.options);
    d.options.format = HUSK_FORMAT_JSONL;
    if (markdown) {
        d.options.body = HUSK_FORMAT_MARKDOWN;
        d.options.with_metadata = d.options.links = d.options.images = true;
    }
    return d;
}

static void desk_free(desk *d)
{
    husk_page_free(d->page);
    husk_output_free(d->output);
}

/* Parse and extract; returns the allocations of extraction only. */
static size_t extract(desk *d, text t, const char *id)
{
    husk_raw raw = {
        .size = sizeof(husk_raw), .id = id, .url = "http://a.example/news/2020/01/page", .bytes = t.data, .len = t.len
    };
    husk_output_clear(d->output);
    assert_int_equal(husk_page_parse(d->page, &raw, NULL), HUSK_OK);
    size_t before = n_allocations;
    assert_int_equal(extract_page(d->page, NULL, HUSK_AIM_BALANCE, &d->options, d->output, NULL), HUSK_OK);
    return n_allocations - before;
}

/* Allocations allowed per page of any length: buffers that a writer or metadata starts, JSON-LD's tree. */
#define MOST_A_PAGE 8

static void none_for_a_block(void **state)
{
    (void)state;
    if (!COUNTS)
        skip();
    text pages[N_PAGES];
    for (int i = 0; i < N_PAGES; i++)
        pages[i] = page_with(sizes[i], "first");
    for (int markdown = 0; markdown < 2; markdown++) {
        desk d = desk_new(markdown);
        size_t now[N_PAGES];
        for (int round = 0; round < 3; round++)
            for (int i = 0; i < N_PAGES; i++)
                now[i] = extract(&d, pages[i], "a");
        for (int i = 0; i < N_PAGES; i++)
            assert_true(now[i] <= MOST_A_PAGE);
        assert_int_equal(now[4], now[3]); /* 200 of everything against 7 */
        desk_free(&d);
    }
    for (int i = 0; i < N_PAGES; i++)
        free(pages[i].data);
}

static char *answer(desk *d, text t, const char *id)
{
    extract(d, t, id);
    size_t len;
    const char *data = husk_output_data(d->output, &len);
    char *copy = malloc(len + 1);
    memcpy(copy, data, len);
    copy[len] = 0;
    return copy;
}

/* Each page alone, then all in several orders through one husk_page: caches, kept memory and parser reuse must not
 * show. */
static void same_answer_in_any_order(void **state)
{
    (void)state;
    static const char *const names[N_PAGES] = { "one", "two", "three", "four", "five", "six" };
    static const int orders[][N_PAGES] = {
        { 0, 1, 2, 3, 4, 5 }, { 5, 4, 3, 2, 1, 0 }, { 2, 5, 0, 4, 1, 3 }, { 4, 4, 0, 0, 3, 3 }
    };
    text pages[N_PAGES];
    for (int markdown = 0; markdown < 2; markdown++) {
        char *alone[N_PAGES];
        for (int i = 0; i < N_PAGES; i++) {
            pages[i] = page_with(sizes[i], names[i]);
            desk d = desk_new(markdown);
            alone[i] = answer(&d, pages[i], names[i]);
            desk_free(&d);
        }
        desk d = desk_new(markdown);
        for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
            for (int k = 0; k < N_PAGES; k++) {
                int i = orders[o][k];
                char *now = answer(&d, pages[i], names[i]);
                assert_string_equal(now, alone[i]);
                free(now);
            }
        desk_free(&d);
        for (int i = 0; i < N_PAGES; i++) {
            free(alone[i]);
            free(pages[i].data);
        }
    }
}

int main(void)
{
#if COUNTS
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
#endif
    const struct CMUnitTest tests[] = { cmocka_unit_test(none_for_a_block),
                                        cmocka_unit_test(same_answer_in_any_order) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
