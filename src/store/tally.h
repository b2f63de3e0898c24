/* tally.h - on how many pages each hash is.
 * A page is told by a stamp, so that it counts once for a hash however often it has it. */
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

/* Count `hash` for page `stamp` (not 0). False without memory. */
bool tally_add(tally *t, uint64_t hash, uint32_t stamp);

/* Pages that have it. */
uint32_t tally_pages(const tally *t, uint64_t hash);

/* Have the place of a hash that will be asked for brought near. */
static inline void tally_fetch(const tally *t, uint64_t hash)
{
    if (t->size)
        __builtin_prefetch(&t->entries[hash & (t->size - 1)]);
}

/* Those on at least `least` pages, sorted, in `memory`; NULL without memory. */
model_count *tally_counts(const tally *t, uint32_t least, arena *memory, uint32_t *n);

/* Set what a hash counts (not 0): a table of one's own. False without memory. */
bool tally_put(tally *t, uint64_t hash, uint32_t pages);

/* A table of a file's counts. False without memory. */
bool tally_of_counts(const model_count *counts, uint32_t n, tally *out);

/* Empty; the memory stays. */
void tally_clear(tally *t);
void tally_free(tally *t);

/* In a sorted array as the one above or a file's: the pages of `hash`, or 0. */
uint32_t counts_find(const model_count *counts, uint32_t n, uint64_t hash);

/* The order of hashes in arrays and files: SQLite's, whose integers have a sign. */
static inline int hash_order(uint64_t a, uint64_t b)
{
    return ((int64_t)a > (int64_t)b) - ((int64_t)a < (int64_t)b);
}

#endif
