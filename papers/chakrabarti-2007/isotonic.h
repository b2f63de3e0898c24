/* isotonic.h - make the scores of a tree consistent: no node below its parent, in few pieces, close to the input.
 * Regularised tree isotonic regression: minimise the sum of weight*|score - smoothed| plus a penalty for the root and
 * for every node whose smoothed score differs from its parent's, subject to smoothed(node) >= smoothed(parent). For
 * 256 levels; tests/unit/isotonic_reference.h has the published algorithm for any scores, which is slower. */
#ifndef HUSK_PAPERS_ISOTONIC_H
#define HUSK_PAPERS_ISOTONIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "husk/husk.h"

#define ISOTONIC_LEVELS 256u /* a rank fits a byte */

/* A tree in preorder: node 0 is the root, parent[i] < i. Borrowed. */
typedef struct isotonic_tree {
    uint32_t n;
    const uint32_t *parent; /* parent[0] is not read */
    const uint8_t *score;   /* level 0..255 */
    const uint32_t *weight; /* at least 1: the number of nodes it represents */
    const float *penalty;   /* in levels; not negative; may be infinite */
} isotonic_tree;

/* Memory of the fast solver, reused from page to page. Start from all zeros; one thread at a time. */
typedef struct isotonic {
    int32_t *sums; /* by depth: the summed errors of the children, one row of levels each */
    size_t n_sums;
    struct isotonic_masks *masks; /* by inner node */
    uint32_t *row;                /* by node: its masks, or ISOTONIC_LEAF */
    uint16_t *depth;
    size_t n_masks, n_rows;
} isotonic;

/* Write the best smoothed levels to `smoothed` (n of them; not the same array as `score`) and, if wanted, their cost
 * in levels. LIMIT: the weights exceed what 32 bits can sum, or the tree is deeper than 65,535. NO_MEMORY. An empty
 * tree is OK. */
husk_status isotonic_smooth(isotonic *memory, const isotonic_tree *tree, uint8_t *smoothed, double *cost);

void isotonic_free(isotonic *memory);

/* The penalty as isotonic_smooth counts it: on a grid as fine as the sum of the weights allows. */
double isotonic_penalty(const isotonic_tree *tree, uint32_t node);

#endif
