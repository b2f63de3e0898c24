/* sitemap.h - the URLs listed in a sitemap (sitemaps.org: XML or plain lines) or a feed (RSS, Atom), gzipped or not. */
#ifndef HUSK_SOURCE_SITEMAP_H
#define HUSK_SOURCE_SITEMAP_H

#include "base/buffer.h"
#include "base/text.h"

/* Append each URL of a sitemap or feed to `out`, NUL-terminated; `is_index`: they are further sitemaps. At most
 * `max_bytes` of a gzipped one are read. False: out of memory. */
bool sitemap_read(slice bytes, size_t max_bytes, buffer *out, bool *is_index);

#endif
