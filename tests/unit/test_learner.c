/* test_learner.c - a small site with two kinds of page: learned, stored, shown, labelled and stripped. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "husk/husk.h"
#include "store/store.h"
#include "api/api.h"
#include "unit/judge_page.h"
#include "unit/learn_page.h"

static char path[64];

/* Page `i` of a kind: a header, a sidebar of links that differs from page to page, and content. */
static void make_page(char *out, size_t size, const char *kind, int i)
{
    size_t n = (size_t)snprintf(out, size,
                                "<html><head><title>%s %d</title></head><body><div class=top><a href=/>Home</a> <a "
                                "href=/about>About us</a></div>"
                                "<div class=side><ul>",
                                kind, i);
    for (int k = 0; k < 6; k++)
        n += (size_t)snprintf(out + n, size - n, "<li><a href=/%s/%d>Neighbour number %d</a></li>", kind, (i + k) % 9,
                              (i + k) % 9);
    n += (size_t)snprintf(out + n, size - n, "</ul></div><div class=main><h1>%s title %d</h1>", kind, i);
    if (strcmp(kind, "news") == 0)
        for (int k = 0; k < 4; k++)
            n +=
                (size_t)snprintf(out + n, size - n, "<p>Paragraph %d-%d has words of its own, w%dx%d.</p>", i, k, i, k);
    else
        n += (size_t)snprintf(
            out + n, size - n,
            "<table><tr><th>Price</th><td>%d euro</td></tr><tr><th>Weight</th><td>%d gram</td></tr></table>"
            "<blockquote><em>Praise of %d</em></blockquote><dl><dt>Code</dt><dd>c%d</dd></dl><form><input "
            "name=q></form>",
            i * 7 + 1, i * 13 + 5, i, i);
    snprintf(out + n, size - n, "</div><div class=foot><p>All rights reserved</p></div></body></html>");
}

static void learn(husk_learner *l, husk_page *page, const char *url, const char *html)
{
    husk_raw raw = { .size = sizeof(husk_raw), .id = url, .url = url, .bytes = html, .len = strlen(html) };
    learn_page(l, page, &raw);
}

static char *learn_site(const char *file, const husk_learn_options *options)
{
    husk_learner *l;
    husk_page *page;
    husk_output *report;
    husk_error error = { 0 };
    char html[8192], url[128];
    size_t len;
    assert_int_equal(husk_learner_new(options, &l, &error), HUSK_OK);
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    for (int i = 0; i < 9; i++)
        for (int kind = 0; kind < 2; kind++) {
            make_page(html, sizeof html, kind ? "news" : "shop", i);
            snprintf(url, sizeof url, "http://one.example/%s/%d", kind ? "news" : "shop", i);
            learn(l, page, url, html);
        }
    learn(l, page, "http://two.example/only", "<p>one page alone</p>");
    assert_int_equal(husk_output_new(1 << 20, &report), HUSK_OK);
    husk_status status = husk_learner_finish(l, file, report, &error);
    if (status != HUSK_OK)
        print_message("%s\n", error.message);
    assert_int_equal(status, HUSK_OK);
    const char *text = husk_output_data(report, &len);
    char *copy = strndup(text, len);
    husk_output_free(report);
    husk_page_free(page);
    husk_learner_free(l);
    return copy;
}

static void test_report(void **state)
{
    (void)state;
    char *report = learn_site(path, NULL);
    assert_non_null(strstr(report, "one.example: 18 pages, 2 classes"));
    assert_non_null(strstr(report, "two.example: 1 page, 1 class"));
    assert_non_null(strstr(report, "  news\n"));
    free(report);
}

