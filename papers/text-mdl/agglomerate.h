/* agglomerate.h - join the two clusters that save most, until none saves anything.
 * Exact best pairs by the cost of equations 1 and 4 of the papers, counted in ones (mdl.h). */
#ifndef HUSK_PAPERS_AGGLOMERATE_H
#define HUSK_PAPERS_AGGLOMERATE_H

#include "cluster/collection.h"

typedef struct merge_list {
    merge_step *step;
    uint32_t n;
} merge_list;

/* Start from one cluster per set of `sets`, representing weight[i] equal documents, or from groups of them: start[i]
 * is the first set of i's group (NULL: each alone). Join until no join saves. Numbers must come from the content
 * (doc_sets_order): ties go to the lowest. The steps, in order, belong to the caller, freed with free(out->step);
 * those of `start` are not included. `limit` is the most list entries read to find one cluster's best partner; 0:
 * all, which is exact. */
husk_status agglomerate(const doc_sets *sets, const uint32_t *weight, const uint32_t *start, uint32_t limit,
                        merge_list *out);

#endif
