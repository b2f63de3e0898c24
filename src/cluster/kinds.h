/* kinds.h - the kinds of page of one site: `--method auto` beyond the papers.
 * Kinds share most of their paths, so counting shared paths can't tell them apart. But a template mostly names itself:
 * one place of the page says "Class", "Member List" or body.struct. That place is looked for. */
#ifndef HUSK_CLUSTER_KINDS_H
#define HUSK_CLUSTER_KINDS_H

#include "cluster/sets.h"
#include "cluster/traits.h"

/* Slots of all pages of a heap, one page's after the other's. */
typedef struct slot_store {
    uint32_t n_docs;
    size_t *first_slot; /* n_docs + 1, into slot */
    trait_slot *slot;
    size_t *first_word; /* n_docs + 1, into word */
    uint64_t *word;     /* slot, number of words, words */
    const float
        *weight; /* by document, the caller's: how many pages of the site it stands for; NULL: all for as many */
} slot_store;

void slot_store_free(slot_store *store);

/* What was found: for people, and to tell why. */
typedef struct kinds_found {
    uint64_t slot;   /* 0: one kind */
    double elements; /* share of the code length of the pages' elements that the split saves */
    double slots;    /* the same for the other slots */
    double bits;     /* bits saved for each element of a page */
} kinds_found;

/* The kinds of the pages docs[0 .. n), which are one site's, in an order that comes from their content. `elements` and
 * `store` are by document. A split must save the share `least` of the elements' code, and two thirds of it of the
 * slots'. Fills kind[i] for docs[i], from 0, and n_kinds. */
husk_status kinds_split(const doc_sets *elements, const slot_store *store, const uint32_t *docs, uint32_t n,
                        double least, uint32_t *kind, uint32_t *n_kinds, kinds_found *found);

/* For pages that may all be of one kind (kinds.c tells where it is from). */
#define KINDS_LEAST_SHARE .19
/* For a site that was explored from its start page: it has more than one kind of page, so a split need not save as
 * much. */
#define KINDS_EXPLORED_SHARE .05

#endif
