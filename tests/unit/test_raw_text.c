/* test_raw_text.c - scripts and styles taken in one stride make the same tree as lexbor's own way, byte for byte. */
#include "unit/make_page.h"

#include <lexbor/dom/interfaces/character_data.h>
#include <lexbor/html/html.h>

#include "base/random.h"

/* Lexbor's tree of the same bytes, as the page has it: elements and texts in order. */
static void check_same_tree(husk_page *page, const char *html, size_t len)
{
    lxb_html_document_t *document = lxb_html_document_create();
    lxb_html_document_scripting_set(document, true);
    assert_int_equal(lxb_html_document_parse_chunk_begin(document), LXB_STATUS_OK);
    lxb_html_parser_scripting_set(document->dom_document.parser, true);
    assert_int_equal(lxb_html_document_parse_chunk(document, (const lxb_char_t *)html, len), LXB_STATUS_OK);
    assert_int_equal(lxb_html_document_parse_chunk_end(document), LXB_STATUS_OK);
    uint32_t i = 0;
    const lxb_dom_node_t *root = lxb_dom_interface_node(document), *node = root;
    while (node) {
        if (node->type == LXB_DOM_NODE_TYPE_TEXT) {
            const lexbor_str_t *data = &((const lxb_dom_character_data_t *)node)->data;
            assert_true(++i < page->n_nodes && page->flags[i] & NODE_TEXT);
            assert_int_equal(page->text[i].len, data->length);
            assert_memory_equal(page->text[i].data, data->data, data->length);
        } else if (node->type == LXB_DOM_NODE_TYPE_ELEMENT) {
            size_t n = 0;
            const lxb_char_t *name = lxb_dom_element_local_name((lxb_dom_element_t *)node, &n);
            assert_true(++i < page->n_nodes && !(page->flags[i] & NODE_TEXT));
            assert_int_equal(page_tag_name(page, page->tag[i]).len, n);
            assert_memory_equal(page_tag_name(page, page->tag[i]).data, name, n);
        }
        if (node->first_child) {
            node = node->first_child;
            continue;
        }
        while (node != root && node->next == NULL)
            node = node->parent;
        node = node == root ? NULL : node->next;
    }
    assert_int_equal(i + 1, page->n_nodes);
    lxb_html_document_destroy(document);
}

static void check(const char *html, size_t len)
{
    husk_page *page = page_new();
    page_parse(page, html, len);
    check_same_tree(page, html, len);
    husk_page_free(page);
}

static void ends_of_scripts(void **state)
{
    (void)state;
    static const char *const pages[] = {
        "<script>a < b && c</script>x",
        "<script></script>x<script src=a></script >y",
        "<SCRIPT>a</sCrIpT\n>x",
        "<script>a</scripts>b</script/>x",
        "<script>a</script b='>'>x",
        "<script>a</script",
        "<script>a</",
        "<script>a<",
        "<script>never closed <p>x",
        "<script><!-- a --></script>x",
        "<script><!-- <script> </script> --></script>x",
        "<script><!-- <script> </script>x",
        "<script><!-- <SCRIPT\n </script> a </script>x",
        "<script><!--> <script> </script>x",
        "<script>a\r\nb\rc</script>x",
        "<style>p > a { content: '</styl' }</style>x<style>\r</style>",
        "<svg><style>a<b>c</b></style><script>a<b>c</script></svg>x",
        "<noscript><p>a</noscript>x<iframe><p>a</iframe><xmp><p>a</xmp><noembed><p></noembed>",
        "<template><script>a</script></template><title><script></title><textarea><script></textarea>",
        "<table><script>a</script><style>b</style></table><select><script>c</script></select>",
        "<head><script>a</script></head><script>b</script><body><script>c",
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        check(pages[i], strlen(pages[i]));
    check("<script>a\0b</script>x", 21);
}

/* Lexbor gets a page in pieces of 64 KB and more: a script may end in any later one, or in none. */
static void across_pieces(void **state)
{
    (void)state;
    size_t len = 500000;
    char *html = malloc(len);
    for (size_t start = 65520; start < 65560; start += 4)
        for (size_t script = 60000; script < 300000; script += 66000) {
            memset(html, 'x', len);
            memcpy(html, "<p>", 3);
            memcpy(html + start, "<script>", 8);
            for (size_t i = 0; i < script; i += 100)
                memcpy(html + start + 8 + i, "<b>", 3);
            memcpy(html + start + 8 + script, "</script><p>", 12);
            check(html, len);
            html[start + 8 + script] = ' ';
            check(html, len);
        }
    free(html);
}

static void any_pieces_of_markup(void **state)
{
    (void)state;
    static const char *const parts[] = { "<script>", "</script>", "<SCRIPT ",  "</script",   "<!--",        "-->",
                                         "<!-",      "--",        "<script",   ">",          "<style>",     "</style>",
                                         "</style ", "x",         " ",         "\r\n",       "/",           "<",
                                         "</",       "<p>",       "'",         "<noscript>", "</noscript>", "<svg>",
                                         "<table>",  "<iframe>",  "</iframe/", "&amp;",      "\n" };
    random_state random = { 7 };
    husk_page *page = page_new();
    for (int round = 0; round < 8000; round++) {
        char html[512];
        size_t len = 0;
        for (uint32_t n = 2 + random_below(&random, 24); n; n--) {
            const char *part = parts[random_below(&random, sizeof parts / sizeof *parts)];
            memcpy(html + len, part, strlen(part));
            len += strlen(part);
        }
        page_parse(page, html, len);
        check_same_tree(page, html, len);
    }
    husk_page_free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_of_scripts),
        cmocka_unit_test(across_pieces),
        cmocka_unit_test(any_pieces_of_markup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
