/* tag_paths.h - the tag paths of a page. */
#ifndef HUSK_CLUSTER_TAG_PATHS_H
#define HUSK_CLUSTER_TAG_PATHS_H

#include "base/arena.h"
#include "page/page.h"

/* The root-to-element paths of tags, without text, sorted (by hash_order) and distinct. */
husk_status page_tag_paths(const husk_page *page, arena *memory, uint64_t **paths, uint32_t *n);

#endif
