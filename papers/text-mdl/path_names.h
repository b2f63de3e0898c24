/* path_names.h - readable names of paths: hash to parent and last step, for showing templates. */
#ifndef HUSK_PAPERS_PATH_NAMES_H
#define HUSK_PAPERS_PATH_NAMES_H

#include "base/arena.h"
#include "base/buffer.h"
#include "page/page.h"

typedef struct path_name {
    uint64_t hash;
    uint64_t parent;
    const char *step;
    uint32_t len;
} path_name;

typedef struct path_names {
    arena strings;
    path_name *entry; /* a table by hash */
    size_t n, n_slots;
} path_names;

void path_names_init(path_names *names);
void path_names_free(path_names *names);

/* Append every path of the page with its name to `out`, for path_names_add. */
husk_status path_names_write(const husk_page *page, buffer *out);
husk_status path_names_add(path_names *names, const void *bytes, size_t len);

/* `Document\html\body\p`, or the hash if no name is known. */
void path_names_spell(const path_names *names, uint64_t hash, buffer *out);

#endif
