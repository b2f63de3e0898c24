/* template.h - build a class's template from its pages: tokens with their support, and the slots between them. */
#ifndef HUSK_TEMPLATE_TEMPLATE_H
#define HUSK_TEMPLATE_TEMPLATE_H

#include "page/views.h"
#include "store/model.h"

/* --- align.c: the best global alignment of two sequences of token ids --------------------------------------------- */

/* Needleman-Wunsch with match +1, mismatch 0, gap -1. Memory: linear in the lengths up to a constant factor, under the
 * aligner's cap. Paper: Geraci and Maggini 2011, section 2.1. */

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

/* `max_bytes` of scratch, HUSK_MAX_ALIGN_BYTES by default. Allocates nothing yet. */
void aligner_init(aligner *al, size_t max_bytes);
void aligner_free(aligner *al);

/* Align a[0..n) with b[0..m) and write the steps, *n_ops of them, to `ops`, which has room for n + m. Of several best
 * alignments it gives the one found from the end by taking, at each step, the first optimal one of: both tokens
 * together, the token of `b` alone, the token of `a` alone. So between two matched tokens the unmatched tokens of `a`
 * come before those of `b` wherever possible. LIMIT: too long, or not enough scratch. NO_MEMORY. */
husk_status align_tokens(aligner *al, const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint8_t *ops,
                         size_t *n_ops);

/* --- consensus.c: the template of one class of pages, by alignment up a binary tree ------------------------------- */

/* Paper: Geraci and Maggini 2011, section 2.2. */

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

/* --- template.c: the template of a class from its pages: tokens with their support, and the slots between them ---- */

typedef struct template_options {
    unsigned pages; /* to build the template from, the first ones added: 16 */
    consensus_options consensus;
    husk_warn warn; /* called for pages that are left out; may be NULL */
    void *warn_context;
} template_options;

void template_warn(const template_options *options, slice page, const char *reason);

typedef struct template_builder template_builder;

template_builder *template_builder_new(const template_options *options);
void template_builder_free(template_builder *b);

/* Add a page of the class. What is needed of it is copied. LIMIT: there is no room for it; earlier pages stay. */
husk_status template_add(template_builder *b, const husk_page *page, husk_error *error);

/* Distil the template and align every page with it: fills the class's tokens, slots and words, in `memory`. A class
 * of one page has no template: nothing shows what would repeat. Pages too long to align are left out, with a warning.
 */
husk_status template_finish(template_builder *b, arena *memory, model_class *c, husk_error *error);

/* --- a page against a template ------------------------------------------------------------------------------------ */

/* A class's template with its tokens numbered, to align pages with. Many threads may read it. */
typedef struct template_index template_index;

/* Borrows the class. NULL if out of memory. */
template_index *template_index_new(const model_class *c);
void template_index_free(template_index *index);

/* The template position of each matched token of the page, TEMPLATE_NONE for the others. `al` belongs to the caller. */
#define TEMPLATE_NONE UINT32_MAX
husk_status template_match(const template_index *index, aligner *al, const page_token *tokens, uint32_t n,
                           arena *memory, uint32_t *places);

#endif
