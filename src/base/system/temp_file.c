/* temp_file.c - unnamed files (O_TMPFILE); where unsupported, a named file that is unlinked at once. */
#include "base/system/temp_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

const char *temp_file_folder(void)
{
    const char *directory = getenv("TMPDIR");
    return directory == NULL || *directory == 0 ? "/tmp" : directory;
}

int temp_file_open(void)
{
    const char *directory = temp_file_folder();
    int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        return fd;
    char path[4096]; /* the file system does not support O_TMPFILE */
    int n = snprintf(path, sizeof path, "%s/husk-XXXXXX", directory);
    if (n < 0 || (size_t)n >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        unlink(path);
    return fd;
}

FILE *temp_file_stream(void)
{
    int fd = temp_file_open();
    FILE *file = fd >= 0 ? fdopen(fd, "w+b") : NULL;
    if (fd >= 0 && file == NULL)
        close(fd);
    return file;
}

bool temp_file_append(int file, uint64_t *len, const void *bytes, size_t n)
{
    const char *data = bytes;
    while (n) {
        ssize_t done = pwrite(file, data, n, (off_t)*len);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        data += done;
        n -= (size_t)done;
        *len += (uint64_t)done;
    }
    return true;
}

bool temp_file_read(int file, uint64_t at, void *to, size_t n)
{
    char *data = to;
    while (n) {
        ssize_t done = pread(file, data, n, (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        data += done;
        n -= (size_t)done;
        at += (uint64_t)done;
    }
    return true;
}
