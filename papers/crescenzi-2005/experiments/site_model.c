/* site_model.c - an exploration in the order of its visits, for `run`.
 * Prints a line for each visited page: its class at the end (-1: none), its id, the numbers of its root-to-link paths,
 * and how many collections waited after its round, tab-separated.
 * - bench_site_model START ROOT ORDER MODEL MAX_PAGES. ORDER: spread, densest, sparsest, breadth. MODEL: tags, class,
 *   presentation, all (as published, with such link paths); foreign (presentation, with c_miss for paths that a class
 *   lacks); default */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crescenzi-2005/crawl.h"

static const char *const orders[] = { [HUSK_CRAWL_SPREAD] = "spread",
                                      [HUSK_CRAWL_DENSEST] = "densest",
                                      [HUSK_CRAWL_SPARSEST] = "sparsest",
                                      [HUSK_CRAWL_BREADTH] = "breadth" };
static const char *const models[] = { [HUSK_PATHS_TAGS] = "tags",
                                      [HUSK_PATHS_CLASS] = "class",
                                      [HUSK_PATHS_PRESENTATION] = "presentation",
                                      [HUSK_PATHS_ALL] = "all",
                                      "foreign",
                                      "default" };

static uint32_t place_of(const char *name, const char *const *names, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    fprintf(stderr, "bench_site_model: unknown: %s\n", name);
    exit(2);
}

/* By page: how many collections waited after its round. */
static uint32_t *waiting;
static uint32_t n_waiting_rooms;

static void note_queue(void *context, uint32_t n_pages, uint32_t n_classes, uint32_t n_waiting)
{
    (void)context, (void)n_classes;
    waiting = realloc(waiting, ((size_t)n_pages + 1) * sizeof *waiting);
    if (waiting == NULL)
        exit(1);
    while (n_waiting_rooms < n_pages)
        waiting[n_waiting_rooms++] = n_waiting;
}

static void pages_print(const crawl_site *site, const explored *e)
{
    for (uint32_t p = 0; p < e->n_pages; p++) {
        page_schema s = explored_schema(e, p);
        printf("%ld\t%s\t", e->pages[p].class_number == CLASS_NONE ? -1 : (long)e->pages[p].class_number,
               site->pages[e->pages[p].address].id.data);
        for (uint32_t i = 0; i < s.n_paths; i++)
            printf(i ? " %u" : "%u", (unsigned)s.paths[i]);
        printf("\t%u\n", p < n_waiting_rooms ? (unsigned)waiting[p] : 0);
    }
}

int main(int argc, char **argv)
{
    husk_crawl_options o;
    husk_crawl_published by;
    husk_error error = { .status = HUSK_OK };
    crawl_place place = { 0 };
    crawl_site site = { 0 };
    explore_options x;
    explored e = { 0 };
    if (argc != 6) {
        fputs("usage: bench_site_model START ROOT ORDER MODEL MAX_PAGES\n", stderr);
        return 2;
    }
    husk_crawl_options_init(&o, sizeof o);
    husk_crawl_published_init(&by);
    by.order = place_of(argv[3], orders, 4);
    uint32_t model = place_of(argv[4], models, 6);
    by.published = strcmp(argv[4], "default") != 0;
    by.costs.miss_foreign = strcmp(argv[4], "foreign") == 0;
    by.costs.paths = model <= HUSK_PATHS_ALL ? model : by.costs.paths;
    published_way way = published_way_of(&by);
    o.root = argv[2];
    o.max_pages = (unsigned)atoi(argv[5]);
    husk_source_options source;
    husk_page_options pages;
    husk_source_options_init(&source, sizeof source);
    husk_page_options_init(&pages, sizeof pages);
    o.source = &source;
    o.page = &pages;
    husk_status status = crawl_files_open(argv[1], &o, &place, &error);
    if (status == HUSK_OK)
        status = crawl_site_init(&site, &o, &way.way, &place, &error);
    if (status == HUSK_OK) {
        crawl_explore_options(&site, &x);
        x.progress = note_queue;
        status = explore(crawl_address(&site, (slice){ place.start.data, place.start.len }), &x, &e, &error);
    }
    if (status == HUSK_OK)
        pages_print(&site, &e);
    else
        fprintf(stderr, "bench_site_model: %s\n", error.message);
    explored_free(&e);
    free(waiting);
    crawl_site_free(&site);
    crawl_place_free(&place);
    return status != HUSK_OK;
}
