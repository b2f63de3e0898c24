/* sitemap.h - the addresses that a sitemap lists (sitemaps.org): XML, gzipped or not, or plain lines. */
#ifndef HUSK_SOURCE_SITEMAP_H
#define HUSK_SOURCE_SITEMAP_H

#include "base/buffer.h"
#include "base/text.h"

/* Append each address of a sitemap to `out`, ended by a zero byte; `is_index`: they are of further sitemaps. At most
 * `max_bytes` of a gzipped one are read. False: no memory. */
bool sitemap_read(slice bytes, size_t max_bytes, buffer *out, bool *is_index);

#endif
