/* ranges.h - a file on a web server, read piece by piece by range requests (RFC 9110, section 14).
 * A file of gigabytes needs no connection that lasts as long, and a piece that fails is asked for again. Memory: one
 * piece of RANGES_PIECE bytes. */
#ifndef HUSK_SOURCE_RANGES_H
#define HUSK_SOURCE_RANGES_H

#include "source/fetch.h"

#define RANGES_PIECE ((size_t)4 << 20)

/* The caller sets the first two members; the rest of zeroed memory is a closed file. */
typedef struct ranges {
    const fetch_options *options; /* must outlive it */
    unsigned max_redirects;
    fetcher *fetcher; /* this and `piece` are kept from file to file */
    const char *url;
    uint64_t at, end; /* what is left to be asked for; UINT64_MAX: to the end of the file */
    buffer piece;
    size_t taken;
    char why[320];
} ranges;

/* Read `len` bytes from `at` on; UINT64_MAX: up to the end. `url` is borrowed. */
void ranges_open(ranges *r, const char *url, uint64_t at, uint64_t len);
/* A reader_more of a `ranges`. */
size_t ranges_read(void *context, char *out, size_t room, const char **why);
void ranges_free(ranges *r);

#endif