static void test_template_and_slots(void **state)
{
    (void)state;
    store *s;
    arena memory;
    model_host host;
    bool found;
    free(learn_site(path, NULL));
    arena_init(&memory, 64 << 20);
    assert_int_equal(store_open(path, &s, NULL), HUSK_OK);
    assert_int_equal(store_read_host(s, SLICE("one.example"), &memory, &host, &found, NULL), HUSK_OK);
    assert_true(found);
    assert_int_equal(host.n_classes, 2);
    const model_class *news = slice_is(host.classes[0].name, "news") ? &host.classes[0] : &host.classes[1];
    assert_int_equal(news->n_pages, 9);
    assert_int_equal(news->n_distilled, 9);
    bool reserved = false, heading = false;
    for (uint32_t i = 0; i < news->n_tokens; i++) {
        const model_token *t = &news->tokens[i];
        reserved |= slice_is(t->text, "all rights reserved") && t->pages == 9 && t->support == 9;
        if (slice_is(t->text, "<h1>")) { /* the title stands before the next token, on every page */
            heading = true;
            assert_int_equal(news->slots[i + 1].pages, 9);
            assert_int_equal(news->slots[i + 1].texts, 9);
            assert_int_equal(news->slots[i + 1].words, 27);
            assert_int_equal(news->slots[i + 1].link_words, 0);
            assert_int_equal(news->slots[i + 1].most_tokens, 1);
        }
    }
    assert_true(reserved && heading);
    assert_true(news->template_words > 0 && news->template_words < news->words);
    assert_int_equal(store_read_host(s, SLICE("two.example"), &memory, &host, &found, NULL), HUSK_OK);
    assert_int_equal(host.classes[0].n_tokens, 0); /* one page has no template */
    store_close(s);
    arena_free(&memory);
}

static char *read_file(const char *name, size_t *len)
{
    FILE *f = fopen(name, "rb");
    char *bytes = malloc(1 << 20);
    *len = fread(bytes, 1, 1 << 20, f);
    fclose(f);
    return bytes;
}

static void test_same_bytes(void **state)
{
    (void)state;
    size_t n, m;
    char other[80];
    husk_learn_options options;
    husk_learn_options_init(&options, sizeof options);
    snprintf(other, sizeof other, "%s.2", path);
    options.jobs = 1;
    free(learn_site(path, &options));
    options.jobs = 3;
    free(learn_site(other, &options));
    free(learn_site(other, &options)); /* over itself */
    char *a = read_file(path, &n), *b = read_file(other, &m);
    assert_int_equal(n, m);
    assert_memory_equal(a, b, n);
    free(a);
    free(b);
    remove(other);
}

/* Class of a page by the file's list. */
static uint32_t class_of(const model_host *host, const char *id)
{
    for (uint32_t i = 0; i < host->n_pages; i++)
        if (slice_is(host->pages[i].id, id))
            return host->pages[i].class_number;
    fail_msg("%s is not in the file", id);
    return 0;
}

/* Three hundred pages of which forty are clustered: the rest find their classes, in any order. */
static void test_more_pages_than_are_clustered(void **state)
{
    (void)state;
    husk_learn_options options;
    char html[8192], url[128];
    husk_learn_options_init(&options, sizeof options);
    options.fresh = true;
    options.clustered = 40;
    options.sample = 16;
    for (int backwards = 0; backwards < 2; backwards++) {
        husk_learner *l;
        husk_page *page;
        store *s;
        arena memory;
        model_host host;
        bool found;
        assert_int_equal(husk_learner_new(&options, &l, NULL), HUSK_OK);
        assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
        for (int k = 0; k < 300; k++) {
            int i = backwards ? 299 - k : k;
            make_page(html, sizeof html, i % 3 ? "news" : "shop", i);
            snprintf(url, sizeof url, "http://one.example/%d", i);
            learn(l, page, url, html);
        }
        assert_int_equal(husk_learner_finish(l, path, NULL, NULL), HUSK_OK);
        arena_init(&memory, 64 << 20);
        assert_int_equal(store_open(path, &s, NULL), HUSK_OK);
        assert_int_equal(store_read_host(s, SLICE("one.example"), &memory, &host, &found, NULL), HUSK_OK);
        assert_int_equal(host.n_classes, 2);
        assert_int_equal(host.classes[0].n_pages, 200);
        assert_int_equal(host.classes[1].n_pages, 100);
        assert_true(host.classes[0].n_sampled <= 16 && host.classes[0].n_traits > 0);
        for (int i = 0; i < 300; i++) {
            snprintf(url, sizeof url, "http://one.example/%d", i);
            assert_int_equal(class_of(&host, url), i % 3 ? 1 : 2);
        }
        store_close(s);
        arena_free(&memory);
        husk_page_free(page);
        husk_learner_free(l);
    }
}

