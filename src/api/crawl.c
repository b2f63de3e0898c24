/* crawl.c - husk_crawl: a source of pages, the explorer on top of it, and the result as a host of a site file. */
#include "api/api.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/stop.h"
#include "base/system/files.h"
#include "base/endings.h"

/* One more collection per round for every this many pages: rounds of 10,000 pages keep about a hundred connections
 * busy. */
#define ROUND_GROWTH 64u

OPTIONS_INIT(husk_crawl_options, .max_pages = 300, .seed = 1, .connections = 4, .delay_ms = 500, .retries = 2,
             .remembered = 64)

/* WARC and JSON Lines are archives; a page is not. */
static bool is_archive(const char *start)
{
    ending e = ending_of_file((slice){ start, strlen(start) });
    return e == ENDING_WARC || e == ENDING_JSONL;
}

static husk_status place_open(const char *start, const husk_crawl_options *o, crawl_place *place, husk_error *error)
{
    if (url_is_web((slice){ start, strlen(start) }) && o->fetch == NULL)
        return crawl_web_open(start, o, place, error);
    if (o->warc || o->resume)
        return error_set(error, HUSK_BAD_ARGUMENT,
                         "only what the web gives is kept in a WARC file, or taken from one before it is asked for");
    if (o->fetch)
        return crawl_caller_open(start, o, place, error);
    return is_archive(start) ? crawl_archive_open(start, o, place, error) : crawl_files_open(start, o, place, error);
}

static void tell_progress(const crawl_site *site, husk_crawl_progress p)
{
    p.size = sizeof p;
    p.bytes = site->place->bytes;
    p.seconds = (double)(now_ns() - site->started_ns) / 1e9;
    p.failed = site->place->n_failed;
    if (site->o->progress)
        site->o->progress(site->o->context, &p);
}

static void report_progress(void *context, uint32_t n_pages, uint32_t n_classes, uint32_t n_waiting)
{
    tell_progress(context, (husk_crawl_progress){ .pages = n_pages, .classes = n_classes, .waiting = n_waiting });
}

void crawl_explore_options(crawl_site *site, explore_options *x)
{
    const husk_crawl_options *o = site->o;
    explore_options_init(x);
    x->max_pages = o->max_pages;
    x->max_depth = o->max_depth;
    x->seed = o->seed;
    x->fetch = crawl_fetch;
    x->listing = crawl_listing;
    x->list_first = site->place->list_first;
    x->growth = ROUND_GROWTH;
    x->progress = o->progress ? report_progress : NULL;
    x->context = site;
    x->stop = o->stop;
    if (site->way)
        site->way->set(site->way, site, x);
    x->per_collection = o->per_collection ? o->per_collection : x->per_collection;
    x->collections = o->collections ? o->collections : x->collections;
}

void crawl_describe(const explored *e, const model_host *host, buffer *b)
{
    buffer_format(b, "%u page%s seen, %u asked for, %u class%s, %u class link%s%s\n", (unsigned)e->n_pages,
                  e->n_pages == 1 ? "" : "s", (unsigned)e->n_fetched, (unsigned)host->n_classes,
                  host->n_classes == 1 ? "" : "es", (unsigned)host->n_arrows, host->n_arrows == 1 ? "" : "s",
                  e->is_cut ? "; more was there" : "");
    for (uint32_t i = 0; i < host->n_classes; i++) {
        const model_class *c = &host->classes[i];
        buffer_format(b, "%6u  %7u %s  ", (unsigned)c->number, (unsigned)c->n_pages,
                      c->n_pages == 1 ? "page " : "pages");
        buffer_visible(b, c->name.data, c->name.len);
        buffer_byte(b, '\n');
    }
}

static void report_learned(void *context, const explored *e, const model_host *before, const learned_host *host)
{
    husk_output *report = context;
    crawl_describe(e, &host->model, &report->bytes);
    write_learned(before, host, &report->bytes);
}

static husk_status site_crawl(crawl_site *site, const char *path, husk_output *report, husk_error *error)
{
    explore_options x;
    explored e = { 0 };
    crawl_explore_options(site, &x);
    slice start = { site->place->start.data, site->place->start.len };
    uint32_t address = crawl_address(site, start);
    husk_status status =
        address == ADDRESS_NONE ? error_set(error, HUSK_NO_MEMORY, "out of memory") : explore(address, &x, &e, error);
    bool is_stopped = status == HUSK_STOPPED;
    if (is_stopped && e.n_pages && site->o->stopped_path) {
        husk_status copied = husk_site_copy(path, site->o->stopped_path, error);
        status = copied ?: status;
        path = site->o->stopped_path;
    }
    if ((status == HUSK_OK || status == HUSK_STOPPED) && e.n_pages == 0)
        status = is_stopped ? error_set(error, status, "stopped")
                            : error_set(error, HUSK_IO, "the start page can't be read%s%s", site->reason[0] ? ": " : "",
                                        site->reason);
    else if (status == HUSK_OK || status == HUSK_STOPPED) {
        tell_progress(site, (husk_crawl_progress){
                                .pages = e.n_pages, .classes = site_model_n_classes(e.model), .is_explored = true });
        status = site->learner ? crawl_learn(site, &e, path, report ? report_learned : NULL, report, error)
                               : site->way->write(site, &e, path, report ? &report->bytes : NULL, error);
    }
    explored_free(&e);
    return status == HUSK_OK && is_stopped ? error_set(error, HUSK_STOPPED, "stopped") : status;
}

/* The caller's options, complete; nested ones point to `source` and `page`. */
static husk_status take_options(const husk_crawl_options *options, husk_crawl_options *o, husk_source_options *source,
                                husk_page_options *page, husk_error *error)
{
    husk_crawl_options_init(o, sizeof *o);
    husk_source_options_init(source, sizeof *source);
    husk_page_options_init(page, sizeof *page);
    page->max_milliseconds = 0; /* so that the same site gives the same file */
    husk_status status = OPTIONS_TAKE(o, options, husk_crawl_options, stopped_path, error);
    status = status ?: OPTIONS_TAKE(source, o->source, husk_source_options, any_http_status, error);
    status = status ?: OPTIONS_TAKE(page, o->page, husk_page_options, max_milliseconds, error);
    o->source = source;
    o->page = page;
    return status;
}

husk_status crawl_by(const char *start, const char *path, const husk_crawl_options *options, const crawl_way *way,
                     husk_output *report, husk_error *error)
{
    husk_crawl_options o;
    husk_source_options source;
    husk_page_options page;
    husk_status taken = take_options(options, &o, &source, &page, error);
    if (taken != HUSK_OK)
        return taken;
    if (start == NULL || path == NULL)
        return error_set(error, HUSK_BAD_ARGUMENT, "a crawl needs a start and an output file");
    crawl_place place = { 0 };
    crawl_site site = { 0 };
    husk_status status = husk_site_check(path, error);
    status = status ?: place_open(start, &o, &place, error);
    status = status ?: crawl_site_init(&site, &o, way, &place, error);
    status = status ?: site_crawl(&site, path, report, error);
    crawl_site_free(&site);
    crawl_place_free(&place);
    return status;
}

husk_status husk_crawl(const char *start, const char *path, const husk_crawl_options *options, husk_output *report,
                       husk_error *error)
{
    return crawl_by(start, path, options, NULL, report, error);
}
