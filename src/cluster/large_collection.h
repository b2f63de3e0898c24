/* large_collection.h - collections of more pages than are held in memory: records wait on disk; some are clustered, the
 * others are given to what those make. */
#ifndef HUSK_CLUSTER_LARGE_COLLECTION_H
#define HUSK_CLUSTER_LARGE_COLLECTION_H

#include "cluster/collection.h"

/* Cluster a collection whose records are on disk: cluster_of, site_of and kinds are filled; there is no cost, no
 * template and no join. */
husk_status large_collection_cluster(husk_clustering *collection);

#endif
