/* table.h - the hash table: open addressing with linear probing over a power of two of places, at most half of them
 * taken. Keys are hashes already, so their low bits choose the place. TABLE_PLACE is the only probe; on it stand a
 * table_index, which numbers entries that are kept in an array, and TABLE_OF, a table of records kept in the places
 * themselves, which costs one cache miss less per look-up. Nothing is ever removed. */
#ifndef HUSK_BASE_TABLE_H
#define HUSK_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Set `at` to the place of a key, or to the free place where it belongs: from `start` on, the first of `size` places
 * (a power of two) of which `is_free` or `is_same`, two expressions in `at`, is true. */
#define TABLE_PLACE(at, start, size, is_free, is_same) \
    do {                                               \
        (at) = (start) & ((size)-1);                   \
        while (!(is_free) && !(is_same))               \
            (at) = ((at) + 1) & ((size)-1);            \
    } while (0)

/* A size for n keys: a power of two, `least` (one, too) or more. */
static inline size_t table_size(size_t n, size_t least)
{
    size_t size = least;
    while (size < 2 * n)
        size *= 2;
    return size;
}

/* --- numbers of entries ------------------------------------------------------------------------------------------- */

/* The entries are an array of the caller's, `stride` bytes each, whose first member is the key, a uint64_t. */
typedef struct table_index {
    uint32_t *slots; /* an entry's number + 1, or 0 */
    uint32_t size;
} table_index;

/* Where the number + 1 of the entry with this key is, or 0 where it is to be put. Some entry must be reserved. */
static inline uint32_t *table_index_slot(const table_index *x, uint64_t key, const void *entries, size_t stride)
{
    uint32_t at;
    TABLE_PLACE(at, (uint32_t)key, x->size, x->slots[at] == 0,
                *(const uint64_t *)((const char *)entries + (size_t)(x->slots[at] - 1) * stride) == key);
    return &x->slots[at];
}

/* Room for one more than the `n` entries there are; `least` places at first. False: no memory, nothing has changed. */
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

/* --- records in their places -------------------------------------------------------------------------------------- */

/* TABLE_OF(name, record, key, used) defines, for records with a uint64_t member `key` and a member `used` that is not 0
 * in a record that is there:
 *   name_place(records, size, key)       the key's record, or the free one where it belongs
 *   name_reserve(&records, &size, n, least)   room for one more than n; false: no memory, nothing has changed */
#define TABLE_OF(name, record, key, used)                                                     \
    static inline record *name##_place(record *records, size_t size, uint64_t wanted)         \
    {                                                                                         \
        size_t at;                                                                            \
        TABLE_PLACE(at, wanted, size, !records[at].used, records[at].key == wanted);          \
        return &records[at];                                                                  \
    }                                                                                         \
    static inline bool name##_reserve(record **records, size_t *size, size_t n, size_t least) \
    {                                                                                         \
        if (2 * (n + 1) <= *size)                                                             \
            return true;                                                                      \
        size_t grown = *size ? *size * 2 : least;                                             \
        record *moved = calloc(grown, sizeof *moved);                                         \
        if (moved == NULL)                                                                    \
            return false;                                                                     \
        for (size_t i = 0; i < *size; i++)                                                    \
            if ((*records)[i].used)                                                           \
                *name##_place(moved, grown, (*records)[i].key) = (*records)[i];               \
        free(*records);                                                                       \
        *records = moved;                                                                     \
        *size = grown;                                                                        \
        return true;                                                                          \
    }

#endif
