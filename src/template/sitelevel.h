/* sitelevel.h - SiteLevel(theta): the DOM nodes that many pages of a site share are its template.
 * Chakrabarti, Kumar and Punera 2007, sections 3 and 5.1. */
#ifndef HUSK_TEMPLATE_SITELEVEL_H
#define HUSK_TEMPLATE_SITELEVEL_H

#include "page/views.h"
#include "store/tally.h"

/* The subtrees of one site and on how many of its pages each is. Start from all zeros. */
typedef struct sitelevel {
    tally subtrees;
    uint32_t n_pages;
} sitelevel;

/* One more page: `n` subtrees by preorder. A subtree that is twice on a page counts once. NO_MEMORY, LIMIT or OK. */
husk_status sitelevel_add(sitelevel *site, const page_subtree *subtrees, uint32_t n);

/* On how many pages a subtree is. */
uint32_t sitelevel_pages(const sitelevel *site, uint64_t hash);

/* Which nodes of a page of this site are template: those on at least `theta` of the pages (and on two at least), and
 * those of whose HTML at least `share` lies in such nodes. `covered` is scratch for n numbers. */
void sitelevel_label(const sitelevel *site, double theta, double share, const page_subtree *subtrees,
                     const uint32_t *parent, uint32_t n, uint32_t *covered, uint8_t *is_template);

/* Empty, for the next site; the memory stays. */
void sitelevel_clear(sitelevel *site);
void sitelevel_free(sitelevel *site);

#endif
