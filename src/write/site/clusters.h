/* clusters.h - a clustered collection as JSON and as a picture. */
#ifndef HUSK_WRITE_SITE_CLUSTERS_H
#define HUSK_WRITE_SITE_CLUSTERS_H

#include "base/buffer.h"
#include "cluster/collection.h"

void clusters_json(const husk_clustering *collection, buffer *out);

/* The joins as a tree that grows to the right: leaves are pages or, for many pages, the clusters before the last
 * joins. Without joins it shows collection, sites and kinds. NO_MEMORY or the buffer's status. */
husk_status clusters_svg(const husk_clustering *collection, buffer *out);

#endif
