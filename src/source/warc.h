/* warc.h - read pages from a WARC archive (1.0, 1.1), compressed by record, as a whole or not at all.
 * A page is a response or resource record of HTML, XHTML or plain text with HTTP status 200 or 203, or a revisit record
 * of one: it has the content of the record it refers to, which is read again if it is earlier in the same file. In an
 * archive that starts with conversions (WET) those of plain text are pages. A
 * damaged record, or a revisit that leads nowhere, is reported as a failed page, and reading continues with the next.
 * Memory: the reader's windows, one page, and up to HUSK_MAX_WARC_PLACES places. */
#ifndef HUSK_SOURCE_WARC_H
#define HUSK_SOURCE_WARC_H

#include "base/table.h"
#include "source/http_message.h"
#include "source/reader.h"
#include "source/source.h"

/* Where the pages of an archive are, by payload digest and by record id, so that revisit records can refer to them: 32
 * bytes per page and key at most. */
typedef struct warc_place {
    uint64_t key; /* hash of a payload digest or a record id */
    uint64_t at;  /* file offset of the record */
} warc_place;

typedef struct warc_places {
    table_index index;
    warc_place *list;
    size_t room;
    uint32_t n;
    bool full; /* some were left out: HUSK_MAX_WARC_PLACES, or no memory */
} warc_places;

typedef struct warc {
    reader *reader;
    const char *name;   /* name of the file, for messages */
    inflater inflate;   /* for bodies; this and the next are kept from record to record */
    buffer raw;         /* an encoded body */
    warc_places places; /* of the pages read so far */
    reader again;       /* reads the record that a revisit refers to */
    bool ended;
    bool is_single;     /* only the first record is read */
    bool has_originals; /* a response or resource was read */
    /* for warc_whole, or NULL: each record's header and the first bytes of its block, both borrowed. All but the last
     * are complete; the last is if `len` is the file's. */
    void (*on_record)(void *with, slice head, slice block);
    void *with;
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
