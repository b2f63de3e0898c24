/* test_trie.c - sums over the paths of some pages.
 * Which texts count at their place, and a path's columns about the site. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "judge/site/trie.h"
#include "store/tally.h"

enum { PAGES = 10 };

/* A site of schools: a menu with every type, a heading that is a link on every other page, labels, and next to each
 * label a value; one page in ten is of another type. */
static void write_school(unsigned i, char *html, size_t size)
{
    snprintf(html, size,
             "<body><ul><li><a href=/a>Private</a><li><a href=/b>Public</a></ul><h2>%s</h2><table>"
             "<tr><th>Founded<td>%u<tr><th>Type<td>%s<tr><th>Students<td>%u<tr><th>Country<td>Utopia<tr><th>Fee<td>%u<"
             "tr><th>Rank<td>%u<tr><th>Dean<td>Dr. %c.</table>%s",
             i % 2 ? "In brief" : "<i>In brief</i>", 1800 + i * 7, i == 3 ? "Public" : "Private", 1000 + i * i, 300 + i,
             40 + i, 'A' + (int)i, i == 5 ? "<p>A remark that one page alone has." : "");
}

typedef struct site {
    husk_page *page;
    arena memory;
    url_resolver *urls;
    hash_map texts, links, pieces, headings;
    class_words words;
    trie paths;
} site;

static void read_school(site *s, unsigned i, text_evidence **texts, uint32_t *n)
{
    char html[1000];
    write_school(i, html, sizeof html);
    husk_raw raw = {
        .size = sizeof(husk_raw), .id = "p", .url = "http://a.example/p.html", .bytes = html, .len = strlen(html)
    };
    assert_int_equal(husk_page_parse(s->page, &raw, NULL), HUSK_OK);
    assert_int_equal(page_blocks(s->page), HUSK_OK);
    assert_int_equal(evidence_of_page(s->page, s->urls, &s->memory, texts, n), HUSK_OK);
}

static void add_school(site *s, unsigned i)
{
    text_evidence *texts;
    uint64_t *paths, *pieces;
    uint32_t n;
    known_names names = { 0 };
    float probability[100];
    bool keep[100] = { false };
    trie_context context = { &s->texts, &s->links, &s->pieces, &s->headings, PAGES, &s->words };
    read_school(s, i, &texts, &n);
    assert_true(s->page->n_blocks <= 100);
    for (unsigned k = 0; k < 100; k++)
        probability[k] = .5f;
    assert_int_equal(evidence_paths(s->page, &names, &s->memory, &paths), HUSK_OK);
    assert_int_equal(evidence_pieces(s->page, &s->memory, &pieces), HUSK_OK);
    assert_int_equal(trie_add(&s->paths, s->page, texts, n, paths, pieces, &(trie_opinion){ probability, keep },
                              &context, &s->memory),
                     HUSK_OK);
}

static void open_site(site *s)
{
    text_evidence *texts;
    uint32_t n;
    *s = (site){ .urls = url_resolver_new() };
    arena_init(&s->memory, (size_t)1 << 26);
    assert_int_equal(husk_page_new(NULL, &s->page, NULL), HUSK_OK);
    for (unsigned i = 0; i < PAGES; i++) {
        read_school(s, i, &texts, &n);
        for (uint32_t k = 0; k < n; k++)
            assert_true(map_count(&s->texts, texts[k].text, i + 1));
    }
    for (unsigned i = 0; i < PAGES; i++)
        add_school(s, i);
}

static void close_site(site *s)
{
    trie_free(&s->paths);
    map_free(&s->texts);
    husk_page_free(s->page);
    url_resolver_free(s->urls);
    arena_free(&s->memory);
}

/* The first path of a tag. */
static uint32_t path_of(const site *s, uint16_t tag)
{
    for (uint32_t i = 0; i < s->paths.n; i++)
        if (s->paths.nodes[i].tag == tag)
            return i;
    fail_msg("no path");
    return 0;
}

/* Pages that count for a text on a tag's path; the page under way has the text. */
static uint32_t places_of(const site *s, const model_count *places, uint32_t n, uint16_t tag, const char *text)
{
    uint32_t pages = 0;
    for (uint32_t i = 1; i < s->page->n_nodes; i++)
        if (s->page->flags[i] & NODE_TEXT && slice_is(slice_trim(s->page->text[i]), text) &&
            s->page->tag[s->page->parent[i]] == tag)
            for (uint32_t k = 0; k < n; k++)
                if (places[k].hash == evidence_place(evidence_text(s->page, i), s->paths.nodes[path_of(s, tag)].hash))
                    pages = places[k].pages;
    return pages;
}

/* Nine of ten schools are private, as the menu of all pages says too: where values are, that is a value, unless all
 * pages have it. */
static void test_places(void **state)
{
    (void)state;
    site s;
    uint32_t n;
    open_site(&s);
    model_count *places = trie_places(&s.paths, EVIDENCE_PLACE_PAGES, &s.memory, &n);
    assert_non_null(places);
    assert_int_equal(places_of(&s, places, n, TAG_A, "Private"), PAGES);
    assert_int_equal(places_of(&s, places, n, TAG_TH, "Type"), PAGES);
    assert_int_equal(places_of(&s, places, n, TAG_TD, "Private"), 0);
    assert_int_equal(places_of(&s, places, n, TAG_TD, "Utopia"), PAGES);
    assert_int_equal(places_of(&s, places, n, TAG_H2, "In brief"),
                     PAGES); /* on the other pages it is in the same block */
    close_site(&s);
}

static float value_of(const place_matrix *m, const char *name, uint32_t path)
{
    char at[COLUMN_NAME_SIZE];
    for (unsigned c = 0; c < N_PLACE_COLUMNS; c++) {
        column_name(COLUMNS_PLACE, c, at);
        if (strcmp(at, name) == 0)
            return m->values[(size_t)c * m->stride + path];
    }
    fail_msg("no column %s", name);
    return 0;
}

/* Every path sees the site: the root's columns, and how much alike the pages are built. */
static void test_site_columns(void **state)
{
    (void)state;
    site s;
    place_matrix m;
    open_site(&s);
    assert_int_equal(place_features(&s.paths, &s.memory, &m), HUSK_OK);
    uint32_t cell = path_of(&s, TAG_TD), remark = path_of(&s, TAG_P);
    assert_true(value_of(&m, "root_links", cell) > 0 && value_of(&m, "links", cell) == 0);
    assert_true(value_of(&m, "root_links", cell) == value_of(&m, "links", 0));
    assert_true(value_of(&m, "root_own", remark) == value_of(&m, "own", 0));
    double paths = s.paths.n;
    assert_float_equal(value_of(&m, "site_usual", cell), (paths - 2) / paths,
                       1e-6); /* all but the remark's and the slanted heading's */
    assert_float_equal(value_of(&m, "site_paths", cell), log1p(paths), 1e-5);
    assert_float_equal(value_of(&m, "site_page_paths", cell), log1p(paths - 2 + .5 + .1), 1e-5);
    double words = s.paths.nodes[0].sums[SUM_words], of_remark = s.paths.nodes[remark].sums[SUM_words],
           of_heading = s.paths.nodes[path_of(&s, TAG_I)].sums[SUM_words];
    assert_float_equal(value_of(&m, "site_path_pages", cell), (words - of_remark * .9 - of_heading * .5) / words, 1e-6);
    close_site(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_places), cmocka_unit_test(test_site_columns) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
