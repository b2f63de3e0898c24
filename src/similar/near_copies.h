/* near_copies.h - group pages with nearly the same text. */
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
    uint32_t twin; /* the first page with identical hashes; itself if there is none */
} copy_page;

typedef struct near_copies {
    double similarity;
    const husk_stop *stop; /* may be NULL */
    buffer marks;          /* of candidates */
    arena memory;          /* ids */
    copy_page *pages;
    size_t room;
    uint32_t n;
    int file; /* holds all hashes; -1: none yet */
    uint64_t file_len;
    uint32_t *group; /* by page, after near_copies_group */
} near_copies;

void near_copies_init(near_copies *c, double similarity);
void near_copies_free(near_copies *c);

/* A page's hashes, ascending and distinct. LIMIT, NO_MEMORY, IO. */
husk_status near_copies_add(near_copies *c, const char *id, const uint64_t *hashes, uint32_t n);

/* Fill `group`: by page, the first page of its group. NO_MEMORY, IO, STOPPED. */
husk_status near_copies_group(near_copies *c);

#endif
