/* isotonic.c - the fast solver: isotonic regression on a tree over its distinct scores, at most 256.
 * Nodes are processed in reverse preorder, so that one row of errors per depth is alive at a time: the children's
 * errors are summed there, and a node's choice under each level of its parent is kept as two bit masks. Leaves need
 * neither. Cost: O(nodes * levels), 64 bytes per inner node and 1 KB per depth; integer arithmetic, so the result is
 * exact on its grid. Paper: Chakrabarti, Kumar, Punera 2007, section 4. */
#include "chakrabarti-2007/isotonic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#define ISOTONIC_LEAF UINT32_MAX
#define MAX_GRID_BITS 12 /* weights in steps of 2^-12; coarser where sums would not fit 32 bits */

/* What an inner node does if its parent's rank is r: keep r or, if `moves` has bit r, take the lowest rank above r
 * whose bit in `best` is set. `best` marks the ranks that cost no more than any above them. */
typedef struct isotonic_masks {
    uint64_t moves[ISOTONIC_LEVELS / 64];
    uint64_t best[ISOTONIC_LEVELS / 64];
} isotonic_masks;

/* The distinct scores of a tree, ascending (lemma 3: no other value is needed), and each score's rank among them. */
typedef struct isotonic_levels {
    int32_t n;
    int32_t value[ISOTONIC_LEVELS];
    uint8_t rank[ISOTONIC_LEVELS];
} isotonic_levels;

