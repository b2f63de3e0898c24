/* test_evidence.c - what identifies texts and places: numbered names, names of one page, links to adjacent pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "judge/site/evidence.h"
#include "store/tally.h"

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
static bool is_short; /* of memory: no buffer grows */

void *__wrap_realloc(void *old, size_t size)
{
    return is_short ? NULL : __real_realloc(old, size);
}

typedef struct read_page {
    husk_page *page;
    arena memory;
    hash_map names;
    model_count *known;
    uint32_t n_known;
} read_page;

static void count_name(void *context, uint64_t name)
{
    assert_true(map_count(context, name, 1));
}

static void open_page(read_page *r, const char *html)
{
    *r = (read_page){ 0 };
    husk_raw raw = {
        .size = sizeof(husk_raw), .id = "p", .url = "http://a.example/x/p.html", .bytes = html, .len = strlen(html)
    };
    arena_init(&r->memory, (size_t)1 << 24);
    assert_int_equal(husk_page_new(NULL, &r->page, NULL), HUSK_OK);
    assert_int_equal(husk_page_parse(r->page, &raw, NULL), HUSK_OK);
    evidence_names(r->page, count_name, &r->names);
    r->known = tally_counts(&r->names, 1, &r->memory, &r->n_known);
}

static void close_page(read_page *r)
{
    map_free(&r->names);
    husk_page_free(r->page);
    arena_free(&r->memory);
}

/* The path of the text `text`, by the names given. */
static uint64_t path_of(read_page *r, const known_names *names, const char *text)
{
    uint64_t *paths;
    assert_int_equal(evidence_paths(r->page, names, &r->memory, &paths), HUSK_OK);
    for (uint32_t i = 0; i < r->page->n_nodes; i++)
        if (r->page->flags[i] & NODE_TEXT && slice_is(r->page->text[i], text))
            return paths[i];
    fail_msg("no text %s", text);
    return 0;
}

static void test_paths(void **state)
{
    (void)state;
    read_page r;
    open_page(&r, "<body class=one><div class='b a item-17'>first</div><div class='item-4 a b'>second</div><div "
                  "class=c>third</div><p id=x9>fourth</p>");
    known_names all = { .names = r.known, .n = r.n_known }, none = { .names = r.known };
    assert_true(path_of(&r, &all, "first") ==
                path_of(&r, &all, "second")); /* digits are folded, order does not matter */
    assert_true(path_of(&r, &all, "first") != path_of(&r, &all, "third"));
    assert_true(path_of(&r, &none, "first") ==
                path_of(&r, &none, "third")); /* names that the site does not know don't count */
    assert_true(path_of(&r, &none, "first") != path_of(&r, &none, "fourth"));
    hash_map table = { 0 };
    assert_true(tally_of_counts(r.known, r.n_known, &table));
    known_names quick = { .table = &table };
    assert_true(path_of(&r, &all, "first") == path_of(&r, &quick, "first"));
    static memo sums;
    known_names again = { .table = &table, .sums = &sums };
    for (int page = 0; page < 2; page++) /* computed, then remembered */
        assert_true(path_of(&r, &all, "second") == path_of(&r, &again, "second"));
    map_free(&table);
    close_page(&r);
}

static void test_texts(void **state)
{
    (void)state;
    read_page r;
    text_evidence *texts;
    uint32_t n;
    url_resolver *urls = url_resolver_new();
    open_page(&r,
              "<head><link rel=next href=q.html></head><body><h1>A title</h1><p> It is a text. </p><a "
              "href=q.html>Onward</a><a rel=prev href=o.html>Back</a>"
              "<a accesskey=h href=/>Home</a><a href=z.html>Elsewhere</a><a href=#top>Top</a><script>no text</script>");
    assert_int_equal(evidence_of_page(r.page, urls, &r.memory, &texts, &n), HUSK_OK);
    assert_int_equal(n, 7);
    assert_true(texts[0].flags & EVIDENCE_HEADING);
    assert_true(texts[1].flags & EVIDENCE_SENTENCE);
    assert_int_equal(texts[1].words, 4);
    assert_int_equal(texts[1].short_words, 2); /* is, a */
    for (uint32_t i = 2; i < 5; i++)
        assert_true((texts[i].flags & (EVIDENCE_LINK | EVIDENCE_NEIGHBOUR)) == (EVIDENCE_LINK | EVIDENCE_NEIGHBOUR));
    assert_false(texts[5].flags & EVIDENCE_NEIGHBOUR);
    assert_true(texts[5].target != 0 && texts[5].target != texts[2].target);
    assert_true(texts[6].flags & EVIDENCE_INSIDE && texts[6].target == 0);
    url_resolver_free(urls);
    close_page(&r);
}

/* The same piece of a page with any attributes, another if a text differs. */
static void test_pieces(void **state)
{
    (void)state;
    read_page r;
    uint64_t *pieces;
    open_page(
        &r,
        "<body><ul id=a><li><b>x</b><li>y</ul><ul class=b><li><b class=c>x</b><li>y</ul><ul><li><b>x</b><li>z</ul>");
    assert_int_equal(evidence_pieces(r.page, &r.memory, &pieces), HUSK_OK);
    uint32_t list[3], n = 0;
    for (uint32_t i = 1; i < r.page->n_nodes; i++)
        if (r.page->tag[i] == TAG_UL)
            list[n++] = i;
    assert_int_equal(n, 3);
    assert_true(pieces[list[0]] == pieces[list[1]]);
    assert_true(pieces[list[0]] != pieces[list[2]]);
    close_page(&r);
}

/* White space at the ends does not count, even if it can't end a line; inside it does. */
static void test_spaces(void **state)
{
    (void)state;
    read_page r;
    uint64_t texts[4];
    uint32_t n = 0;
    open_page(&r, "<body><p>The next page<p>&nbsp; The next page &nbsp;\n&nbsp;<p>The&nbsp;next page<p>&nbsp;\xc3\xa0");
    for (uint32_t i = 1; i < r.page->n_nodes && n < 4; i++)
        if (r.page->flags[i] & NODE_TEXT && !(r.page->flags[i] & NODE_BLANK))
            texts[n++] = evidence_text(r.page, i);
    assert_int_equal(n, 4);
    assert_true(texts[0] == texts[1]);
    assert_true(texts[0] != texts[2]);
    close_page(&r);
    open_page(&r, "<body><p>\xc3\xa0"); /* its last byte is that of the space too */
    for (uint32_t i = 1; i < r.page->n_nodes; i++)
        if (r.page->flags[i] & NODE_TEXT)
            assert_true(evidence_text(r.page, i) == texts[3]);
    close_page(&r);
}

/* A link whose target could not be made is no other link: learning would count it as one. */
static void test_no_memory(void **state)
{
    (void)state;
    read_page r;
    text_evidence *texts;
    uint32_t n;
    url_resolver *urls = url_resolver_new();
    open_page(&r, "<body><a href=/next>The next page</a>");
    is_short = true;
    husk_status status = evidence_of_page(r.page, urls, &r.memory, &texts, &n);
    is_short = false;
    assert_int_equal(status, HUSK_NO_MEMORY);
    assert_int_equal(evidence_of_page(r.page, urls, &r.memory, &texts, &n), HUSK_OK);
    assert_int_equal(n, 1);
    url_resolver_free(urls);
    close_page(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_paths), cmocka_unit_test(test_texts),
                                        cmocka_unit_test(test_pieces), cmocka_unit_test(test_spaces),
                                        cmocka_unit_test(test_no_memory) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
