/* jsonl.h - the pages of JSON lines: one object a line, with "html" or "text", and "url" and "id" where it has them.
 * A bad line is told as a page that failed, by its number, and reading goes on at the next. Memory: one line and its
 * values. */
#ifndef HUSK_SOURCE_JSONL_H
#define HUSK_SOURCE_JSONL_H

#include "source/reader.h"
#include "source/source.h"

typedef struct jsonl {
    reader *reader;
    const char *name; /* of the file, for words */
    uint64_t line;
    bool ended;
} jsonl;

void jsonl_open(jsonl *j, reader *r, const char *name);

/* The next page, good or failed, into `d`. OK, END or NO_MEMORY. The page lies inside the line, in d->bytes. */
husk_status jsonl_next(jsonl *j, draft *d);

#endif
