/* table.h - hash tables: open addressing with linear probing, a power of two in size, at most half full.
 * Keys are already hashes, so their low bits choose the place. TABLE_PLACE is the only probe. table_index numbers
 * entries that are kept in an array; TABLE_OF stores records in the places themselves, which saves one cache miss per
 * look-up; hash_map has numbers or counts by hash, intern numbers strings. Nothing is ever removed. */
#ifndef HUSK_BASE_TABLE_H
#define HUSK_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"

/* Set `at` to the place of a key, or to the free place where it belongs: starting at `start`, the first of `size`
 * places (a power of two) for which `is_free` or `is_same`, two expressions in `at`, is true. */
#define TABLE_PLACE(at, start, size, is_free, is_same) \
    do {                                               \
        (at) = (start) & ((size)-1);                   \
        while (!(is_free) && !(is_same))               \
            (at) = ((at) + 1) & ((size)-1);            \
    } while (0)

/* The table size for n keys: a power of two, at least `least` (also a power of two). */
static inline size_t table_size(size_t n, size_t least)
{
    size_t size = least;
    while (size < 2 * n)
        size *= 2;
    return size;
}

/* --- indices of entries ------------------------------------------------------------------------------------------- */

/* The entries are a caller-owned array, `stride` bytes each, whose first member is the key, a uint64_t. */
typedef struct table_index {
    uint32_t *slots; /* an entry's index + 1, or 0 */
    uint32_t size;
} table_index;

/* The slot with index + 1 of the entry with this key, or 0 if it is to be inserted there. Reserve at least one entry
 * first. */
static inline uint32_t *table_index_slot(const table_index *x, uint64_t key, const void *entries, size_t stride)
{
    uint32_t at;
    TABLE_PLACE(at, (uint32_t)key, x->size, x->slots[at] == 0,
                *(const uint64_t *)((const char *)entries + (size_t)(x->slots[at] - 1) * stride) == key);
    return &x->slots[at];
}

/* Make room for one more than `n` entries; `least` places at first. False if out of memory, with nothing changed. */
static inline bool table_index_reserve(table_index *x, uint32_t n, uint32_t least, const void *entries, size_t stride)
{
    if (2 * ((uint64_t)n + 1) <= x->size)
        return true;
    table_index grown = { .size = x->size ? x->size * 2 : least };
    grown.slots = grown.size > x->size ? calloc(grown.size, sizeof *grown.slots) : NULL;
    if (grown.slots == NULL)
        return false;
    for (uint32_t i = 0; i < n; i++)
        *table_index_slot(&grown, *(const uint64_t *)((const char *)entries + (size_t)i * stride), entries, stride) =
            i + 1;
    free(x->slots);
    *x = grown;
    return true;
}

/* --- records in place --------------------------------------------------------------------------------------------- */

/* TABLE_OF(name, record, key, used) defines, for records with a uint64_t member `key` and a member `used` that is
 * nonzero in an occupied record:
 *   name_place(records, size, key)       the key's record, or the free one where it belongs
 *   name_reserve(&records, &size, n, least)   room for one more than n; false if out of memory, with nothing changed */
#define TABLE_OF(name, record, key, used)                                                                             \
    static inline record *name##_place(record *records, size_t size, uint64_t wanted)                                 \
    {                                                                                                                 \
        size_t at;                                                                                                    \
        TABLE_PLACE(at, wanted, size, !records[at].used, records[at].key == wanted);                                  \
        return &records[at];                                                                                          \
    }                                                                                                                 \
    __attribute__((unused)) static inline bool name##_reserve(record **records, size_t *size, size_t n, size_t least) \
    {                                                                                                                 \
        if (2 * (n + 1) <= *size)                                                                                     \
            return true;                                                                                              \
        size_t grown = *size ? *size * 2 : least;                                                                     \
        record *moved = calloc(grown, sizeof *moved);                                                                 \
        if (moved == NULL)                                                                                            \
            return false;                                                                                             \
        for (size_t i = 0; i < *size; i++)                                                                            \
            if ((*records)[i].used)                                                                                   \
                *name##_place(moved, grown, (*records)[i].key) = (*records)[i];                                       \
        free(*records);                                                                                               \
        *records = moved;                                                                                             \
        *size = grown;                                                                                                \
        return true;                                                                                                  \
    }

/* --- numbers and counts by hash: about one cache miss per look-up, 16 bytes per place ------------------------------
 */

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

/* --- numbers for distinct strings, in order of first appearance; the strings live in the given arena ---------------
 */

#define INTERN_NONE UINT32_MAX

typedef struct intern_entry {
    uint64_t key; /* its hash, or if another string has that, the next number that is free */
    const char *data;
    size_t len;
} intern_entry;

typedef struct intern {
    arena *strings;
    intern_entry *entries; /* by id */
    size_t room;
    table_index index;
    uint32_t n, max;
} intern;

/* Holds at most `max` strings. Allocates nothing until the first one. */
void intern_init(intern *table, arena *strings, uint32_t max);

/* The string's id, new or existing; INTERN_NONE at the cap or if out of memory. */
uint32_t intern_add(intern *table, const char *data, size_t len);

/* The string's id, or INTERN_NONE if it was never added. */
uint32_t intern_find(const intern *table, const char *data, size_t len);

void intern_free(intern *table);

#endif
