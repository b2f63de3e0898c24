/* kinds.h - the kinds of page of one site: `--method auto`, beyond the papers.
 * Kinds share most of their paths, so counting shared paths can't separate them. A model learned from page pairs of
 * many sites does (kinds.c). */
#ifndef HUSK_CLUSTER_KINDS_H
#define HUSK_CLUSTER_KINDS_H

#include "cluster/sets.h"
#include "cluster/traits.h"

/* The traits of a collection's pages. */
typedef struct slot_store {
    traits *page;        /* by document */
    const float *weight; /* by document, the caller's: how many pages of the site it represents; NULL: equal weights */
} slot_store;

/* What the best label of the site explains: for display. */
typedef struct kinds_found {
    uint64_t slot; /* 0: one kind; otherwise the slot of the best label, 1 if there is no label */
    uint32_t n_joins;
    double elements; /* share of the code length of the pages' elements saved by splitting by the label */
    double slots;    /* the same for the other slots */
    double bits;     /* bits saved per element of a page */
} kinds_found;

/* The kinds of the pages docs[0 .. n) of one site, in an order derived from their content. `elements`, `paths` and
 * `store` are by document. Two groups are one kind unless the mean probability that their pages differ exceeds the
 * model's kinds_share. Fills kind[i] for docs[i], from 0, n_kinds, and `joins` with found->n_joins joins, at most n. */
husk_status kinds_split(const doc_sets *elements, const doc_sets *paths, const slot_store *store, const uint32_t *docs,
                        uint32_t n, uint32_t *kind, uint32_t *n_kinds, merge_step *joins, kinds_found *found);

/* --- pages beyond those in which the kinds were found (kind_placer.c) --------------------------------------------- */

typedef struct kind_pages {
    const traits *traits; /* by document */
    const uint32_t *doc;  /* n of them, each with its kind */
    const uint32_t *kind;
    uint32_t n;
    uint32_t least; /* a feature on fewer pages than this, or than two, is of no kind */
} kind_pages;

typedef struct kind_placer kind_placer;
/* NULL if out of memory. */
kind_placer *kind_placer_new(const kind_pages *pages, uint32_t n_kinds);
/* The kind that fits a page best, UINT32_MAX if out of memory. `fits`, if not NULL: does it have enough of what nearly
 * all of its pages have? */
uint32_t kind_placer_place(const kind_placer *placer, const traits *page, bool *fits);
void kind_placer_free(kind_placer *placer);

#endif
