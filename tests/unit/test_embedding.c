/* test_embedding.c - what programs around the library need: work that stops, site files in memory, pages from a
 * callback. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "husk/lab.h"

#define N_PAGES 12

/* Page i of a small site: the start links to all others. */
static void page_write(unsigned i, char *html, size_t size)
{
    int n =
        snprintf(html, size,
                 "<!doctype html><title>Page %u</title><div class=top><a href=/>Home</a></div><h1>Thing %u</h1>"
                 "<p>Thing number %u weighs %u grams and comes from valley %c, where %u others like it are made.</p>",
                 i, i, i, 10 * i + 3, 'A' + (int)i, i * 7);
    if (i == 0) {
        n += snprintf(html + n, size - (size_t)n, "<ul class=list>");
        for (unsigned k = 1; k < N_PAGES; k++)
            n += snprintf(html + n, size - (size_t)n, "<li><a href=/thing/%u>Thing %u</a>", k, k);
        n += snprintf(html + n, size - (size_t)n, "</ul>");
    }
    snprintf(html + n, size - (size_t)n, "<div class=foot>All things are made by hand.</div>");
}

static husk_raw page_raw(unsigned i, char *html, size_t size, char *url, size_t url_size)
{
    husk_raw raw;
    page_write(i, html, size);
    snprintf(url, url_size, i ? "http://things.example/thing/%u" : "http://things.example/", i);
    husk_raw_init(&raw, sizeof raw);
    raw.id = raw.url = url;
    raw.bytes = html;
    raw.len = strlen(html);
    return raw;
}

static husk_stop *stop_set(void)
{
    husk_stop *stop;
    assert_int_equal(husk_stop_new(&stop), HUSK_OK);
    husk_stop_set(stop);
    return stop;
}

/* --- work that stops ---------------------------------------------------------------------------------------------- */

typedef enum work { DEDUP, TOPICS, CLUSTERING } work;

/* Read every page for one of the works. */
static void pages_add(work w, void *of)
{
    char html[4096], url[64];
    husk_page *page;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    for (unsigned i = 0; i < N_PAGES; i++) {
        husk_raw raw = page_raw(i, html, sizeof html, url, sizeof url);
        husk_verdict *v;
        husk_digest *d;
        assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
        assert_int_equal(husk_judge(page, NULL, NULL, &v, NULL), HUSK_OK);
        assert_int_equal(w == DEDUP    ? husk_dedup_read(v, HUSK_WORDS_ALL, &d, NULL)
                         : w == TOPICS ? husk_topics_read(v, HUSK_WORDS_ALL, &d, NULL)
                                       : husk_clustering_read(of, page, &d, NULL),
                         HUSK_OK);
        assert_int_equal(w == DEDUP    ? husk_dedup_add(of, d, NULL)
                         : w == TOPICS ? husk_topics_add(of, d, NULL)
                                       : husk_clustering_add(of, d, NULL),
                         HUSK_OK);
        husk_digest_free(d);
        husk_verdict_free(v);
    }
    husk_page_free(page);
}

static void test_near_duplicates_stop(void **state)
{
    (void)state;
    husk_dedup *dedup;
    husk_dedup_options options;
    const uint32_t *groups;
    uint32_t n;
    husk_error error;
    husk_dedup_options_init(&options, sizeof options);
    options.similarity = .1f; /* so that there are pairs to compare */
    options.stop = stop_set();
    assert_int_equal(husk_dedup_new(&options, &dedup, NULL), HUSK_OK);
    pages_add(DEDUP, dedup);
    assert_int_equal(husk_dedup_groups(dedup, &groups, &n, &error), HUSK_STOPPED);
    husk_dedup_free(dedup);
    husk_stop_free((husk_stop *)options.stop);
}

static void test_topics_stop(void **state)
{
    (void)state;
    husk_topics *topics;
    husk_topics_options options;
    husk_error error;
    husk_topics_options_init(&options, sizeof options);
    options.k = 4;
    options.rounds = 10;
    options.stop = stop_set();
    assert_int_equal(husk_topics_new(&options, &topics, NULL), HUSK_OK);
    pages_add(TOPICS, topics);
    assert_int_equal(husk_topics_run(topics, &error), HUSK_STOPPED);
    assert_int_equal(husk_topics_n_topics(topics), 0);
    husk_topics_free(topics);
    husk_stop_free((husk_stop *)options.stop);
}

static void test_clustering_stops(void **state)
{
    (void)state;
    for (husk_text_method m = HUSK_TEXT_NONE; m <= HUSK_TEXT_LSH; m++)
        for (uint32_t held = 0; held <= 8; held += 8) { /* in memory, and on disk */
            husk_clustering *clustering;
            husk_cluster_options options;
            husk_text_options text;
            husk_error error;
            husk_cluster_options_init(&options, sizeof options);
            husk_text_options_init(&text);
            text.method = m;
            options.held = held;
            options.stop = stop_set();
            assert_int_equal(husk_text_clustering_new(&options, &text, &clustering, NULL), HUSK_OK);
            pages_add(CLUSTERING, clustering);
            assert_int_equal(husk_clustering_run(clustering, &error), HUSK_STOPPED);
            assert_int_equal(error.status, HUSK_STOPPED);
            assert_int_equal(husk_clustering_n_clusters(clustering), 0);
            husk_clustering_free(clustering);
            husk_stop_free((husk_stop *)options.stop);
        }
}

/* --- site files in memory ----------------------------------------------------------------------------------------- */

