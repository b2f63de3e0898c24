/* letters.h - the letters of a name or a short text as bits: where its words start, where two letters meet.
 * A word starts at a letter after any other character, and at a capital after a small letter: "articleBody__text-2" is
 * article, Body, text. */
#ifndef HUSK_BASE_LETTERS_H
#define HUSK_BASE_LETTERS_H

#include "base/text.h"

#define LETTERS_WINDOW 64u

/* Of up to LETTERS_WINDOW bytes; the first is the lowest bit. */
typedef struct letter_bits {
    uint64_t small, capital; /* ASCII letters */
    uint64_t high;           /* bytes above 127 */
} letter_bits;

/* Which bytes are among the 26 from `first` on? */
static inline uint64_t letters_from(vec v, char first)
{
    return vec_mask(vec_at_most(v, (char)(first + 25))) & ~vec_mask(vec_at_most(v, (char)(first - 1)));
}

static inline letter_bits letters_of(const char *p, size_t n)
{
    letter_bits bits = { 0, 0, 0 };
    for (size_t i = 0; i < n; i += 16) {
        vec v = vec_load_some(p + i, n - i);
        uint64_t keep = bits_before(n - i);
        bits.small |= (letters_from(v, 'a') & keep) << i;
        bits.capital |= (letters_from(v, 'A') & keep) << i;
        bits.high |= (~vec_mask(vec_at_most(v, 0x7f)) & keep) << i;
    }
    return bits;
}

/* Which of the first `n` of sixteen bytes are `c`, a small letter, in any case? */
static inline uint64_t letters_are(const char *p, size_t n, char c)
{
    vec v = vec_load_some(p, n);
    return vec_mask(vec_is(v, c) | vec_is(v, (char)(c & ~0x20))) & bits_before(n);
}

/* The next place from `at` on where `first` is followed by `second`, in any case; s.len if there is none. Both are
 * small letters, or other characters, for which a few others are taken too: compare what is there. */
static inline size_t letters_find(slice s, size_t at, char first, char second)
{
    for (; at + 1 < s.len; at += 16) {
        size_t left = s.len - at - 1;
        uint64_t found = letters_are(s.data + at, left, first) & letters_are(s.data + at + 1, left, second);
        if (found)
            return at + (size_t)__builtin_ctzll(found);
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
