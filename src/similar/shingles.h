/* shingles.h - near-duplicate texts: runs of words, hashed.
 * Chakrabarti, Kumar and Punera 2007, section 6.2: runs of six words, the eight smallest hashes, candidates from four
 * in common. All hashes are kept beside them: eight are a sample too small to tell how much two texts share. */
#ifndef HUSK_SIMILAR_SHINGLES_H
#define HUSK_SIMILAR_SHINGLES_H

#include "base/buffer.h"
#include "base/text.h"

#define SHINGLE_WORDS 6
#define SHINGLE_HASHES 8
#define SHINGLE_COMMON 4 /* of SHINGLE_HASHES */

/* The last words of the text read so far, and the hashes of all runs. The text may come in pieces, and a piece's end is
 * a word's end. */
typedef struct shingles {
    uint64_t recent[SHINGLE_WORDS]; /* hashes of words, round and round */
    uint32_t n_words;
    buffer all; /* uint64_t; after shingles_end ascending, each once */
} shingles;

void shingles_init(shingles *s);

/* Lower case, letters and digits alone. */
void shingles_add(shingles *s, slice text);

/* At the end: a text shorter than one run is hashed whole. Returns how many hashes there are; NO_MEMORY is in `all`. */
size_t shingles_end(shingles *s);

void shingles_free(shingles *s);

/* The share of two sets' hashes that both have (Jaccard); 0 of two empty ones. */
double shingles_alike(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b);

#endif
