/* arrays.h - helpers for plain arrays: growing, comparison functions for qsort, sets of hashes, union-find.
 * An array grows on the heap or in an arena; both double, so that appending takes linear time in total. */
#ifndef HUSK_BASE_ARRAYS_H
#define HUSK_BASE_ARRAYS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* Set the room of *(void **)array, on the heap, to `room` members of `size` bytes. False if out of memory; the array is
 * then unchanged. */
static inline bool array_resize(void *array, size_t room, size_t size)
{
    size_t bytes;
    void *more = size_mul(room, size, &bytes) ? realloc(*(void **)array, bytes) : NULL;
    if (more)
        *(void **)array = more;
    return more != NULL;
}

/* The room for `need` members: `room` doubled, from 8, as often as needed; SIZE_MAX, which is never had, on overflow.
 */
static inline size_t array_room(size_t room, size_t need)
{
    for (room = room ? room : 8; room < need;)
        if (!size_mul(room, 2, &room))
            return SIZE_MAX;
    return room;
}

/* Make room for `need` members of `size` bytes. False if out of memory; the array is then unchanged. */
static inline bool array_grow(void *array, size_t *room, size_t need, size_t size)
{
    if (need <= *room)
        return true;
    size_t next = array_room(*room, need);
    if (!array_resize(array, next, size))
        return false;
    *room = next;
    return true;
}

/* The same for an array in `memory`, which keeps the old one too. */
static inline bool array_grow_in(arena *memory, void *array, size_t *room, size_t need, size_t size)
{
    if (need <= *room)
        return true;
    size_t next = array_room(*room, need);
    void *more = arena_array(memory, next, size);
    if (more == NULL)
        return false;
    if (*room)
        memcpy(more, *(void **)array, *room * size);
    *(void **)array = more;
    *room = next;
    return true;
}

/* For comparison functions: the order of two numbers. ORDER_OF(…) ?: ORDER_OF(…) is that of the first that differ. */
#define ORDER_OF(a, b) (((a) > (b)) - ((a) < (b)))

/* For qsort: ascending. */
static inline int by_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static inline int by_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Set `at` to the first of the indices [from, to) for which `is_before`, an expression in `at`, is false, or to `to`.
 * It is true for those before that. */
#define SORTED_PLACE(at, from, to, is_before)       \
    do {                                            \
        __typeof__(at) low_ = (from), high_ = (to); \
        while (low_ < high_) {                      \
            (at) = low_ + (high_ - low_) / 2;       \
            if (is_before)                          \
                low_ = (at) + 1;                    \
            else                                    \
                high_ = (at);                       \
        }                                           \
        (at) = low_;                                \
    } while (0)

/* Union-find: the representative of i's set. root[i] is one step closer to it; a representative is its own root.
 * Paths are halved on the way. */
static inline uint32_t root_of(uint32_t *root, uint32_t i)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): the caller filled it, in a loop */
    while (root[i] != i)
        i = root[i] = root[root[i]];
    return i;
}

/* --- sets of hashes as sorted arrays ------------------------------------------------------------------------------ */

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
