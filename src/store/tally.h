/* tally.h - the pages per hash, as a map while they are counted and as sorted arrays in a file. */
#ifndef HUSK_STORE_TALLY_H
#define HUSK_STORE_TALLY_H

#include "base/arena.h"
#include "base/map.h"
#include "store/model.h"

/* A map whose values count pages. */
typedef hash_map tally;
#define tally_add map_count
#define tally_pages map_get
#define tally_put map_put
#define tally_fetch map_fetch
#define tally_clear map_clear
#define tally_free map_free

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

#endif
