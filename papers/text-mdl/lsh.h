/* lsh.h - agglomeration over signatures that compares only clusters sharing a bucket.
 * Paper: Naveensundar 2014, section 5.1.3. */
#ifndef HUSK_PAPERS_LSH_H
#define HUSK_PAPERS_LSH_H

#include "text-mdl/agglomerate.h"
#include "text-mdl/signatures.h"

/* 32 bands of 8: sets with Jaccard coefficient .6 meet with probability .42, .7 with .85, .8 with 1. Narrower bands
 * meet sooner and join too early: with 64 bands of 4 the cost on 4,000 pages is 5 % above the exact method's, with
 * these .01 % (bench/run cluster). */
#define LSH_BANDS 32u

/* Join clusters of `s` while joining saves by estimated cost. `bands` must divide the length. Rows are in
 * tie-breaking order. The steps belong to the caller, freed with free(out->step). */
husk_status lsh_agglomerate(signatures *s, unsigned bands, merge_list *out);

#endif
