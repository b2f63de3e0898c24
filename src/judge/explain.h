/* explain.h - the facts of a page that weighed most in a block's score. */
#ifndef HUSK_JUDGE_EXPLAIN_H
#define HUSK_JUDGE_EXPLAIN_H

#include "judge/page_model.h"

#define EXPLAIN_REASONS 3 /* as many as users read */

typedef struct block_reason {
    float weight; /* what it adds to the block's log odds, compared with the page's other blocks; 0: no reason */
    uint8_t why;  /* husk_why */
    uint32_t value, of;
    slice text; /* the page's, or static */
} block_reason;

/* The strongest reasons of every block, EXPLAIN_REASONS each, strongest first; every block has at least one. Weights of
 * columns are Shapley values through both passes, added up by what a reader would call one reason; what cannot be said
 * of the block in the direction that it weighs is left out. Cost: that of judging, four times. NO_MEMORY. */
husk_status explain_blocks(const page_model *model, const page_judgement *judgement, arena *memory,
                           block_reason **reasons);

/* X(NAME, fact): groups of columns that are one reason, and the function of explain_facts.c that finds the fact behind
 * one. */
#define EXPLAIN_GROUPS(X)         \
    X(PROSE, prose)               \
    X(LINKS, links)               \
    X(DIGITS, digits)             \
    X(CAPITALS, capitals)         \
    X(MARKS, marks)               \
    X(WORDING, wording)           \
    X(TITLE, title)               \
    X(REPEATED, repeated)         \
    X(HIDDEN, hidden)             \
    X(CODE, code)                 \
    X(TAG, tag)                   \
    X(INSIDE, inside)             \
    X(NAME, name)                 \
    X(HEADING, heading)           \
    X(LIST, list)                 \
    X(TABLE, table)               \
    X(SIMILAR, similar)           \
    X(POSITION, position)         \
    X(HEADLINE, headline)         \
    X(COURSE, course)             \
    X(MOST_TEXT, most_text)       \
    X(AROUND, around)             \
    X(WORDS_AROUND, words_around) \
    X(LINKS_AROUND, links_around) \
    X(UNDER, under)               \
    X(BESIDE, beside_label)       \
    X(IMAGE, image)

enum {
    ABOUT_NOTHING, /* the whole page, or what no reader can see */
#define ABOUT_ENUM(name, fact) ABOUT_##name,
    EXPLAIN_GROUPS(ABOUT_ENUM)
#undef ABOUT_ENUM
        N_ABOUT,
    ABOUT_FIRST = N_ABOUT, /* the second pass: the first pass's answer for the block, */
    ABOUT_FIRST_ELEMENT,   /* and for its element, which is the same if it has no other block */
    N_PARTS
};

/* By column: ABOUT_…. */
extern const uint8_t explain_part[N_BLOCK_COLUMNS];

/* explain_facts.c: what can be said of a page's blocks. */
typedef struct explain_facts explain_facts;
explain_facts *explain_facts_new(const page_judgement *judgement, arena *memory);

/* The fact behind a group's weight, which is set: false if nothing true speaks in its direction. */
bool explain_fact(const explain_facts *facts, uint32_t block, unsigned about, block_reason *reason);

/* A fact that is always true. */
block_reason explain_length(const explain_facts *facts, uint32_t block);

#endif
