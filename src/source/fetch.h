/* fetch.h - many pages from the web at once, gently: by libcurl's multi interface.
 * One thread at a time. Redirects are not followed here: who asks decides whether they lead where it may go. */
#ifndef HUSK_SOURCE_FETCH_H
#define HUSK_SOURCE_FETCH_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/text.h"

typedef struct fetcher fetcher;
typedef struct fetch fetch;

typedef struct fetch_options {
    const char *user_agent; /* NULL: "husk/VERSION" */
    const char *const *headers; /* for `origin` alone: they may hold what no other host should see */
    size_t n_headers;
    slice origin;             /* "https://example.org:8080" */
    unsigned timeout_seconds; /* for one answer; 0: none */
    unsigned connections;     /* to a host at once */
    unsigned delay_ms;        /* between the starts of two requests to a host */
    unsigned retries;         /* where there was no answer, or one of 429, 502, 503, 504 */
    unsigned backoff_ms;      /* before the first retry; twice as long before each further one */
    size_t max_bytes;         /* of an answer's body, decompressed */
    bool allow_private;
    bool any_type;         /* else a body that is no HTML or text is not read */
    unsigned max_seconds;  /* from now on; then everything under way ends; 0: any */
    const husk_stop *stop; /* set: everything under way ends; or NULL */
} fetch_options;

typedef struct fetch_answer {
    husk_status status;   /* OK; LIMIT: the body was cut at max_bytes; IO: no answer */
    unsigned http_status; /* 0: no answer */
    buffer body;
    buffer content_type; /* C string */
    buffer location;     /* C string: of a redirect, as given */
    buffer address;      /* C string: the address that was connected to */
    bool is_no_page;     /* by its type; the body is empty */
    char reason[256];    /* C string, when status is not OK */
} fetch_answer;

/* What the options point to must outlive it. NULL: no memory. A Retry-After of 429 and 503 holds back all requests to its
 * host; one that asks for more than HUSK_MAX_RETRY_AFTER_MS is waited for that long, and its request is given up. */
fetcher *fetcher_new(const fetch_options *options);
void fetcher_free(fetcher *f);

/* A longer delay for one host, as its robots.txt asks. */
bool fetcher_slow_down(fetcher *f, slice host, unsigned delay_ms);

/* Ask for `url`; it is fetched while somebody waits for any answer. NULL: no memory. */
fetch *fetcher_ask(fetcher *f, const char *url, bool any_type, size_t max_bytes);

/* Wait until it is answered. The answer is the fetch's, freed with it. */
const fetch_answer *fetcher_wait(fetcher *f, fetch *wanted);

/* Let go of a fetch, answered or not. */
void fetcher_drop(fetcher *f, fetch *done);

#endif