/* --- learning again ----------------------------------------------------------------------------------------------- */

/* `n` pages from `from` on: `design` 0 as above, 1 in another template with the same words. Backwards: in reverse
 * order. */
static void learn_more(int design, int from, int n, bool backwards, const husk_learn_options *options)
{
    husk_learner *l;
    husk_page *page;
    husk_error error = { 0 };
    char html[8192], url[128];
    assert_int_equal(husk_learner_new(options, &l, NULL), HUSK_OK);
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    for (int k = 0; k < n; k++) {
        int i = from + (backwards ? n - 1 - k : k);
        if (design == 0)
            make_page(html, sizeof html, "news", i);
        else
            snprintf(html, sizeof html,
                     "<html><body class=v2><header><nav><ol><li><b>Menu</b></li><li><b>Search "
                     "here</b></li></ol></nav></header><article><h2>news title %d</h2>"
                     "<section><span>Paragraph %d-0 has words of its own, "
                     "w%dx0.</span></section></article><footer><small>Made by hand</small></footer></body></html>",
                     i, i, i);
        snprintf(url, sizeof url, "http://one.example/news/%d", i);
        learn(l, page, url, html);
    }
    husk_status status = husk_learner_finish(l, path, NULL, &error);
    if (status != HUSK_OK)
        print_message("%s\n", error.message);
    assert_int_equal(status, HUSK_OK);
    husk_page_free(page);
    husk_learner_free(l);
}

static model_host read_one(arena *memory)
{
    store *s;
    model_host host;
    bool found;
    assert_int_equal(store_open(path, &s, NULL), HUSK_OK);
    assert_int_equal(store_read_host(s, SLICE("one.example"), memory, &host, &found, NULL), HUSK_OK);
    assert_true(found);
    store_close(s);
    return host;
}

/* The same pages again change nothing; ten more are ten more. */
static void test_learn_again(void **state)
{
    (void)state;
    size_t n, m;
    arena memory;
    arena_init(&memory, 64 << 20);
    remove(path);
    learn_more(0, 0, 20, false, NULL);
    char *first = read_file(path, &n);
    learn_more(0, 0, 20, false, NULL);
    char *again = read_file(path, &m);
    assert_int_equal(n, m);
    assert_memory_equal(first, again, n);
    learn_more(0, 10, 20, false, NULL);
    char *forwards = read_file(path, &n);
    model_host host = read_one(&memory);
    assert_int_equal(host.n_pages, 30);
    assert_int_equal(host.n_sampled, 30);
    assert_int_equal(host.n_runs, 2);
    assert_int_equal(host.runs[1].pages, 20);
    assert_int_equal(host.runs[1].fresh, 10);
    assert_true(host.runs[1].fit > 900);
    assert_int_equal(host.n_classes, 1);
    FILE *f = fopen(path, "wb");
    assert_int_equal(fwrite(first, 1, m, f), m);
    fclose(f);
    learn_more(0, 10, 20, true, NULL); /* in the other order: only the list differs */
    model_host backwards = read_one(&memory);
    assert_int_equal(backwards.n_sampled, host.n_sampled);
    assert_int_equal(backwards.n_texts, host.n_texts);
    for (uint32_t i = 0; i < host.n_texts; i++)
        assert_true(backwards.texts[i].hash == host.texts[i].hash && backwards.texts[i].pages == host.texts[i].pages);
    assert_int_equal(backwards.n_areas, host.n_areas);
    for (uint32_t i = 0; i < host.n_areas; i++)
        assert_true(backwards.areas[i].hash == host.areas[i].hash && backwards.areas[i].score == host.areas[i].score);
    free(first);
    free(again);
    free(forwards);
    arena_free(&memory);
}

