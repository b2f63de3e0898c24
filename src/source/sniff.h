/* sniff.h - what a run of bytes or a name says of the format. Looks at SNIFF_BYTES at most. */
#ifndef HUSK_SOURCE_SNIFF_H
#define HUSK_SOURCE_SNIFF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "source/inflate.h"

#define SNIFF_BYTES ((size_t)4 << 10) /* a page says what it is in its first lines */

typedef enum format { FORMAT_OTHER, FORMAT_HTML, FORMAT_TEXT, FORMAT_WARC, FORMAT_JSONL } format;

/* By content: HTML (also XHTML), WARC, or JSON lines (an object that begins on the first line). Never TEXT. */
format sniff_bytes(const char *data, size_t len);

/* Of JSON by sniff_bytes, with as much of it as is at hand: has the first line a key "html" or "text"? Is it one whole
 * object? */
bool sniff_has_page_key(const char *data, size_t len);
bool sniff_is_whole_object(const char *data, size_t len);

/* By name, behind any .gz or .zst: HTML for pages' endings, TEXT for .txt, WARC, JSONL; OTHER when it tells nothing. */
format sniff_name(const char *name);

/* The codec that a name's ending promises, and the name's length without it. */
codec sniff_codec(const char *name, size_t *stem_len);

/* By media type, parameters cut off: text/html and XHTML are HTML, text/plain is TEXT, all else OTHER. */
format sniff_media_type(slice type);

/* A media type that says nothing, so that the content must. */
bool sniff_is_unknown_type(slice type);

#endif
