/* tag_paths.h - which tag paths a page has. */
#ifndef HUSK_CLUSTER_TAG_PATHS_H
#define HUSK_CLUSTER_TAG_PATHS_H

#include "base/arena.h"
#include "page/page.h"

/* The root-to-element paths of tags, without text, sorted (as hash_order has it), each once. */
husk_status page_tag_paths(const husk_page *page, arena *memory, uint64_t **paths, uint32_t *n);

#endif
