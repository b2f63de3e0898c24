/* test_crawl.c - crawl a made-up site in a directory, change it, and crawl it again into the same file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/limits.h"
#include "husk/husk.h"
#include "husk/lab.h"
#include "store/store.h"
#include "unit/learn_page.h"

static char folder[] = "/tmp/husk-crawl-XXXXXX";
static char file[64], start[64];

static void put(const char *name, const char *html)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(html, f);
    fclose(f);
}

/* A page of a kind, recognisable by its elements. */
static void put_page(const char *kind, int i)
{
    static const char *const news = "<div class=story><p>Story %d-%d has words of its own, "
                                    "w%d.</p><figure><figcaption><em>Picture %d</em></figcaption></figure></div>";
    static const char *const shop =
        "<table class=goods><tr><th>Price %d</th><td>%d euro</td></tr></table><blockquote><b>Praise of "
        "%d</b></blockquote><dl><dt>Code</dt><dd>c%d</dd></dl>";
    char html[4096], name[64];
    size_t n = (size_t)snprintf(html, sizeof html,
                                "<html><head><title>%s %d</title></head><body class=%s><div class=top><a "
                                "href=index.html>Home</a></div><h1 class=%s>The %s</h1>",
                                kind, i, kind, kind, kind);
    for (int k = 0; k < 5; k++)
        n += (size_t)snprintf(html + n, sizeof html - n, strcmp(kind, "news") == 0 ? news : shop, i, k, i * 7 + k,
                              i * 13 + k);
    snprintf(html + n, sizeof html - n, "<div class=foot><p>All rights reserved</p></div></body></html>");
    snprintf(name, sizeof name, "%s%d.html", kind, i);
    put(name, html);
}

/* The start page links to this many pages of each kind. */
static void put_start(int n_news, int n_shop)
{
    char html[8192];
    size_t n =
        (size_t)snprintf(html, sizeof html, "<html><head><title>Start</title></head><body class=start><ul class=news>");
    for (int i = 0; i < n_news; i++)
        n += (size_t)snprintf(html + n, sizeof html - n, "<li><a class=n href=news%d.html>News %d</a></li>", i, i);
    n += (size_t)snprintf(html + n, sizeof html - n, "</ul><div class=shop>");
    for (int i = 0; i < n_shop; i++)
        n += (size_t)snprintf(html + n, sizeof html - n, "<b><a class=s href=shop%d.html>Shop %d</a></b>", i, i);
    snprintf(html + n, sizeof html - n, "</div></body></html>");
    put("index.html", html);
}

static husk_status crawl(bool fresh)
{
    husk_crawl_options o;
    husk_error error = { 0 };
    husk_crawl_options_init(&o, sizeof o);
    o.root = folder;
    o.jobs = 1;
    o.fresh = fresh;
    return husk_crawl(start, file, &o, NULL, &error);
}

/* As published: the map alone. */
static husk_status crawl_map(bool fresh)
{
    husk_crawl_options o;
    husk_crawl_published published;
    husk_crawl_options_init(&o, sizeof o);
    husk_crawl_published_init(&published);
    published.published = true;
    o.root = folder;
    o.jobs = 1;
    o.fresh = fresh;
    return husk_crawl_by(start, file, &o, &published, NULL, NULL);
}

static model_host read_host(arena *memory)
{
    store *s;
    model_host host;
    bool found;
    arena_init(memory, HUSK_MAX_HOST_BYTES);
    assert_int_equal(store_open(file, &s, NULL), HUSK_OK);
    assert_int_equal(store_read_host(s, (slice){ "", 0 }, memory, &host, &found, NULL), HUSK_OK);
    assert_true(found);
    store_close(s);
    return host;
}

static uint32_t class_of(const model_host *host, const char *name)
{
    for (uint32_t p = 0; p < host->n_pages; p++)
        if (host->pages[p].id.len >= strlen(name) &&
            memcmp(host->pages[p].id.data + host->pages[p].id.len - strlen(name), name, strlen(name)) == 0)
            return host->pages[p].class_number;
    fail_msg("%s is not listed", name);
    return 0;
}

static bool has_arrow(const model_host *host, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < host->n_arrows; i++)
        if (host->arrows[i].from == from && host->arrows[i].to == to)
            return true;
    return false;
}

