/* durable.c - files that survive a crash: fsync of directories, and copies. */
#include "base/system/durable.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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
