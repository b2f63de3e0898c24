/* http.c - one page from the web, by libcurl.
 * libcurl follows redirects, decompresses and times out; ours are the cap on what comes out and the check of every
 * address at the moment a socket is opened to it. Proxies of the environment are used only where private addresses are
 * allowed: behind one the address can't be checked. Limits: the body's cap, timeout_seconds, max_redirects. */
#include "source/http.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "source/libcurl.h"

#define CONNECT_SECONDS 10L

struct http {
    CURL *curl;
    struct curl_slist *headers;
    http_options options;
    /* of the fetch under way */
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
    return h->options.stop && *h->options.stop;
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
    SET(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_FOLLOWLOCATION, 1L);
    SET(CURLOPT_MAXREDIRS, (long)o->max_redirects);
    SET(CURLOPT_TIMEOUT, (long)o->timeout_seconds);
    SET(CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_ACCEPT_ENCODING, "");
    SET(CURLOPT_USERAGENT, o->user_agent ? o->user_agent : "husk/" HUSK_VERSION);
    SET(CURLOPT_HTTPHEADER, h->headers);
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

static void text_keep(buffer *into, const char *text)
{
    buffer_clear(into);
    if (text)
        buffer_text(into, text);
    buffer_byte(into, 0);
    if (into->status == HUSK_LIMIT) { /* longer than any we want */
        buffer_clear(into);
        buffer_byte(into, 0);
    }
}

static void outcome_tell(http *h, CURLcode code, http_result *result)
{
    const char *why = h->error[0] ? h->error : libcurl.curl_easy_strerror(code);
    result->status = HUSK_IO;
    if (code == CURLE_OK)
        result->status = HUSK_OK;
    else if (h->body->status == HUSK_NO_MEMORY || code == CURLE_OUT_OF_MEMORY)
        result->status = HUSK_NO_MEMORY;
    else if (h->is_cut) {
        result->status = HUSK_LIMIT;
        why = "the page is larger than the cap";
    } else if (h->is_refused)
        why = "the address is private or reserved";
    else if (code == CURLE_TOO_MANY_REDIRECTS)
        why = "too many redirects";
    snprintf(result->reason, sizeof result->reason, "%s", result->status == HUSK_OK ? "" : why);
}

void http_fetch(http *h, const char *url, buffer *body, size_t max_bytes, http_result *result)
{
    char *where = NULL, *type = NULL;
    long answered = 0;
    h->body = body;
    h->max_bytes = max_bytes;
    h->is_cut = h->is_refused = false;
    h->error[0] = 0;
    buffer_clear(body);
    if (!libcurl_load()) {
        result->status = HUSK_IO;
        snprintf(result->reason, sizeof result->reason, "%s", LIBCURL_MISSING);
        return;
    }
    CURLcode code = libcurl.curl_easy_setopt(h->curl, CURLOPT_URL, url);
    if (code == CURLE_OK)
        code = libcurl.curl_easy_perform(h->curl);
    outcome_tell(h, code, result);
    libcurl.curl_easy_getinfo(h->curl, CURLINFO_EFFECTIVE_URL, &where);
    libcurl.curl_easy_getinfo(h->curl, CURLINFO_CONTENT_TYPE, &type);
    libcurl.curl_easy_getinfo(h->curl, CURLINFO_RESPONSE_CODE, &answered);
    text_keep(&result->url, where);
    text_keep(&result->content_type, type);
    result->http_status = (unsigned)answered;
}