/* With a half-life of 8, 32 new pages leave some of 16 old ones, and what they said fades from the counts. */
static void test_fading(void **state)
{
    (void)state;
    arena memory;
    husk_learn_options options;
    husk_learn_options_init(&options, sizeof options);
    arena_init(&memory, 64 << 20);
    remove(path);
    options.half_life = 8;
    learn_more(0, 0, 16, false, &options);
    learn_more(0, 16, 32, false, &options);
    model_host host = read_one(&memory);
    assert_int_equal(host.n_pages, 48);
    assert_int_equal(host.n_classes, 1);
    assert_true(host.n_sampled >= 33 && host.n_sampled < 42); /* a quarter of the old is left, more or less */
    assert_int_equal(host.classes[0].n_pages, 48);
    options.remembered = 0;
    learn_more(0, 48, 4, false, &options);
    host = read_one(&memory);
    assert_int_equal(host.n_pages, 52);
    learn_more(0, 52, 4, false, &options); /* nothing was remembered: learned afresh, with the history continuing */
    host = read_one(&memory);
    assert_int_equal(host.n_pages, 4);
    assert_int_equal(host.n_runs, 4);
    arena_free(&memory);
}

/* A redesign at the same URLs: the old class is retired, and returns with its pages. */
static void test_redesign_and_back(void **state)
{
    (void)state;
    arena memory;
    arena_init(&memory, 64 << 20);
    remove(path);
    learn_more(0, 0, 24, false, NULL);
    learn_more(1, 0, 24, false, NULL);
    model_host host = read_one(&memory);
    assert_int_equal(host.n_pages, 24);
    assert_int_equal(host.n_classes, 1);
    assert_int_equal(host.classes[0].number, 2);
    assert_int_equal(host.n_retired, 1);
    assert_int_equal(host.retired[0].number, 1);
    assert_int_equal(host.retired[0].state.retired, 2);
    assert_int_equal(host.n_sampled, 24); /* the old pages have no influence */
    assert_true(host.runs[1].changed);
    assert_int_equal(host.runs[1].classes[0].event, RUN_RETIRED);
    assert_int_equal(host.runs[1].classes[1].event, RUN_ADDED);
    learn_more(0, 0, 24, false, NULL);
    host = read_one(&memory);
    assert_int_equal(host.n_classes, 1);
    assert_int_equal(host.classes[0].number, 1);
    assert_int_equal(host.n_retired, 1);
    assert_int_equal(host.retired[0].number, 2);
    assert_int_equal(host.runs[2].classes[0].event, RUN_RETURNED);
    assert_int_equal(host.runs[2].fresh, 24);
    arena_free(&memory);
}

/* Five redesigned pages in two runs wait; with three more, the site has changed. */
static void test_few_strays_wait(void **state)
{
    (void)state;
    arena memory;
    arena_init(&memory, 64 << 20);
    remove(path);
    learn_more(0, 0, 24, false, NULL);
    model_host first = read_one(&memory);
    learn_more(1, 100, 3, false, NULL);
    learn_more(1, 103, 2, false, NULL);
    model_host host = read_one(&memory);
    assert_int_equal(host.n_pages, 29);
    assert_int_equal(host.n_classes, 1);
    assert_int_equal(host.classes[0].n_pages, 24);
    assert_int_equal(class_of(&host, "http://one.example/news/100"), MODEL_NO_CLASS);
    assert_int_equal(host.n_sampled, first.n_sampled);
    assert_int_equal(host.n_areas, first.n_areas); /* nothing of theirs is in it */
    assert_false(host.runs[2].changed);
    learn_more(1, 105, 3, false, NULL);
    host = read_one(&memory);
    assert_true(host.runs[3].changed);
    assert_int_equal(host.n_classes, 1);
    assert_int_equal(host.classes[0].number, 2);
    assert_int_equal(host.classes[0].n_pages, 8);
    assert_int_equal(class_of(&host, "http://one.example/news/100"), 2);
    assert_int_equal(host.n_retired, 1);
    arena_free(&memory);
}

