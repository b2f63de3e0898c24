/* align_engines.h - common to align.c's two engines. Only for align*.c.
 * Both minimise cost = 2 * mismatches + 3 * gaps; the score is (n + m - cost) / 2, since a match takes 2 of n + m for
 * its 1, a mismatch 2 for its 0 and a gap 1 for its -1. D(i, j) is the least cost of the first i tokens of a and the
 * first j of b. Facts used:
 * Parity: n + m - cost is even, so D(i, j) has the parity of i + j.
 * Monotone: D(i, j) <= D(i+1, j+1). Take a best alignment of the longer prefixes. If its last step takes both last
 * tokens, omit it. Otherwise it ends with one of them alone, say a's; omit that gap (-3) and remove b's last token
 * from its step: that saves its gap, or leaves a's partner alone (at most +3). The cost does not increase.
 * Match: if the last tokens of a and b are equal, D(i, j) = D(i-1, j-1): <= by that step, >= by monotone. So taking
 * equal tokens from the end is always best, and a common suffix may be cut off.
 * Not used: cutting a common prefix keeps the score but may change which best alignment is found, and a token that is
 * unique on both sides need not be matched in any best alignment (crossing pairs). */
#ifndef HUSK_TEMPLATE_ALIGN_ENGINES_H
#define HUSK_TEMPLATE_ALIGN_ENGINES_H

#include <stdbool.h>

#include "template/align.h"

#define COST_MISMATCH 2 /* least cost is most matches minus gaps: see above */
#define COST_GAP 3

/* The two sequences and the steps so far, written from the back of `ops` to its front. */
typedef struct align_pair {
    const uint32_t *a, *b;
    size_t n, m;
    uint8_t *ops; /* n + m */
    size_t at;    /* index of the first step written */
} align_pair;

static inline void align_step(align_pair *pair, uint8_t op)
{
    pair->ops[--pair->at] = op;
}

/* The steps before the first i tokens of `a` and j of `b`, one of which is 0. */
static inline void align_rest(align_pair *pair, size_t i, size_t j)
{
    for (; j > 0; j--)
        align_step(pair, ALIGN_ONLY_B);
    for (; i > 0; i--)
        align_step(pair, ALIGN_ONLY_A);
}

/* --- wavefront (align_wave.c) ------------------------------------------------------------------------------------- */

typedef struct wave wave;

typedef struct wavefront {
    align_pair *pair;
    arena *memory;
    /* all zero at first */
    wave *waves;    /* by cost */
    size_t n_waves; /* computed so far: costs 0 .. n_waves - 1 */
    size_t room;    /* of `waves` */
    uint64_t cells; /* computed so far */
} wavefront;

/* Continue until the end is reached (*done) or `max_cells` have been computed in total. LIMIT: the arena is full. */
husk_status wavefront_run(wavefront *w, uint64_t max_cells, bool *done);
/* After the end was reached: write the steps. */
void wavefront_trace(const wavefront *w);

/* --- bit-parallel matrix (align_bits.c) --------------------------------------------------------------------------- */

#define TOKEN_NONE UINT32_MAX

/* The positions of each token of b. */
typedef struct token_index {
    uint32_t *row;   /* by token of a: its number, or TOKEN_NONE if b does not have it */
    uint32_t *start; /* by number, n_numbers + 1: its positions are places[start[t] .. start[t + 1]) */
    uint32_t *places;
    uint32_t n_numbers;
    size_t n_common; /* tokens that could match in any order: an upper bound on matches */
} token_index;

husk_status token_index_build(token_index *index, const align_pair *pair, arena *memory);

/* Compute the matrix and write the steps. */
husk_status align_by_bits(align_pair *pair, const token_index *index, arena *memory);

#endif
