/* test_collection.c - pages to clusters through the public API: kinds of page within a site, order, tiny collections.
 * Also the output as JSON and pictures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <yyjson.h>

#include "base/hash.h"
#include "cluster/collection.h"
#include "husk/lab.h"

static const husk_text_method methods[] = { HUSK_TEXT_NONE, HUSK_TEXT_MDL,  HUSK_TEXT_HASH,
                                            HUSK_TEXT_MAX,  HUSK_TEXT_DICE, HUSK_TEXT_LSH };
enum { N_METHODS = 6 };

static husk_clustering *collection_holding(husk_text_method method, uint32_t held)
{
    husk_cluster_options options;
    husk_cluster_options_init(&options, sizeof options);
    options.held = held;
    husk_text_options text;
    husk_text_options_init(&text);
    text.method = method;
    text.names = true;
    husk_clustering *collection;
    assert_int_equal(method == HUSK_TEXT_NONE ? husk_clustering_new(&options, &collection, NULL)
                                              : husk_text_clustering_new(&options, &text, &collection, NULL),
                     HUSK_OK);
    return collection;
}

static husk_clustering *collection_of(husk_text_method method)
{
    return collection_holding(method, 0);
}

static void add(husk_clustering *collection, husk_page *page, const char *id, const char *html)
{
    husk_raw raw = { .size = sizeof(husk_raw), .id = id, .bytes = html, .len = strlen(html) };
    husk_digest *digest;
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    assert_int_equal(husk_clustering_read(collection, page, &digest, NULL), HUSK_OK);
    assert_int_equal(husk_clustering_add(collection, digest, NULL), HUSK_OK);
    husk_digest_free(digest);
}

/* A site with three kinds of page that share header, menu and footer; each names itself in a heading, and has its own
 * parts. */
static void write_page(char *html, size_t size, unsigned n)
{
    static const char *const kind[] = { "Class", "Function", "Index" };
    static const char *const part[] = {
        "<table class=members><tr class=member><td class=type>int</td><td class=name>a</td></tr></table><div "
        "class=inherit>from</div>",
        "<dl class=parameters><dt class=parameter>x</dt><dd class=meaning>y</dd></dl><p class=returns>z</p><pre "
        "class=synopsis>f</pre>",
        "<ul class=letters><li class=letter><a class=entry>e</a></li></ul><p class=jump>to</p><hr class=rule>"
    };
    uint64_t h = hash_pair(5, n);
    size_t len = (size_t)snprintf(html, size,
                                  "<html><head><title>Thing%u - Manual</title></head><body><div class=top><a "
                                  "class=home>Home</a><ul class=menu><li>One<li>Two<li>Three</ul></div>"
                                  "<div class=main><h1 class=title>%s thing%u</h1><p>Words of page %u.</p>%s",
                                  n, kind[n % 3], n, n, part[n % 3]);
    /* Content that varies on all kinds alike. */
    static const char *const extra[] = { "<pre class=example>x</pre>", "<blockquote>q</blockquote>",
                                         "<table class=t><tr><td>1</table>", "<em>e</em>" };
    for (unsigned k = 0; k < 4; k++)
        if (h >> k & 1)
            len += (size_t)snprintf(html + len, size - len, "%s", extra[k]);
    snprintf(html + len, size - len, "</div><div class=foot>Made by hand</div></body></html>");
}

static husk_clustering *site_holding(husk_text_method method, unsigned n, unsigned turn, uint32_t held)
{
    husk_clustering *collection = collection_holding(method, held);
    husk_page *page;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    for (unsigned i = 0; i < n; i++) {
        char html[4096], id[40];
        unsigned k = (i + turn) % n;
        write_page(html, sizeof html, k);
        snprintf(id, sizeof id, "manual/%u.html", k);
        add(collection, page, id, html);
    }
    husk_page_free(page);
    assert_int_equal(husk_clustering_run(collection, NULL), HUSK_OK);
    return collection;
}

static husk_clustering *site(husk_text_method method, unsigned n, unsigned turn)
{
    return site_holding(method, n, turn, 0);
}

static void test_auto_finds_the_kinds_of_a_site(void **state)
{
    (void)state;
    enum { N = 90 };
    husk_clustering *collection = site(HUSK_TEXT_NONE, N, 0);
    assert_int_equal(husk_clustering_n_clusters(collection), 3);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(husk_clustering_cluster_of(collection, i), i % 3);
    husk_clustering_free(collection);
}

