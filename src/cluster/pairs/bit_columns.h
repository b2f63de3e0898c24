/* bit_columns.h - one view of a site's pages as a table of bits: which page has which mark.
 * Pages are compared by the share of common marks, unweighted and weighted by how well each mark correlates with the
 * pages' elements. */
#ifndef HUSK_CLUSTER_PAIRS_BIT_COLUMNS_H
#define HUSK_CLUSTER_PAIRS_BIT_COLUMNS_H

#include "base/arena.h"
#include "base/arrays.h"

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

static inline bool columns_has(const bit_columns *columns, uint32_t page, uint32_t column)
{
    return columns->row[(size_t)page * columns->row_words + column / 64] >> (column % 64) & 1;
}

#endif
