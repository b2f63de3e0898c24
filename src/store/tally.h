/* tally.h - count the pages per hash.
 * A stamp identifies a page, so each page counts once per hash. */
#ifndef HUSK_STORE_TALLY_H
#define HUSK_STORE_TALLY_H

#include <stdbool.h>

#include "base/arena.h"
#include "store/model.h"

typedef struct tally_entry {
    uint64_t hash;
    uint32_t pages; /* 0: free */
    uint32_t stamp;
} tally_entry;

typedef struct tally {
    tally_entry *entries;
    size_t n, size; /* size is a power of two */
} tally;

/* Count `hash` for page `stamp` (not 0). False if out of memory. */
bool tally_add(tally *t, uint64_t hash, uint32_t stamp);

/* The number of pages that have it. */
uint32_t tally_pages(const tally *t, uint64_t hash);

/* Prefetch the place of a hash. */
static inline void tally_fetch(const tally *t, uint64_t hash)
{
    if (t->size)
        __builtin_prefetch(&t->entries[hash & (t->size - 1)]);
}

/* Hashes on at least `least` pages, sorted, in `memory`; NULL if out of memory. */
model_count *tally_counts(const tally *t, uint32_t least, arena *memory, uint32_t *n);

/* Set the count of a hash (not 0), for custom tables. False if out of memory. */
bool tally_put(tally *t, uint64_t hash, uint32_t pages);

/* A table from a file's counts. False if out of memory. */
bool tally_of_counts(const model_count *counts, uint32_t n, tally *out);

/* Empty it; keep the memory. */
void tally_clear(tally *t);
void tally_free(tally *t);

/* The number of pages of `hash` in a sorted array, as above or from a file; 0 if absent. */
uint32_t counts_find(const model_count *counts, uint32_t n, uint64_t hash);

/* The order of hashes in arrays and files: as in SQLite, whose integers are signed. */
static inline int hash_order(uint64_t a, uint64_t b)
{
    return ((int64_t)a > (int64_t)b) - ((int64_t)a < (int64_t)b);
}

/* For qsort: records whose first member is a hash, in that order. */
static inline int by_hash_order(const void *a, const void *b)
{
    return hash_order(*(const uint64_t *)a, *(const uint64_t *)b);
}

#endif
