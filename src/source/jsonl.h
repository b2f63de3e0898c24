/* jsonl.h - read pages from JSON Lines: one object per line with "html" or "text", and optional "url" and "id".
 * A bad line is reported as a failed page, by line number, and reading continues with the next. Memory: one line and
 * its values. */
#ifndef HUSK_SOURCE_JSONL_H
#define HUSK_SOURCE_JSONL_H

#include "source/reader.h"
#include "source/source.h"

/* The names of a page's members; C strings. */
typedef struct jsonl_keys {
    const char *html, *text, *url, *id;
} jsonl_keys;

typedef struct jsonl {
    reader *reader;
    const jsonl_keys *keys;
    const char *name; /* name of the file, for messages */
    uint64_t line;
    bool ended;
} jsonl;

/* `keys` are borrowed. */
void jsonl_open(jsonl *j, reader *r, const char *name, const jsonl_keys *keys);

/* Read the next page, good or failed, into `d`. OK, END or NO_MEMORY. The page lies inside the line, in d->bytes. */
husk_status jsonl_next(jsonl *j, draft *d);

#endif
