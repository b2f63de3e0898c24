/* http.c - fetch one page with libcurl.
 * libcurl decompresses and enforces the timeout. This file caps the output, checks every address when a socket to it
 * is opened, and follows redirects itself, so that the caller's headers go only to the origin that was requested.
 * Proxies from the environment are used only if private addresses are allowed, because behind a proxy the address
 * can't be checked. Limits: the body's cap, timeout_seconds, max_redirects. */
#include "source/http.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/stop.h"
#include "base/url.h"
#include "source/libcurl.h"

#define CONNECT_SECONDS 10L /* a server that takes longer to accept a connection is down */

struct http {
    CURL *curl;
    struct curl_slist *headers;
    http_options options;
    /* of the current fetch */
    buffer *body;
    size_t max_bytes;
    bool is_cut;
    bool is_refused;
    char error[CURL_ERROR_SIZE];
};

static size_t body_write(char *data, size_t size, size_t n, void *context)
{
    http *h = context;
    size_t len = size * n, room = h->max_bytes - h->body->len;
    long answered = 0;
    libcurl.curl_easy_getinfo(h->curl, CURLINFO_RESPONSE_CODE, &answered);
    if (answered >= 300 && answered < 400 && len > room) /* the body of a redirect is not used */
        return len;
    h->is_cut = len > room;
    buffer_append(h->body, data, len < room ? len : room);
    return h->is_cut || h->body->status != HUSK_OK ? 0 : len;
}

