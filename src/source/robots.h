/* robots.h - what a robots.txt allows (RFC 9309). */
#ifndef HUSK_SOURCE_ROBOTS_H
#define HUSK_SOURCE_ROBOTS_H

#include "base/buffer.h"
#include "base/text.h"

typedef struct robots robots;

/* How the request for it ended, as the RFC's section 2.3.1 tells apart. */
typedef enum robots_access {
    ROBOTS_READ,        /* 2xx: the rules of its text */
    ROBOTS_UNAVAILABLE, /* 4xx, or too many redirects: everything is allowed */
    ROBOTS_UNREACHABLE  /* 5xx, or no answer: nothing is allowed */
} robots_access;

/* What of a robots.txt is read at least and at most, by the RFC's section 2.5. */
#define ROBOTS_MAX_BYTES ((size_t)500 << 10)

/* The rules for the crawler that calls itself `token` ("husk"): of all groups that name it, or else of the groups for
 * "*". Only the first ROBOTS_MAX_BYTES of `text` count. NULL: no memory. */
robots *robots_read(robots_access access, slice text, const char *token);
void robots_free(robots *r);

/* May this path, with its query ("/a?b"), be asked for? /robots.txt always may. */
bool robots_allows(const robots *r, slice path);

/* Crawl-delay, which the RFC does not have but sites do, in milliseconds; 0: none. */
unsigned robots_delay_ms(const robots *r);

#endif
