/* clustering.h - a clustering's handle, with any way to cluster. */
#ifndef HUSK_API_CLUSTERING_H
#define HUSK_API_CLUSTERING_H

#include "cluster/collection.h"

/* husk_clustering_new by `way`, malloc'd: the handle's own if OK is returned. NULL: sites and their kinds. */
husk_status clustering_new(const husk_cluster_options *options, cluster_way *way, husk_clustering **out,
                           husk_error *error);

#endif
