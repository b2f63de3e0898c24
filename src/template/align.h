/* align.h - the best global alignment of two sequences of token ids.
 * Needleman-Wunsch with match +1, mismatch 0, gap -1. Memory: linear in the lengths up to a constant factor, under
 * the aligner's cap. Paper: Geraci and Maggini 2011, section 2.1. */
#ifndef HUSK_TEMPLATE_ALIGN_H
#define HUSK_TEMPLATE_ALIGN_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "husk/husk.h"

/* One step of an alignment, in sequence order. */
enum {
    ALIGN_MATCH = 0,    /* the same token in both */
    ALIGN_MISMATCH = 1, /* a token of `a` against a different one of `b` */
    ALIGN_ONLY_A = 2,   /* a token of `a` against a gap in `b` */
    ALIGN_ONLY_B = 3    /* a token of `b` against a gap in `a` */
};

/* Memory reused from pair to pair. Belongs to one thread. */
typedef struct aligner {
    arena memory;
    uint64_t max_cells; /* of the matrix, n * m, without a common end; beyond it a pair is refused */
} aligner;

typedef struct align_result {
    size_t n_ops;
    int64_t score; /* matches minus gaps */
} align_result;

/* `max_bytes` of scratch, HUSK_MAX_ALIGN_BYTES by default. Allocates nothing yet. */
void aligner_init(aligner *al, size_t max_bytes);
void aligner_free(aligner *al);

/* Align a[0..n) with b[0..m) and write the steps to `ops`, which has room for n + m of them. Of several best
 * alignments it gives the one found from the end by taking, at each step, the first optimal one of: both tokens
 * together, the token of `b` alone, the token of `a` alone. So between two matched tokens the unmatched tokens of `a`
 * come before those of `b` wherever possible. LIMIT: too long, or not enough scratch. NO_MEMORY. */
husk_status align_tokens(aligner *al, const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint8_t *ops,
                         align_result *result);

#endif
