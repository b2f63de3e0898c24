/* unique.h - sets of hashes as sorted arrays. */
#ifndef HUSK_BASE_UNIQUE_H
#define HUSK_BASE_UNIQUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sort `values` and remove duplicates; returns the number left. */
size_t hashes_unique(uint64_t *values, size_t n);

/* A hash and its origin. */
typedef struct numbered_hash {
    uint64_t hash;
    uint32_t number;
} numbered_hash;

/* Sort by hash, then by number. False if out of memory. */
bool hashes_sort(numbered_hash *hashes, size_t n);

#endif
