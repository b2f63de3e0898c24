/* large_collection.h - collections that do not fit in memory.
 * Records wait on disk; some are clustered, the rest join their clusters. */
#ifndef HUSK_CLUSTER_LARGE_COLLECTION_H
#define HUSK_CLUSTER_LARGE_COLLECTION_H

#include "cluster/collection.h"

/* Cluster a collection whose records are on disk: fills cluster_of, site_of and kinds; no cost, templates or joins. */
husk_status large_collection_cluster(husk_clustering *collection);

#endif
