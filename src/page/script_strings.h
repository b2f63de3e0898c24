/* script_strings.h - the strings in a script's JSON or JavaScript, each with its key and path. */
#ifndef HUSK_PAGE_SCRIPT_STRINGS_H
#define HUSK_PAGE_SCRIPT_STRINGS_H

#include "base/buffer.h"
#include "base/text.h"

typedef struct script_string {
    slice raw;     /* between the quotes, escapes kept */
    slice key;     /* of the member, or of the list it is in; empty if none */
    slice around;  /* the key of the object or list it is in */
    uint64_t path; /* of all keys around it; the same for all items of a list */
    bool shut;     /* an enclosing key matched `is_shut` */
} script_string;

typedef struct script_scan {
    bool (*is_shut)(slice key); /* may be NULL: should everything under this key be ignored? */
    bool (*each)(void *context, const script_string *string); /* false: stop */
    void *context;
    size_t least; /* bytes: shorter strings are left out */
} script_scan;

/* Call `each` for every string value. Broken JSON and code are read as far as possible; nothing is allocated. */
void script_strings(slice text, const script_scan *scan);

/* Append a string with its escapes decoded. */
void script_unescape(slice raw, buffer *out);

#endif
