/* forest.h - gradient-boosted symmetric trees, evaluated for all rows at once.
 * All nodes of a level ask the same question, so a tree is six comparisons and a table of 64 leaves: columns of bytes
 * go through it 32 or 64 rows at a time. All sums are of integers: every engine gives the same bits. */
#ifndef HUSK_BASE_FOREST_H
#define HUSK_BASE_FOREST_H

#include "base/arena.h"
#include "husk/husk.h"

#define FOREST_DEPTH 6
#define FOREST_LEAVES 64
#define FOREST_HALF (FOREST_LEAVES / 2)
#define FOREST_TREE_BYTES (2 * FOREST_LEAVES)
/* Leaves are small integers, so that this many can be added in 16 bits. */
#define FOREST_LEAF_MAX 1000
#define FOREST_FLUSH 32

typedef struct forest {
    uint32_t n_columns; /* that it uses */
    uint32_t n_trees;
    const uint16_t *column; /* by its own column: the caller's column */
    const uint16_t *border; /* n_columns + 1: where its borders start */
    const float *borders; /* ascending within a column; a byte is the number of borders below the value; at most 254 per
                             column */
    const uint8_t *split_column; /* n_trees x FOREST_DEPTH, its own columns */
    const uint8_t *split_border; /* the bit is set if byte > this */
    const uint8_t *leaves; /* n_trees x FOREST_TREE_BYTES: the low bytes of half of a tree's leaves, as shuffles need
                              them, then their high bytes; then the same of the other half. So a single leaf is within
                              one cache line */
    float scale, bias;     /* score = sum x scale + bias */
} forest;

/* Where a leaf's low byte is; its high byte is FOREST_HALF after it. */
static inline size_t forest_leaf_at(uint32_t tree, size_t leaf)
{
    return (size_t)tree * FOREST_TREE_BYTES + leaf + (leaf & FOREST_HALF);
}

static inline int16_t forest_leaf(const forest *f, uint32_t tree, size_t leaf)
{
    const uint8_t *bytes = f->leaves + forest_leaf_at(tree, leaf);
    return (int16_t)(bytes[0] | bytes[FOREST_HALF] << 8);
}

static inline void forest_leaf_set(uint8_t *leaves, uint32_t tree, size_t leaf, int16_t value)
{
    uint8_t *bytes = leaves + forest_leaf_at(tree, leaf);
    bytes[0] = (uint8_t)(uint16_t)value;
    bytes[FOREST_HALF] = (uint8_t)((uint16_t)value >> 8);
}

/* BEST is the fastest on this machine; the others are for tests, and fall back to the next one available. */
typedef enum forest_engine { FOREST_BEST, FOREST_PLAIN, FOREST_VECTORS } forest_engine;

/* A score for each of `n` rows. Column c is values[c * stride …]; stride is a multiple of 32 and at least n, and the
 * rows between n and stride are readable; a single row may have stride 1. `same`, which may be NULL, says by column
 * which have one value for all rows: it is in their first row, and the others are not read. `scores` has room for `n`
 * of them. NO_MEMORY for its scratch, which is released. */
husk_status forest_score(const forest *f, const float *values, uint32_t n, uint32_t stride, const bool *same,
                         forest_engine engine, arena *memory, float *scores);

/* A single row as bytes: forests with the same arrays of columns and borders, as those of the kinds of page are, share
 * them. All zero at first; for one set of values. */
typedef struct forest_row {
    const float *borders; /* the forest's that the bytes were made for */
    uint8_t bytes[256];
} forest_row;

float forest_score_row(const forest *f, const float *values, forest_row *row);

/* What a row's columns contribute to its score, compared with the other rows: Shapley values, where a question's other
 * answer is as likely as it is among the `n` rows. Columns are added up by part, part_of[the caller's column]:
 * weights[part * stride + row] is added to. A question that all rows answer alike contributes nothing. Cost: about
 * that of twenty scores. NO_MEMORY for its scratch, which is released. */
husk_status forest_explain(const forest *f, const float *values, uint32_t n, uint32_t stride, const bool *same,
                           const uint8_t *part_of, arena *memory, float *weights);

#endif
