/* fetch.h - polite concurrent fetching, with libcurl's multi interface.
 * One thread at a time. Addresses are checked when connecting, for every request, so DNS rebinding does not help. Only
 * fetcher_page follows redirects; otherwise the caller decides whether the target is allowed. */
#ifndef HUSK_SOURCE_FETCH_H
#define HUSK_SOURCE_FETCH_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/text.h"

typedef struct fetcher fetcher;
typedef struct fetch fetch;

typedef struct fetch_options {
    /* For user_agent, headers, timeout_seconds, max_redirects and allow_private. Headers go only to `origin`: they may
     * hold credentials that no other host should see. */
    const husk_source_options *source;
    slice origin;          /* "https://example.org:8080"; fetcher_page sets it */
    unsigned connections;  /* per host */
    unsigned delay_ms;     /* between the starts of two requests to a host */
    unsigned retries;      /* if there is no response, or one of 429, 502, 503, 504 */
    unsigned backoff_ms;   /* before the first retry; doubled before each further one */
    bool keep_heads;       /* of requests, for an archive */
    unsigned max_seconds;  /* from now on; then all transfers end; 0: no limit */
    const husk_stop *stop; /* if set, all transfers end; may be NULL */
} fetch_options;

typedef struct fetch_answer {
    husk_status status;   /* OK; LIMIT: the body was cut at max_bytes, or by damage; BAD_FILE; IO: no response */
    unsigned http_status; /* 0: no response */
    buffer body;
    slice content_type; /* in `head` */
    buffer redirect;    /* C string: the absolute URL that it redirects to; empty if it does not */
    buffer url;         /* C string: the URL of the response */
    buffer request;     /* with keep_heads: the request's header as sent */
    buffer head;        /* the response's header as received */
    buffer address;     /* C string: the IP address connected to */
    bool is_no_page;    /* according to its media type; the body is empty */
    char reason[256];   /* C string, if status is not OK */
} fetch_answer;

/* What the options point to must outlive the fetcher. NULL: out of memory. A Retry-After of 429 or 503 delays all
 * requests to its host; if it exceeds HUSK_MAX_RETRY_AFTER_MS, the host is delayed by that much and the request is
 * given up. */
fetcher *fetcher_new(const fetch_options *options);
void fetcher_free(fetcher *f);

/* Set a longer delay for one host, as its robots.txt asks. */
bool fetcher_slow_down(fetcher *f, slice host, unsigned delay_ms);

/* Queue a request for `url`; it makes progress while the caller waits for any response. The body is cut at `max_bytes`,
 * decompressed; without `any_type` one that is not HTML or text is not read. NULL: out of memory. */
fetch *fetcher_ask(fetcher *f, const char *url, bool any_type, size_t max_bytes);

/* Before the first wait after it was queued: also send these lines of a header, each ended by \n. False: out of memory.
 */
bool fetch_add_headers(fetch *q, const char *lines);

/* Wait for the response. It belongs to the fetch and is freed with it. */
const fetch_answer *fetcher_wait(fetcher *f, fetch *wanted);

/* Fetch one page, following up to max_redirects within timeout_seconds: any response that is no redirect, whatever its
 * media type. Its body goes into `body`. The origin of `url` gets the headers while redirects stay there. The
 * answer belongs to *last, which the caller drops. `range`, or NULL: "FIRST-LAST", the bytes of a file to ask for; they
 * are not decoded. NULL: out of memory. */
const fetch_answer *fetcher_page(fetcher *f, const char *url, const char *range, buffer *body, size_t max_bytes,
                                 fetch **last);

/* Free a fetch, finished or not. NULL is allowed. */
void fetcher_drop(fetcher *f, fetch *done);

/* --- a file on a web server, read piece by piece by range requests (RFC 9110, section 14) ---------------------------
 * A file of gigabytes needs no connection that lasts as long, and a piece that fails is asked for again. Memory: one
 * piece. */

#define RANGES_PIECE ((size_t)4 << 20)

/* The caller sets the first member; the rest of zeroed memory is a closed file. */
typedef struct ranges {
    const fetch_options *options; /* must outlive it */
    fetcher *fetcher;             /* this and `piece` are kept from file to file */
    const char *url;
    uint64_t at, end; /* what is left to be asked for; UINT64_MAX: to the end of the file */
    buffer piece;
    size_t taken;
    char why[320];
} ranges;

/* Read `len` bytes from `at` on; UINT64_MAX: up to the end. `url` is borrowed. */
void ranges_open(ranges *r, const char *url, uint64_t at, uint64_t len);
/* A reader_more of a `ranges`. */
size_t ranges_read(void *context, char *out, size_t room, const char **why);
void ranges_free(ranges *r);

#endif
