/* robots.h - what a robots.txt allows (RFC 9309). */
#ifndef HUSK_SOURCE_ROBOTS_H
#define HUSK_SOURCE_ROBOTS_H

#include "base/buffer.h"
#include "base/text.h"

typedef struct robots robots;

/* The outcome of the request for it, as in section 2.3.1 of the RFC. */
typedef enum robots_access {
    ROBOTS_READ,        /* 2xx: the rules in its text apply */
    ROBOTS_UNAVAILABLE, /* 4xx, or too many redirects: everything is allowed */
    ROBOTS_UNREACHABLE  /* 5xx, or no response: nothing is allowed */
} robots_access;

/* How much of a robots.txt is read, by section 2.5 of the RFC. */
#define ROBOTS_MAX_BYTES ((size_t)500 << 10)

/* The rules for the crawler `token` ("husk"): of all groups that name it, or else of the groups for "*". Only the
 * first ROBOTS_MAX_BYTES of `text` count. NULL: out of memory. */
robots *robots_read(robots_access access, slice text, const char *token);
void robots_free(robots *r);

/* May this path, with its query ("/a?b"), be fetched? /robots.txt always may. */
bool robots_allows(const robots *r, slice path);

/* Crawl-delay, not in the RFC but used by sites, in milliseconds; 0: none. */
unsigned robots_delay_ms(const robots *r);

#endif
