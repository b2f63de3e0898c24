/* hash.h - 64-bit hashes (xxHash's XXH3), identical on every machine because they are stored in files. */
#ifndef HUSK_BASE_HASH_H
#define HUSK_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint64_t hash_bytes(const void *data, size_t len)
{
    return XXH3_64bits(data, len);
}

/* Combine two hashes; order matters. A multiplication by an odd constant and a fold, as in splitmix64. One of them
 * must already be a hash: many pairs of small numbers collide. */
static inline uint64_t hash_pair(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
}

#endif
