/* warc.h - the pages of a WARC archive (1.0, 1.1), compressed by record, as a whole or not at all.
 * A page is a response or resource record of HTML, XHTML or plain text whose HTTP status is 200 or 203. A damaged
 * record is told as a page that failed, and reading goes on at the next. Memory: the reader's windows and one page. */
#ifndef HUSK_SOURCE_WARC_H
#define HUSK_SOURCE_WARC_H

#include "source/http_message.h"
#include "source/reader.h"
#include "source/source.h"

typedef struct warc {
    reader *reader;
    const char *name; /* of the file, for words */
    http_body body;   /* its memory is kept from record to record */
    bool ended;
} warc;

/* Zeroed memory is a closed archive; opening keeps what memory it has. */
void warc_open(warc *w, reader *r, const char *name);

/* The next page, good or failed, into `d`. OK, END or NO_MEMORY. */
husk_status warc_next(warc *w, draft *d);

/* Read the archive through: where its last whole record ends, so that another can be added there. What follows is a
 * record that was not written to its end. BAD_FILE: it is no archive, is damaged elsewhere, or its records are not
 * compressed one by one and the last is cut; NO_MEMORY. */
husk_status warc_whole(warc *w, uint64_t *len);

void warc_free(warc *w);

#endif
