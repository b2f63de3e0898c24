/* near_copies.h - group pages with nearly the same text, by shingles: hashed runs of words.
 * Chakrabarti, Kumar and Punera 2007, section 6.2: runs of six words, the eight smallest hashes, candidates with four
 * in common. All hashes are kept as well: eight are too small a sample to measure how much two texts share. */
#ifndef HUSK_SIMILAR_NEAR_COPIES_H
#define HUSK_SIMILAR_NEAR_COPIES_H

#include "base/arena.h"
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

/* --- copies in a stream ------------------------------------------------------------------------------------------- */

/* A set of marks, open addressing; 0 is free. */
typedef struct mark_set {
    uint64_t *marks;
    size_t n, size;
} mark_set;

/* What a stream remembers of its pages: marks, one per band of their MinHash sketch. When one set is full, the other
 * is forgotten. All zero at first. */
typedef struct seen_pages {
    mark_set sets[2]; /* the first is being filled */
} seen_pages;

/* Is a page with these hashes nearly one added before? If not, add it. A page without hashes is never. NO_MEMORY. */
husk_status seen_pages_add(seen_pages *s, const uint64_t *hashes, uint32_t n, bool *seen);
void seen_pages_free(seen_pages *s);

/* --- groups ------------------------------------------------------------------------------------------------------- */

/* Where a page's hashes are in the file. */
typedef struct copy_page {
    const char *id; /* C string */
    uint64_t at;
    uint64_t hash; /* of all of them */
    uint32_t n;
    uint32_t twin; /* the first page with identical hashes; itself if there is none */
} copy_page;

struct husk_dedup {
    double similarity;
    const husk_stop *stop; /* may be NULL */
    seen_pages seen;       /* of a stream; what follows is of groups */
    buffer marks;          /* of candidates */
    arena memory;          /* ids */
    copy_page *pages;
    size_t room;
    uint32_t n;
    int file; /* holds all hashes; -1: none yet */
    uint64_t file_len;
    uint32_t *group; /* by page, after husk_dedup_groups */
};

/* A page's hashes, ascending and distinct. LIMIT, NO_MEMORY, IO. */
husk_status near_copies_add(husk_dedup *c, const char *id, const uint64_t *hashes, uint32_t n);

#endif
