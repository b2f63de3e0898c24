/* minhash.h - MinHash signatures of path sets: the share of equal ranks estimates the Jaccard coefficient. */
#ifndef HUSK_CLUSTER_MINHASH_H
#define HUSK_CLUSTER_MINHASH_H

#include <stddef.h>
#include <stdint.h>

#define MINHASH_MAX_LENGTH 4096u
#define MINHASH_EMPTY UINT32_MAX /* the rank of a set without paths */

/* On x86 the same loops also for AVX2, selected at start-up: baseline SSE2 has no 32-bit multiply or unsigned
 * minimum. Not under a sanitizer: the selection runs before the sanitizer has started, and crashes. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define LANES __attribute__((target_clones("avx2", "default")))
#else
#define LANES
#endif

/* The ranks of a set of path hashes under `length` permutations drawn from `seed`. An empty set gives MINHASH_EMPTY
 * everywhere. */
void minhash_sign(const uint64_t *hash, size_t n, unsigned length, uint64_t seed, uint32_t *rank);

#endif