/* Pages of one kind that differ only in content stay together. */
static void test_auto_leaves_one_template_whole(void **state)
{
    (void)state;
    husk_clustering *collection = collection_of(HUSK_TEXT_NONE);
    husk_page *page;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    for (unsigned i = 0; i < 60; i++) {
        char html[4096], id[40];
        write_page(html, sizeof html, i * 3);
        snprintf(id, sizeof id, "manual/%u.html", i);
        add(collection, page, id, html);
    }
    husk_page_free(page);
    assert_int_equal(husk_clustering_run(collection, NULL), HUSK_OK);
    assert_int_equal(husk_clustering_n_clusters(collection), 1);
    husk_clustering_free(collection);
}

static void test_any_order_gives_the_same_clusters(void **state)
{
    (void)state;
    enum { N = 60 };
    for (int m = 0; m < N_METHODS; m++) {
        husk_clustering *a = site(methods[m], N, 0), *b = site(methods[m], N, 17);
        assert_int_equal(husk_clustering_n_clusters(a), husk_clustering_n_clusters(b));
        for (uint32_t i = 0; i < N; i++)
            for (uint32_t j = 0; j < i; j++)
                assert_int_equal(husk_clustering_cluster_of(b, i) == husk_clustering_cluster_of(b, j),
                                 husk_clustering_cluster_of(a, (i + 17) % N) ==
                                     husk_clustering_cluster_of(a, (j + 17) % N));
        husk_clustering_free(a);
        husk_clustering_free(b);
    }
}

static void write_all(husk_clustering *collection)
{
    husk_output *output;
    size_t len;
    assert_int_equal(husk_output_new((size_t)1 << 24, &output), HUSK_OK);
    assert_int_equal(husk_clustering_json(collection, output, NULL), HUSK_OK);
    const char *json = husk_output_data(output, &len);
    yyjson_doc *doc = yyjson_read(json, len, 0);
    assert_non_null(doc);
    yyjson_val *root = yyjson_doc_get_root(doc);
    assert_int_equal(yyjson_get_uint(yyjson_obj_get(root, "n_pages")), husk_clustering_n_pages(collection));
    yyjson_val *clusters = yyjson_obj_get(root, "clusters"), *cluster;
    assert_int_equal(yyjson_arr_size(clusters), husk_clustering_n_clusters(collection));
    size_t i, max, pages = 0;
    yyjson_arr_foreach(clusters, i, max, cluster)
    {
        assert_int_equal(yyjson_get_uint(yyjson_obj_get(cluster, "size")),
                         yyjson_arr_size(yyjson_obj_get(cluster, "pages")));
        pages += yyjson_arr_size(yyjson_obj_get(cluster, "pages"));
    }
    assert_int_equal(pages, husk_clustering_n_pages(collection));
    yyjson_doc_free(doc);
    husk_output_clear(output);
    assert_int_equal(husk_clustering_svg(collection, output, NULL), HUSK_OK);
    const char *svg = husk_output_data(output, &len);
    assert_memory_equal(svg, "<svg ", 5);
    assert_memory_equal(svg + len - 7, "</svg>\n", 7);
    husk_output_clear(output);
    assert_int_equal(husk_clustering_map(collection, output, NULL),
                     collection->found.sets.first ? HUSK_OK : HUSK_LIMIT);
    husk_output_free(output);
}

static void test_json_names_template_paths(void **state)
{
    (void)state;
    husk_clustering *collection = site(HUSK_TEXT_MDL, 12, 0);
    husk_output *output;
    size_t len;
    assert_int_equal(husk_output_new((size_t)1 << 24, &output), HUSK_OK);
    assert_int_equal(husk_clustering_json(collection, output, NULL), HUSK_OK);
    assert_int_equal(husk_output_append(output, "", 1), HUSK_OK);
    assert_non_null(strstr(husk_output_data(output, &len), "\"Document\\\\html\\\\body\\\\div\\\\a\\\\Home\""));
    husk_output_free(output);
    husk_clustering_free(collection);
}