/* Instead of a husk_keep: label, and strip by consensus. */
enum { LABEL = -1, BY_CONSENSUS = 9 };

/* A page that was not learned, through `what` of the library. */
static char *apply(husk_site *site, const char *url, const char *html, int what)
{
    husk_page *page;
    husk_output *out;
    size_t len;
    husk_raw raw = { .size = sizeof(husk_raw), .id = url, .url = url, .bytes = html, .len = strlen(html) };
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_output_new(1 << 20, &out), HUSK_OK);
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    int method = what == BY_CONSENSUS ? (int)HUSK_METHOD_CONSENSUS : (int)HUSK_METHOD_SITE;
    written_form form = what == LABEL ? WRITE_LABELS : what == HUSK_KEEP_TEMPLATE ? WRITE_TEMPLATE : WRITE_CONTENT;
    assert_int_equal(write_judged(page, site, method, form, out, NULL), HUSK_OK);
    const char *bytes = husk_output_data(out, &len);
    char *copy = strndup(bytes, len);
    husk_output_free(out);
    husk_page_free(page);
    return copy;
}

/* The label of the line whose text is `text`. */
static const char *label_of(const char *lines, const char *text)
{
    char wanted[200];
    snprintf(wanted, sizeof wanted, "\"text\":\"%s\",\"label\":\"", text);
    const char *at = strstr(lines, wanted);
    assert_non_null(at);
    return at + strlen(wanted);
}

static void test_label(void **state)
{
    (void)state;
    husk_site *site;
    char html[8192];
    free(learn_site(path, NULL));
    assert_int_equal(husk_site_open(path, &site, NULL), HUSK_OK);
    make_page(html, sizeof html, "news", 77);
    char *lines = apply(site, "http://one.example/news/77", html, -1);
    assert_memory_equal(label_of(lines, "All rights reserved"), "template", 8);
    assert_memory_equal(label_of(lines, "Home About us"), "template", 8);
    assert_memory_equal(label_of(lines, "Neighbour number 5"), "template", 8); /* by its place */
    assert_memory_equal(label_of(lines, "news title 77"), "own", 3);
    assert_memory_equal(label_of(lines, "Paragraph 77-3 has words of its own, w77x3."), "main", 4);
    free(lines);
    lines = apply(site, "http://three.example/", html, -1);
    assert_null(strstr(lines, "\"by\":\"site\""));
    assert_non_null(strstr(lines, "\"by\":\"page\""));
    assert_non_null(strstr(lines, "does not know this host"));
    free(lines);
    husk_site_free(site);
}

static void test_strip(void **state)
{
    (void)state;
    husk_site *site;
    char html[8192];
    free(learn_site(path, NULL));
    assert_int_equal(husk_site_open(path, &site, NULL), HUSK_OK);
    make_page(html, sizeof html, "news", 77);
    char *content = apply(site, "http://one.example/news/77", html, HUSK_KEEP_CONTENT);
    assert_string_equal(
        content,
        "<!DOCTYPE html>\n<html><head><title>news 77</title></head><body><div class=\"main\"><h1>news title 77</h1>"
        "<p>Paragraph 77-0 has words of its own, w77x0.</p><p>Paragraph 77-1 has words of its own, w77x1.</p>"
        "<p>Paragraph 77-2 has words of its own, w77x2.</p><p>Paragraph 77-3 has words of its own, w77x3.</p>"
        "</div></body></html>\n");
    char *template = apply(site, "http://one.example/news/77", html, HUSK_KEEP_TEMPLATE);
    assert_non_null(strstr(template, "<div class=\"foot\"><p>All rights reserved</p></div>"));
    assert_null(strstr(template, "Paragraph 77"));
    free(content);
    free(template);
    husk_site_free(site);
}

