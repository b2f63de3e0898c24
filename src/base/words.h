/* words.h - iterate over the words of a text, lower-cased. */
#ifndef HUSK_BASE_WORDS_H
#define HUSK_BASE_WORDS_H

#include "base/text.h"

/* Longer words are truncated: they are URLs or data, not words. */
#define WORD_BYTES 64

typedef struct word {
    char data[WORD_BYTES];
    size_t len;
} word;

/* The next word at or after `*at`, which advances past it; false at the end. A word is a run of letters, digits and
 * marks; each letter of a script written without spaces is a word (text.h). */
bool word_next(slice text, size_t *at, word *out);

#endif
