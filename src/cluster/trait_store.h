/* trait_store.h - the traits records of a collection's pages until they are clustered. */
#ifndef HUSK_CLUSTER_TRAIT_STORE_H
#define HUSK_CLUSTER_TRAIT_STORE_H

#include "base/buffer.h"
#include "husk/husk.h"

typedef struct stored_traits {
    uint64_t key; /* hash of the traits, so that a choice by it does not depend on the order of the pages */
    char *bytes;  /* NULL if on disk or taken */
    uint64_t at;  /* offset in the file */
    uint32_t len;
} stored_traits;

/* Pages' traits records, in memory up to `limit`, then in an unnamed file. */
typedef struct trait_store {
    uint32_t n, limit;
    stored_traits *page;
    size_t room;
    int file; /* -1: none */
    uint64_t file_len;
} trait_store;

/* Hold at most `limit` records in memory. */
void trait_store_init(trait_store *s, uint32_t limit);
/* IO: the temporary file (TMPDIR) can't be written. LIMIT: a record is too long. */
husk_status trait_store_add(trait_store *s, const void *bytes, size_t len);
/* Read a record into `out`, which is cleared first; aligned to 8. */
husk_status trait_store_read(const trait_store *s, uint32_t page, buffer *out);
/* The page's record is no longer needed. */
void trait_store_drop(trait_store *s, uint32_t page);
void trait_store_free(trait_store *s);

#endif