/* Text and attributes are read again as they were, whatever they contain; scripts go. */
static void test_strip_escapes(void **state)
{
    (void)state;
    husk_site *site;
    free(learn_site(path, NULL));
    assert_int_equal(husk_site_open(path, &site, NULL), HUSK_OK);
    char *content = apply(site, "http://four.example/",
                          "<body><p title='a\"b&amp;<c>'>x &lt; y &amp;&amp; z</p><pre>\n\nkept</pre><script>1 < 2 && "
                          "3</script><style>1 < 2 && 3</style><br>",
                          BY_CONSENSUS);
    assert_string_equal(content,
                        "<!DOCTYPE html>\n<html><head></head><body><p title=\"a&quot;b&amp;&lt;c&gt;\">x &lt; y "
                        "&amp;&amp; z</p><pre>\n\nkept</pre>"
                        "<style>1 < 2 && 3</style><br></body></html>\n");
    free(content);
    husk_site_free(site);
}

/* One page as a JSON line; the number after `name`, or -1. */
static double extracted(husk_site *site, const char *url, const char *html, const char *name, bool precision)
{
    husk_page *page;
    husk_output *out;
    size_t len;
    husk_extract_options options;
    husk_extract_options_init(&options, sizeof options);
    options.format = HUSK_FORMAT_JSONL;
    husk_raw raw = { .size = sizeof(husk_raw), .id = url, .url = url, .bytes = html, .len = strlen(html) };
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_output_new(1 << 20, &out), HUSK_OK);
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    assert_int_equal(extract_page(page, site, precision ? HUSK_AIM_PRECISION : HUSK_AIM_BALANCE, &options, out, NULL),
                     HUSK_OK);
    const char *bytes = husk_output_data(out, &len);
    char *line = strndup(bytes, len), *at = strstr(line, name);
    double value = at ? strtod(at + strlen(name), NULL) : -1;
    free(line);
    husk_output_free(out);
    husk_page_free(page);
    return value;
}

/* What the site says of a page without the page model: its class, a kind, and the confidence. The same with that
 * model (--precision), and less confidence for a page whose places the site does not know. */
static void test_extract_with_site(void **state)
{
    (void)state;
    husk_site *site;
    char html[8192], other[8192];
    free(learn_site(path, NULL));
    assert_int_equal(husk_site_open(path, &site, NULL), HUSK_OK);
    make_page(html, sizeof html, "news", 77);
    const char *url = "http://one.example/news/77";
    double sure = extracted(site, url, html, "\"confidence\":", false),
           class = extracted(site, url, html, "\"class\":", false);
    assert_true(sure > .9 && sure <= 1);
    assert_true(class >= 1);
    assert_true(extracted(site, url, html, "\"kind\":\"", false) == 0);
    assert_true(extracted(site, url, html, "\"class\":", true) == class);
    assert_true(fabs(extracted(site, url, html, "\"confidence\":", true) - sure) < .1);
    snprintf(
        other, sizeof other,
        "%.*s<section><h2>Another thing</h2><dl><dt>Some words<dd>that stand nowhere else on the site</dl></section>",
        (int)(strstr(html, "<div class=main>") - html), html);
    assert_true(extracted(site, url, other, "\"confidence\":", false) < sure);
    husk_site_free(site);
}

