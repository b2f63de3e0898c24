/* hashed.h - agglomeration over signatures: TEXT-HASH, TEXT-MAX and TEXT-DICEMAX.
 * Paper: Sathees Babu, sections VI to VIII. */
#ifndef HUSK_PAPERS_HASHED_H
#define HUSK_PAPERS_HASHED_H

#include "text-mdl/agglomerate.h"
#include "text-mdl/signatures.h"

typedef enum hashed_search {
    HASHED_ALL,     /* TEXT-HASH: the pair that saves most, of all pairs */
    HASHED_JACCARD, /* TEXT-MAX: among the pairs whose Jaccard coefficient is maximal for one of the two */
    HASHED_DICE     /* TEXT-DICEMAX: the same with Dice's coefficient */
} hashed_search;

/* Join clusters of `s`, one per row, until no join saves by estimated cost. Rows are in tie-breaking order. The steps
 * belong to the caller, freed with free(out->step). */
husk_status hashed_agglomerate(signatures *s, hashed_search search, merge_list *out);

#endif
