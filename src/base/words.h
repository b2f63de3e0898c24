/* words.h - the words of a text one after the other, in small letters. */
#ifndef HUSK_BASE_WORDS_H
#define HUSK_BASE_WORDS_H

#include "base/text.h"

/* Longer words are cut: they are addresses and data, not words. */
#define WORD_BYTES 64

typedef struct word {
    char data[WORD_BYTES];
    size_t len;
} word;

/* The next word at or after `*at`, which moves past it; false at the end. A word is a run of letters, digits and marks;
 * letters of scripts that are written without spaces are words of their own (text.h). */
bool word_next(slice text, size_t *at, word *out);

#endif
