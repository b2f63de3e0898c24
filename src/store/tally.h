/* tally.h - the pages per hash, as a map while they are counted and as sorted arrays in a file. */
#ifndef HUSK_STORE_TALLY_H
#define HUSK_STORE_TALLY_H

#include "base/arena.h"
#include "base/table.h"
#include "store/model.h"

/* Hashes whose value is at least `least`, sorted, in `memory`; NULL if out of memory. */
model_count *tally_counts(const hash_map *m, uint32_t least, arena *memory, uint32_t *n);

/* A map from a file's counts. False if out of memory. */
bool tally_of_counts(const model_count *counts, uint32_t n, hash_map *out);

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
