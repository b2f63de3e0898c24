/* lsh.h - agglomeration over signatures in which only clusters that meet in a bucket are compared.
 * Paper: Naveensundar 2014, section 5.1.3. */
#ifndef HUSK_SITE_LSH_H
#define HUSK_SITE_LSH_H

#include "site/agglomerate.h"
#include "site/minhash.h"

/* 64 bands of 4: two sets with a third of their paths in common meet with probability 1 - (1 - (1/3)^4)^64 = .55, with half .98, with two
 * thirds 1.0 (bench/run cluster shows what other bands do). */
#define LSH_BANDS 64u

/* Join clusters of `s` while joining saves by the estimated cost. `bands` must divide into the length. Rows are in the order that
 * ties go by. The steps are the caller's, freed with free(out->step). */
husk_status lsh_agglomerate(signatures *s, unsigned bands, merge_list *out);

#endif