static void test_bad_arguments(void **state)
{
    (void)state;
    husk_learner *l;
    husk_error error = { 0 };
    husk_learn_options options;
    husk_learn_options_init(&options, sizeof options);
    options.pages = 1;
    assert_int_equal(husk_learner_new(&options, &l, &error), HUSK_BAD_ARGUMENT);
    assert_int_equal(husk_learner_new(NULL, &l, &error), HUSK_OK);
    husk_digest other = { .kind = DIGEST_TOPICS }, short_one = { .kind = DIGEST_LEARNER };
    char record[200] = { 1 };
    buffer_init(&short_one.bytes, sizeof record);
    buffer_append(&short_one.bytes, record, 5);
    assert_int_equal(husk_learner_add(l, &other, &error), HUSK_BAD_ARGUMENT);
    assert_int_equal(husk_learner_add(l, &short_one, &error), HUSK_BAD_ARGUMENT);
    buffer_append(&short_one.bytes, record, sizeof record - 5);
    assert_int_equal(husk_learner_add(l, &short_one, &error), HUSK_BAD_ARGUMENT);
    buffer_free(&short_one.bytes);
    assert_int_equal(husk_learner_finish(l, path, NULL, &error), HUSK_BAD_ARGUMENT);
    husk_learner_free(l);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "/tmp/husk-learner-%d.husk", (int)getpid());
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return remove(path);
}

static void keep_warning(void *context, const char *id, const char *reason)
{
    char *kept = context;
    assert_int_equal(kept[0], 0); /* one, no more */
    snprintf(kept, 256, "%s: %s", id, reason);
}

/* A page of half a million tags affects only itself: its class is learned from the others, and it is named in a
 * warning. */
static void test_hostile_page(void **state)
{
    (void)state;
    enum { TAGS = 250000 };
    char warning[256] = "", html[8192], url[128], file[80];
    char *hostile = malloc(TAGS * 3 + sizeof html);
    husk_learner *l;
    husk_page *page;
    husk_output *record;
    husk_site *site;
    husk_error error = { 0 };
    husk_learn_options options;
    husk_learn_options_init(&options, sizeof options);
    options.warn = keep_warning;
    options.warn_context = warning;
    options.one_class = true;
    snprintf(file, sizeof file, "%s.hostile", path);
    assert_non_null(hostile);
    assert_int_equal(husk_learner_new(&options, &l, &error), HUSK_OK);
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    for (int i = 0; i < 9; i++) {
        make_page(html, sizeof html, "news", i);
        snprintf(url, sizeof url, "http://one.example/news/%d", i);
        learn(l, page, url, html);
    }
    size_t len = (size_t)snprintf(hostile, sizeof html, "<div class=top>");
    for (int i = 0; i < TAGS; i++, len += 3)
        memcpy(hostile + len, "<p>", 4);
    husk_raw raw = { .size = sizeof(husk_raw),
                     .id = "http://one.example/bomb",
                     .url = "http://one.example/bomb",
                     .bytes = hostile,
                     .len = len };
    learn_page(l, page, &raw);
    assert_int_equal(husk_learner_finish(l, file, NULL, &error), HUSK_OK);
    assert_string_equal(warning,
                        "http://one.example/bomb: too long to be learned from; its class is learned without it");
    husk_show_options show;
    husk_show_options_init(&show, sizeof show);
    show.format = HUSK_FORMAT_JSON;
    assert_int_equal(husk_output_new(1 << 24, &record), HUSK_OK);
    assert_int_equal(husk_site_open(file, &site, &error), HUSK_OK);
    assert_int_equal(husk_site_show(site, &show, record, &error), HUSK_OK);
    const char *bytes = husk_output_data(record, &len);
    char *text = strndup(bytes, len);
    assert_non_null(strstr(text, "\"pages\": 10, \"sampled\": 9"));
    free(text);
    husk_site_free(site);
    husk_output_free(record);
    husk_page_free(page);
    husk_learner_free(l);
    free(hostile);
    unlink(file);
}

