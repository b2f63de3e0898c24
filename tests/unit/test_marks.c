/* test_marks.c - hints of a page's kind beside its elements. */
#include "unit/make_page.h"

#include "cluster/pairs/marks.h"

static void marks_make(const char *html, arena *memory, marks *m)
{
    husk_page *page = page_new();
    page_parse(page, html, strlen(html));
    assert_int_equal(marks_of_page(page, memory, m), HUSK_OK);
    husk_page_free(page);
}

/* How many marks of a set two pages share. */
static size_t shared(const marks *a, const marks *b, int set)
{
    size_t n = 0;
    for (size_t i = 0; i < a->n[set]; i++)
        for (size_t j = 0; j < b->n[set]; j++)
            n += a->set[set][i] == b->set[set][j];
    return n;
}

static void test_body_words(void **state)
{
    (void)state;
    arena memory;
    marks a, b;
    arena_init(&memory, (size_t)1 << 26);
    marks_make("<body class='single postid-1 single-post'>x", &memory, &a);
    marks_make("<body class='single-post single postid-2' id=top>x", &memory, &b);
    assert_int_equal(a.n[MARKS_BODY], 3);
    assert_int_equal(b.n[MARKS_BODY], 4);
    assert_int_equal(shared(&a, &b, MARKS_BODY), 2);
    arena_free(&memory);
}

static void test_types(void **state)
{
    (void)state;
    arena memory;
    marks a, b;
    arena_init(&memory, (size_t)1 << 26);
    marks_make("<head><meta property=og:type content=article><script type='application/ld+json'>"
               "{\"@type\": \"Article\", \"author\": {\"@type\" : [\"Person\"]}}</script></head>",
               &memory, &a);
    marks_make(
        "<head><meta property=og:type content=Article></head><div itemscope itemtype='https://schema.org/Article'>",
        &memory, &b);
    assert_int_equal(a.n[MARKS_HEAD], 4); /* a meta element, its value, two types */
    assert_int_equal(b.n[MARKS_HEAD], 3);
    assert_int_equal(shared(&a, &b, MARKS_HEAD), 3);
    arena_free(&memory);
}

/* A script that ends in the middle of a type has none. */
static void test_cut_script(void **state)
{
    (void)state;
    arena memory;
    marks m;
    arena_init(&memory, (size_t)1 << 26);
    marks_make("<script>\"@type\"</script>", &memory, &m);
    assert_int_equal(m.n[MARKS_HEAD], 0);
    marks_make("<script>\"@type\": \"Art</script>", &memory, &m);
    assert_int_equal(m.n[MARKS_HEAD], 0);
    arena_free(&memory);
}

static void test_shape(void **state)
{
    (void)state;
    arena memory;
    marks m;
    const char *text = "This text is long enough for a teaser of a listing.";
    buffer html;
    buffer_init(&html, 1 << 16);
    for (int i = 0; i < 5; i++)
        buffer_format(&html, "<article class=post><h2><a href=/%d>Title</a></h2><p>%s</article>", i, text);
    buffer_format(&html, "<div class=post><a href=/>Home</a></div><p><a href=/more>12345</a>");
    buffer_byte(&html, 0);
    arena_init(&memory, (size_t)1 << 26);
    marks_make(html.data, &memory, &m);
    assert_int_equal(m.shape[SHAPE_TEASERS], 5);
    assert_int_equal(m.shape[SHAPE_ARTICLES], 5);
    assert_int_equal(m.shape[SHAPE_HEADINGS], 5);
    assert_int_equal(m.shape[SHAPE_LINKS], 7);
    assert_int_equal(m.shape[SHAPE_LINK_LETTERS], 5 * 5 + 4 + 5);
    assert_int_equal(m.shape[SHAPE_PARAGRAPH_LETTERS], 5 * strlen(text));
    assert_int_equal(m.shape[SHAPE_LONGEST], strlen(text));
    buffer_free(&html);
    arena_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_body_words), cmocka_unit_test(test_types),
                                        cmocka_unit_test(test_cut_script), cmocka_unit_test(test_shape) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
