/* test_views.c - the papers' own examples, through the views. */
#include "unit/make_page.h"

#include "page/views.h"

/* Sathees Babu, Fig. 3 and Table 1: nine paths over four documents with supports 4, 4, 3, 2, 2, 2, 2, 1, 1. The figure
 * leaves the seventh path's name out; it is an <img> here. */
static const char *const documents[] = {
    "<html><body><br></body></html>",
    "<html><body><br>list</body></html>",
    "<html><body><h1>Template Extraction</h1><br>list<big></big><img></body></html>",
    "<html><body><h1>data</h1><big></big><img></body></html>",
};

static void table_1_of_essential_paths(void **state)
{
    (void)state;
    arena memory;
    arena_init(&memory, 1 << 24);
    uint64_t seen[64];
    unsigned support[64] = { 0 }, n_seen = 0;
    static const unsigned sizes[] = { 3, 4, 8, 6 };
    for (size_t d = 0; d < 4; d++) {
        husk_page *page = page_of(documents[d]);
        uint64_t *paths;
        uint32_t n;
        assert_int_equal(page_path_set(page, STEP_TAG, &memory, &paths, &n), HUSK_OK);
        assert_int_equal(n, sizes[d]);
        for (uint32_t i = 0; i < n; i++) {
            unsigned k = 0;
            while (k < n_seen && seen[k] != paths[i])
                k++;
            if (k == n_seen)
                seen[n_seen++] = paths[i];
            support[k]++;
        }
        husk_page_free(page);
    }
    assert_int_equal(n_seen, 9);
    unsigned with[5] = { 0 };
    for (unsigned k = 0; k < n_seen; k++)
        with[support[k]]++;
    assert_int_equal(with[4], 2);
    assert_int_equal(with[3], 1);
    assert_int_equal(with[2], 4);
    assert_int_equal(with[1], 2);
    arena_free(&memory);
}

typedef struct collection {
    unsigned n;
    const char *urls[4];
} collection;

static void check_collections(const char *html, const collection *expected, unsigned n_expected)
{
    husk_page *page = page_of(html);
    arena memory;
    arena_init(&memory, 1 << 24);
    page_link *links;
    uint32_t n, n_collections;
    unsigned found[8] = { 0 };
    assert_int_equal(page_links(page, STEP_ATTRIBUTES, &memory, &links, &n, &n_collections), HUSK_OK);
    assert_int_equal(n_collections, n_expected);
    for (uint32_t i = 0; i < n; i++) {
        const collection *c = &expected[links[i].collection];
        slice href = page_attribute_value(page, links[i].node, ATTR_HREF);
        assert_true(found[links[i].collection] < c->n);
        assert_true(slice_is(href, c->urls[found[links[i].collection]++]));
    }
    arena_free(&memory);
    husk_page_free(page);
}

/* Crescenzi, Merialdo and Missier, Fig. 3: p1 has HTML-TABLE-TR-TD {B1, B2} and HTML-UL-LI {C1, C2}; p2 has
 * HTML-TABLE-TR-TD {B3, B4, B2}, HTML-B {B1} and HTML-UL-LI {C2}. */
static void figure_3_of_link_collections(void **state)
{
    (void)state;
    static const collection p1[] = { { 2, { "B1", "B2" } }, { 2, { "C1", "C2" } } };
    check_collections("<html><table><tr><td><a href=B1>b</a></td></tr><tr><td><a href=B2>b</a></td></tr></table>"
                      "<ul><li><a href=C1>c</a></li><li><a href=C2>c</a></li></ul></html>",
                      p1, 2);
    static const collection p2[] = { { 3, { "B3", "B4", "B2" } }, { 1, { "B1" } }, { 1, { "C2" } } };
    check_collections("<html><table><tr><td><a href=B3>b</a></td></tr><tr><td><a href=B4>b</a></td></tr><tr><td><a "
                      "href=B2>b</a></td></tr></table>"
                      "<b><a href=B1>b</a></b><ul><li><a href=C2>c</a></li></ul></html>",
                      p2, 3);
}

static void attributes_part_collections(void **state)
{
    (void)state;
    static const collection parts[] = { { 2, { "1", "3" } }, { 1, { "2" } } };
    check_collections(
        "<p class='a b' id=x><a href=1>1</a></p><p class=b><a href=2>2</a></p><p id=x class='a  b'><a href=3>3</a></p>",
        parts, 2);
}

/* Geraci and Maggini, section 2.1: white space and case fall away, attributes are sorted, text between two tags is one
 * token. */
