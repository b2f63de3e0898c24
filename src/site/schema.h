/* schema.h - which tag paths a page has, and how alike two pages are by them. */
#ifndef HUSK_SITE_SCHEMA_H
#define HUSK_SITE_SCHEMA_H

#include "base/arena.h"
#include "page/page.h"
#include "store/model.h"

/* The root-to-element paths of tags, without text, sorted (as hash_order has it), each once. */
husk_status schema_of_page(const husk_page *page, arena *memory, uint64_t **paths, uint32_t *n);

/* Jaccard's similarity of two sorted sets, 0 to 1; 0 when both are empty. */
double schema_alike(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m);

/* The same of a page and a class, which has the paths that half of its sampled pages have. */
double schema_like_class(const uint64_t *paths, uint32_t n, const model_class *c);

#endif