/* News and a start page; then a shop appears: the classes continue, one is added, and the history has both runs. */
static void classes_go_on(void **state)
{
    arena a, b;
    (void)state;
    for (int i = 0; i < 12; i++)
        put_page("news", i);
    put_start(12, 0);
    assert_int_equal(crawl(true), HUSK_OK);
    model_host first = read_host(&a);
    uint32_t news = class_of(&first, "news3.html"), home = class_of(&first, "index.html");
    assert_int_not_equal(news, home);
    assert_true(has_arrow(&first, home, news));
    assert_int_equal(first.n_runs, 1);
    for (int i = 0; i < 12; i++)
        put_page("shop", i);
    put_start(12, 12);
    assert_int_equal(crawl(false), HUSK_OK);
    model_host second = read_host(&b);
    uint32_t shop = class_of(&second, "shop3.html");
    assert_int_equal(class_of(&second, "news3.html"), news);
    assert_true(shop > news && shop > home);
    assert_true(has_arrow(&second, home, shop) && has_arrow(&second, home, news));
    assert_int_equal(second.n_runs, 2);
    assert_int_equal(second.runs[1].pages, 25);
    assert_int_equal(second.runs[1].fresh, 13); /* the shop's, and the start page that has changed */
    assert_int_equal(second.n_pages, 25);
    arena_free(&a);
    arena_free(&b);
}

/* A kind of page that is no longer linked is not visited: it stays, with its name and links. */
static void unseen_classes_stay(void **state)
{
    arena a, b;
    (void)state;
    model_host first = read_host(&a);
    uint32_t shop = class_of(&first, "shop3.html"), home = class_of(&first, "index.html");
    for (int i = 0; i < 12; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/shop%d.html", folder, i);
        remove(path);
    }
    put_start(12, 0);
    assert_int_equal(crawl(false), HUSK_OK);
    model_host second = read_host(&b);
    uint32_t k = model_class_place(second.classes, second.n_classes, shop),
             was = model_class_place(first.classes, first.n_classes, shop);
    assert_true(k < second.n_classes && was < first.n_classes);
    assert_int_equal(second.classes[k].name.len, first.classes[was].name.len);
    assert_memory_equal(second.classes[k].name.data, first.classes[was].name.data, first.classes[was].name.len);
    assert_int_equal(second.classes[k].n_schema, first.classes[was].n_schema);
    assert_true(second.classes[k].n_tokens > 0);
    assert_true(has_arrow(&second, shop, home));
    assert_false(has_arrow(&second, home, shop)); /* home was seen, and has none */
    assert_int_equal(second.n_runs, 3);
    arena_free(&a);
    arena_free(&b);
}

/* The same site again: nothing new, and nothing changes. */
static void same_again(void **state)
{
    char *bytes[2];
    size_t len[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(crawl(false), HUSK_OK);
        FILE *f = fopen(file, "rb");
        assert_non_null(f);
        bytes[i] = malloc(1 << 24);
        len[i] = fread(bytes[i], 1, 1 << 24, f);
        fclose(f);
    }
    assert_int_equal(len[0], len[1]);
    assert_memory_equal(bytes[0], bytes[1], len[0]);
    free(bytes[0]);
    free(bytes[1]);
}

/* Learning from pages of a crawled site keeps its map. */
static void learning_keeps_the_map(void **state)
{
    arena a, b;
    husk_learner *l;
    husk_page *page;
    (void)state;
    model_host first = read_host(&a);
    assert_int_equal(husk_learner_new(NULL, &l, NULL), HUSK_OK);
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    const char *html =
        "<html><head><title>news 99</title></head><body class=news><div class=top><a "
        "href=index.html>Home</a></div><h1 class=news>The news</h1>"
        "<div class=story><p>One more.</p><figure><figcaption><em>Picture</em></figcaption></figure></div>"
        "<div class=foot><p>All rights reserved</p></div></body></html>";
    husk_raw raw = { .size = sizeof(husk_raw), .id = "news99.html", .bytes = html, .len = strlen(html) };
    learn_page(l, page, &raw);
    assert_int_equal(husk_learner_finish(l, file, NULL, NULL), HUSK_OK);
    model_host second = read_host(&b);
    assert_int_equal(second.n_arrows, first.n_arrows);
    assert_int_equal(second.n_runs, first.n_runs + 1);
    assert_int_equal(second.n_classes, first.n_classes);
    for (uint32_t k = 0; k < second.n_classes; k++)
        assert_int_equal(second.classes[k].name.len, first.classes[k].name.len);
    husk_page_free(page);
    husk_learner_free(l);
    arena_free(&a);
    arena_free(&b);
}

