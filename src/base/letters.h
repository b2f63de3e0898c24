/* letters.h - the letters of a name or a short text as bits, to find where its words start.
 * A word starts at a letter after any other character, and at a capital after a small letter: "articleBody__text-2" is
 * article, Body, text. Sixteen bytes at a time with SSE2, which every x86-64 processor has; byte by byte elsewhere. */
#ifndef HUSK_BASE_LETTERS_H
#define HUSK_BASE_LETTERS_H

#include "base/text.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define LETTERS_WINDOW 64u

/* Of up to LETTERS_WINDOW bytes; the first is the lowest bit. */
typedef struct letter_bits {
    uint64_t small, capital; /* ASCII letters */
    uint64_t high;           /* bytes above 127 */
} letter_bits;

#if defined(__SSE2__)
/* Sixteen bytes of which `n` count. */
NOT_CHECKED static inline __m128i letters_load(const char *p, size_t n)
{
    if (n >= 16 || may_load(p, 16))
        return _mm_loadu_si128((const __m128i *)p);
    char copy[16] = { 0 };
    memcpy(copy, p, n);
    return _mm_loadu_si128((const __m128i *)copy);
}

/* Which bytes are among the 26 from `first` on? */
static inline uint64_t letters_from(__m128i v, char first)
{
    __m128i from_least = _mm_sub_epi8(v, _mm_set1_epi8((char)(first + 128))); /* the comparison is signed */
    return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(_mm_set1_epi8(26 - 128), from_least));
}

static inline letter_bits letters_of(const char *p, size_t n)
{
    letter_bits bits = { 0, 0, 0 };
    for (size_t i = 0; i < n; i += 16) {
        __m128i v = letters_load(p + i, n - i);
        bits.small |= letters_from(v, 'a') << i;
        bits.capital |= letters_from(v, 'A') << i;
        bits.high |= (uint64_t)(uint32_t)_mm_movemask_epi8(v) << i;
    }
    uint64_t keep = n < LETTERS_WINDOW ? ((uint64_t)1 << n) - 1 : ~(uint64_t)0;
    return (letter_bits){ bits.small & keep, bits.capital & keep, bits.high & keep };
}
#else
static inline letter_bits letters_of(const char *p, size_t n)
{
    letter_bits bits = { 0, 0, 0 };
    for (size_t i = 0; i < n; i++) {
        bits.small |= (uint64_t)(p[i] >= 'a' && p[i] <= 'z') << i;
        bits.capital |= (uint64_t)(p[i] >= 'A' && p[i] <= 'Z') << i;
        bits.high |= (uint64_t)((unsigned char)p[i] >= 128) << i;
    }
    return bits;
}
#endif

/* Where words start, given what the byte before the first one was: 1 a letter, 0 not. */
static inline uint64_t letters_starts(letter_bits bits, unsigned after_small, unsigned after_letter)
{
    uint64_t letters = bits.small | bits.capital;
    return (letters & ~(letters << 1 | after_letter)) | (bits.capital & (bits.small << 1 | after_small));
}

#endif
