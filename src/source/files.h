/* files.h - the files below a directory, in one order on every machine.
 * The order is that of the whole paths' bytes. Names that begin with a dot are left out, symbolic links to directories
 * not followed (so there are no loops), links to files outside of the root only if asked, and whatever is neither a
 * file nor a directory skipped. Memory: the names of the directories that are open, up to HUSK_MAX_NAMES_BYTES. */
#ifndef HUSK_SOURCE_FILES_H
#define HUSK_SOURCE_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"

typedef struct walk_directory walk_directory;

typedef struct walk {
    walk_directory *open; /* from the root down to where we are */
    size_t n_open, room;
    size_t names_bytes;
    buffer path;     /* of the current file, a C string */
    size_t root_len; /* of the root and its slash */
    bool follows;    /* links that leave `within` */
    char *within;    /* the real path of the root; made at the first link; or what the caller put there with malloc */
} walk;

/* Begin below `root`. OK, or why the directory can't be read, with words in `error`. */
husk_status walk_open(walk *w, const char *root, husk_error *error);

/* The next file: w->path. END after the last. Any other status: the directory w->path can't be read, or the file is a
 * link that is not followed; the walk goes on
 * after it; NO_MEMORY ends it. */
husk_status walk_next(walk *w, husk_error *error);

/* The bytes of all files of the walk, for progress; false when there are more than HUSK_MAX_COUNTED_FILES. */
bool walk_measure(const char *root, uint64_t *bytes);

/* Is the file, wherever links lead, inside the real path `folder`? */
bool path_is_within(const char *path, const char *folder);

/* Zeroed memory is a closed walk. */
void walk_close(walk *w);

#endif
