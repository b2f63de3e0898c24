/* sites.h - split pages into sites: pages that share most of what the smaller one shares with any page. */
#ifndef HUSK_CLUSTER_SITES_H
#define HUSK_CLUSTER_SITES_H

#include "cluster/sets.h"

/* Fills group[d] for every document, numbered from 0 by first document in `order`, and n_groups. `order` derives from
 * the content (doc_sets_order); `support` is by item. At most `sample` documents are compared with each other; the
 * rest join the group that has most of their paths. */
husk_status sites_find(const doc_sets *sets, const uint32_t *support, const uint32_t *order, uint32_t sample,
                       uint32_t *group, uint32_t *n_groups);

#endif
