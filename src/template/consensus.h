/* consensus.h - the template of one class of pages, by alignment up a binary tree.
 * Paper: Geraci and Maggini 2011, section 2.2. */
#ifndef HUSK_TEMPLATE_CONSENSUS_H
#define HUSK_TEMPLATE_CONSENSUS_H

#include <stddef.h>
#include <stdint.h>

#include "husk/husk.h"

/* A page's tokens as ids, borrowed. */
typedef struct consensus_page {
    const uint32_t *tokens;
    size_t n;
} consensus_page;

typedef struct consensus_options {
    uint64_t seed;          /* for the random pairing */
    unsigned prune_percent; /* drop a node's token if fewer of the pages under it have it: 25, the paper's 2^(r-2)/t at
                               step r */
    unsigned keep_percent;  /* the same at the root: 50 */
    unsigned jobs;          /* parallel alignments; the result is the same */
    size_t max_bytes;       /* scratch per alignment: HUSK_MAX_ALIGN_BYTES */
    uint64_t max_cells;     /* per alignment matrix: HUSK_MAX_LEARN_CELLS */
} consensus_options;

void consensus_options_init(consensus_options *options);

/* The template: tokens in order, and the number of pages that have each. */
typedef struct consensus {
    uint32_t *tokens;
    uint32_t *support; /* 1 .. n_pages */
    size_t n;
    uint32_t n_pages; /* pages in it: those given, minus those left out */
} consensus;

/* The template of `n_pages` pages, at least 1. The result belongs to the caller, freed with consensus_free. If a pair
 * is too long to align, the longer side, with the pages under it, is left out: one machine-made page must not cost
 * the others their template. */
husk_status consensus_distil(const consensus_page *pages, uint32_t n_pages, const consensus_options *options,
                             consensus *out, husk_error *error);

void consensus_free(consensus *c);

#endif