static void stop_at_warning(void *context, const char *page, const char *reason)
{
    (void)page, (void)reason;
    husk_stop_set(context);
}

/* Set while the pages are being counted: the file is not written. */
static void test_stop_in_the_last_step(void **state)
{
    (void)state;
    enum { TAGS = 250000 };
    husk_learner *l;
    husk_page *page;
    husk_stop *stop;
    husk_error error = { 0 };
    husk_learn_options options;
    char html[8192], url[128], file[300];
    char *hostile = malloc(TAGS * 3 + 8192);
    husk_learn_options_init(&options, sizeof options);
    assert_non_null(hostile);
    assert_int_equal(husk_stop_new(&stop), HUSK_OK);
    options.warn = stop_at_warning;
    options.warn_context = stop;
    options.one_class = true;
    options.stop = stop;
    snprintf(file, sizeof file, "%s.stopped", path);
    assert_int_equal(husk_learner_new(&options, &l, &error), HUSK_OK);
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    for (int i = 0; i < 9; i++) {
        make_page(html, sizeof html, "news", i);
        snprintf(url, sizeof url, "http://one.example/news/%d", i);
        learn(l, page, url, html);
    }
    for (int i = 0; i < TAGS; i++)
        memcpy(hostile + 3 * i, "<p>", 4);
    learn(l, page, "http://one.example/bomb", hostile);
    assert_false(husk_stop_is_set(stop));
    assert_int_equal(husk_learner_finish(l, file, NULL, &error), HUSK_STOPPED);
    assert_true(husk_stop_is_set(stop));
    assert_int_equal(access(file, F_OK), -1);
    husk_page_free(page);
    husk_learner_free(l);
    husk_stop_free(stop);
    free(hostile);
}

/* A file of two hosts, of which one is asked for. */
static void test_one_host(void **state)
{
    (void)state;
    char *report = learn_site(path, NULL);
    husk_site *site;
    husk_output *out;
    husk_show_options show;
    husk_error error = { 0 };
    size_t len;
    husk_show_options_init(&show, sizeof show);
    show.host = "two.example";
    assert_int_equal(husk_output_new(1 << 20, &out), HUSK_OK);
    assert_int_equal(husk_site_open(path, &site, &error), HUSK_OK);
    assert_int_equal(husk_site_show(site, &show, out, &error), HUSK_OK);
    assert_int_equal(husk_output_append(out, "", 1), HUSK_OK);
    assert_non_null(strstr(husk_output_data(out, &len), "two.example: 1 page, 1 class"));
    assert_null(strstr(husk_output_data(out, &len), "one.example"));
    husk_output_clear(out);
    assert_int_equal(husk_site_map(site, "two.example", HUSK_MAP_DOT, out, &error), HUSK_OK);
    assert_int_equal(husk_output_append(out, "", 1), HUSK_OK);
    assert_non_null(strstr(husk_output_data(out, &len), "h0_0 [label="));
    assert_null(strstr(husk_output_data(out, &len), "h0_1"));
    assert_null(strstr(husk_output_data(out, &len), "news"));
    assert_int_equal(husk_site_map(site, "none.example", HUSK_MAP_DOT, out, &error), HUSK_BAD_ARGUMENT);
    husk_site_free(site);
    husk_output_free(out);
    free(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_report),
        cmocka_unit_test(test_template_and_slots),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_label),
        cmocka_unit_test(test_strip),
        cmocka_unit_test(test_strip_escapes),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_extract_with_site),
        cmocka_unit_test(test_hostile_page),
        cmocka_unit_test(test_stop_in_the_last_step),
        cmocka_unit_test(test_one_host),
        cmocka_unit_test(test_more_pages_than_are_clustered),
        cmocka_unit_test(test_learn_again),
        cmocka_unit_test(test_fading),
        cmocka_unit_test(test_redesign_and_back),
        cmocka_unit_test(test_few_strays_wait),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
