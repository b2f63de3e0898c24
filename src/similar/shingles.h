/* shingles.h - shingles for near-duplicate detection: hashed runs of words.
 * Chakrabarti, Kumar and Punera 2007, section 6.2: runs of six words, the eight smallest hashes, candidates with four
 * in common. All hashes are kept as well: eight are too small a sample to measure how much two texts share. */
#ifndef HUSK_SIMILAR_SHINGLES_H
#define HUSK_SIMILAR_SHINGLES_H

#include "base/buffer.h"
#include "base/text.h"

#define SHINGLE_WORDS 6
#define SHINGLE_HASHES 8
#define SHINGLE_COMMON 4 /* of SHINGLE_HASHES */

/* The last words read, and the hashes of all runs. The text may come in pieces; the end of a piece ends a word. */
typedef struct shingles {
    uint64_t recent[SHINGLE_WORDS]; /* hashes of words, a ring */
    uint32_t n_words;
    buffer all; /* uint64_t; after shingles_end ascending and distinct */
} shingles;

void shingles_init(shingles *s);

/* Lower case, letters and digits only. */
void shingles_add(shingles *s, slice text);

/* Finish: a text shorter than one run is hashed whole. Returns the number of hashes; NO_MEMORY is in `all`. */
size_t shingles_end(shingles *s);

void shingles_free(shingles *s);

/* The Jaccard similarity of two sets of hashes; 0 if both are empty. */
double shingles_alike(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b);

#endif
