/* crawl_web.c - a site on the web: within its host and robots.txt, rate-limited, from a page, sitemap or feed.
 * All pages of a round are requested at once and read in round order. Redirects are followed here, so that each hop
 * obeys the same rules as a link. Every host's robots.txt is read once; if it can't be reached, nothing is requested.
 * Limits: max_redirects hops, max_seconds, max_bytes of pages. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crawl/crawl.h"
#include "base/arrays.h"
#include "base/status.h"
#include "base/stop.h"
#include "source/fetch.h"
#include "source/addresses.h"
#include "source/http_message.h"
#include "source/warc_write.h"

#define MAX_ROBOTS_REDIRECTS 5u /* RFC 9309, section 2.3.1.2 */
#define BACKOFF_MS 500u         /* before the first retry; doubled for each further one */
/* Origins whose robots.txt is kept: a site may have a subdomain for every word. */
#define MAX_HOSTS 1000u
/* Sitemaps per index, and their nesting depth. */
#define MAX_SITEMAPS 64u

typedef struct web_host {
    buffer origin; /* "https://example.org:8080" */
    robots *rules;
} web_host;

typedef struct web {
    const husk_crawl_options *o;
    crawl_place *place;
    fetcher *fetcher;
    url_resolver *urls;
    web_host *hosts;
    uint32_t n_hosts;
    fetch *first;  /* the start page, requested to find the start; or NULL */
    fetch **round; /* by index in the round; NULL: not requested */
    uint32_t n_round;
    buffer given; /* the start URL as given */
    buffer url, charset, reason;
    char robots_reason[128]; /* why the last robots.txt could not be read; empty if it could */
    warc_writer *warc;
    crawl_place archive; /* of the crawl being resumed */
    bool has_archive;
    bool is_same_file; /* the archive is also appended to */
    buffer listed;     /* keys of the sitemap's pages, NUL-terminated */
    bool no_memory;    /* a step failed for lack of memory: what it decided is not to be believed */
} web;

/* Remember if this buffer lost a piece; whether it did not. */
static bool is_whole(web *w, const buffer *b)
{
    w->no_memory |= b->status == HUSK_NO_MEMORY;
    return b->status == HUSK_OK;
}

/* Set `out` to a C string. */
static bool text_set(web *w, buffer *out, slice text)
{
    buffer_clear(out);
    buffer_append(out, text.data, text.len);
    buffer_byte(out, 0);
    return is_whole(w, out);
}

/* fetcher_ask; NULL is remembered as lack of memory. */
static fetch *ask(web *w, const char *url, bool any_type, size_t max_bytes)
{
    fetch *q = fetcher_ask(w->fetcher, url, any_type, max_bytes);
    w->no_memory |= q == NULL;
    return q;
}

/* `status`, unless memory ran out before. */
static husk_status checked(const web *w, husk_status status, husk_error *error)
{
    return status == HUSK_OK && w->no_memory ? error_set(error, HUSK_NO_MEMORY, "out of memory") : status;
}

/* --- robots.txt --------------------------------------------------------------------------------------------------- */

/* Replace `url` by the URL that the response redirects to; false if it does not. */
static bool redirect_follow(web *w, const fetch_answer *a, buffer *url)
{
    return a->status == HUSK_OK && a->redirect.len > 1 &&
           text_set(w, url, (slice){ a->redirect.data, a->redirect.len - 1 });
}

static robots *robots_fetch(web *w, slice origin)
{
    buffer url;
    robots *rules = NULL;
    buffer_init(&url, HUSK_MAX_URL_BYTES);
    buffer_append(&url, origin.data, origin.len);
    buffer_text(&url, "/robots.txt");
    buffer_byte(&url, 0);
    for (unsigned hop = 0; hop <= MAX_ROBOTS_REDIRECTS && rules == NULL && is_whole(w, &url); hop++) {
        fetch *q = ask(w, url.data, true, ROBOTS_MAX_BYTES);
        if (q == NULL)
            break;
        const fetch_answer *a = fetcher_wait(w->fetcher, q);
        w->no_memory |= a->status == HUSK_NO_MEMORY;
        unsigned h = a->http_status;
        bool had = a->status == HUSK_OK || a->status == HUSK_LIMIT;
        snprintf(w->robots_reason, sizeof w->robots_reason, "%.120s", had ? "" : a->reason);
        bool again = redirect_follow(w, a, &url);
        if (!again) {
            bool is_missing = (had || a->status == HUSK_BAD_FILE) && h >= 300 && h < 500;
            slice text = is_missing ? SLICE("") : SLICE(ROBOTS_UNREACHABLE);
            if (had && h >= 200 && h < 300)
                text = (slice){ a->body.data, a->body.len };
            rules = robots_read(text, "husk");
        }
        fetcher_drop(w->fetcher, q);
        if (!again)
            break;
    }
    if (rules == NULL) /* too many redirects */
        rules = robots_read(SLICE(""), "husk");
    buffer_free(&url);
    return rules;
}

