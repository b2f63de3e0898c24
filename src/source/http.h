/* http.h - one page from the web.
 * A fetcher keeps its connections; it belongs to one thread at a time. */
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
    unsigned timeout_seconds; /* for everything together; 0: none */
    unsigned max_redirects;
    bool allow_private;
    const husk_stop *stop; /* set: a fetch ends; or NULL */
} http_options;

typedef struct http_result {
    husk_status status;   /* OK; LIMIT: the body was cut at its cap; IO: no answer, or one that is no page */
    unsigned http_status; /* of the last answer, 0 when none came */
    buffer url;           /* C string: where it came from, after redirects */
    buffer content_type;  /* C string, empty when none was given */
    char reason[256];     /* C string, without the URL; set when status is not OK */
} http_result;

/* What the options point to must outlive the fetcher. NULL: no memory. */
http *http_new(const http_options *options);
void http_free(http *h);

/* The body of `url`, decompressed, into `body` up to `max_bytes`. Any answer that came is given, with its http_status;
 * the caller decides which it wants. Addresses are checked where the connection is made, for every redirect, so a name
 * can't lead elsewhere in between. */
void http_fetch(http *h, const char *url, buffer *body, size_t max_bytes, http_result *result);

void http_result_init(http_result *result);
void http_result_free(http_result *result);

/* `text` as a C string into `into`; empty when it is NULL or longer than into's cap. */
void http_text_keep(buffer *into, const char *text);

/* Loopback, private, link-local, shared, documentation, multicast and reserved addresses, also inside IPv6. */
bool address_is_private(const struct sockaddr *address);

#endif
