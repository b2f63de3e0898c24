/* warc.h - the pages of a WARC archive (1.0, 1.1), compressed by record, as a whole or not at all.
 * A page is a response or resource record of HTML, XHTML or plain text whose HTTP status is 200 or 203. A damaged record is told as a
 * page that failed, and reading goes on at the next. Memory: the reader's windows and one page. */
#ifndef HUSK_SOURCE_WARC_H
#define HUSK_SOURCE_WARC_H

#include "source/http_message.h"
#include "source/reader.h"
#include "source/source.h"

typedef struct warc {
    reader *reader;
    const char *name;   /* of the file, for words */
    http_body body;     /* its memory is kept from record to record */
    bool ended;
} warc;

/* Zeroed memory is a closed archive; opening keeps what memory it has. */
void warc_open(warc *w, reader *r, const char *name);

/* The next page, good or failed, into `d`. OK, END or NO_MEMORY. */
husk_status warc_next(warc *w, draft *d);

void warc_free(warc *w);

#endif
