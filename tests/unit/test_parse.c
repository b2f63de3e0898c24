/* test_parse.c - the tree as arrays, and hostile pages within their budgets. */
#include "unit/make_page.h"

#include <pthread.h>
#include <stdio.h>

#include "base/limits.h"

/* The invariants of the arrays, for any page. */
static void check_arrays(const husk_page *page)
{
    assert_true(page->n_nodes >= 1);
    assert_int_equal(page->parent[0], NODE_NONE);
    assert_int_equal(page->end[0], page->n_nodes);
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        uint32_t up = page->parent[i];
        assert_true(up < i && page->end[i] > i && page->end[i] <= page->end[up]);
        assert_false(page->flags[up] & NODE_TEXT);
        assert_true(page->attribute[i] <= page->attribute[i + 1]);
    }
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        const page_block *block = &page->blocks[b];
        assert_true(block->first_node <= block->last_node && block->last_node < page->n_nodes);
        assert_true(block->text_len > 0 && block->n_chars > 0);
        assert_true(block->container <= block->first_node && block->last_node < page->end[block->container]);
        assert_int_equal(page->block_of[block->first_node], b);
    }
}

static void structure(void **state)
{
    (void)state;
    husk_page *page = page_of("<!doctype html><html lang=de><head><title>T</title><base href='/other/'></head>"
                              "<body><p id=a class='x y'>one<b>two</b></p><my-tag>own</my-tag></body></html>");
    check_arrays(page);
    assert_memory_equal(page->lang.data, "de", 2);
    assert_int_equal(page->tag[page->title], TAG_TITLE);
    assert_int_equal(page->tag[page->body], TAG_BODY);
    uint32_t p = page->body + 1;
    assert_int_equal(page->tag[p], TAG_P);
    assert_true(slice_is(page_attribute_value(page, p, ATTR_CLASS), "x y"));
    assert_null(page_attribute_find(page, p, ATTR_HREF));
    uint32_t own = page->end[p];
    assert_true(page->tag[own] >= TAG_OWN);
    assert_true(slice_is(page_tag_name(page, page->tag[own]), "my-tag"));
    buffer url;
    buffer_init(&url, 1000);
    assert_true(page_resolve(page, SLICE("x"), &url));
    assert_memory_equal(url.data, "http://site.example/other/x", url.len);
    buffer_free(&url);
    husk_page_free(page);
}

static bool text_shown(const char *html, const char *text)
{
    husk_page *page = page_of(html);
    bool shown = false;
    for (uint32_t b = 0; b < page->n_blocks; b++)
        if (!(page->blocks[b].flags & BLOCK_HIDDEN) &&
            memmem(page->block_text.data + page->blocks[b].text_start, page->blocks[b].text_len, text, strlen(text)))
            shown = true;
    check_arrays(page);
    husk_page_free(page);
    return shown;
}

static void what_is_hidden(void **state)
{
    (void)state;
    assert_true(text_shown("<p>seen", "seen"));
    assert_false(text_shown("<div hidden><p>x", "x"));
    assert_true(text_shown("<div hidden=until-found><p>x", "x"));
    assert_false(text_shown("<div aria-hidden=true>x", "x"));
    assert_true(text_shown("<div aria-hidden=false>x", "x"));
    assert_false(text_shown("<div style='color:red; DISPLAY : none !important'>x", "x"));
    assert_false(text_shown("<div style='visibility:hidden'>x", "x"));
    assert_true(text_shown("<div style='backface-visibility:hidden'>x", "x"));
    assert_false(text_shown("<script>x</script><style>x</style><template>x</template><textarea>x</textarea><iframe>x</"
                            "iframe><svg><text>x</text></svg>",
                            "x"));
    assert_false(text_shown("<p>page<noscript>x</noscript>", "x"));
}

static void noscript_when_it_holds_the_page(void **state)
{
    (void)state;
    char html[4096] = "<div id=app></div><noscript>";
    for (int i = 0; i < 30; i++)
        strcat(html, "<p>A sentence of the page that scripts would have drawn.</p>");
    strcat(html, "</noscript>");
    assert_true(text_shown(html, "scripts would have drawn")); /* an empty shell */
    assert_false(text_shown("<p>start</p><noscript>short", "short"));
}

/* --- hostile pages ------------------------------------------------------------------------------------------------ */

static char *repeat(const char *piece, size_t n, size_t *len)
{
    size_t size = strlen(piece);
    char *text = malloc(size * n + 1);
    assert_non_null(text);
    for (size_t i = 0; i < n; i++)
        memcpy(text + i * size, piece, size);
    text[size * n] = 0;
    *len = size * n;
    return text;
}

typedef struct hostile {
    const char *piece;
    size_t n;
} hostile;

static void *parse_hostile(void *argument)
{
    const hostile *h = argument;
    size_t len;
    char *html = repeat(h->piece, h->n, &len);
    husk_page *page = page_new();
    page->options.max_milliseconds = 500;
    page_parse(page, html, len);
    check_arrays(page);
    assert_true(page->n_nodes <= HUSK_MAX_NODES);
    page_parse(page, "<p>after", 8); /* the page is as good as new */
    assert_int_equal(page->n_blocks, 1);
    assert_int_equal(page->status, HUSK_OK);
    husk_page_free(page);
    free(html);
    return NULL;
}