/* More pages than are held: a sample is clustered, the rest find their kinds, in any order. */
static void test_more_pages_than_are_held(void **state)
{
    (void)state;
    enum { N = 300 };
    for (unsigned turn = 0; turn < N; turn += 111) {
        husk_clustering *collection = site_holding(HUSK_TEXT_NONE, N, turn, 60);
        assert_int_equal(husk_clustering_n_pages(collection), N);
        assert_int_equal(husk_clustering_n_clusters(collection), 3);
        for (uint32_t i = 0; i < N; i++)
            assert_int_equal(husk_clustering_cluster_of(collection, i), i % 3);
        write_all(collection);
        husk_clustering_free(collection);
    }
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
        for (uint32_t held = 1; held < 60; held += 29) { /* so few that later rounds are needed */
            husk_clustering *collection = site_holding(methods[m], 90, 0, held),
                            *other = site_holding(methods[m], 90, 45, held);
            for (uint32_t i = 0; i < 90; i++) {
                assert_true(husk_clustering_cluster_of(collection, i) < husk_clustering_n_clusters(collection));
                for (uint32_t k = 0; k < i; k++)
                    assert_int_equal(husk_clustering_cluster_of(collection, i) ==
                                         husk_clustering_cluster_of(collection, k),
                                     husk_clustering_cluster_of(other, (i + 45) % 90) ==
                                         husk_clustering_cluster_of(other, (k + 45) % 90));
            }
            write_all(collection);
            husk_clustering_free(collection);
            husk_clustering_free(other);
        }
}

static void test_tiny_collections(void **state)
{
    (void)state;
    static const char *const html[] = { "", "<p>Some words.", "plain" };
    husk_page *page;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    for (int m = 0; m < N_METHODS; m++)
        for (unsigned kind = 0; kind < 3; kind++)
            for (unsigned n = 0; n < 4; n++) {
                husk_clustering *collection = collection_of(methods[m]);
                for (unsigned i = 0; i < n; i++)
                    add(collection, page, "same", html[kind]);
                assert_int_equal(husk_clustering_run(collection, NULL), HUSK_OK);
                assert_int_equal(husk_clustering_n_clusters(collection), n > 0);
                write_all(collection);
                husk_clustering_free(collection);
            }
    husk_page_free(page);
}

static void test_writers_of_every_method(void **state)
{
    (void)state;
    for (int m = 0; m < N_METHODS; m++) {
        husk_clustering *collection = site(methods[m], 45, 0);
        write_all(collection);
        husk_clustering_free(collection);
    }
}

static void test_bad_arguments(void **state)
{
    (void)state;
    husk_text_options text;
    husk_clustering *collection = NULL;
    husk_error error;
    husk_text_options_init(&text);
    text.bands = 7;
    assert_int_equal(husk_text_clustering_new(NULL, &text, &collection, &error), HUSK_BAD_ARGUMENT);
    assert_null(collection);
    husk_text_options_init(&text);
    text.signature_length = 5000;
    assert_int_equal(husk_text_clustering_new(NULL, &text, &collection, &error), HUSK_BAD_ARGUMENT);
    husk_text_options_init(&text);
    text.method = (husk_text_method)99;
    assert_int_equal(husk_text_clustering_new(NULL, &text, &collection, &error), HUSK_BAD_ARGUMENT);
    collection = collection_of(HUSK_TEXT_NONE);
    uint64_t bytes[8] = { 3, 0, 1000, 0, 0, 0, 0, 0 };
    for (size_t len = 0; len <= sizeof bytes; len++)
        assert_int_equal(collection_add(collection, bytes, len), HUSK_BAD_ARGUMENT);
    husk_clustering_free(collection);
}

/* The first two differ in words alone. The third shares with them the paths of html, body and p of five, and the
 * elements html, head, body and p of six: 7 of 11. */
static void test_signatures_of_pages(void **state)
{
    (void)state;
    static const char *const html[] = { "<p>One</p>", "<p>Other words</p>", "<p>One</p><ul><li>a</ul>" };
    uint32_t ranks[3][512], equal = 0;
    husk_page *page;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(husk_page_parse_html(page, html[i], strlen(html[i]), NULL, NULL), HUSK_OK);
        assert_int_equal(husk_page_signature(page, 512, 1, ranks[i], NULL), HUSK_OK);
    }
    assert_memory_equal(ranks[0], ranks[1], sizeof ranks[0]);
    for (int q = 0; q < 512; q++)
        equal += ranks[0][q] == ranks[2][q];
    assert_in_range(equal, 512 * 7 / 11 - 60, 512 * 7 / 11 + 60);
    assert_int_equal(husk_page_signature(page, 0, 1, ranks[0], NULL), HUSK_BAD_ARGUMENT);
    assert_int_equal(husk_page_signature(page, 4097, 1, ranks[0], NULL), HUSK_BAD_ARGUMENT);
    husk_page_free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_auto_finds_the_kinds_of_a_site),
        cmocka_unit_test(test_auto_leaves_one_template_whole),
        cmocka_unit_test(test_any_order_gives_the_same_clusters),
        cmocka_unit_test(test_json_names_template_paths),
        cmocka_unit_test(test_tiny_collections),
        cmocka_unit_test(test_more_pages_than_are_held),
        cmocka_unit_test(test_writers_of_every_method),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_signatures_of_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
