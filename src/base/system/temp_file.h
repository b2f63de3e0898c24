/* temp_file.h - a file without a name, for what does not fit in memory: gone with the process, however that ends. */
#ifndef HUSK_BASE_SYSTEM_TEMP_FILE_H
#define HUSK_BASE_SYSTEM_TEMP_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A file in $TMPDIR, or /tmp, open for reading and writing; the caller closes it. -1, with errno, when there can be
 * none. */
int temp_file_open(void);

/* The folder where they are made, for messages. */
const char *temp_file_folder(void);
/* The same as a stream, closed with fclose; NULL, with errno. */
FILE *temp_file_stream(void);

/* Write all bytes at *len, which grows by what was written; false, with errno, when they could not all be. */
bool temp_file_append(int file, uint64_t *len, const void *bytes, size_t n);
/* Read `n` bytes at `at`; false when they are not all there. */
bool temp_file_read(int file, uint64_t at, void *to, size_t n);

#endif