static void hostile_pages(void **state)
{
    (void)state;
    static const hostile pages[] = { { "<div>", 40000 },
                                     { "<b>", 40000 },
                                     { "<table>", 20000 },
                                     { "<svg>", 40000 },
                                     { "<math><mi>", 20000 },
                                     { "<i><a></i>", 20000 },
                                     { "<a><i></a>", 20000 },
                                     { "<b></p>", 20000 },
                                     { "<option>", 20000 },
                                     { "<a>", 20000 },
                                     { "<font size=1><p>", 20000 },
                                     { "<p><font color=x>", 10000 },
                                     { "<li>", 20000 },
                                     { "<td>", 20000 },
                                     { "<table><tr><td>", 10000 },
                                     { "<select><option>", 10000 },
                                     { "<button><p>", 10000 },
                                     { "</b>", 20000 },
                                     { "<template>", 20000 },
                                     { "<frameset>", 10000 },
                                     { "&", 40000 },
                                     { "<!--", 20000 },
                                     { "<", 40000 },
                                     { "\xff", 40000 },
                                     { "<ruby><rt>", 10000 } };
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
#ifndef __SANITIZE_ADDRESS__ /* the sanitizer's frames are larger */
    pthread_attr_setstacksize(&attributes, HUSK_WORKER_STACK);
#endif
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, &attributes, parse_hostile, (void *)&pages[i]), 0);
        pthread_join(thread, NULL);
    }
    pthread_attr_destroy(&attributes);
}

static void attributes_without_end(void **state)
{
    (void)state;
    size_t n = 20000, len = 4;
    char *html = malloc(n * 12 + 16);
    strcpy(html, "<div");
    for (size_t i = 0; i < n; i++)
        len += (size_t)sprintf(html + len, " a%zu=%zu", i, i % 10);
    strcpy(html + len, ">x");
    husk_page *page = page_new();
    page_parse(page, html, len + 2);
    check_arrays(page);
    assert_int_equal(page->n_attributes, HUSK_MAX_ATTRIBUTES_PER_NODE);
    assert_int_equal(page->n_blocks, 1);
    husk_page_free(page);
    free(html);
}

static void budgets_cut_and_say_so(void **state)
{
    (void)state;
    husk_page *page = page_new();
    size_t len;
    char *html = repeat("<p>word</p>", 10000, &len);
    page->options.max_nodes = 1000;
    assert_int_equal(page_parse(page, html, len), HUSK_LIMIT);
    assert_string_equal(page->cut, "nodes");
    assert_true(page->n_nodes <= 1000 && page->n_blocks > 100);
    check_arrays(page);
    page->options.max_nodes = HUSK_MAX_NODES;
    page->options.max_bytes = 5000;
    assert_int_equal(page_parse(page, html, len), HUSK_LIMIT);
    assert_string_equal(page->cut, "bytes");
    page->options.max_bytes = HUSK_MAX_PAGE_BYTES;
    assert_int_equal(page_parse(page, html, len), HUSK_OK);
    assert_int_equal(page->n_blocks, 10000);
    husk_page_free(page);
    free(html);
}

static void every_prefix_is_a_page(void **state)
{
    (void)state;
    static const char html[] =
        "<!DOCTYPE html><html><head><title>A &amp; B</title><script>if (a<b) {}</script></head><body class=\"x\">"
        "<table><tr><td>\xc3\xbc<p>t</td></tr></table><ul><li><a href='q?a=1&b=2'>l</a><li>m</ul><!-- c --><svg><path "
        "d='M0'/></svg>"
        "<math><mi>x</mi></math><pre>\n a  "
        "b</pre><select><option>o</select><noscript><p>n</p></noscript>\0<br/></body></html>";
    husk_page *page = page_new();
    for (size_t n = 0; n < sizeof html; n++) {
        char *copy = malloc(n ? n : 1);
        memcpy(copy, html, n);
        page_parse(page, copy, n);
        check_arrays(page);
        free(copy);
    }
    husk_page_free(page);
}

/* Without a doctype a table stays in its paragraph, with one it ends it: whatever page came before. */
static void the_page_before_does_not_matter(void **state)
{
    (void)state;
    static const char quirky[] = "<p>a<table><tr><td>b</table>",
                      strict[] = "<!doctype html><p>a<table><tr><td>b</table>";
    static const struct {
        const char *html;
        uint16_t around_table;
    } turns[] = { { quirky, TAG_P }, { strict, TAG_BODY }, { quirky, TAG_P }, { strict, TAG_BODY } };
    husk_page *page = page_new();
    for (size_t k = 0; k < sizeof turns / sizeof *turns; k++) {
        page_parse(page, turns[k].html, strlen(turns[k].html));
        uint32_t table = 0;
        while (page->tag[table] != TAG_TABLE)
            table++;
        assert_int_equal(page->tag[page->parent[table]], turns[k].around_table);
    }
    husk_page_free(page);
}

static void plain_text_is_a_page(void **state)
{
    (void)state;
    husk_page *page = page_new();
    husk_raw raw = { .size = sizeof(husk_raw), .id = "t", .bytes = "a <b> c\nnext", .len = 12, .is_text = true };
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    assert_int_equal(page_blocks(page), HUSK_OK);
    assert_int_equal(page->n_blocks, 1);
    assert_memory_equal(page->block_text.data, "a <b> c next", 12);
    husk_page_free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(structure),
                                        cmocka_unit_test(what_is_hidden),
                                        cmocka_unit_test(noscript_when_it_holds_the_page),
                                        cmocka_unit_test(hostile_pages),
                                        cmocka_unit_test(attributes_without_end),
                                        cmocka_unit_test(budgets_cut_and_say_so),
                                        cmocka_unit_test(every_prefix_is_a_page),
                                        cmocka_unit_test(the_page_before_does_not_matter),
                                        cmocka_unit_test(plain_text_is_a_page) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
