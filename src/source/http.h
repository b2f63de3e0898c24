/* http.h - fetch one page from the web.
 * A fetcher keeps its connections open; it belongs to one thread at a time. */
#ifndef HUSK_SOURCE_HTTP_H
#define HUSK_SOURCE_HTTP_H

#include <stdbool.h>
#include <sys/socket.h>

#include "base/buffer.h"

typedef struct http http;

typedef struct http_options {
    const char *user_agent; /* NULL: "husk/VERSION" */
    const char *const *headers;
    size_t n_headers;
    unsigned timeout_seconds; /* for the whole fetch; 0: none */
    unsigned max_redirects;
    bool allow_private;
    const husk_stop *stop; /* if set, the fetch ends; may be NULL */
} http_options;

typedef struct http_result {
    husk_status status;   /* OK; LIMIT: the body was cut at its cap, or by damage; BAD_FILE, IO: no page */
    unsigned http_status; /* of the last response; 0 if there was none */
    buffer url;           /* C string: final URL, after redirects */
    buffer content_type;  /* C string, empty if not given */
    char reason[256];     /* C string, without the URL; set if status is not OK */
} http_result;

/* What the options point to must outlive the fetcher. NULL: out of memory. */
http *http_new(const http_options *options);
void http_free(http *h);

/* Fetch `url` into `body`, decompressed, up to `max_bytes`. Any response is returned with its http_status; the caller
 * decides which to accept. Addresses are checked when connecting, for every redirect, so DNS rebinding does not help.
 */
void http_fetch(http *h, const char *url, buffer *body, size_t max_bytes, http_result *result);

void http_result_init(http_result *result);
void http_result_free(http_result *result);

/* Store `text` as a C string in `into`; empty if it is NULL or longer than into's cap. */
void http_text_keep(buffer *into, const char *text);

/* Loopback, private, link-local, shared, documentation, multicast and reserved addresses, also embedded in IPv6. */
bool address_is_private(const struct sockaddr *address);

#endif
