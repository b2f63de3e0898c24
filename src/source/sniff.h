/* sniff.h - detect the format from bytes or a media type. Examines at most SNIFF_BYTES. */
#ifndef HUSK_SOURCE_SNIFF_H
#define HUSK_SOURCE_SNIFF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

#define SNIFF_BYTES ((size_t)4 << 10) /* the first lines show what a page is */

typedef enum format {
    FORMAT_OTHER,
    FORMAT_HTML,
    FORMAT_TEXT,
    FORMAT_WARC,
    FORMAT_JSONL,
    FORMAT_MHTML,
    FORMAT_ZIP,
    FORMAT_TAR,
    FORMAT_INDEX
} format;

/* By content: HTML (also XHTML), WARC, JSON Lines (an object that starts on the first line), MHTML, ZIP, tar, or an
 * INDEX of WARC files (CDX, CDXJ, a list of paths; one of JSON lines is JSONL). Never TEXT. */
format sniff_bytes(const char *data, size_t len);

/* For data that sniff_bytes took for JSON, with as much of it as is available: has the first line one of these
 * keys? Is it one complete object? */
bool sniff_has_key(const char *data, size_t len, const char *key, const char *other);
bool sniff_is_whole_object(const char *data, size_t len);

/* By media type, without parameters: text/html and XHTML are HTML, text/plain is TEXT, anything else OTHER. */
format sniff_media_type(slice type);

/* A media type that says nothing, so that the content must decide. */
bool sniff_is_unknown_type(slice type);

#endif
