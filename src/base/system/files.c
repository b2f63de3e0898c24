/* files.c - fsync of directories, copies, and unnamed files (O_TMPFILE); where these are unsupported, a named file that
 * is unlinked at once. */
#include "base/system/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX] =
        "."; /* no allocation, so it cannot fail for lack of memory: the file already has its name */
    size_t len = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    if (len >= sizeof folder) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (len) {
        memcpy(folder, path, len);
        folder[len] = 0;
    }
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) /* a directory may be writable but not readable */
        return errno == EACCES;
    bool done = fsync(fd) == 0 || errno == EINVAL || errno == EROFS;
    int reason = errno;
    close(fd);
    errno = reason;
    return done;
}

static bool write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno != EINTR)
            return false;
        if (n > 0) {
            bytes += n;
            len -= (size_t)n;
        }
    }
    return true;
}

static bool bytes_copy(int from, int to)
{
    char piece[16 << 10];
    for (;;) {
        ssize_t n = read(from, piece, sizeof piece);
        if (n == 0)
            return true;
        if ((n < 0 && errno != EINTR) || (n > 0 && !write_all(to, piece, (size_t)n)))
            return false;
    }
}

bool file_copy(const char *from, const char *to)
{
    int in = open(from, O_RDONLY | O_CLOEXEC);
    if (in < 0)
        return errno == ENOENT && (unlink(to) == 0 || errno == ENOENT);
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool done = out >= 0 && bytes_copy(in, out);
    int reason = errno;
    close(in);
    if (out >= 0 && close(out) != 0 && done) {
        done = false;
        reason = errno;
    }
    errno = reason;
    return done;
}

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
