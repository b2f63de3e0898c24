/* language.h - the language of a page's main content, detected from its letters. */
#ifndef HUSK_PAGE_LANGUAGE_H
#define HUSK_PAGE_LANGUAGE_H

#include "page/page.h"

/* The ISO 639-1 code of the blocks marked in `keep`, by block (NULL: all); static. NULL: too few letters, or none of
 * the languages of models/language.txt. The page's blocks must be built. */
const char *language_detect(const husk_page *page, const bool *keep);

/* A pair (first 0) or triple of letters as a number. Its high bits name a slot of the table, the next sixteen tell it
 * from others there. */
static inline uint64_t language_key(uint32_t a, uint32_t b, uint32_t c)
{
    return ((uint64_t)a << 42 | (uint64_t)b << 21 | c) * UINT64_C(0x9E3779B97F4A7C15);
}

#define LANGUAGE_SLOTS_LOG 14
#define LANGUAGE_SLOT(key) ((uint32_t)((key) >> (64 - LANGUAGE_SLOTS_LOG)))
#define LANGUAGE_TAG(key) ((uint16_t)((key) >> 32))

/* Several languages of one script. */
enum { GROUP_LATIN, GROUP_CYRILLIC, GROUP_ARABIC, GROUP_DEVANAGARI, N_LANGUAGE_GROUPS };

/* Rows are a multiple of this, so that whole vectors are added. */
#define LANGUAGE_ROW_UNIT 8u
#define LANGUAGE_MOST 48u /* languages of a group */

typedef struct language_group {
    uint32_t n, row_bytes;
    float fit, cover; /* below these the text is in none of them: mean score, share of the letters that have a row */
    const char *const *names;
    const float *bias; /* by language: added to its mean score */
} language_group;

typedef struct language_slot {
    uint16_t tag;
    uint16_t row; /* its place in units, plus one; 0: the slot is free */
} language_slot;

#endif
