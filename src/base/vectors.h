/* vectors.h - sixteen bytes at a time, in GCC's and Clang's vectors: SSE2 on x86-64, NEON on 64-bit ARM, words
 * elsewhere. Both instruction sets are in their architecture's baseline, so no run-time choice is needed. */
#ifndef HUSK_BASE_VECTORS_H
#define HUSK_BASE_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) && !defined(HUSK_PLAIN_VECTORS)
#include <emmintrin.h>
#define HAS_MOVEMASK 1
#endif

typedef uint8_t vec __attribute__((vector_size(16)));

static inline __attribute__((always_inline)) vec vec_load(const char *p)
{
    vec v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void vec_store(char *p, vec v)
{
    memcpy(p, &v, sizeof v);
}

/* These give all ones for true. */
static inline vec vec_is(vec v, char c)
{
    return (vec)(v == (uint8_t)c);
}

/* Bytes of at most `c`, unsigned. */
static inline vec vec_at_most(vec v, char c)
{
    return (vec)(v <= (uint8_t)c);
}

/* One bit per byte that is all ones, the first lowest. */
static inline uint64_t vec_mask(vec v)
{
#ifdef HAS_MOVEMASK
    return (uint32_t)_mm_movemask_epi8((__m128i)v);
#else
    const vec bit = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
    uint64_t half[2];
    v &= bit;
    memcpy(half, &v, sizeof half);
    return half[0] * 0x0101010101010101u >> 56 | half[1] * 0x0101010101010101u >> 56 << 8;
#endif
}

/* The index of the first byte that a mask selects; the mask is not zero. */
static inline uint32_t mask_first(uint64_t mask)
{
    return (uint32_t)__builtin_ctzll(mask);
}

/* The bits before a mask's first. */
static inline uint64_t mask_before(uint64_t mask)
{
    return (mask & -mask) - 1;
}

/* May `n` bytes be loaded from `p` although fewer are known to be valid? Memory is mapped in pages of at least 4 KB,
 * so everything in the same page as a readable byte can be read; the extra bytes must not affect the result. For
 * vector loads over short texts: copying to a full vector first would make the load wait for the stores. Functions
 * that do this are NOT_CHECKED by AddressSanitizer, and so is the load that is inlined into them. */
static inline bool may_load(const void *p, size_t n)
{
    return ((uintptr_t)p & 4095) <= 4096 - n;
}

#define NOT_CHECKED __attribute__((no_sanitize("address")))

/* Sixteen bytes of which `n` count. */
NOT_CHECKED static inline vec vec_load_some(const char *p, size_t n)
{
    if (may_load(p, 16) || n >= 16) /* in this order: the first is nearly always true */
        return vec_load(p);
    char copy[16] = { 0 };
    memcpy(copy, p, n);
    return vec_load(copy);
}

/* The bits of the first `n` of sixteen bytes. */
static inline uint64_t bits_before(size_t n)
{
    return n < 16 ? ((uint64_t)1 << n) - 1 : 0xffff;
}

#endif
