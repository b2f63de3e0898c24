/* unique.h - sets of hashes as sorted arrays. */
#ifndef HUSK_BASE_UNIQUE_H
#define HUSK_BASE_UNIQUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sort `values` and leave each once; returns how many are left. */
size_t hashes_unique(uint64_t *values, size_t n);

/* A hash and where it is from. */
typedef struct numbered_hash {
    uint64_t hash;
    uint32_t number;
} numbered_hash;

/* Sort by hash, then by number. False without memory. */
bool hashes_sort(numbered_hash *hashes, size_t n);

/* Are they sorted, each once, already? */
bool hashes_are_unique(const uint64_t *values, size_t n);

#endif
