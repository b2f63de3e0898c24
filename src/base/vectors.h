/* vectors.h - sixteen bytes at a time: SSE2 on x86-64, NEON on 64-bit ARM, two words of plain C elsewhere.
 * Both instruction sets are in their architecture's baseline, so no run-time choice is needed; longer runs of HTML use
 * html/scan.c, which chooses. A mask has VEC_MASK_STEP bits per byte, the first byte lowest. */
#ifndef HUSK_BASE_VECTORS_H
#define HUSK_BASE_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(__SSE2__) && !defined(HUSK_PLAIN_VECTORS)
#define VEC_MASK_STEP 1
typedef __m128i vec;

static inline __attribute__((always_inline)) vec vec_load(const char *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

static inline void vec_store(char *p, vec v)
{
    _mm_storeu_si128((__m128i *)p, v);
}

static inline vec vec_is(vec v, char c)
{
    return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}

/* Bytes of at most `c`, unsigned. */
static inline vec vec_at_most(vec v, char c)
{
    return _mm_cmpeq_epi8(_mm_max_epu8(v, _mm_set1_epi8(c)), _mm_set1_epi8(c));
}

static inline vec vec_or(vec a, vec b)
{
    return _mm_or_si128(a, b);
}

static inline uint64_t vec_mask(vec v)
{
    return (uint32_t)_mm_movemask_epi8(v);
}

#elif defined(__aarch64__) && !defined(HUSK_PLAIN_VECTORS)
#include <arm_neon.h>
#define VEC_MASK_STEP 4
typedef uint8x16_t vec;

static inline __attribute__((always_inline)) vec vec_load(const char *p)
{
    return vld1q_u8((const uint8_t *)p);
}

static inline void vec_store(char *p, vec v)
{
    vst1q_u8((uint8_t *)p, v);
}

static inline vec vec_is(vec v, char c)
{
    return vceqq_u8(v, vdupq_n_u8((uint8_t)c));
}

static inline vec vec_at_most(vec v, char c)
{
    return vcleq_u8(v, vdupq_n_u8((uint8_t)c));
}

static inline vec vec_or(vec a, vec b)
{
    return vorrq_u8(a, b);
}

/* Four bits per byte, by a narrowing shift: ARM has no movemask. */
static inline uint64_t vec_mask(vec v)
{
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(v), 4)), 0);
}

#define VEC_BITS
static inline uint64_t vec_bits(vec v)
{
    const uint8x16_t bit = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
    uint8x16_t bits = vandq_u8(v, bit);
    return vaddv_u8(vget_low_u8(bits)) | (uint64_t)vaddv_u8(vget_high_u8(bits)) << 8;
}

#else
#define VEC_MASK_STEP 1
typedef struct vec {
    uint64_t low, high; /* the first eight bytes and the rest, in memory order; comparisons give 0x80 for true */
} vec;

#define VEC_ONES 0x0101010101010101u
#define VEC_TOPS 0x8080808080808080u

static inline __attribute__((always_inline)) vec vec_load(const char *p)
{
    vec v;
    memcpy(&v, p, 16);
    return v;
}

static inline void vec_store(char *p, vec v)
{
    memcpy(p, &v, 16);
}

static inline uint64_t word_is(uint64_t word, char c)
{
    uint64_t x = word ^ VEC_ONES * (uint8_t)c;
    return ~(((x & ~VEC_TOPS) + ~VEC_TOPS) | x) & VEC_TOPS;
}

static inline vec vec_is(vec v, char c)
{
    return (vec){ word_is(v.low, c), word_is(v.high, c) };
}

static inline uint64_t word_at_most(uint64_t word, char c)
{
    return ~((word & ~VEC_TOPS) + VEC_ONES * (uint8_t)(0x7f - c)) & ~word & VEC_TOPS;
}

/* `c` is at most 0x7f for all callers. */
static inline vec vec_at_most(vec v, char c)
{
    return (vec){ word_at_most(v.low, c), word_at_most(v.high, c) };
}

static inline vec vec_or(vec a, vec b)
{
    return (vec){ a.low | b.low, a.high | b.high };
}

static inline uint64_t word_mask(uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return (word >> 7) * 0x0102040810204080u >> 56;
}

static inline uint64_t vec_mask(vec v)
{
    return word_mask(v.low) | word_mask(v.high) << 8;
}
#endif

/* The index of the first byte that a mask selects; the mask is not zero. */
static inline uint32_t mask_first(uint64_t mask)
{
    return (uint32_t)__builtin_ctzll(mask) / VEC_MASK_STEP;
}

/* The bits before a mask's first. */
static inline uint64_t mask_before(uint64_t mask)
{
    return (mask & -mask) - 1;
}

#ifndef VEC_BITS
/* A mask with one bit per byte, the first lowest. */
static inline uint64_t vec_bits(vec v)
{
    return vec_mask(v);
}
#endif

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
