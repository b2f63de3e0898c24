/* fetch.c - concurrent requests on one libcurl multi handle, with a rate limit per host.
 * Connections are kept and HTTP/2 is multiplexed. A request starts when its host has a free connection and its delay
 * has passed; one without a response is retried after a wait that doubles. Cost: one scan of the waiting requests per
 * turn. Limits: the cap of each body, timeout_seconds per response. */
#include "source/fetch.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/arrays.h"
#include "base/stop.h"
#include "base/limits.h"
#include "base/url.h"
#include "source/response.h"

#define MAX_BACKOFF_MS 60000u /* a longer wait is left to another crawl */
/* The longest wait per turn, so that a stop is noticed. */
#define TURN_MS 200

typedef struct fetch_host {
    slice name;
    uint64_t next_ms; /* no request before this time */
    unsigned active, delay_ms;
} fetch_host;

typedef enum fetch_state { FETCH_WAITS, FETCH_RUNS, FETCH_DONE } fetch_state;

struct fetch {
    fetcher *fetcher;
    fetch *next, *previous; /* in request order */
    fetch_state state;
    char *url;
    char range[48];             /* "FIRST-LAST", or empty */
    struct curl_slist *headers; /* its own, or NULL: the fetcher's */
    uint32_t host;
    response response;
    unsigned n_tried;
    uint64_t not_before_ms;
    fetch_answer answer;
};

struct fetcher {
    fetch_options o;
    CURLM *multi;
    struct curl_slist *headers;
    size_t header_bytes; /* of the caller's headers and user agent */
    url_resolver *urls;
    fetch *first, *last;
    fetch_host *hosts;
    uint32_t n_hosts;
    size_t hosts_room;
    uint64_t end_ms;      /* 0: never */
    uint64_t page_end_ms; /* of fetcher_page, 0: never */
};

/* --- setup -------------------------------------------------------------------------------------------------------- */

/* The request's header as sent over the wire, for an archive. */
static int request_keep(CURL *c, curl_infotype type, char *data, size_t len, void *context)
{
    fetch *q = context;
    (void)c;
    if (type == CURLINFO_HEADER_OUT) {
        buffer_clear(&q->answer.request);
        buffer_append(&q->answer.request, data, len);
    }
    return 0;
}

static bool header_add(struct curl_slist **list, const char *line)
{
    struct curl_slist *more = libcurl.curl_slist_append(*list, line);
    *list = more ? more : *list;
    return more != NULL;
}

