/* minhash.c - MinHash signatures of sets.
 * A rank is 32 bits: multiply, fold, multiply, all in lanes that compilers turn into SIMD. Cost: length steps per
 * path. Limits: length <= MINHASH_MAX_LENGTH; ranks collide by chance, one in 2^32. */
#include "cluster/minhash.h"

#include "base/hash.h"

typedef struct permutation {
    uint32_t low[MINHASH_MAX_LENGTH];
    uint32_t high[MINHASH_MAX_LENGTH];
} permutation;

LANES static void lower_ranks(uint32_t low, uint32_t high, const uint32_t *a, const uint32_t *b, unsigned length,
                              uint32_t *rank)
{
    for (unsigned q = 0; q < length; q++) {
        uint32_t x = low * a[q] + high * b[q];
        x = (x ^ (x >> 15)) * 0x2c1b3c6du;
        x ^= x >> 16;
        rank[q] = x < rank[q] ? x : rank[q];
    }
}

void minhash_sign(const uint64_t *hash, size_t n, unsigned length, uint64_t seed, uint32_t *rank)
{
    permutation p;
    for (unsigned q = 0; q < length; q++) {
        uint64_t drawn = hash_pair(seed, q + 1);
        p.low[q] = (uint32_t)drawn | 1;
        p.high[q] = (uint32_t)(drawn >> 32) | 1;
        rank[q] = MINHASH_EMPTY;
    }
    for (size_t i = 0; i < n; i++) {
        /* Path hashes are already well mixed; mixing again costs little next to `length` steps. */
        uint64_t h = hash_pair(hash[i], seed);
        lower_ranks((uint32_t)h, (uint32_t)(h >> 32), p.low, p.high, length, rank);
    }
}
