/* map.h - a number for each of many hashes: a map. Nothing is ever removed. */
#ifndef HUSK_BASE_MAP_H
#define HUSK_BASE_MAP_H

#include "base/table.h"

#define MAP_NONE UINT32_MAX

typedef struct map_entry {
    uint64_t key;
    uint32_t value;
    bool used;
} map_entry;

/* Start from all zeros. */
typedef struct map {
    map_entry *entries;
    size_t n, size;
} map;

TABLE_OF(map_entry, map_entry, key, used)

/* Set the value of a key, which replaces an earlier one. False if out of memory. */
static inline bool map_put(map *m, uint64_t key, uint32_t value)
{
    if (!map_entry_reserve(&m->entries, &m->size, m->n, 64))
        return false;
    map_entry *e = map_entry_place(m->entries, m->size, key);
    m->n += !e->used;
    *e = (map_entry){ key, value, true };
    return true;
}

/* The value of a key, or MAP_NONE. */
static inline uint32_t map_get(const map *m, uint64_t key)
{
    const map_entry *e = m->size ? map_entry_place(m->entries, m->size, key) : NULL;
    return e && e->used ? e->value : MAP_NONE;
}

static inline void map_free(map *m)
{
    free(m->entries);
    *m = (map){ 0 };
}

#endif
