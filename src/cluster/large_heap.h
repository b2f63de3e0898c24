/* large_heap.h - heaps of more pages than are held in memory: records wait on disk; some are clustered, the others are
 * given to what those make. */
#ifndef HUSK_CLUSTER_LARGE_HEAP_H
#define HUSK_CLUSTER_LARGE_HEAP_H

#include "cluster/heap.h"

/* Cluster a heap whose records are on disk: cluster_of, site_of and kinds are filled; there is no cost, no template and
 * no join. */
husk_status large_heap_cluster(husk_clustering *heap);

#endif
