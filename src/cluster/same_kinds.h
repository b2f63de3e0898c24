/* same_kinds.h - join groups of a site's pages that a label separated although their elements are the same. */
#ifndef HUSK_CLUSTER_SAME_KINDS_H
#define HUSK_CLUSTER_SAME_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of pages of each group with each element. Joining changes the counts. */
typedef struct group_counts {
    uint32_t n;      /* groups */
    size_t columns;  /* elements */
    uint32_t *count; /* by group and element */
    uint32_t *size;  /* by group: pages; none is empty */
} group_counts;

/* Join groups until no two are alike; into[g] is the group that g is in now, the lowest of them. The tables are log2
 * [G(k+a)/G(a)] and log2 [G(k+2a)/G(2a)] of the code, up to all pages. False if out of memory. */
bool same_kinds_join(group_counts *groups, const double *log_a, const double *log_2a, uint32_t *into);

#endif
