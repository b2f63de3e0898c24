/* arrays.h - helpers for plain arrays: growing, comparison functions for qsort, union-find. */
#ifndef HUSK_BASE_ARRAYS_H
#define HUSK_BASE_ARRAYS_H

#include <stdint.h>
#include <stdlib.h>

#include "base/checked.h"

/* Make room for `need` members of `size` bytes in *(void **)array, doubling from 8. False if out of memory; the array
 * is then unchanged. */
static inline bool array_grow(void *array, size_t *room, size_t need, size_t size)
{
    size_t next = *room ? *room : 8, bytes;
    if (need <= *room)
        return true;
    while (next < need)
        if (!size_mul(next, 2, &next))
            return false;
    void *more = size_mul(next, size, &bytes) ? realloc(*(void **)array, bytes) : NULL;
    if (more == NULL)
        return false;
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

/* Union-find: the representative of i's set. root[i] is one step closer to it; a representative is its own root.
 * Paths are halved on the way. */
static inline uint32_t root_of(uint32_t *root, uint32_t i)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): the caller filled it, in a loop */
    while (root[i] != i)
        i = root[i] = root[root[i]];
    return i;
}

#endif
