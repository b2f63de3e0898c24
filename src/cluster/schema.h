/* schema.h - which tag paths a page has. */
#ifndef HUSK_CLUSTER_SCHEMA_H
#define HUSK_CLUSTER_SCHEMA_H

#include "base/arena.h"
#include "page/page.h"

/* The root-to-element paths of tags, without text, sorted (as hash_order has it), each once. */
husk_status schema_of_page(const husk_page *page, arena *memory, uint64_t **paths, uint32_t *n);

#endif