static void tokens_are_normalised(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "<html>", "<head>", "</head>", "<body>", "<div a=\"x y\" class=\"big\">", "hello world", "<br>", "<b>", "bold",
        "</b>",   "</div>", "</body>", "</html>"
    };
    husk_page *page = page_of("<DIV Class=Big A='X   Y'>\n Hello\n\t WORLD <BR><b>Bold</b></DIV>");
    arena memory;
    arena_init(&memory, 1 << 24);
    page_token *tokens;
    uint32_t n;
    assert_int_equal(page_tokens(page, &memory, &tokens, &n), HUSK_OK);
    assert_int_equal(n, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < n; i++) {
        buffer text;
        buffer_init(&text, 1000);
        page_token_write(page, tokens[i], &text);
        buffer_byte(&text, 0);
        assert_string_equal(text.data, expected[i]);
        buffer_free(&text);
    }
    husk_page *same = page_of("<div a='x y'   class=\"BIG\">hello world<br><B>bold</B></div>");
    page_token *others;
    uint32_t m;
    assert_int_equal(page_tokens(same, &memory, &others, &m), HUSK_OK);
    assert_int_equal(m, n);
    for (uint32_t i = 0; i < n; i++)
        assert_true(tokens[i].hash == others[i].hash);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_true(tokens[i].hash != tokens[k].hash);
    arena_free(&memory);
    husk_page_free(same);
    husk_page_free(page);
}

static void subtrees_hash_their_html(void **state)
{
    (void)state;
    husk_page *page = page_of(
        "<div><p class=a id=b>x <b>y</b></p><p id=b  class=a>x\n<b>y</b></p><p>x <b>z</b></p><p><b>y</b>x </p></div>");
    arena memory;
    arena_init(&memory, 1 << 24);
    page_subtree *s;
    assert_int_equal(page_subtrees(page, &memory, &s), HUSK_OK);
    uint32_t div = page->body + 1, p[4], at = div + 1;
    for (int i = 0; i < 4; i++, at = page->end[at])
        p[i] = at;
    assert_true(s[p[0]].hash == s[p[1]].hash); /* order of attributes and kind of white space do not count */
    assert_true(s[p[0]].hash != s[p[2]].hash);
    assert_true(s[p[2]].hash != s[p[3]].hash);
    assert_int_equal(s[p[2]].html_len, strlen("<p>x <b>z</b></p>"));
    assert_int_equal(s[p[0]].html_len, strlen("<p class=\"a\" id=\"b\">x <b>y</b></p>"));
    arena_free(&memory);
    husk_page_free(page);
}

/* The same page as measured by a browser has the same subtrees, tokens and link paths. */
static void boxes_of_a_browser_are_no_markup(void **state)
{
    (void)state;
    husk_page *plain = page_of("<html><body class=b><p><a href=x>one</a></p></body></html>");
    husk_page *boxed = page_of("<html data-husk-box='0 0 9 9'><body class=b data-husk-box='0 0 8 8'><p "
                               "data-husk-box='1 1 7 7'><a href=x data-husk-box='2 2 3 3'>one</a></p></body></html>");
    arena memory;
    arena_init(&memory, 1 << 24);
    page_subtree *a, *b;
    uint64_t *x, *y;
    assert_int_equal(page_subtrees(plain, &memory, &a), HUSK_OK);
    assert_int_equal(page_subtrees(boxed, &memory, &b), HUSK_OK);
    assert_int_equal(page_path_hashes(plain, STEP_ATTRIBUTES, &memory, &x), HUSK_OK);
    assert_int_equal(page_path_hashes(boxed, STEP_ATTRIBUTES, &memory, &y), HUSK_OK);
    assert_int_equal(plain->n_nodes, boxed->n_nodes);
    for (uint32_t i = 0; i < plain->n_nodes; i++) {
        assert_true(a[i].hash == b[i].hash && a[i].html_len == b[i].html_len && x[i] == y[i]);
        if (!(plain->flags[i] & NODE_TEXT))
            assert_true(page_element_hash(plain, i) == page_element_hash(boxed, i));
    }
    arena_free(&memory);
    husk_page_free(plain);
    husk_page_free(boxed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_1_of_essential_paths),  cmocka_unit_test(figure_3_of_link_collections),
        cmocka_unit_test(attributes_part_collections), cmocka_unit_test(tokens_are_normalised),
        cmocka_unit_test(subtrees_hash_their_html),    cmocka_unit_test(boxes_of_a_browser_are_no_markup)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
