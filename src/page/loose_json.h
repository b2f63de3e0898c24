/* loose_json.h - JSON as found on pages: with comments, wrappers, raw line breaks and stray commas. */
#ifndef HUSK_PAGE_LOOSE_JSON_H
#define HUSK_PAGE_LOOSE_JSON_H

#include <yyjson.h>

#include "base/text.h"

/* Read the first value of `text`, repaired if needed. NULL if there is none, it is longer than LOOSE_JSON_MAX, or out
 * of memory. The document belongs to the caller, freed with yyjson_doc_free. Its depth is unlimited: walk it with an
 * explicit stack. */
#define LOOSE_JSON_MAX ((size_t)4 << 20)
yyjson_doc *loose_json_read(slice text);

/* A member's string; {NULL, 0} if it is missing or not a string. */
slice json_member_string(yyjson_val *object, const char *key);
slice json_string_of(yyjson_val *value);

#endif
