/* block_features.h - the page model's features of a block: its text, position, surroundings and page.
 * The only place where features are computed: training uses it too, so that training and use can't differ. */
#ifndef HUSK_JUDGE_BLOCK_FEATURES_H
#define HUSK_JUDGE_BLOCK_FEATURES_H

#include <assert.h>

#include "judge/columns.h"
#include "page/page.h"

#define BLOCK_LEVELS 5 /* ancestors whose sums are used: the container and four above it */

/* The columns that are read: a model uses half of them, and what nobody reads need not be written. */
typedef struct block_columns {
    bool wanted[N_BLOCK_COLUMNS];
} block_columns;

/* By column: the ones that describe the page, which are the same for all blocks. */
extern const bool block_column_same[N_BLOCK_COLUMNS];

/* By column: feature f of block b is values[f * stride + b]; stride is a multiple of 32, the rest of a column has no
 * meaning. Of a column that is the same for all blocks there is only the first row. */
typedef struct block_matrix {
    float *values; /* N_BLOCK_COLUMNS columns; those of the second pass are there once block_context fills them */
    uint32_t n;
    uint32_t stride;
    const bool *wanted;          /* by column */
    struct feature_maker *maker; /* kept for block_context and block_pool; in the same memory */
} block_matrix;

/* Fill the matrix in `memory` for all blocks of the page (after page_blocks). Columns that are not wanted are left
 * out, except those that are the same for all blocks. */
husk_status block_features(husk_page *page, const class_words *words, const block_columns *columns, arena *memory,
                           block_matrix *out);

/* Feature `column` of a block; it is wanted, or the same for all blocks. */
static inline float block_value(const block_matrix *m, unsigned column, uint32_t block)
{
    assert(block_column_same[column] || m->wanted[column]);
    return m->values[(size_t)column * m->stride + (block_column_same[column] ? 0 : block)];
}

/* Copy a column of all blocks. */
void block_column_copy(const block_matrix *matrix, unsigned column, float *to);

/* Fill the second pass's columns from the first pass's probabilities, one per block. NO_MEMORY for its scratch. */
husk_status block_context(block_matrix *matrix, const float *first, arena *memory);

/* Let blocks of the same markup agree: each answer becomes the mean of itself and of what all of them have, by words.
 * Two posts of a forum are both content or neither, and one alone is easily misjudged: the mean F1 of forums of the
 * live web rises from .927 to .948, that of every other source by up to .002 (models/train). `share` is that of
 * what they have in common; a block weighs at most `most_words`: one long text must not decide for many short ones.
 * NO_MEMORY for its scratch. */
husk_status block_pool(const block_matrix *matrix, float share, float most_words, arena *memory, float *probabilities);

/* The largest F1 that can be expected of a choice of blocks, if the probabilities are right: the confidence of a
 * page. */
float block_expected_f(const husk_page *page, const float *probabilities);

/* The probability of the page's surest words: the least among so many of them, at most half of the page. */
float block_surest(const husk_page *page, const float *probabilities, float most_words);

#endif