/* Learn pages from..to into memory, on top of `before`, or into the file `path`. */
static void learn(unsigned from, unsigned to, husk_output *before, husk_output *file, const char *path)
{
    char html[4096], url[64];
    husk_learner *learner;
    husk_learn_options options;
    husk_page *page;
    husk_learn_options_init(&options, sizeof options);
    options.date = 1700000000;
    assert_int_equal(husk_learner_new(&options, &learner, NULL), HUSK_OK);
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    for (unsigned i = from; i < to; i++) {
        husk_raw raw = page_raw(i, html, sizeof html, url, sizeof url);
        husk_digest *d;
        assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
        assert_int_equal(husk_learner_read(page, &raw, &d, NULL), HUSK_OK);
        assert_int_equal(husk_learner_add(learner, d, NULL), HUSK_OK);
        husk_digest_free(d);
    }
    size_t len = 0;
    const char *old = before ? husk_output_data(before, &len) : NULL;
    assert_int_equal(file ? husk_learner_finish_memory(learner, old, len, file, NULL, NULL)
                          : husk_learner_finish(learner, path, NULL, NULL),
                     HUSK_OK);
    husk_page_free(page);
    husk_learner_free(learner);
}

/* A file in memory has the bytes of one on disk, also after it has learned again. */
static void test_site_files_in_memory(void **state)
{
    (void)state;
    char path[] = "/tmp/husk-embedding-XXXXXX", bytes[1 << 18];
    husk_output *first, *second;
    husk_site *site;
    husk_error error;
    size_t len, n;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    unlink(path);
    assert_int_equal(husk_output_new(1 << 24, &first), HUSK_OK);
    assert_int_equal(husk_output_new(1 << 24, &second), HUSK_OK);
    learn(1, 6, NULL, first, NULL);
    learn(6, N_PAGES, first, second, NULL);
    learn(1, 6, NULL, NULL, path);
    learn(6, N_PAGES, NULL, NULL, path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    unlink(path);
    const char *made = husk_output_data(second, &len);
    assert_int_equal(len, n);
    assert_memory_equal(made, bytes, n);

    assert_int_equal(husk_site_open_memory(made, len, &site, &error), HUSK_OK);
    char html[4096], url[64];
    husk_raw raw = page_raw(3, html, sizeof html, url, sizeof url);
    husk_extractor *extractor;
    husk_extractor_options options;
    const husk_result *result;
    husk_extractor_options_init(&options, sizeof options);
    options.site = site;
    assert_int_equal(husk_extractor_new(&options, &extractor, NULL), HUSK_OK);
    assert_int_equal(husk_extractor_run(extractor, &raw, &result, NULL), HUSK_OK);
    assert_true(husk_verdict_judgement(result->verdict)->host_known);
    husk_extractor_free(extractor);
    husk_site_free(site);

    assert_int_equal(husk_site_open_memory(made, len - 1, &site, &error), HUSK_BAD_FILE); /* cut */
    assert_null(site);
    memset(bytes + 4096, 0x5a, 4096); /* a page that is no tree */
    assert_int_equal(husk_site_open_memory(bytes, n, &site, &error), HUSK_BAD_FILE);
    assert_int_equal(husk_site_open_memory("", 0, &site, &error), HUSK_BAD_FILE);
    husk_output_free(first);
    husk_output_free(second);
}

/* --- pages from a callback ---------------------------------------------------------------------------------------- */

typedef struct pages {
    char html[4096];
    unsigned asked, missing;
    husk_status ends; /* not OK: what the callback returns for a thing */
} pages;

static husk_status fetch(void *context, const char *url, husk_raw *raw, husk_error *error)
{
    pages *p = context;
    unsigned i = 0;
    p->asked++;
    assert_memory_equal(url, "http://things.example/", 22);
    if (sscanf(url, "http://things.example/thing/%u", &i) == 1 && p->ends != HUSK_OK) {
        *error = (husk_error){ .status = p->ends, .message = "the caller had enough" };
        return p->ends;
    }
    if (i == 5) {
        p->missing++;
        raw->status = HUSK_IO;
        raw->reason = "not there";
        return HUSK_OK;
    }
    page_write(i, p->html, sizeof p->html);
    raw->bytes = p->html;
    raw->len = strlen(p->html);
    return HUSK_OK;
}

static void test_crawl_of_pages_from_a_callback(void **state)
{
    (void)state;
    char path[] = "/tmp/husk-embedding-XXXXXX";
    pages p = { .asked = 0 };
    husk_crawl_options options;
    husk_output *report;
    husk_error error;
    size_t len;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    unlink(path);
    husk_crawl_options_init(&options, sizeof options);
    options.fetch = fetch;
    options.fetch_context = &p;
    options.jobs = 2;
    assert_int_equal(husk_output_new(1 << 20, &report), HUSK_OK);
    assert_int_equal(husk_crawl("http://things.example/", path, &options, report, &error), HUSK_OK);
    assert_true(p.asked >= 4 && p.asked <= N_PAGES);
    const char *said = husk_output_data(report, &len);
    assert_non_null(memmem(said, len, " asked for, ", 12));
    husk_output_free(report);
    assert_int_equal(access(path, F_OK), 0);
    unlink(path);

    p = (pages){ .ends = HUSK_IO };
    assert_int_equal(husk_crawl("http://things.example/", path, &options, NULL, &error), HUSK_IO);
    assert_string_equal(error.message, "the caller had enough");
    assert_int_equal(husk_crawl("not a URL", path, &options, NULL, &error), HUSK_BAD_ARGUMENT);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near_duplicates_stop),
        cmocka_unit_test(test_topics_stop),
        cmocka_unit_test(test_clustering_stops),
        cmocka_unit_test(test_site_files_in_memory),
        cmocka_unit_test(test_crawl_of_pages_from_a_callback),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
