/* loose_json.h - JSON as pages have it: with comments, wrappers, raw line breaks and stray commas. */
#ifndef HUSK_PAGE_LOOSE_JSON_H
#define HUSK_PAGE_LOOSE_JSON_H

#include <yyjson.h>

#include "base/text.h"

/* Read the first value of `text`, mended where that is needed. NULL when it is none, or longer than LOOSE_JSON_MAX, or
 * without memory. The document is the caller's, freed with yyjson_doc_free. Its depth has no limit: walk it with a
 * stack of your own. */
#define LOOSE_JSON_MAX ((size_t)4 << 20)
yyjson_doc *loose_json_read(slice text);

/* A member's string; {NULL, 0} when it is missing or no string. */
slice json_member_string(yyjson_val *object, const char *key);
slice json_string_of(yyjson_val *value);

#endif