/* May the URL be fetched? Reads its host's robots.txt on first use. */
static bool is_allowed(web *w, slice url)
{
    slice path, origin = url_origin(url, &path);
    if (w->o->ignore_robots)
        return true;
    for (uint32_t i = 0; i < w->n_hosts; i++)
        if (w->hosts[i].origin.len == origin.len && memcmp(w->hosts[i].origin.data, origin.data, origin.len) == 0)
            return robots_allows(w->hosts[i].rules, path);
    if (w->n_hosts == MAX_HOSTS)
        return false;
    bool has_room = array_resize(&w->hosts, w->n_hosts + 1u, sizeof *w->hosts);
    robots *rules = has_room ? robots_fetch(w, origin) : NULL;
    w->no_memory |= rules == NULL;
    if (rules == NULL)
        return false;
    web_host *host = &w->hosts[w->n_hosts++];
    *host = (web_host){ .rules = rules };
    buffer_init(&host->origin, HUSK_MAX_URL_BYTES);
    buffer_append(&host->origin, origin.data, origin.len);
    is_whole(w, &host->origin);
    fetcher_slow_down(w->fetcher, url_host(url), robots_delay_ms(rules));
    return robots_allows(rules, path);
}

/* --- rounds ------------------------------------------------------------------------------------------------------- */

static bool in_archive(web *w, slice key)
{
    buffer found;
    buffer_init(&found, HUSK_MAX_URL_BYTES * 4);
    bool has = w->has_archive && w->archive.kind->key(&w->archive, key, &found);
    is_whole(w, &found);
    buffer_free(&found);
    return has;
}

/* Request a page; of one in the archive only what is new. */
static fetch *page_ask(web *w, const char *url, slice key)
{
    fetch *q = ask(w, url, false, w->o->source->max_page_bytes);
    if (q && in_archive(w, key) && !fetch_add_headers(q, crawl_archive_validators(&w->archive, key)))
        w->no_memory = true;
    return q;
}

static husk_status web_begin(crawl_place *place, const slice *keys, uint32_t n, husk_error *error)
{
    web *w = place->own;
    for (uint32_t i = 0; i < w->n_round; i++)
        fetcher_drop(w->fetcher, w->round[i]);
    w->n_round = 0;
    if (!array_resize(&w->round, n + 1u, sizeof *w->round))
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    fetch **round = memset(w->round, 0, n * sizeof *w->round);
    w->n_round = n;
    for (uint32_t i = 0; i < n && !crawl_place_is_over(w->place); i++) { /* a robots.txt may take time */
        if ((in_archive(w, keys[i]) && !w->o->revalidate) || !is_allowed(w, keys[i]))
            continue;
        if (w->first) {
            round[i] = w->first;
            w->first = NULL;
            continue;
        }
        round[i] = text_set(w, &w->url, keys[i]) ? page_ask(w, w->url.data, keys[i]) : NULL;
        if (round[i] == NULL)
            return error_set(error, HUSK_NO_MEMORY, "out of memory");
    }
    return checked(w, HUSK_OK, error);
}

static void page_fail(web *w, husk_raw *raw, husk_status status, const char *why)
{
    buffer_clear(&w->reason);
    buffer_format(&w->reason, "%s: %s", w->url.data, why);
    buffer_byte(&w->reason, 0);
    raw->status = status;
    raw->reason = is_whole(w, &w->reason) ? w->reason.data : why;
}

/* Follow redirects to the final response; NULL with a reason if they lead out of scope. */
static const fetch_answer *redirects_end(web *w, fetch **q, const fetch_answer *a, const char **why)
{
    buffer key;
    buffer_init(&key, HUSK_MAX_URL_BYTES * 4);
    for (unsigned hop = 0; a && redirect_follow(w, a, &w->url); hop++) {
        buffer_clear(&key);
        *why = hop < w->o->source->max_redirects ? "redirects outside the site" : "too many redirects";
        if (hop >= w->o->source->max_redirects ||
            !crawl_place_key(w->place, (slice){ w->url.data, w->url.len - 1 }, &key)) {
            a = NULL;
            break;
        }
        *why = "redirects to a URL that robots.txt disallows";
        fetcher_drop(w->fetcher, *q);
        *q = is_allowed(w, (slice){ w->url.data, w->url.len - 1 })
                 ? ask(w, w->url.data, false, w->o->source->max_page_bytes)
                 : NULL;
        a = *q ? fetcher_wait(w->fetcher, *q) : NULL;
    }
    is_whole(w, &key);
    buffer_free(&key);
    return a;
}

