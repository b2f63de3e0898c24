/* odd_pages.h - pages inside a kind that have little in common with the others of it: an index among articles. */
#ifndef HUSK_CLUSTER_ODD_PAGES_H
#define HUSK_CLUSTER_ODD_PAGES_H

#include "husk/husk.h"

/* Pages parted by the value of one slot. */
typedef struct page_groups {
    const uint16_t *group; /* by page */
    uint32_t n_groups;
    uint32_t rare; /* the group of values that few pages have, which is none; UINT32_MAX: there is no such group */
} page_groups;

typedef struct odd_search {
    uint32_t n;           /* pages */
    const uint32_t *kind; /* by page */
    size_t columns;       /* elements that some pages have */
    const size_t *first;  /* by page, into column */
    const uint32_t *column;
    double page_elements; /* of a page, on average, those that all have too */
    const page_groups *parts;
    uint32_t n_parts;
    const double *log_a, *log_2a; /* as in same_kinds.h */
} odd_search;

typedef struct odd_group {
    uint32_t part, group; /* UINT32_MAX: there is none */
} odd_group;

/* The group among those of `kind` that is best told apart from the rest, if it is odd enough. */
husk_status odd_pages_find(const odd_search *s, uint32_t kind, odd_group *out);

#endif
