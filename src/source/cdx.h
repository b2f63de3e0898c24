/* cdx.h - pages of WARC files that an index names: CDX, CDXJ or JSON lines, each of a record, or a list of files.
 * A record is read alone, by its offset and length, from a file below a given folder or by a range request to a web
 * server. What a line says is no page, by media type or HTTP status, is not read. Memory: one line, and the readers'
 * windows. */
#ifndef HUSK_SOURCE_CDX_H
#define HUSK_SOURCE_CDX_H

#include "source/ranges.h"
#include "source/reader.h"
#include "source/warc.h"

#define CDX_COLUMNS 6

typedef struct cdx {
    reader *reader;
    const char *name;     /* of the index, for messages */
    const char *archives; /* the folder or URL that its files are below; NULL: not given */
    char *within;         /* the real path of that folder, once it is needed */
    uint64_t line_number;
    bool ended;
    int columns[CDX_COLUMNS]; /* of a CDX, where its first line says each is; -1: nowhere */
    buffer line;
    buffer path;   /* a C string: the current file or URL */
    ranges remote; /* the caller sets its options; this and the next two are kept from record to record */
    reader inner;
    warc warc;
    bool in_warc;
} cdx;

/* Zeroed memory is a closed index; opening reuses its memory. */
void cdx_open(cdx *c, reader *r, const char *name, const char *archives);

/* Read the next page, good or failed, into `d`. OK, END or NO_MEMORY. */
husk_status cdx_next(cdx *c, draft *d);

void cdx_free(cdx *c);

#endif
