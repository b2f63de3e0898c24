/* reader_memory.h - a reader over bytes in memory, for tests. */
#ifndef HUSK_TESTS_READER_MEMORY_H
#define HUSK_TESTS_READER_MEMORY_H

#include <sys/mman.h>
#include <unistd.h>

#include "source/reader.h"

static inline bool reader_open_memory(reader *r, const char *data, size_t len, codec forced)
{
    int fd = memfd_create("bytes", MFD_CLOEXEC);
    return fd >= 0 && write(fd, data, len) == (ssize_t)len && lseek(fd, 0, SEEK_SET) == 0 &&
           reader_open(r, fd, true, forced, NULL);
}

#endif
