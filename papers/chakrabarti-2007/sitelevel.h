/* sitelevel.h - SiteLevel(theta): DOM nodes that many pages of a site share are its template.
 * Paper: Chakrabarti, Kumar and Punera 2007, sections 3 and 5.1. */
#ifndef HUSK_PAPERS_SITELEVEL_H
#define HUSK_PAPERS_SITELEVEL_H

#include "page/views.h"
#include "store/tally.h"

/* The subtrees of one site with the number of pages that have each. Start from all zeros. */
typedef struct sitelevel {
    hash_map subtrees;
    uint32_t n_pages;
} sitelevel;

/* Add a page: `n` subtrees in preorder. A subtree counts once per page. NO_MEMORY, LIMIT or OK. */
husk_status sitelevel_add(sitelevel *site, const page_subtree *subtrees, uint32_t n);

/* The number of pages that have a subtree. */
uint32_t sitelevel_pages(const sitelevel *site, uint64_t hash);

/* Mark the template nodes of a page of this site: those on at least `theta` of the pages (and at least two), and
 * those with at least `share` of their HTML in such nodes. `covered` is scratch for n numbers. */
void sitelevel_label(const sitelevel *site, double theta, double share, const page_subtree *subtrees,
                     const uint32_t *parent, uint32_t n, uint32_t *covered, uint8_t *is_template);

/* Empty it for the next site; keep the memory. */
void sitelevel_clear(sitelevel *site);
void sitelevel_free(sitelevel *site);

#endif