/* A header cut at its limit is dropped. */
static slice head_slice(const buffer *head)
{
    return head->status == HUSK_OK ? (slice){ head->data, head->len } : (slice){ "", 0 };
}

static husk_status page_keep(web *w, const fetch_answer *a, buffer *bytes, husk_raw *raw, husk_error *error)
{
    slice charset = media_type_charset(a->content_type);
    buffer_clear(bytes);
    buffer_append(bytes, a->body.data, a->body.len);
    if (!text_set(w, &w->charset, charset) || bytes->status != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    raw->bytes = bytes->data;
    raw->len = bytes->len;
    raw->charset = charset.len ? w->charset.data : NULL;
    raw->status = a->status;
    raw->is_text = slice_starts_nocase(a->content_type, "text/plain");
    if (w->warc == NULL)
        return HUSK_OK;
    warc_answer answer = { .url = w->url.data,
                           .address = a->address.data,
                           .request = head_slice(&a->request),
                           .head = head_slice(&a->head),
                           .http_status = a->http_status,
                           .body = { a->body.data, a->body.len } };
    return warc_write(w->warc, &answer, error);
}

/* A page stored by an earlier crawl; it is stored again, so that the new WARC is complete. */
static husk_status archived_read(web *w, uint32_t i, slice key, buffer *bytes, husk_raw *raw, husk_error *error)
{
    husk_status status = w->archive.kind->read(&w->archive, i, key, bytes, raw, error);
    if (status != HUSK_OK || raw->status != HUSK_OK || w->warc == NULL || w->is_same_file)
        return status;
    char type[128];
    snprintf(type, sizeof type, "%s%s%.80s", raw->is_text ? "text/plain" : "text/html",
             raw->charset ? "; charset=" : "", raw->charset ? raw->charset : "");
    warc_answer answer = {
        .url = raw->url ? raw->url : raw->id, .http_status = 200, .content_type = type, .body = { raw->bytes, raw->len }
    };
    return warc_write(w->warc, &answer, error);
}

static husk_status web_read(crawl_place *place, uint32_t i, slice key, buffer *bytes, husk_raw *raw, husk_error *error)
{
    web *w = place->own;
    const char *why = "disallowed by robots.txt";
    *raw = (husk_raw){ 0 };
    bool is_archived = in_archive(w, key);
    if (is_archived && !w->o->revalidate)
        return archived_read(w, i, key, bytes, raw, error);
    if (!text_set(w, &w->url, key))
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    fetch *q = w->round[i];
    w->round[i] = NULL;
    const fetch_answer *a = q ? redirects_end(w, &q, fetcher_wait(w->fetcher, q), &why) : NULL;
    raw->id = raw->url = w->url.data;
    husk_status status = HUSK_OK;
    char reason[64];
    if (a && a->status == HUSK_NO_MEMORY)
        status = error_set(error, HUSK_NO_MEMORY, "out of memory at %s", w->url.data);
    else if (a == NULL)
        page_fail(w, raw, HUSK_IO, why);
    else if (a->status != HUSK_OK && a->status != HUSK_LIMIT)
        page_fail(w, raw, a->status, a->reason);
    else if (a->http_status == 304 && is_archived)
        status = archived_read(w, i, key, bytes, raw, error);
    else if (a->is_no_page)
        page_fail(w, raw, HUSK_IO, "no HTML");
    else if (a->http_status != 200 && a->http_status != 203) {
        snprintf(reason, sizeof reason, "HTTP status %u", a->http_status);
        page_fail(w, raw, HUSK_IO, reason);
    } else
        status = page_keep(w, a, bytes, raw, error);
    fetcher_drop(w->fetcher, q);
    return checked(w, status, error);
}

/* --- sitemaps ----------------------------------------------------------------------------------------------------- */

/* The next of NUL-terminated strings; false at the end. */
static bool text_next(const buffer *texts, size_t *at, slice *text)
{
    if (*at >= texts->len)
        return false;
    *text = (slice){ texts->data + *at, strlen(texts->data + *at) };
    *at += text->len + 1;
    return true;
}

/* Add the keys of a sitemap's pages to w->listed. */
static void pages_list(web *w, const buffer *urls)
{
    buffer url, key;
    slice given;
    buffer_init(&url, HUSK_MAX_URL_BYTES * 4);
    buffer_init(&key, HUSK_MAX_URL_BYTES * 4);
    for (size_t at = 0; text_next(urls, &at, &given);) {
        buffer_clear(&url);
        buffer_clear(&key);
        if (url_resolve(w->urls, given, &url) && crawl_place_key(w->place, (slice){ url.data, url.len }, &key)) {
            buffer_append(&w->listed, key.data, key.len);
            buffer_byte(&w->listed, 0);
        }
    }
    is_whole(w, &url);
    is_whole(w, &key);
    buffer_free(&url);
    buffer_free(&key);
}

/* List the pages of a sitemap or feed and of the sitemaps it lists; the site starts at the first. */
static husk_status sitemaps_fetch(web *w, const char *start, buffer *waiting, husk_error *error)
{
    slice url;
    unsigned n = 0;
    for (size_t at = 0; n < MAX_SITEMAPS && !crawl_place_is_over(w->place) && text_next(waiting, &at, &url); n++) {
        fetch *q = is_allowed(w, url) ? ask(w, url.data, true, w->o->source->max_page_bytes) : NULL;
        const fetch_answer *a = q ? fetcher_wait(w->fetcher, q) : NULL;
        w->no_memory |= a && a->status == HUSK_NO_MEMORY;
        if (a && a->http_status == 200) {
            buffer found;
            bool is_index;
            buffer_init(&found, HUSK_MAX_CRAWL_BYTES);
            if (sitemap_read((slice){ a->body.data, a->body.len }, w->o->source->max_page_bytes, &found, &is_index) &&
                is_index)
                buffer_append(waiting, found.data, found.len);
            else
                pages_list(w, &found);
            is_whole(w, &found);
            buffer_free(&found);
        } else if (n == 0) {
            error_set(error, HUSK_IO, "%s: %s", start,
                      a && a->reason[0] ? a->reason : "the sitemap or feed can't be read");
        }
        fetcher_drop(w->fetcher, q);
    }
    is_whole(w, waiting);
    if (!is_whole(w, &w->listed) || w->no_memory)
        return checked(w, HUSK_OK, error);
    if (w->listed.len == 0)
        return error && error->status
                   ? error->status
                   : error_set(error, HUSK_IO, "%s: neither HTML nor a sitemap or feed with pages of this host", start);
    buffer_clear(&w->place->start);
    buffer_text(&w->place->start, w->listed.data);
    return HUSK_OK;
}

static husk_status web_list(crawl_place *place, crawl_list_sink sink, void *sink_context, husk_error *error)
{
    web *w = place->own;
    husk_status status = HUSK_OK;
    slice key;
    for (size_t at = 0; status == HUSK_OK && !crawl_place_is_over(place) && text_next(&w->listed, &at, &key);) {
        size_t folder = key.len;
        while (folder > 0 && key.data[folder - 1] != '/')
            folder--;
        status = sink(sink_context, (slice){ key.data, folder }, key);
    }
    return checked(w, status, error);
}

/* --- opening and closing ------------------------------------------------------------------------------------------ */

static void web_free(void *own)
{
    web *w = own;
    for (uint32_t i = 0; i < w->n_hosts; i++) {
        buffer_free(&w->hosts[i].origin);
        robots_free(w->hosts[i].rules);
    }
    fetcher_free(w->fetcher); /* with all its fetches */
    url_resolver_free(w->urls);
    warc_writer_close(w->warc, NULL);
    if (w->has_archive)
        crawl_place_free(&w->archive);
    buffer_free(&w->listed);
    buffer_free(&w->given);
    buffer_free(&w->url);
    buffer_free(&w->charset);
    buffer_free(&w->reason);
    free(w->hosts);
    free(w->round);
}

/* The fetcher's headers are only for the origin of the start as given. */
static bool web_init(web *w, const char *start, const husk_crawl_options *o)
{
    buffer_init(&w->given, HUSK_MAX_URL_BYTES * 4);
    w->urls = url_resolver_new();
    if (w->urls == NULL)
        return false;
    url_resolve(w->urls, (slice){ start, strlen(start) }, &w->given);
    if (w->given.status == HUSK_NO_MEMORY)
        return false;
    slice path, origin = url_origin((slice){ w->given.data ? w->given.data : "", w->given.len }, &path);
    fetch_options f = { .source = o->source,
                        .origin = origin,
                        .connections = o->connections ? o->connections : 1,
                        .delay_ms = o->delay_ms,
                        .retries = o->retries,
                        .backoff_ms = BACKOFF_MS,
                        .keep_heads = o->warc != NULL,
                        .max_seconds = o->max_seconds,
                        .stop = o->stop };
    w->o = o;
    buffer_init(&w->url, HUSK_MAX_URL_BYTES * 4);
    buffer_init(&w->charset, 256);
    buffer_init(&w->reason, HUSK_MAX_URL_BYTES * 5);
    w->fetcher = fetcher_new(&f);
    buffer_init(&w->listed, HUSK_MAX_CRAWL_BYTES);
    return w->fetcher;
}

static bool is_sitemap(slice url)
{
    return (url.len > 4 && slice_is_nocase((slice){ url.data + url.len - 4, 4 }, ".xml")) ||
           (url.len > 7 && slice_is_nocase((slice){ url.data + url.len - 7, 7 }, ".xml.gz"));
}

/* Request the start page here: the site is where it redirects to, perhaps under another host name. What is no HTML may
 * be a feed. */
static husk_status page_start(web *w, const char *start, buffer *url, husk_error *error)
{
    buffer *key = &w->place->start;
    for (unsigned hop = 0; url->status == HUSK_OK; hop++) {
        slice address = { url->data, url->len - 1 };
        if (!crawl_place_set_host(w->place, address))
            return error_set(error, HUSK_NO_MEMORY, "out of memory");
        if (!is_allowed(w, address))
            return error_set(error, w->no_memory ? HUSK_NO_MEMORY : HUSK_IO, "%s: robots.txt %s%s", start,
                             w->robots_reason[0] ? "can't be reached: " : "disallows it", w->robots_reason);
        buffer_clear(key);
        url_key(address, key);
        if (in_archive(w, (slice){ key->data, key->len }) && !w->o->revalidate)
            return HUSK_OK;
        is_whole(w, key);
        fetch *q = page_ask(w, url->data, (slice){ key->data, key->len });
        const fetch_answer *a = q ? fetcher_wait(w->fetcher, q) : NULL;
        bool is_list = a && a->is_no_page && a->http_status == 200;
        if (!is_list && (a == NULL || !redirect_follow(w, a, url))) {
            w->first = q;
            return checked(w, HUSK_OK, error);
        }
        fetcher_drop(w->fetcher, q);
        if (is_list)
            return sitemaps_fetch(w, start, url, error);
        if (hop >= w->o->source->max_redirects)
            return error_set(error, HUSK_IO, "%s: too many redirects", start);
    }
    return error_set(error, url->status, "%s: %s", start, husk_status_text(url->status));
}

/* The start's key; for a sitemap or feed, its first URL on that host. */
static husk_status start_find(web *w, const char *start, husk_error *error)
{
    buffer url;
    buffer_init(&url, HUSK_MAX_CRAWL_BYTES);
    husk_status status = HUSK_OK;
    bool is_url = url_resolve(w->urls, (slice){ start, strlen(start) }, &url);
    size_t len = url.len;
    buffer_byte(&url, 0);
    slice address = { url.data, len };
    if (!is_url)
        status = error_set(error, HUSK_BAD_ARGUMENT, "%s: not a URL", start);
    else if (!is_sitemap(address))
        status = page_start(w, start, &url, error);
    else if (crawl_place_set_host(w->place, address))
        status = sitemaps_fetch(w, start, &url, error);
    else
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    is_whole(w, &url);
    is_whole(w, &w->place->start);
    buffer_free(&url);
    return checked(w, status, error);
}

husk_status crawl_web_open(const char *start, const husk_crawl_options *options, crawl_place *place, husk_error *error)
{
    static const crawl_place_kind kind = {
        .key = crawl_place_key, .begin = web_begin, .read = web_read, .list = web_list, .free = web_free, .is_web = true
    };
    husk_status status = crawl_place_init(place, &kind, sizeof(web), options, error);
    web *w = place->own;
    if (w == NULL)
        return status;
    w->place = place;
    if (!web_init(w, start, options))
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    bool is_first = options->warc && options->resume && strcmp(options->warc, options->resume) == 0 &&
                    access(options->resume, F_OK) != 0;
    if (status == HUSK_OK && options->warc) /* report a bad name before anything is read */
        status = warc_writer_open(options->warc, &w->warc, error);
    if (status == HUSK_OK && options->resume && !is_first) { /* if both are the same file, it need not exist yet */
        w->has_archive = true;
        status = crawl_archive_open(options->resume, options, &w->archive, error);
    }
    status = status ?: start_find(w, start, error);
    struct stat old, new;
    w->is_same_file = options->warc && options->resume && stat(options->warc, &new) == 0 &&
                      stat(options->resume, &old) == 0 && old.st_dev == new.st_dev &&old.st_ino == new.st_ino;
    place->list_first = w->listed.len > 0;
    return status;
}
