/* warc_write.h - write server responses to a WARC file (ISO 28500). */
#ifndef HUSK_SOURCE_WARC_WRITE_H
#define HUSK_SOURCE_WARC_WRITE_H

#include "base/text.h"
#include "husk/husk.h"

typedef struct warc_writer warc_writer;

/* Append to `path`; each record is its own gzip member if the name ends in .gz. A partial record at its end, left by
 * a killed crawl, is cut off first. IO; BAD_FILE if the file exists and is not such an archive; BAD_ARGUMENT for a
 * name that ends in .zst. */
husk_status warc_writer_open(const char *path, warc_writer **out, husk_error *error);

/* A response, with the request that led to it. */
typedef struct warc_answer {
    const char *url;
    const char *address; /* the server's IP address; NULL or empty: unknown */
    slice request;       /* its header as sent; empty: unknown */
    slice head;          /* the response's header as received; empty: made from the next two */
    unsigned http_status;
    const char *content_type; /* may be NULL */
    slice body;               /* decompressed; the header is written to match */
} warc_answer;

/* Append a response and, if known, its request; before the first, the warcinfo record. Credentials in the request are
 * left out. */
husk_status warc_write(warc_writer *w, const warc_answer *answer, husk_error *error);

/* IO if the last bytes can't be written. NULL is allowed. */
husk_status warc_writer_close(warc_writer *w, husk_error *error);

#endif
