/* json.h - JSON strings: the only place that escapes them. */
#ifndef HUSK_BASE_JSON_H
#define HUSK_BASE_JSON_H

#include "base/buffer.h"
#include "base/text.h"

/* Append `text` in quotes. Valid UTF-8 is copied as is; invalid bytes become U+FFFD. */
void json_string(buffer *out, slice text);

/* The same after `before`, which is JSON already: a key, a comma. */
void json_string_after(buffer *out, const char *before, slice text);

/* The same without quotes, for strings written in pieces that each end at a character boundary. */
void json_escape(buffer *out, slice text);

/* The same for text known to be valid UTF-8, as all page data is: eight bytes per step. A record's body takes this
 * path. */
void json_escape_valid(buffer *out, slice text);

#endif
