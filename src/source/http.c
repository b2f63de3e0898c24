/* http.c - fetch one page with libcurl.
 * libcurl enforces the timeout. Redirects are followed here, so that the caller's headers go only to the origin that
 * was requested. Limits: the body's cap, timeout_seconds, max_redirects. */
#include "source/http.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/stop.h"
#include "base/url.h"
#include "source/response.h"

struct http {
    response response;
    struct curl_slist *headers;
    http_options options;
    buffer head;
};

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
    CURL *c = h->response.curl;
    return response_set_up(&h->response, h->options.user_agent) &&
           libcurl.curl_easy_setopt(c, CURLOPT_XFERINFOFUNCTION, is_stopped) == CURLE_OK &&
           libcurl.curl_easy_setopt(c, CURLOPT_XFERINFODATA, h) == CURLE_OK &&
           libcurl.curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L) == CURLE_OK;
}

http *http_new(const http_options *options)
{
    http *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->options = *options;
    buffer_init(&h->head, HUSK_MAX_HEAD_BYTES);
    h->response = (response){ .allow_private = options->allow_private, .any_type = true, .head = &h->head };
    if (!libcurl_load())
        return h;
    h->response.curl = libcurl.curl_easy_init();
    if (h->response.curl == NULL || !headers_make(h) || !curl_set_up(h)) {
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
        libcurl.curl_easy_cleanup(h->response.curl);
        libcurl.curl_slist_free_all(h->headers);
    }
    http_body_free(&h->response.decoder);
    buffer_free(&h->head);
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

/* One request, within the remaining time. */
static CURLcode request(http *h, const char *url, bool with_headers, uint64_t end_ms)
{
    uint64_t now = now_ms();
    if (end_ms && now >= end_ms)
        return CURLE_OPERATION_TIMEDOUT;
    response_start(&h->response);
    CURLcode code = libcurl.curl_easy_setopt(h->response.curl, CURLOPT_URL, url);
    if (code == CURLE_OK)
        code = libcurl.curl_easy_setopt(h->response.curl, CURLOPT_HTTPHEADER, with_headers ? h->headers : NULL);
    if (code == CURLE_OK)
        code = libcurl.curl_easy_setopt(h->response.curl, CURLOPT_TIMEOUT_MS, end_ms ? (long)(end_ms - now) : 0L);
    return code == CURLE_OK ? libcurl.curl_easy_perform(h->response.curl) : code;
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
        if (at->status == HUSK_NO_MEMORY)
            h->response.decoded = BODY_NO_MEMORY;
        CURLcode code = at->status == HUSK_OK ? request(h, at->data, is_own, end_ms) : CURLE_OUT_OF_MEMORY;
        if (code != CURLE_OK || libcurl.curl_easy_getinfo(h->response.curl, CURLINFO_REDIRECT_URL, &next) != CURLE_OK ||
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
    response_end end;
    buffer at;
    h->response.body = body;
    h->response.max_bytes = max_bytes;
    buffer_trim(body, SIZE_MAX);
    if (!libcurl_load()) {
        result->status = HUSK_IO;
        snprintf(result->reason, sizeof result->reason, "%s", LIBCURL_MISSING);
        return;
    }
    buffer_init(&at, HUSK_MAX_URL_BYTES + 1);
    CURLcode code = redirects_follow(h, url, &at);
    response_finish(&h->response, code, &end);
    result->status = end.status;
    result->http_status = end.http_status;
    memcpy(result->reason, end.reason, sizeof result->reason);
    libcurl.curl_easy_getinfo(h->response.curl, CURLINFO_EFFECTIVE_URL, &where);
    libcurl.curl_easy_getinfo(h->response.curl, CURLINFO_CONTENT_TYPE, &type);
    http_text_keep(&result->url, where);
    http_text_keep(&result->content_type, type);
    buffer_free(&at);
}