static void levels_of(const isotonic_tree *tree, isotonic_levels *levels)
{
    bool has[ISOTONIC_LEVELS] = { false };
    for (uint32_t i = 0; i < tree->n; i++)
        has[tree->score[i]] = true;
    levels->n = 0;
    for (uint32_t score = 0; score < ISOTONIC_LEVELS; score++) {
        levels->rank[score] = (uint8_t)levels->n;
        if (has[score])
            levels->value[levels->n++] = (int32_t)score;
    }
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

static bool grow(void **array, size_t *have, size_t need, size_t size)
{
    size_t bytes;
    if (need <= *have)
        return true;
    if (!size_mul(need, size, &bytes))
        return false;
    void *bigger = realloc(*array, bytes);
    if (!bigger)
        return false;
    *array = bigger;
    *have = need;
    return true;
}

static bool grow_rows(isotonic *memory, uint32_t n)
{
    if (n <= memory->n_rows)
        return true;
    size_t have = memory->n_rows, same = memory->n_rows;
    if (!grow((void **)&memory->row, &have, n, sizeof *memory->row) ||
        !grow((void **)&memory->depth, &same, n, sizeof *memory->depth))
        return false;
    memory->n_rows = n;
    return true;
}

void isotonic_free(isotonic *memory)
{
    free(memory->sums);
    free(memory->masks);
    free(memory->row);
    free(memory->depth);
    *memory = (isotonic){ 0 };
}

/* --- the grid ----------------------------------------------------------------------------------------------------- */

/* Fraction bits that keep the largest sum below 2^29: a node at its parent's level pays no penalty, so no error
 * exceeds 255 * weights, and a larger penalty is never paid and may be cut to that. */
static int grid_bits(const isotonic_tree *tree, uint64_t *most)
{
    uint64_t weights = 0;
    for (uint32_t i = 0; i < tree->n; i++)
        weights += tree->weight[i];
    *most = weights * (ISOTONIC_LEVELS - 1) + 1;
    int bits = MAX_GRID_BITS;
    while (bits >= 0 && (*most << bits) >= (uint64_t)1 << 29)
        bits--;
    return bits;
}

static int32_t on_grid(float penalty, int bits, uint64_t most)
{
    double value = penalty < (double)most ? (double)penalty : (double)most;
    return (int32_t)lrint(value * (double)(1 << bits));
}

double isotonic_penalty(const isotonic_tree *tree, uint32_t node)
{
    uint64_t most;
    int bits = grid_bits(tree, &most);
    return bits < 0 ? NAN : (double)on_grid(tree->penalty[node], bits, most) / (double)(1 << bits);
}

/* --- up the tree -------------------------------------------------------------------------------------------------- */

/* A leaf keeps its parent's level, or pays the penalty and takes its own score if that is higher. */
static void add_leaf(int32_t *restrict sums, const isotonic_levels *levels, int32_t score, int32_t step,
                     int32_t penalty)
{
    int32_t own = levels->rank[score];
    for (int32_t r = 0; r < own; r++) {
        int32_t distance = (score - levels->value[r]) * step;
        sums[r] += distance < penalty ? distance : penalty;
    }
    for (int32_t r = own; r < levels->n; r++)
        sums[r] += (levels->value[r] - score) * step;
}

static void add_distance(int32_t *restrict sums, const isotonic_levels *levels, int32_t score, int32_t step)
{
    for (int32_t r = 0; r < levels->n; r++)
        sums[r] += abs(levels->value[r] - score) * step;
}

/* `own`: the errors of the subtree by the node's rank, without its penalty; cleared for the next node of this depth.
 * Adds to the parent's sums what each rank of the parent costs. */
static void add_inner(int32_t *restrict sums, int32_t *restrict own, int32_t n, int32_t penalty, isotonic_masks *masks)
{
    int32_t above = INT32_MAX; /* the least error of a rank above r, including the penalty */
    for (int32_t word = (n - 1) / 64; word >= 0; word--) {
        uint64_t moves = 0, best = 0;
        int32_t *at = own + word * 64;
        for (int32_t bit = n - word * 64 > 64 ? 63 : n - word * 64 - 1; bit >= 0; bit--) {
            int32_t keep = at[bit], take = keep + penalty;
            moves |= (uint64_t)(keep >= above) << bit;
            best |= (uint64_t)(take <= above) << bit;
            at[bit] = keep < above ? keep : above;
            above = take < above ? take : above;
        }
        masks->moves[word] = moves;
        masks->best[word] = best;
    }
    for (int32_t r = 0; r < n; r++)
        sums[r] += own[r];
    memset(own, 0, (size_t)n * sizeof *own);
}

static int32_t lowest_best(const int32_t *own, int32_t n)
{
    int32_t at = 0;
    for (int32_t r = 1; r < n; r++)
        at = own[r] < own[at] ? r : at;
    return at;
}

/* --- down the tree ------------------------------------------------------------------------------------------------ */

static uint32_t rank_under(const isotonic_masks *masks, uint32_t parent_rank)
{
    uint32_t word = parent_rank / 64, bit = parent_rank % 64;
    if (!(masks->moves[word] >> bit & 1))
        return parent_rank;
    uint64_t rest = masks->best[word] & ~(((uint64_t)2 << bit) - 1);
    while (!rest)
        rest = masks->best[++word]; /* a move means that a better rank is above */
    return word * 64 + (uint32_t)__builtin_ctzll(rest);
}

/* --- the solver --------------------------------------------------------------------------------------------------- */

/* Depths, the inner nodes' rows, and their counts. */
static husk_status prepare(isotonic *memory, const isotonic_tree *tree)
{
    if (!grow_rows(memory, tree->n))
        return HUSK_NO_MEMORY;
    uint32_t deepest = 0, n_inner = 0;
    memory->depth[0] = 0;
    memory->row[0] = ISOTONIC_LEAF;
    for (uint32_t i = 1; i < tree->n; i++) {
        uint32_t parent = tree->parent[i], depth = memory->depth[parent] + 1u;
        if (depth > UINT16_MAX)
            return HUSK_LIMIT;
        memory->depth[i] = (uint16_t)depth;
        memory->row[i] = ISOTONIC_LEAF;
        if (memory->row[parent] == ISOTONIC_LEAF)
            memory->row[parent] = n_inner++;
        deepest = depth > deepest ? depth : deepest;
    }
    if (!grow((void **)&memory->masks, &memory->n_masks, n_inner, sizeof *memory->masks) ||
        !grow((void **)&memory->sums, &memory->n_sums, (size_t)deepest + 1, ISOTONIC_LEVELS * sizeof *memory->sums))
        return HUSK_NO_MEMORY;
    memset(memory->sums, 0, ((size_t)deepest + 1) * ISOTONIC_LEVELS * sizeof *memory->sums);
    return HUSK_OK;
}

husk_status isotonic_smooth(isotonic *memory, const isotonic_tree *tree, uint8_t *smoothed, double *cost)
{
    uint64_t most;
    if (!tree->n)
        return HUSK_OK;
    int bits = grid_bits(tree, &most);
    if (bits < 0)
        return HUSK_LIMIT;
    husk_status status = prepare(memory, tree);
    if (status)
        return status;

    isotonic_levels levels;
    levels_of(tree, &levels);
    for (uint32_t i = tree->n - 1; i > 0; i--) {
        int32_t *own = memory->sums + (size_t)memory->depth[i] * ISOTONIC_LEVELS, *sums = own - ISOTONIC_LEVELS;
        int32_t step = (int32_t)(tree->weight[i] << bits), penalty = on_grid(tree->penalty[i], bits, most);
        if (memory->row[i] == ISOTONIC_LEAF) {
            add_leaf(sums, &levels, tree->score[i], step, penalty);
        } else {
            add_distance(own, &levels, tree->score[i], step);
            add_inner(sums, own, levels.n, penalty, &memory->masks[memory->row[i]]);
        }
    }
    add_distance(memory->sums, &levels, tree->score[0], (int32_t)(tree->weight[0] << bits));
    int32_t root = lowest_best(memory->sums, levels.n);
    if (cost)
        *cost = ((double)memory->sums[root] + on_grid(tree->penalty[0], bits, most)) / (double)(1 << bits);
    smoothed[0] = (uint8_t)levels.value[root];

    for (uint32_t i = 1; i < tree->n; i++) {
        uint8_t level = smoothed[tree->parent[i]], score = tree->score[i];
        if (memory->row[i] != ISOTONIC_LEAF)
            smoothed[i] = (uint8_t)levels.value[rank_under(&memory->masks[memory->row[i]], levels.rank[level])];
        else if (score > level &&
                 (int64_t)(score - level) * (tree->weight[i] << bits) > on_grid(tree->penalty[i], bits, most))
            smoothed[i] = score;
        else
            smoothed[i] = level;
    }
    return HUSK_OK;
}
