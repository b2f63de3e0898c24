/* shingles.h - near-duplicate texts: runs of words, hashed, the smallest kept.
 * Chakrabarti, Kumar and Punera 2007, section 6.2: runs of six words, eight hashes, duplicates from four in common. */
#ifndef HUSK_SIMILAR_SHINGLES_H
#define HUSK_SIMILAR_SHINGLES_H

#include "base/buffer.h"
#include "base/text.h"

#define SHINGLE_WORDS 6  /* as published */
#define SHINGLE_COMMON 4 /* of HUSK_DEDUP_HASHES */

/* The last words of the text read so far, and the smallest hashes of all runs. Start from all zeros; the text may come
 * in pieces, and a piece's end is a word's end. */
typedef struct shingles {
    uint64_t recent[SHINGLE_WORDS]; /* hashes of words, round and round */
    uint32_t n_words;
    uint64_t least[HUSK_DEDUP_HASHES]; /* ascending, each once */
    unsigned n;
} shingles;

/* Lower case, letters and digits alone. */
void shingles_add(shingles *s, slice text);

/* At the end: a text shorter than one run is hashed whole. */
void shingles_end(shingles *s);

#endif