static curl_socket_t socket_open(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    http *h = context;
    (void)purpose;
    if (!h->options.allow_private && address_is_private(&address->addr)) {
        h->is_refused = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* libcurl calls this about once a second while it waits. */
static int is_stopped(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    const http *h = context;
    (void)a, (void)b, (void)c, (void)d;
    return stop_is_set(h->options.stop);
}

static bool headers_make(http *h)
{
    for (size_t i = 0; i < h->options.n_headers; i++) {
        struct curl_slist *more = libcurl.curl_slist_append(h->headers, h->options.headers[i]);
        if (more == NULL)
            return false;
        h->headers = more;
    }
    return true;
}

static bool curl_set_up(http *h)
{
    CURL *c = h->curl;
    const http_options *o = &h->options;
    bool ok = true;
#define SET(option, value) (ok = ok && libcurl.curl_easy_setopt(c, (option), (value)) == CURLE_OK)
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_ACCEPT_ENCODING, "");
    SET(CURLOPT_USERAGENT, o->user_agent ? o->user_agent : "husk/" HUSK_VERSION);
    SET(CURLOPT_WRITEFUNCTION, body_write);
    SET(CURLOPT_WRITEDATA, h);
    SET(CURLOPT_OPENSOCKETFUNCTION, socket_open);
    SET(CURLOPT_OPENSOCKETDATA, h);
    SET(CURLOPT_XFERINFOFUNCTION, is_stopped);
    SET(CURLOPT_XFERINFODATA, h);
    SET(CURLOPT_NOPROGRESS, 0L);
    SET(CURLOPT_ERRORBUFFER, h->error);
    if (!o->allow_private)
        SET(CURLOPT_PROXY, "");
#undef SET
    return ok;
}

http *http_new(const http_options *options)
{
    http *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->options = *options;
    if (!libcurl_load())
        return h;
    h->curl = libcurl.curl_easy_init();
    if (h->curl == NULL || !headers_make(h) || !curl_set_up(h)) {
        http_free(h);
        return NULL;
    }
    return h;
}

void http_free(http *h)
{
    if (h == NULL)
        return;
    if (libcurl_load()) {
        libcurl.curl_easy_cleanup(h->curl);
        libcurl.curl_slist_free_all(h->headers);
    }
    free(h);
}

void http_result_init(http_result *result)
{
    *result = (http_result){ 0 };
    buffer_init(&result->url, HUSK_MAX_URL_BYTES + 1);
    buffer_init(&result->content_type, HUSK_MAX_HEAD_BYTES);
}

void http_result_free(http_result *result)
{
    buffer_free(&result->url);
    buffer_free(&result->content_type);
}

void http_text_keep(buffer *into, const char *text)
{
    buffer_clear(into);
    if (text)
        buffer_text(into, text);
    buffer_byte(into, 0);
    if (into->status == HUSK_LIMIT) { /* longer than any useful one */
        buffer_clear(into);
        buffer_byte(into, 0);
    }
}

static void outcome_set(http *h, CURLcode code, http_result *result)
{
    const char *why = h->error[0] ? h->error : libcurl.curl_easy_strerror(code);
    result->status = HUSK_IO;
    if (code == CURLE_OK)
        result->status = HUSK_OK;
    else if (h->body->status == HUSK_NO_MEMORY || code == CURLE_OUT_OF_MEMORY)
        result->status = HUSK_NO_MEMORY;
    else if (h->is_cut) {
        result->status = HUSK_LIMIT;
        why = "larger than the size limit";
    } else if (h->is_refused)
        why = "the address is private or reserved";
    else if (code == CURLE_TOO_MANY_REDIRECTS)
        why = "too many redirects";
    snprintf(result->reason, sizeof result->reason, "%s", result->status == HUSK_OK ? "" : why);
}

/* One request, within the remaining time. */
static CURLcode request(http *h, const char *url, bool with_headers, uint64_t end_ms)
{
    uint64_t now = now_ms();
    if (end_ms && now >= end_ms)
        return CURLE_OPERATION_TIMEDOUT;
    buffer_clear(h->body);
    CURLcode code = libcurl.curl_easy_setopt(h->curl, CURLOPT_URL, url);
    if (code == CURLE_OK)
        code = libcurl.curl_easy_setopt(h->curl, CURLOPT_HTTPHEADER, with_headers ? h->headers : NULL);
    if (code == CURLE_OK)
        code = libcurl.curl_easy_setopt(h->curl, CURLOPT_TIMEOUT_MS, end_ms ? (long)(end_ms - now) : 0L);
    return code == CURLE_OK ? libcurl.curl_easy_perform(h->curl) : code;
}

static bool is_same_origin(slice a, slice b)
{
    slice path, from = url_origin(a, &path), to = url_origin(b, &path);
    return slice_same(from, to);
}

/* Follow redirects until a final response; its URL stays in `at`. */
static CURLcode redirects_follow(http *h, const char *url, buffer *at)
{
    uint64_t end_ms = h->options.timeout_seconds ? now_ms() + h->options.timeout_seconds * UINT64_C(1000) : 0;
    bool is_own = true;
    http_text_keep(at, url);
    for (unsigned hop = 0;; hop++) {
        char *next = NULL;
        CURLcode code = at->status == HUSK_OK ? request(h, at->data, is_own, end_ms) : CURLE_OUT_OF_MEMORY;
        if (code != CURLE_OK || libcurl.curl_easy_getinfo(h->curl, CURLINFO_REDIRECT_URL, &next) != CURLE_OK ||
            next == NULL)
            return code;
        if (hop == h->options.max_redirects)
            return CURLE_TOO_MANY_REDIRECTS;
        is_own = is_own && is_same_origin((slice){ url, strlen(url) }, (slice){ next, strlen(next) });
        http_text_keep(at, next);
    }
}

void http_fetch(http *h, const char *url, buffer *body, size_t max_bytes, http_result *result)
{
    char *where = NULL, *type = NULL;
    buffer at;
    h->body = body;
    h->max_bytes = max_bytes;
    h->is_cut = h->is_refused = false;
    h->error[0] = 0;
    buffer_trim(body, SIZE_MAX);
    if (!libcurl_load()) {
        result->status = HUSK_IO;
        snprintf(result->reason, sizeof result->reason, "%s", LIBCURL_MISSING);
        return;
    }
    buffer_init(&at, HUSK_MAX_URL_BYTES + 1);
    CURLcode code = redirects_follow(h, url, &at);
    code = libcurl_answered(h->curl, code, &result->http_status);
    outcome_set(h, code, result);
    libcurl.curl_easy_getinfo(h->curl, CURLINFO_EFFECTIVE_URL, &where);
    libcurl.curl_easy_getinfo(h->curl, CURLINFO_CONTENT_TYPE, &type);
    http_text_keep(&result->url, where);
    http_text_keep(&result->content_type, type);
    buffer_free(&at);
}
