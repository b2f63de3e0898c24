/* addresses.h - which URLs a crawl asks for: one normal form for those of the same page, what a robots.txt allows
 * (RFC 9309), and those listed in a sitemap (sitemaps.org: XML or plain lines) or a feed (RSS, Atom). */
#ifndef HUSK_SOURCE_ADDRESSES_H
#define HUSK_SOURCE_ADDRESSES_H

#include "base/buffer.h"
#include "base/text.h"

/* Append `url`, an absolute URL made by url_resolve, without its fragment, user name, empty query, unneeded
 * percent-encoding, and tracking or session parameters. */
void url_key(slice url, buffer *out);

/* Append `text` with percent-encoded unreserved characters decoded and other codes in upper case. A code right after a
 * stray '%' is not decoded: "%4%41" must not become "%4A". With `encodes`, as in section 2.2.2 of RFC 9309, it is, and
 * other bytes than visible ASCII are encoded. */
void url_escapes(slice text, bool encodes, buffer *out);

/* Does the path have the extension of an image, archive, stylesheet or other non-page? */
bool url_is_no_page(slice url);

typedef struct robots robots;

/* The text to take for one that could not be reached: nothing is allowed (section 2.3.1.4). One that is not there is
 * empty: everything is allowed. */
#define ROBOTS_UNREACHABLE "User-agent: *\nDisallow: *"

/* How much of a robots.txt is read, by section 2.5 of the RFC. */
#define ROBOTS_MAX_BYTES ((size_t)500 << 10)

/* The rules for the crawler `token` ("husk"): of all groups that name it, or else of the groups for "*". Only the
 * first ROBOTS_MAX_BYTES of `text` count. NULL: out of memory. */
robots *robots_read(slice text, const char *token);
void robots_free(robots *r);

/* May this path, with its query ("/a?b"), be fetched? /robots.txt always may. */
bool robots_allows(const robots *r, slice path);

/* Crawl-delay, not in the RFC but used by sites, in milliseconds; 0: none. */
unsigned robots_delay_ms(const robots *r);

/* Append each URL of a sitemap or feed to `out`, NUL-terminated; `is_index`: they are further sitemaps. At most
 * `max_bytes` of a gzipped one are read. False: out of memory. */
bool sitemap_read(slice bytes, size_t max_bytes, buffer *out, bool *is_index);

#endif