fetcher *fetcher_new(const fetch_options *options)
{
    fetcher *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->o = *options;
    f->end_ms = f->o.max_seconds ? now_ms() + f->o.max_seconds * UINT64_C(1000) : 0;
    if (!libcurl_load())
        return f;
    const husk_source_options *o = f->o.source;
    f->multi = libcurl.curl_multi_init();
    f->urls = url_resolver_new();
    f->header_bytes = o->user_agent ? strlen(o->user_agent) : 0;
    bool ok = f->multi && f->urls;
    for (size_t i = 0; ok && i < o->n_headers; i++) {
        ok = header_add(&f->headers, o->headers[i]);
        f->header_bytes += strlen(o->headers[i]);
    }
    if (!ok) {
        fetcher_free(f);
        return NULL;
    }
    libcurl.curl_multi_setopt(f->multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    libcurl.curl_multi_setopt(f->multi, CURLMOPT_MAXCONNECTS, (long)f->o.connections * 4);
    return f;
}

static bool is_of_origin(const fetcher *f, const char *url)
{
    slice path, own = url_origin((slice){ url, strlen(url) }, &path);
    return own.len > 0 && slice_same(own, f->o.origin);
}

/* The time left for a response; 0 is no limit. */
static long timeout_ms(const fetcher *f)
{
    uint64_t now = now_ms();
    if (f->page_end_ms == 0)
        return (long)f->o.source->timeout_seconds * 1000;
    return f->page_end_ms > now ? (long)(f->page_end_ms - now) : 1;
}

static bool handle_set_up(fetch *q)
{
    const fetch_options *o = &q->fetcher->o;
    CURL *c = q->response.curl;
    bool ok = response_set_up(&q->response, o->source->user_agent);
#define SET(option, value) (ok = ok && libcurl.curl_easy_setopt(c, (option), (value)) == CURLE_OK)
    SET(CURLOPT_URL, q->url);
    SET(CURLOPT_RANGE, q->range[0] ? q->range : NULL);
    SET(CURLOPT_PRIVATE, q);
    SET(CURLOPT_TIMEOUT_MS, timeout_ms(q->fetcher));
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    SET(CURLOPT_HTTPHEADER, q->headers ? q->headers : is_of_origin(q->fetcher, q->url) ? q->fetcher->headers : NULL);
    if (o->keep_heads) { /* libcurl provides them only here */
        SET(CURLOPT_VERBOSE, 1L);
        SET(CURLOPT_DEBUGFUNCTION, request_keep);
        SET(CURLOPT_DEBUGDATA, q);
    }
#undef SET
    return ok;
}

/* --- hosts -------------------------------------------------------------------------------------------------------- */

static uint32_t host_number(fetcher *f, slice name)
{
    for (uint32_t i = 0; i < f->n_hosts; i++)
        if (slice_same(f->hosts[i].name, name))
            return i;
    if (!array_grow(&f->hosts, &f->hosts_room, f->n_hosts + 1, sizeof *f->hosts))
        return UINT32_MAX;
    char *copy = strndup(name.data ? name.data : "", name.len);
    if (copy == NULL)
        return UINT32_MAX;
    f->hosts[f->n_hosts] = (fetch_host){ .name = { copy, name.len }, .delay_ms = f->o.delay_ms };
    return f->n_hosts++;
}

bool fetcher_slow_down(fetcher *f, slice host, unsigned delay_ms)
{
    uint32_t number = host_number(f, host);
    if (number == UINT32_MAX)
        return false;
    if (delay_ms > f->hosts[number].delay_ms)
        f->hosts[number].delay_ms = delay_ms;
    return true;
}

/* --- requests ----------------------------------------------------------------------------------------------------- */

fetch *fetcher_ask(fetcher *f, const char *url, bool any_type, size_t max_bytes)
{
    fetch *q = calloc(1, sizeof *q);
    if (q == NULL)
        return NULL;
    *q = (fetch){ .fetcher = f, .previous = f->last };
    q->response = (response){ .max_bytes = max_bytes,
                              .allow_private = f->o.source->allow_private,
                              .any_type = any_type,
                              .answer = &q->answer,
                              .body = &q->answer.body };
    q->url = strdup(url);
    q->host = host_number(f, url_host((slice){ url, strlen(url) }));
    buffer_init(&q->answer.body, max_bytes + 1);
    buffer_init(&q->answer.redirect, HUSK_MAX_URL_BYTES + 1);
    buffer_init(&q->answer.url, HUSK_MAX_URL_BYTES + 1);
    buffer_init(&q->answer.address, 128);
    buffer_init(&q->answer.request, HUSK_MAX_HEAD_BYTES);
    buffer_init(&q->answer.head, HUSK_MAX_HEAD_BYTES);
    if (q->url == NULL || q->host == UINT32_MAX) {
        free(q->url);
        free(q);
        return NULL;
    }
    *(f->last ? &f->last->next : &f->first) = q;
    f->last = q;
    return q;
}

bool fetch_add_headers(fetch *q, const char *lines)
{
    const husk_source_options *o = q->fetcher->o.source;
    size_t n = is_of_origin(q->fetcher, q->url) ? o->n_headers : 0;
    bool ok = true;
    if (*lines == 0 || !q->fetcher->multi)
        return true;
    for (size_t i = 0; ok && i < n; i++)
        ok = header_add(&q->headers, o->headers[i]);
    for (size_t len; ok && *lines; lines += len + 1) {
        len = strcspn(lines, "\n");
        char *line = strndup(lines, len);
        ok = line && header_add(&q->headers, line);
        free(line);
    }
    return ok;
}

void fetcher_drop(fetcher *f, fetch *q)
{
    if (q == NULL)
        return;
    if (q->state == FETCH_RUNS) {
        libcurl.curl_multi_remove_handle(f->multi, q->response.curl);
        f->hosts[q->host].active--;
    }
    if (q->response.curl)
        libcurl.curl_easy_cleanup(q->response.curl);
    if (q->headers)
        libcurl.curl_slist_free_all(q->headers);
    *(q->previous ? &q->previous->next : &f->first) = q->next;
    *(q->next ? &q->next->previous : &f->last) = q->previous;
    fetch_answer *a = &q->answer;
    buffer *all[] = { &a->body, &a->redirect, &a->url, &a->address, &a->request, &a->head, &q->response.raw };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        buffer_free(all[i]);
    free(q->url);
    free(q);
}

void fetcher_free(fetcher *f)
{
    if (f == NULL)
        return;
    while (f->first)
        fetcher_drop(f, f->first);
    if (libcurl_load()) {
        libcurl.curl_multi_cleanup(f->multi);
        libcurl.curl_slist_free_all(f->headers);
    }
    url_resolver_free(f->urls);
    for (uint32_t i = 0; i < f->n_hosts; i++)
        free((char *)f->hosts[i].name.data);
    free(f->hosts);
    free(f);
}

/* --- turns -------------------------------------------------------------------------------------------------------- */

static void fail(fetch *q, const char *why)
{
    q->state = FETCH_DONE;
    q->answer.status = HUSK_IO;
    snprintf(q->answer.reason, sizeof q->answer.reason, "%s", why);
}

static void start(fetcher *f, fetch *q, uint64_t now)
{
    fetch_host *host = &f->hosts[q->host];
    if (f->header_bytes > HUSK_MAX_REQUEST_BYTES) {
        fail(q, "the headers to send are too long");
        return;
    }
    CURL *curl = libcurl.curl_easy_init();
    q->response.curl = curl;
    if (curl == NULL || !handle_set_up(q) || libcurl.curl_multi_add_handle(f->multi, curl) != CURLM_OK) {
        fail(q, "the request can't be made");
        return;
    }
    q->state = FETCH_RUNS;
    q->n_tried++;
    host->active++;
    host->next_ms = now + host->delay_ms;
}

/* Start every request that may start now; returns the time until the next may start, at most TURN_MS. */
static int starts(fetcher *f)
{
    uint64_t now = now_ms(), soonest = now + TURN_MS;
    for (fetch *q = f->first; q; q = q->next) {
        fetch_host *host = &f->hosts[q->host];
        if (q->state != FETCH_WAITS || host->active >= f->o.connections)
            continue;
        uint64_t when = host->next_ms > q->not_before_ms ? host->next_ms : q->not_before_ms;
        if (when <= now)
            start(f, q, now);
        else if (when < soonest)
            soonest = when;
    }
    return (int)(soonest - now);
}

static bool comes_again(const fetch *q, bool may_pass)
{
    unsigned h = q->answer.http_status;
    if (q->n_tried > q->fetcher->o.retries)
        return false;
    return q->answer.status == HUSK_OK ? h == 429 || h == 502 || h == 503 || h == 504 : may_pass;
}

/* Store `text` as a C string in `into`; empty if it is NULL or longer than into's cap: than any useful one. */
static void text_keep(buffer *into, const char *text)
{
    buffer_clear(into);
    buffer_text(into, text ? text : "");
    buffer_byte(into, 0);
    if (into->status == HUSK_LIMIT) {
        buffer_clear(into);
        buffer_byte(into, 0);
    }
}

/* Where a response redirects to. */
static void redirect_read(fetch *q)
{
    static const unsigned redirects[] = { 301, 302, 303, 307, 308 };
    struct curl_header *location = NULL;
    buffer *to = &q->answer.redirect;
    bool is_redirect = false;
    for (size_t i = 0; i < sizeof redirects / sizeof *redirects; i++)
        is_redirect |= q->answer.http_status == redirects[i];
    buffer_clear(to);
    is_redirect = is_redirect &&
                  libcurl.curl_easy_header(q->response.curl, "Location", 0, CURLH_HEADER, -1, &location) == CURLHE_OK &&
                  url_base_set(q->fetcher->urls, (slice){ q->url, strlen(q->url) }) &&
                  url_resolve(q->fetcher->urls, (slice){ location->value, strlen(location->value) }, to);
    if (!is_redirect || to->status != HUSK_OK)
        buffer_clear(to);
    buffer_byte(to, 0);
}

static void answer_read(fetch *q)
{
    fetch_answer *a = &q->answer;
    CURL *c = q->response.curl;
    char *address = NULL, *url = NULL;
    libcurl.curl_easy_getinfo(c, CURLINFO_PRIMARY_IP, &address);
    libcurl.curl_easy_getinfo(c, CURLINFO_EFFECTIVE_URL, &url);
    text_keep(&a->address, address);
    text_keep(&a->url, url);
    redirect_read(q);
    const buffer *const made[] = { &a->address, &a->redirect, &a->url, &a->request };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (made[i]->status == HUSK_NO_MEMORY)
            a->status = HUSK_NO_MEMORY;
}

/* The wait that the server asks for; 0 if none. */
static uint64_t asked_wait_ms(const fetch *q)
{
    unsigned h = q->answer.http_status;
    curl_off_t seconds = 0;
    if ((h == 429 || h == 503) &&
        libcurl.curl_easy_getinfo(q->response.curl, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK && seconds > 0)
        return (uint64_t)seconds < UINT32_MAX ? (uint64_t)seconds * 1000u : UINT32_MAX;
    return 0;
}

static void finish(fetcher *f, fetch *q, CURLcode code)
{
    bool may_pass = response_finish(&q->response, code);
    uint64_t asked = q->answer.status == HUSK_OK ? asked_wait_ms(q) : 0, now = now_ms();
    buffer_free(&q->response.raw);
    answer_read(q);
    libcurl.curl_multi_remove_handle(f->multi, q->response.curl);
    f->hosts[q->host].active--;
    q->state = FETCH_DONE;
    bool is_too_long = asked > HUSK_MAX_RETRY_AFTER_MS;
    asked = is_too_long ? HUSK_MAX_RETRY_AFTER_MS : asked;
    if (now + asked > f->hosts[q->host].next_ms)
        f->hosts[q->host].next_ms = now + asked;
    libcurl.curl_easy_cleanup(q->response.curl);
    q->response.curl = NULL;
    if (comes_again(q, may_pass) && !is_too_long) {
        uint64_t wait = (uint64_t)f->o.backoff_ms << (q->n_tried < 8 ? q->n_tried - 1 : 7);
        q->not_before_ms = now + (wait < MAX_BACKOFF_MS ? wait : MAX_BACKOFF_MS);
        q->state = FETCH_WAITS;
    }
}

/* One turn: start requests, let libcurl work, collect finished transfers. */
static void turn(fetcher *f)
{
    int wait = starts(f), running = 0, n;
    libcurl.curl_multi_perform(f->multi, &running);
    CURLMsg *message;
    bool any = false;
    while ((message = libcurl.curl_multi_info_read(f->multi, &n)) != NULL) {
        fetch *q = NULL;
        CURLcode code = message->data.result;
        if (message->msg != CURLMSG_DONE)
            continue;
        libcurl.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&q);
        finish(f, q, code);
        any = true;
    }
    if (!any)
        libcurl.curl_multi_poll(f->multi, NULL, 0, wait, NULL);
}

const fetch_answer *fetcher_wait(fetcher *f, fetch *wanted)
{
    if (!f->multi)
        fail(wanted, LIBCURL_MISSING);
    while (wanted->state != FETCH_DONE) {
        bool is_stopped = stop_is_set(f->o.stop), is_late = f->end_ms && now_ms() >= f->end_ms;
        if (is_stopped || is_late) {
            if (wanted->state == FETCH_RUNS) {
                libcurl.curl_multi_remove_handle(f->multi, wanted->response.curl);
                f->hosts[wanted->host].active--;
            }
            fail(wanted, is_stopped ? "stopped" : "the time limit was reached");
            break;
        }
        turn(f);
    }
    return &wanted->answer;
}

const fetch_answer *fetcher_page(fetcher *f, const char *url, const char *range, buffer *body, size_t max_bytes,
                                 fetch **last)
{
    slice path;
    *last = NULL;
    const husk_source_options *o = f->o.source;
    f->page_end_ms = o->timeout_seconds ? now_ms() + o->timeout_seconds * UINT64_C(1000) : 0;
    f->o.origin = url_origin((slice){ url, strlen(url) }, &path);
    for (unsigned hop = 0;; hop++) {
        fetch *q = fetcher_ask(f, strlen(url) <= HUSK_MAX_URL_BYTES ? url : "", true, max_bytes);
        if (q == NULL)
            return NULL;
        q->response.body = body;
        q->response.is_part = range != NULL;
        snprintf(q->range, sizeof q->range, "%s", range ? range : "");
        f->hosts[q->host].next_ms = 0; /* an earlier page's Retry-After is not for this one */
        const fetch_answer *a = fetcher_wait(f, q);
        if (hop && !is_of_origin(f, q->url))
            f->o.origin = (slice){ 0 };
        fetcher_drop(f, *last);
        *last = q;
        if (a->status != HUSK_OK || a->redirect.len <= 1)
            return a;
        if (hop == o->max_redirects) {
            fail(q, "too many redirects");
            return a;
        }
        url = a->redirect.data;
    }
}

/* --- pieces of files ---------------------------------------------------------------------------------------------- */

void ranges_open(ranges *r, const char *url, uint64_t at, uint64_t len)
{
    r->url = url;
    r->at = at;
    r->end = len < UINT64_MAX - at ? at + len : UINT64_MAX;
    r->piece.cap = RANGES_PIECE + 1;
    buffer_clear(&r->piece);
    r->taken = 0;
}

/* "bytes 0-99/1234": the first byte, and the length of the file if it is known. */
static bool content_range(slice head, uint64_t *first, uint64_t *whole)
{
    slice name, value, part;
    *whole = UINT64_MAX;
    while (head_field(&head, &name, &value))
        if (slice_is_nocase(name, "content-range") && slice_starts_nocase(value, "bytes ")) {
            value = slice_from(value, 6);
            bool is_good = part_next(&value, '-', &part) && head_number(part, first) && part_next(&value, '/', &part);
            head_number(value, whole);
            return is_good;
        }
    return false;
}

static bool range_fail(ranges *r, const char *why)
{
    snprintf(r->why, sizeof r->why, "%s", why);
    return false;
}

/* A server that knows no ranges sends the whole file, which may fit. */
static bool piece_take(ranges *r, const fetch_answer *a)
{
    uint64_t first, whole;
    char why[40];
    bool to_end = r->end == UINT64_MAX, is_read = a->status == HUSK_OK;
    if (a->status != HUSK_OK && a->status != HUSK_LIMIT)
        return range_fail(r, a->reason);
    if (a->http_status == 206 && is_read && content_range((slice){ a->head.data, a->head.len }, &first, &whole) &&
        first == r->at) {
        r->at += r->piece.len;
        r->end = r->piece.len == 0 ? r->at : r->end < whole ? r->end : whole;
        return true;
    }
    bool is_past_end = a->http_status == 416 && to_end, is_whole = a->http_status == 200 && r->at == 0 && is_read;
    if (is_past_end)
        buffer_clear(&r->piece);
    if (is_past_end || is_whole) {
        r->end = r->at;
        return true;
    }
    snprintf(why, sizeof why, "HTTP status %u", a->http_status);
    return range_fail(r,
                      a->http_status == 200 || a->http_status == 206 ? "the server does not send parts of files" : why);
}

static bool piece_fetch(ranges *r)
{
    char range[48];
    fetch *last = NULL;
    uint64_t left = r->end - r->at;
    size_t want = left < RANGES_PIECE ? (size_t)left : RANGES_PIECE;
    snprintf(range, sizeof range, "%llu-%llu", (unsigned long long)r->at, (unsigned long long)(r->at + want - 1));
    buffer_clear(&r->piece);
    r->taken = 0;
    if (r->fetcher == NULL)
        r->fetcher = fetcher_new(r->options);
    const fetch_answer *a = r->fetcher ? fetcher_page(r->fetcher, r->url, range, &r->piece, want, &last) : NULL;
    bool taken = a ? piece_take(r, a) : range_fail(r, husk_status_text(HUSK_NO_MEMORY));
    if (r->fetcher)
        fetcher_drop(r->fetcher, last);
    return taken;
}

size_t ranges_read(void *context, char *out, size_t room, const char **why)
{
    ranges *r = context;
    if (r->taken == r->piece.len && r->at < r->end && !piece_fetch(r)) {
        *why = r->why;
        return 0;
    }
    size_t left = r->piece.len - r->taken, n = left < room ? left : room;
    if (n)
        memcpy(out, r->piece.data + r->taken, n);
    r->taken += n;
    return n;
}

void ranges_free(ranges *r)
{
    fetcher_free(r->fetcher);
    buffer_free(&r->piece);
    *r = (ranges){ 0 };
}
