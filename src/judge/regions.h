/* regions.h - two labels for the leaves of a tree, content and template, in few regions: small pieces follow what
 * stands around them. */
#ifndef HUSK_JUDGE_REGIONS_H
#define HUSK_JUDGE_REGIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "husk/husk.h"

/* A tree in preorder: node 0 is the root, parent[i] < i. The leaves hang on its nodes, any number on each. Borrowed. */
typedef struct region_tree {
    uint32_t n_nodes, n_leaves;
    const uint32_t *parent; /* parent[0] is not read */
    const uint32_t *node;   /* by leaf: what it hangs on */
    const float *pull;      /* by leaf: what it costs to call it template; below 0: content */
} region_tree;

/* What a border costs, in the unit of the pulls. */
typedef struct region_borders {
    float template_inside; /* a template element or leaf in a content element */
    float content_inside;  /* the other way round */
} region_borders;

/* The cheapest labelling into `content`, by leaf; a tie is content inside content, template elsewhere. NO_MEMORY or OK.
 */
husk_status regions_label(const region_tree *tree, region_borders borders, arena *memory, bool *content);

#endif
