/* warc_write.h - answers of web servers as a WARC file (ISO 28500). */
#ifndef HUSK_SOURCE_WARC_WRITE_H
#define HUSK_SOURCE_WARC_WRITE_H

#include "base/text.h"
#include "husk/husk.h"

typedef struct warc_writer warc_writer;

/* Append to `path`; each record a gzip member of its own when the name ends with .gz. Half a record at its end, as a
 * killed crawl leaves it, is cut off first. IO; BAD_FILE when there is a file that is no such archive; BAD_ARGUMENT for
 * a name that ends with .zst. */
husk_status warc_writer_open(const char *path, warc_writer **out, husk_error *error);

/* One response, as it was after decompression: its head says so. */
husk_status warc_write(warc_writer *w, const char *url, unsigned http_status, const char *content_type,
                       const char *address, slice body, husk_error *error);

/* IO when the last bytes can't be written. NULL is fine. */
husk_status warc_writer_close(warc_writer *w, husk_error *error);

#endif
