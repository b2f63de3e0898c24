/* frontier.h - the link collections that wait to be followed, and which comes next.
 * Collections of one class with one path wait together: the heuristics look at how many links of the class they hold.
 * Paper: Crescenzi, Merialdo and Missier 2005, section 3.3. */
#ifndef HUSK_CRAWL_FRONTIER_H
#define HUSK_CRAWL_FRONTIER_H

#include "husk/husk.h"
#include "cluster/site_model.h"

typedef enum explore_order {
    EXPLORE_DENSEST,  /* collections with a large share of their class's links first: more pages of few classes */
    EXPLORE_SPARSEST, /* those with a small share first: unseen corners of the site */
    EXPLORE_BREADTH,  /* as they were found */
    EXPLORE_SPREAD    /* evenly: those of which little was seen for how much there is; beyond the paper */
} explore_order;

/* A collection that waits: of which page, and which of its collections. */
typedef struct frontier_item {
    uint32_t page;
    uint32_t collection;
} frontier_item;

typedef struct frontier frontier;

frontier *frontier_new(explore_order order);
void frontier_free(frontier *f);

/* Whose collections they are: a class, or a page that is in none. */
#define OWNER_PAGE(page) (UINT32_C(0x80000000) | (page))

/* A collection of `n_links` of a page's `page_links`, `n_open` of which lead to pages not seen (with SPREAD: are the
 * first that lead there); with none open it only counts. */
husk_status frontier_add(frontier *f, uint32_t owner, uint32_t path, frontier_item item, uint32_t page_links,
                         uint32_t n_links, uint32_t n_open);

/* Put the one back that was taken last from the entry and has links left: with BREADTH it is next again, else it comes
 * after the others of its class and path. */
husk_status frontier_return(frontier *f, uint32_t entry, frontier_item item);

/* The next one, and its `entry`; false when none waits. A class with one page, and pages without a class, come first in
 * every order. */
bool frontier_next(frontier *f, const site_model *model, frontier_item *item, uint32_t *entry);

/* The class has got pages, with collections or without. */
void frontier_class_changed(frontier *f, uint32_t class_number);

/* `n` pages of it are asked for. */
void frontier_took(frontier *f, uint32_t entry, uint32_t n);

/* With SPREAD: how many addresses there are in the entry's collections for each that was asked for. */
double frontier_per_taken(const frontier *f, uint32_t entry);

/* Collections that wait. */
uint32_t frontier_n(const frontier *f);

/* A page that was taken from the entry turned out to be of this class. */
void frontier_landed(frontier *f, uint32_t entry, uint32_t class_number);

#endif
