/* hash.h - 64-bit hashes (xxHash's XXH3) and random numbers (splitmix64).
 * Identical on every machine, because they, and what is made with them, are stored in files. */
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

/* --- random numbers ----------------------------------------------------------------------------------------------- */

typedef struct random_state {
    uint64_t x;
} random_state;

static inline uint64_t random_next(random_state *r)
{
    uint64_t z = r->x += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A uniform number below `n` (not 0); the few draws that would bias the result are repeated. */
static inline uint32_t random_below(random_state *r, uint32_t n)
{
    uint32_t few = -n % n;
    for (;;) {
        uint64_t wide = (random_next(r) >> 32) * n;
        if ((uint32_t)wide >= few)
            return (uint32_t)(wide >> 32);
    }
}

/* Shuffle `items`. */
static inline void random_shuffle(random_state *r, uint32_t *items, uint32_t n)
{
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = random_below(r, i);
        uint32_t kept = items[i - 1];
        items[i - 1] = items[j];
        items[j] = kept;
    }
}

#endif
