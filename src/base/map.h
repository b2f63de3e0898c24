/* map.h - a hash table from 64-bit hashes to numbers, and counts per hash.
 * Keys are good hashes already: their low bits choose the place. Cost: about one cache miss per look-up; 16 bytes per
 * place, at most half of them taken. */
#ifndef HUSK_BASE_MAP_H
#define HUSK_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct map_entry {
    uint64_t key;
    uint32_t value; /* 0: free */
    uint32_t stamp;
} map_entry;

/* All zero at first. */
typedef struct hash_map {
    map_entry *entries;
    size_t n, size; /* size is a power of two */
} hash_map;

/* Set the value (not 0) of a key. False if out of memory. */
bool map_put(hash_map *m, uint64_t key, uint32_t value);

/* Add 1 to the value of a key, once per `stamp` (not 0): the number of pages that have it, if a stamp is a page. False
 * if out of memory. */
bool map_count(hash_map *m, uint64_t key, uint32_t stamp);

/* The value of a key, or 0. */
uint32_t map_get(const hash_map *m, uint64_t key);

/* The same for numbers from 0: the number of a key, or MAP_NONE. */
#define MAP_NONE UINT32_MAX

static inline bool map_put_number(hash_map *m, uint64_t key, uint32_t number)
{
    return map_put(m, key, number + 1);
}

static inline uint32_t map_number(const hash_map *m, uint64_t key)
{
    return map_get(m, key) - 1;
}

/* Prefetch the place of a key. */
static inline void map_fetch(const hash_map *m, uint64_t key)
{
    if (m->size)
        __builtin_prefetch(&m->entries[key & (m->size - 1)]);
}

/* Empty it; keep the memory. */
void map_clear(hash_map *m);
void map_free(hash_map *m);

#endif
