/* pairs.h - are two pages of one site of the same kind? A learned answer.
 * A pair's columns are the same for every site, so that what was learned on some sites applies to others. */
#ifndef HUSK_CLUSTER_PAIRS_PAIRS_H
#define HUSK_CLUSTER_PAIRS_PAIRS_H

#include "base/arrays.h"
#include "cluster/pairs/marks.h"
#include "cluster/pairs/pair_model.h"
#include "cluster/sets.h"

/* --- bit_columns.c: one view of a site's pages as a table of bits: which page has which mark ---------------------- */

typedef struct bit_columns {
    uint32_t n_pages, n_columns;
    uint32_t *pages;  /* by column: number of pages with it */
    uint64_t *column; /* n_columns runs of column_words: bit p is page p's */
    uint64_t *row;    /* n_pages runs of row_words: bit c is column c's */
    uint32_t column_words, row_words;
    float *weight;   /* by column; 0 until columns_weigh */
    double strength; /* root mean square of the weights */
} bit_columns;

/* Build columns in `memory` from marks seen on pages, each mark once per page; sorts `seen`. Marks on all pages, or on
 * fewer than max(2, 1 %), make no column. False: out of memory. */
bool columns_build(numbered_hash *seen, size_t n_seen, uint32_t n_pages, arena *memory, bit_columns *out);

/* Weight each column by its mean squared correlation with the columns of `elements`. */
void columns_weigh(bit_columns *columns, const bit_columns *elements);

/* Jaccard coefficients of all pairs of pages, plain and weighted, as two n * n tables; all -1 if there is no column. */
void columns_compare(const bit_columns *columns, float *plain, float *weighted);

/* The end of the run of equal hashes that starts at `from`. */
static inline size_t run_end(const numbered_hash *sorted, size_t n, size_t from)
{
    size_t to = from + 1;
    while (to < n && sorted[to].hash == sorted[from].hash)
        to++;
    return to;
}

/* --- pairs of pages ----------------------------------------------------------------------------------------------- */

/* The views for comparing pages: the sets of marks.h first, then tags with classes, paths, and the values of the
 * site's label slots. */
enum { VIEW_ELEMENTS = N_MARK_SETS, VIEW_PATHS, VIEW_VOTES, N_VIEWS };

/* The columns of a pair: five per view, then those of the labels, of the shapes, and the number of pages. */
enum { PAIR_JACCARD, PAIR_WEIGHTED, PAIR_LOCAL, PAIR_MEAN, PAIR_STRENGTH, N_VIEW_COLUMNS };
enum {
    PAIR_SLOTS = N_VIEWS * N_VIEW_COLUMNS, /* weighted share of agreeing label slots */
    PAIR_LABEL,                            /* 1: the best label puts both pages into one group */
    PAIR_LABEL_ELEMENTS,                   /* what the best label explains: of the elements, of the other slots … */
    PAIR_LABEL_SLOTS,
    PAIR_LABEL_BITS, /* … in bits per element of a page */
    PAIR_LABEL_KINDS,
    PAIR_SHAPES, /* N_SHAPES of them: the difference of logarithms */
    PAIR_LINK_SHARE = PAIR_SHAPES + N_SHAPES,
    PAIR_LEAST_LINK_SHARE,
    PAIR_PARAGRAPH_SHARE,
    PAIR_LEAST_PARAGRAPH_SHARE,
    PAIR_LEAST_TEASERS,
    PAIR_PAGES,
    N_PAIR_COLUMNS
};

/* The site's labels for its pages (found by kinds.c). */
typedef struct pair_labels {
    float *slots;          /* n * n: weighted share of agreeing slots, -1 for none */
    const uint32_t *group; /* by page: group of the best label; NULL for none */
    double elements, kept_slots, bits;
    uint32_t n_groups;
} pair_labels;

/* The pages of one site, prepared for comparison. */
typedef struct page_pairs {
    uint32_t n;
    const bit_columns *views;     /* N_VIEWS */
    const uint64_t *const *shape; /* by page: N_SHAPES sizes */
    const pair_labels *labels;
    /* filled by pairs_init */
    float *plain[N_VIEWS], *weighted[N_VIEWS];
    float *top[N_VIEWS]; /* by page: similarity of its nearest pages */
    double mean[N_VIEWS];
    double (*logs)[N_SHAPES]; /* by page: of its shape */
    double log_pages;
    float *values; /* for pairs_same: PAIRS_AT_ONCE pairs by column */
    arena *memory;
} page_pairs;

/* Compare all pages in each view; `views` must be weighted. The result is in `memory`, which pairs_same uses too. False
 * if out of memory. */
bool pairs_init(page_pairs *pairs, uint32_t n, const bit_columns *views, const uint64_t *const *shape,
                const pair_labels *labels, arena *memory);

/* The columns of pages a and b. */
void pairs_columns(const page_pairs *pairs, uint32_t a, uint32_t b, float *columns);

/* For page `a` and each of the pages from `from` to before `to`, at most PAIRS_AT_ONCE, the probability that both are
 * of one kind. */
#define PAIRS_AT_ONCE 64u
husk_status pairs_same(page_pairs *pairs, uint32_t a, uint32_t from, uint32_t to, float *same);

/* Average linkage (linkage.c): join n items, the two groups with the highest mean similarity first, while that is at
 * least `least`. `like` is a symmetric n * n table and is overwritten. Fills group[i], numbered by first member, and
 * `joins`, all n - 1 of them down to one group, each after those that made its groups; it may be NULL. Returns the
 * number of groups, 0 if out of memory. */
uint32_t linkage_groups(float *like, uint32_t n, double least, uint32_t *group, merge_step *joins);

#endif
