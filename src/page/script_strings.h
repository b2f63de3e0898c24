/* script_strings.h - the strings in a script's JSON or JavaScript, each with its key and its path. */
#ifndef HUSK_PAGE_SCRIPT_STRINGS_H
#define HUSK_PAGE_SCRIPT_STRINGS_H

#include "base/buffer.h"
#include "base/text.h"

typedef struct script_string {
    slice raw;     /* between the quotes, escapes as they stand */
    slice key;     /* of the member, or of the list it is in; empty where there is none */
    slice around;  /* the key that led to the object or list it is in */
    uint64_t path; /* of all keys around it; a list's items have the same */
    bool shut;     /* an enclosing key was one that `is_shut` named */
} script_string;

typedef struct script_scan {
    bool (*is_shut)(slice key); /* may be NULL: is what lies under this key of no interest? */
    bool (*each)(void *context, const script_string *string); /* false: stop */
    void *context;
} script_scan;

/* Call `each` for every string that is a value. Broken JSON and code are read as far as they go; nothing is allocated.
 */
void script_strings(slice text, const script_scan *scan);

/* Append a string without its escapes. */
void script_unescape(slice raw, buffer *out);

#endif
