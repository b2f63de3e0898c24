/* letters.h - the letters of a name or a short text as bits: where its words start, where two letters meet.
 * A word starts at a letter after any other character, and at a capital after a small letter: "articleBody__text-2" is
 * article, Body, text. Sixteen bytes at a time with SSE2, which every x86-64 processor has; byte by byte elsewhere. */
#ifndef HUSK_BASE_LETTERS_H
#define HUSK_BASE_LETTERS_H

#include "base/text.h"

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
    if (may_load(p, 16) || n >= 16) /* in this order: the first is nearly always true */
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

/* Which of the first `n` of sixteen bytes are `first` in any case, followed by `second`? Needs `n` + 1 bytes. */
static inline unsigned letters_pairs(const char *p, size_t n, char first, char second)
{
    const __m128i small = _mm_set1_epi8(0x20);
    __m128i is_first = _mm_cmpeq_epi8(_mm_or_si128(letters_load(p, n), small), _mm_set1_epi8((char)(first | 0x20)));
    __m128i is_second =
        _mm_cmpeq_epi8(_mm_or_si128(letters_load(p + 1, n), small), _mm_set1_epi8((char)(second | 0x20)));
    unsigned keep = (1u << (n < 16 ? n : 16)) - 1;
    return (unsigned)_mm_movemask_epi8(_mm_and_si128(is_first, is_second)) & keep;
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

static inline unsigned letters_pairs(const char *p, size_t n, char first, char second)
{
    unsigned found = 0;
    for (size_t i = 0; i < n && i < 16; i++)
        found |= (unsigned)((p[i] | 0x20) == (first | 0x20) && (p[i + 1] | 0x20) == (second | 0x20)) << i;
    return found;
}
#endif

/* The next place from `at` on where `first` is followed by `second`, in any case; s.len if there is none. Few other
 * bytes are taken for letters: compare what is there. */
static inline size_t letters_find(slice s, size_t at, char first, char second)
{
    for (; at + 1 < s.len; at += 16) {
        unsigned found = letters_pairs(s.data + at, s.len - at - 1, first, second);
        if (found)
            return at + (size_t)__builtin_ctz(found);
    }
    return s.len;
}

/* Where words start, given what the byte before the first one was: 1 a letter, 0 not. */
static inline uint64_t letters_starts(letter_bits bits, unsigned after_small, unsigned after_letter)
{
    uint64_t letters = bits.small | bits.capital;
    return (letters & ~(letters << 1 | after_letter)) | (bits.capital & (bits.small << 1 | after_small));
}

#endif
