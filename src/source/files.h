/* files.h - the files below a directory, in the same order on every machine.
 * Files are ordered by the bytes of their whole paths. Names that start with a dot are skipped, symbolic links to
 * directories are not followed (so there are no loops), links to files outside the root are followed only on request,
 * and anything that is neither a file nor a directory is skipped. Memory: the names of the open directories, up to
 * HUSK_MAX_NAMES_BYTES. */
#ifndef HUSK_SOURCE_FILES_H
#define HUSK_SOURCE_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"

typedef struct walk_directory walk_directory;

typedef struct walk {
    walk_directory *open; /* from the root down to the current directory */
    size_t n_open, room;
    size_t names_bytes;
    buffer path;     /* path of the current file, a C string */
    size_t root_len; /* length of the root and its slash */
    bool follows;    /* also follow links that leave `within` */
    char *within;    /* the real path of the root; computed at the first link, or set by the caller with malloc */
} walk;

/* Start below `root`. OK, or why the directory can't be read, with details in `error`. */
husk_status walk_open(walk *w, const char *root, husk_error *error);

/* The next file: w->path. END after the last. Any other status: the directory w->path can't be read, or the file is a
 * link that is not followed. The walk continues after it; only NO_MEMORY ends it. */
husk_status walk_next(walk *w, husk_error *error);

/* The total size of all files of the walk, for progress; false if there are more than HUSK_MAX_COUNTED_FILES. */
bool walk_measure(const char *root, uint64_t *bytes);

/* Is the file, with links resolved, inside the real path `folder`? False with errno ENOMEM: out of memory. */
bool path_is_within(const char *path, const char *folder);

/* Zeroed memory is a closed walk. */
void walk_close(walk *w);

#endif
