/* sitemap.h - the URLs listed in a sitemap (sitemaps.org): XML, gzipped or not, or plain lines. */
#ifndef HUSK_SOURCE_SITEMAP_H
#define HUSK_SOURCE_SITEMAP_H

#include "base/buffer.h"
#include "base/text.h"

/* Append each URL of a sitemap to `out`, NUL-terminated; `is_index`: they are further sitemaps. At most `max_bytes`
 * of a gzipped sitemap are read. False: out of memory. */
bool sitemap_read(slice bytes, size_t max_bytes, buffer *out, bool *is_index);

#endif
