/* linkage.h - clusters of average linkage. */
#ifndef HUSK_CLUSTER_PAIRS_LINKAGE_H
#define HUSK_CLUSTER_PAIRS_LINKAGE_H

#include <stdbool.h>
#include <stdint.h>

/* Join n things, the two groups with the greatest mean likeness first, while that is at least `least`. `like` is an
 * n * n table, symmetric, and is used up. Fills group[i], numbered by first member; returns how many there are, 0
 * without memory. */
uint32_t linkage_groups(float *like, uint32_t n, double least, uint32_t *group);

#endif
