/* warc.h - read pages from a WARC archive (1.0, 1.1), compressed by record, as a whole or not at all.
 * A page is a response or resource record of HTML, XHTML or plain text with HTTP status 200 or 203; in an archive that
 * starts with conversions (WET) those of plain text are pages. A revisit record has no content of its own and is passed
 * over. A damaged record is reported as a failed page, and reading continues with the next. Memory: the reader's
 * windows and one page. */
#ifndef HUSK_SOURCE_WARC_H
#define HUSK_SOURCE_WARC_H

#include "source/http_message.h"
#include "source/reader.h"
#include "source/source.h"

typedef struct warc {
    reader *reader;
    const char *name; /* name of the file, for messages */
    inflater inflate; /* for bodies; this and the next are kept from record to record */
    buffer raw;       /* an encoded body */
    bool ended;
    bool is_single;     /* only the first record is read */
    bool has_originals; /* a response or resource was read */
} warc;

/* Zeroed memory is a closed archive; opening reuses its memory. */
void warc_open(warc *w, reader *r, const char *name);

/* Read the next page, good or failed, into `d`. OK, END or NO_MEMORY. */
husk_status warc_next(warc *w, draft *d);

/* Scan the archive and return where its last complete record ends, so that another can be appended. What follows is
 * an incompletely written record. BAD_FILE: it is not an archive, is damaged elsewhere, or its records are not
 * compressed one by one and the last is cut; NO_MEMORY. */
husk_status warc_whole(warc *w, uint64_t *len);

void warc_free(warc *w);

#endif
