/* files.c - the files below a directory, in the same order on every machine.
 * A stack of directories; the names of each are read and sorted at once, because the order on disk varies. Cost: one
 * sort per directory, no stat where the file system reports types. Limits: HUSK_MAX_NAMES_BYTES, and PATH_MAX for the
 * depth. */
#include "source/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arrays.h"
#include "base/limits.h"
#include "base/status.h"

struct walk_directory {
    char **names; /* sorted; the byte before a name is its type */
    size_t n, next;
    char *bytes; /* storage for the names */
    size_t size; /* of bytes */
    size_t path_len;
};

enum { TYPE_FILE = 'f', TYPE_DIRECTORY = 'd', TYPE_LINK = 'l' };

/* Order of whole paths: there a directory's name is followed by a slash. */
static int name_compare(const void *left, const void *right)
{
    const unsigned char *a = *(const unsigned char *const *)left, *b = *(const unsigned char *const *)right;
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    unsigned end_a = a[-1] == TYPE_DIRECTORY ? '/' : 0, end_b = b[-1] == TYPE_DIRECTORY ? '/' : 0;
    unsigned x = a[i] ? a[i] : end_a, y = b[i] ? b[i] : end_b;
    return (x > y) - (x < y);
}

/* A file (also through a symbolic link) or a directory; 0 for anything else. */
static char entry_type(DIR *dir, const struct dirent *e)
{
    struct stat s;
    if (e->d_type == DT_REG)
        return TYPE_FILE;
    if (e->d_type == DT_DIR)
        return TYPE_DIRECTORY;
    if (e->d_type != DT_LNK && e->d_type != DT_UNKNOWN)
        return 0;
    if (fstatat(dirfd(dir), e->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(s.st_mode))
        return TYPE_DIRECTORY;
    bool is_link = fstatat(dirfd(dir), e->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(s.st_mode);
    /* A dangling link is not a page. A file that can't be examined is kept, so that opening it reports the error. */
    if (fstatat(dirfd(dir), e->d_name, &s, 0) != 0)
        return is_link && (errno == ENOENT || errno == ELOOP) ? 0 : TYPE_FILE;
    return !S_ISREG(s.st_mode) ? 0 : is_link ? TYPE_LINK : TYPE_FILE;
}

static husk_status names_read(DIR *dir, buffer *names, size_t *n)
{
    *n = 0;
    for (errno = 0;; errno = 0) {
        const struct dirent *e = readdir(dir);
        if (e == NULL)
            return errno ? HUSK_IO : names->status;
        char type = e->d_name[0] == '.' ? 0 : entry_type(dir, e);
        if (type == 0)
            continue;
        buffer_byte(names, type);
        buffer_append(names, e->d_name, strlen(e->d_name) + 1);
        if (names->status != HUSK_OK)
            return names->status;
        ++*n;
    }
}

static bool directory_sort(walk_directory *d, buffer *names, size_t n)
{
    d->names = calloc(n ? n : 1, sizeof *d->names);
    if (d->names == NULL)
        return false;
    char *at = names->data;
    for (size_t i = 0; i < n; i++) {
        d->names[i] = at + 1;
        at += strlen(at) + 1;
    }
    qsort(d->names, n, sizeof *d->names, name_compare);
    d->n = n;
    d->bytes = names->data;
    return true;
}

static husk_status directory_fail(husk_error *error, husk_status status, const char *path)
{
    if (status == HUSK_LIMIT)
        return error_set(error, status, "%s: too many names in the directory", path);
    return error_set(error, status, "%s: %s", path, status == HUSK_IO ? strerror(errno) : husk_status_text(status));
}

/* Push the directory w->path on the stack. */
static husk_status directory_push(walk *w, husk_error *error)
{
    const char *path = w->path.data;
    if (!array_grow(&w->open, &w->room, w->n_open + 1, sizeof *w->open))
        return directory_fail(error, HUSK_NO_MEMORY, path);
    DIR *dir = opendir(path);
    if (dir == NULL)
        return directory_fail(error, HUSK_IO, path);
    walk_directory d = { 0 };
    buffer names;
    size_t n;
    buffer_init(&names, HUSK_MAX_NAMES_BYTES - w->names_bytes);
    husk_status status = names_read(dir, &names, &n);
    husk_status failed = status == HUSK_OK ? HUSK_OK : directory_fail(error, status, path);
    closedir(dir);
    if (failed == HUSK_OK && !directory_sort(&d, &names, n))
        failed = directory_fail(error, HUSK_NO_MEMORY, path);
    if (failed != HUSK_OK) {
        buffer_free(&names);
        return failed;
    }
    w->names_bytes += names.size;
    d.size = names.size;
    d.path_len = w->path.len;
    w->open[w->n_open++] = d;
    return HUSK_OK;
}

static void directory_pop(walk *w)
{
    walk_directory *d = &w->open[--w->n_open];
    w->names_bytes -= d->size;
    free(d->names);
    free(d->bytes);
}

static bool path_set(walk *w, size_t keep, const char *name)
{
    w->path.len = keep;
    if (keep && w->path.data[keep - 1] != '/')
        buffer_byte(&w->path, '/');
    buffer_append(&w->path, name, strlen(name) + 1);
    if (w->path.status != HUSK_OK)
        return false;
    w->path.len--; /* its NUL byte stays behind it */
    return true;
}

husk_status walk_open(walk *w, const char *root, husk_error *error)
{
    walk_close(w);
    buffer_init(&w->path, (size_t)1 << 20);
    if (!path_set(w, 0, root))
        return error_set(error, w->path.status, "%s: %s", root, husk_status_text(w->path.status));
    w->root_len = w->path.len + (w->path.len && w->path.data[w->path.len - 1] != '/');
    return directory_push(w, error);
}

bool path_is_within(const char *path, const char *folder)
{
    errno = 0;
    char *real = realpath(path, NULL);
    size_t len = strlen(folder);
    while (len > 1 && folder[len - 1] == '/')
        len--;
    bool is_within = real && strncmp(real, folder, len) == 0 && (real[len] == '/' || real[len] == 0 || len == 1);
    free(real);
    return is_within;
}

/* A set of pages made by a stranger must not lead to other files on this machine. */
static husk_status link_check(walk *w, husk_error *error)
{
    if (w->follows)
        return HUSK_OK;
    if (w->within == NULL) {
        char *root = strndup(w->path.data, w->root_len);
        w->within = root ? realpath(root[0] ? root : ".", NULL) : NULL;
        free(root);
        if (w->within == NULL)
            return error_set(error, HUSK_NO_MEMORY, "%s: out of memory", w->path.data);
    }
    if (path_is_within(w->path.data, w->within))
        return HUSK_OK;
    return errno == ENOMEM
               ? error_set(error, HUSK_NO_MEMORY, "%s: out of memory", w->path.data)
               : error_set(error, HUSK_IO, "%s: a link out of the directory is not followed (--follow-links)",
                           w->path.data);
}

husk_status walk_next(walk *w, husk_error *error)
{
    while (w->n_open) {
        walk_directory *d = &w->open[w->n_open - 1];
        if (d->next == d->n) {
            directory_pop(w);
            continue;
        }
        const char *name = d->names[d->next++];
        if (!path_set(w, d->path_len, name))
            return error_set(error, w->path.status, "%s: %s", name, husk_status_text(w->path.status));
        if (name[-1] == TYPE_FILE)
            return HUSK_OK;
        if (name[-1] == TYPE_LINK)
            return link_check(w, error);
        husk_status status = directory_push(w, error);
        if (status != HUSK_OK)
            return status;
    }
    return HUSK_END;
}

bool walk_measure(const char *root, uint64_t *bytes)
{
    walk w = { 0 };
    unsigned n = 0;
    husk_status status = walk_open(&w, root, NULL);
    bool known = status == HUSK_OK;
    while (known && (status = walk_next(&w, NULL)) != HUSK_END) {
        struct stat s;
        known = ++n <= HUSK_MAX_COUNTED_FILES && status != HUSK_NO_MEMORY;
        if (status == HUSK_OK && stat(w.path.data, &s) == 0 && S_ISREG(s.st_mode))
            *bytes += (uint64_t)s.st_size;
    }
    walk_close(&w);
    return known;
}

void walk_close(walk *w)
{
    while (w->n_open)
        directory_pop(w);
    free(w->open);
    free(w->within);
    buffer_free(&w->path);
    *w = (walk){ 0 };
}