/* A map alone does not take the place of what was learned, unless that is asked for. */
static void a_map_replaces_no_templates(void **state)
{
    arena a;
    (void)state;
    assert_int_equal(crawl_map(false), HUSK_BAD_ARGUMENT);
    model_host host = read_host(&a);
    assert_true(host.n_areas > 0);
    arena_free(&a);
    assert_int_equal(crawl_map(true), HUSK_OK);
    assert_int_equal(crawl_map(false), HUSK_OK);
    host = read_host(&a);
    assert_int_equal(host.n_areas, 0);
    assert_true(host.n_arrows > 0 && host.n_classes > 1);
    arena_free(&a);
    assert_int_equal(crawl(false), HUSK_OK); /* and templates come to a map */
    host = read_host(&a);
    assert_true(host.n_areas > 0 && host.n_arrows > 0);
    assert_int_equal(host.n_runs, 1);
    arena_free(&a);
}

typedef struct told {
    unsigned warnings, failed, pages;
    char page[200];
    bool sleeps;
} told;

static void take_warning(void *context, const char *page, const char *reason)
{
    told *t = context;
    t->warnings++;
    snprintf(t->page, sizeof t->page, "%s: %s", page, reason);
}

static void take_progress(void *context, const husk_crawl_progress *progress)
{
    told *t = context;
    t->failed = progress->failed;
    t->pages = progress->pages;
    if (t->sleeps && !progress->is_explored)
        sleep(2);
}

/* To a file of its own. */
static husk_status crawl_told(husk_crawl_options *options, told *t)
{
    char path[80];
    snprintf(path, sizeof path, "%s.told.husk", folder);
    options->root = folder;
    options->jobs = 1;
    options->warn = take_warning;
    options->warn_context = options->context = t;
    options->progress = take_progress;
    husk_status status = husk_crawl(start, path, options, NULL, NULL);
    remove(path);
    return status;
}

/* A directory that can't be read may have pages: it is reported, and counts as failed. */
static void unreadable_directory(void **state)
{
    char locked[80];
    told t = { 0 };
    bool is_root = geteuid() == 0;
    husk_crawl_options options;
    (void)state;
    husk_crawl_options_init(&options, sizeof options);
    snprintf(locked, sizeof locked, "%s/locked", folder);
    assert_int_equal(mkdir(locked, 0), 0);
    chmod(folder, 0755);
    if (is_root) /* may read everything, so be someone else for a moment */
        assert_int_equal(seteuid(65534), 0);
    husk_status status = crawl_told(&options, &t);
    if (is_root)
        assert_int_equal(seteuid(0), 0);
    rmdir(locked);
    assert_int_equal(status, HUSK_OK);
    assert_int_equal(t.warnings, 1);
    assert_int_equal(t.failed, 1);
    assert_non_null(strstr(t.page, "locked: Permission denied"));
}

/* The limits on time and bytes hold for directories too. */
static void limits_of_a_directory(void **state)
{
    husk_crawl_options options;
    told all = { 0 }, few = { 0 }, slow = { .sleeps = true };
    (void)state;
    husk_crawl_options_init(&options, sizeof options);
    assert_int_equal(crawl_told(&options, &all), HUSK_OK);
    options.max_bytes = 1;
    assert_int_equal(crawl_told(&options, &few), HUSK_OK);
    assert_int_equal(few.pages, 1);
    assert_true(all.pages > 1);
    options.max_bytes = 0;
    options.max_seconds = 1;
    assert_int_equal(crawl_told(&options, &slow), HUSK_OK);
    assert_true(slow.pages >= 1 && slow.pages < all.pages);
}

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(start, sizeof start, "%s/index.html", folder);
    snprintf(file, sizeof file, "%s.husk", folder);
    return 0;
}

static int remove_folder(void **state)
{
    char path[128];
    (void)state;
    for (int i = 0; i < 12; i++) {
        snprintf(path, sizeof path, "%s/news%d.html", folder, i);
        remove(path);
    }
    remove(start);
    remove(file);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_go_on),
        cmocka_unit_test(unseen_classes_stay),
        cmocka_unit_test(same_again),
        cmocka_unit_test(learning_keeps_the_map),
        cmocka_unit_test(a_map_replaces_no_templates),
        cmocka_unit_test(unreadable_directory),
        cmocka_unit_test(limits_of_a_directory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
