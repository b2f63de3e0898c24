/* near_copies.h - groups of pages whose texts are nearly the same. */
#ifndef HUSK_SIMILAR_NEAR_COPIES_H
#define HUSK_SIMILAR_NEAR_COPIES_H

#include "base/arena.h"
#include "base/buffer.h"

/* Where a page's hashes are in the file. */
typedef struct copy_page {
    const char *id; /* C string */
    uint64_t at;
    uint64_t hash; /* of all of them */
    uint32_t n;
    uint32_t twin; /* the first page with the very same; itself, if it is that */
} copy_page;

typedef struct near_copies {
    double similarity;
    buffer marks; /* of candidates */
    arena memory; /* ids */
    copy_page *pages;
    size_t room;
    uint32_t n;
    int file; /* of all hashes; -1: none yet */
    uint64_t file_len;
    uint32_t *group; /* by page, once asked for */
} near_copies;

void near_copies_init(near_copies *c, double similarity);
void near_copies_free(near_copies *c);

/* A page's hashes, ascending, each once. LIMIT, NO_MEMORY, IO. */
husk_status near_copies_add(near_copies *c, const char *id, const uint64_t *hashes, uint32_t n);

/* Fill `group`: by page, the first page of its group. NO_MEMORY, IO. */
husk_status near_copies_group(near_copies *c);

#endif
