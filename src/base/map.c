/* map.c - a hash table from 64-bit hashes to numbers, and counts per hash. */
#include "base/map.h"

#include <string.h>

#include "base/table.h"

#define LEAST_PLACES 256 /* 4 KB */

TABLE_OF(entry, map_entry, key, value)

bool map_put(hash_map *m, uint64_t key, uint32_t value)
{
    if (!entry_reserve(&m->entries, &m->size, m->n, LEAST_PLACES))
        return false;
    map_entry *e = entry_place(m->entries, m->size, key);
    m->n += e->value == 0;
    *e = (map_entry){ key, value, 0 };
    return true;
}

bool map_count(hash_map *m, uint64_t key, uint32_t stamp)
{
    if (!entry_reserve(&m->entries, &m->size, m->n, LEAST_PLACES))
        return false;
    map_entry *e = entry_place(m->entries, m->size, key);
    if (e->value == 0) {
        *e = (map_entry){ key, 1, stamp };
        m->n++;
    } else if (e->stamp != stamp) {
        e->value++;
        e->stamp = stamp;
    }
    return true;
}

uint32_t map_get(const hash_map *m, uint64_t key)
{
    return m->size ? entry_place(m->entries, m->size, key)->value : 0;
}

void map_clear(hash_map *m)
{
    if (m->entries)
        memset(m->entries, 0, m->size * sizeof *m->entries);
    m->n = 0;
}

void map_free(hash_map *m)
{
    free(m->entries);
    *m = (hash_map){ 0 };
}
