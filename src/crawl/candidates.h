/* candidates.h - the pages of one link collection, as candidate classes.
 * Paper: Crescenzi, Merialdo and Missier 2005, section 3.1. */
#ifndef HUSK_CRAWL_CANDIDATES_H
#define HUSK_CRAWL_CANDIDATES_H

#include "cluster/site_model.h"

/* Group pages of identical schema, largest group first, and collapse small groups into larger ones nearer than
 * `threshold` (lines 8-14 of Fig. 5). Fills group[i] for each page, numbered from 0 by size before collapsing, and
 * n_groups. */
husk_status candidates_select(const page_schema *pages, uint32_t n, double threshold, uint32_t *group,
                              uint32_t *n_groups);

/* Do these groups mean that the collection is a menu, whose pages are unrelated? More than one group, and on average
 * fewer than two pages per group. A single page is not a menu. */
static inline bool candidates_are_menu(uint32_t n_pages, uint32_t n_groups)
{
    return n_groups > 1 && n_pages < 2 * n_groups;
}

#endif
