/* files.h - files that survive a crash, and unnamed ones, for data that does not fit in memory, that disappear with the
 * process. */
#ifndef HUSK_BASE_SYSTEM_FILES_H
#define HUSK_BASE_SYSTEM_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Sync the directory of `path` to disk: after a rename, the new name is then durable, not only the new file. False
 * with errno. File systems that do not support it count as synced. */
bool sync_folder(const char *path);

/* Make `to` a copy of `from`; if `from` does not exist, remove `to`. False with errno. */
bool file_copy(const char *from, const char *to);

/* Open a file in $TMPDIR, or /tmp, for reading and writing; the caller closes it. -1 with errno on failure. */
int temp_file_open(void);

/* The directory used, for messages. */
const char *temp_file_folder(void);
/* The same as a stream, closed with fclose; NULL with errno on failure. */
FILE *temp_file_stream(void);

/* Write all bytes at *len, which advances by what was written; false with errno on a short write. */
bool temp_file_append(int file, uint64_t *len, const void *bytes, size_t n);
/* Read `n` bytes at `at`; false on a short read. */
bool temp_file_read(int file, uint64_t at, void *to, size_t n);

#endif
