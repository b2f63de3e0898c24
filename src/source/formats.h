/* formats.h - the formats that hold pages: WARC, JSON lines, ZIP and tar archives, MHTML, and indexes of WARC files.
 * Zeroed memory is a closed file of each; opening reuses its memory and borrows the rest. `name` is the file's, for
 * messages. `next` reads the next page, good or failed, into `d`: OK, END or NO_MEMORY. What is damaged is reported as
 * a failed page, and reading goes on behind it. Memory: the readers' windows and one page. */
#ifndef HUSK_SOURCE_FORMATS_H
#define HUSK_SOURCE_FORMATS_H

#include "source/fetch.h"
#include "source/http_message.h"
#include "source/reader.h"
#include "source/source.h"

/* --- WARC (1.0, 1.1), compressed by record, as a whole or not at all ------------------------------------------------
 * A page is a response or resource record of HTML, XHTML or plain text with HTTP status 200 or 203; in an archive that
 * starts with conversions (WET) those of plain text are pages. A revisit record has no content of its own. */

typedef struct warc {
    reader *reader;
    const char *name;
    inflater inflate; /* for bodies; this and the next are kept from record to record */
    buffer raw;       /* an encoded body */
    bool ended;
    bool is_single;     /* only the first record is read */
    bool has_originals; /* a response or resource was read */
} warc;

void warc_open(warc *w, reader *r, const char *name);
husk_status warc_next(warc *w, draft *d);
void warc_free(warc *w);

/* Scan the archive and return where its last complete record ends, so that another can be appended. What follows is
 * an incompletely written record. BAD_FILE: it is not an archive, is damaged elsewhere, or its records are not
 * compressed one by one and the last is cut; NO_MEMORY. */
husk_status warc_whole(warc *w, uint64_t *len);

/* --- JSON lines: one object per line with "html" or "text", and optional "url" and "id" --------------------------- */

/* The names of a page's members; C strings. */
typedef struct jsonl_keys {
    const char *html, *text, *url, *id;
} jsonl_keys;

typedef struct jsonl {
    reader *reader;
    const jsonl_keys *keys;
    const char *name;
    uint64_t line;
    bool ended;
} jsonl;

void jsonl_open(jsonl *j, reader *r, const char *name, const jsonl_keys *keys);
/* The page lies inside the line, in d->bytes. */
husk_status jsonl_next(jsonl *j, draft *d);

/* --- ZIP (also WACZ and EPUB) and tar, read from front to back ------------------------------------------------------
 * A member is a page by its name or, if that says nothing, by its content; a WARC inside a ZIP file is read as an
 * archive. An archive without any page is reported as a failed one. */

typedef struct members {
    reader *reader;
    const char *name;
    bool is_tar;
    bool ended;
    bool any;         /* a page was found */
    buffer path;      /* of the current member; a C string */
    inflater inflate; /* this and the next are kept from member to member */
    reader inner;     /* the current member, if it is a WARC */
    warc warc;
    buffer inner_name; /* a C string */
    bool in_warc;
} members;

void members_open(members *m, reader *r, const char *name, bool is_tar);
/* A page's id is the file's name, a slash and the member's. */
husk_status members_next(members *m, draft *d);
void members_free(members *m);

/* --- indexes: CDX, CDXJ or JSON lines, each of a record, or a list of files -----------------------------------------
 * A record is read alone, by its offset and length, from a file below a given folder or by a range request to a web
 * server. What a line says is no page, by media type or HTTP status, is not read. */

#define CDX_COLUMNS 6

typedef struct cdx {
    reader *reader;
    const char *name;
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

void cdx_open(cdx *c, reader *r, const char *name, const char *archives);
husk_status cdx_next(cdx *c, draft *d);
void cdx_free(cdx *c);

/* --- MHTML: a web page that a browser saved with its images, as a MIME message ------------------------------------ */

/* Make the draft, whose bytes are a MIME message, its first HTML part: decoded in place, with the part's charset and,
 * unless it has one, its URL. Without such a part the draft fails. */
void mhtml_decode(draft *d);

#endif
