/* linkage.h - average-linkage clustering. */
#ifndef HUSK_CLUSTER_PAIRS_LINKAGE_H
#define HUSK_CLUSTER_PAIRS_LINKAGE_H

#include <stdbool.h>
#include <stdint.h>

/* Join n items, the two groups with the highest mean similarity first, while that is at least `least`. `like` is a
 * symmetric n * n table and is overwritten. Fills group[i], numbered by first member; returns the number of groups, 0
 * if out of memory. */
uint32_t linkage_groups(float *like, uint32_t n, double least, uint32_t *group);

#endif
