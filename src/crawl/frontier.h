/* frontier.h - the link collections waiting to be followed, and which comes next.
 * Collections of one class with one path wait together: the heuristics use how many links of the class they hold.
 * Paper: Crescenzi, Merialdo and Missier 2005, section 3.3. */
#ifndef HUSK_CRAWL_FRONTIER_H
#define HUSK_CRAWL_FRONTIER_H

#include "husk/husk.h"
#include "cluster/site_model.h"

/* What an order may rank waiting collections of one class and path by. */
typedef struct frontier_facts {
    bool is_single;   /* of a class with one page, or of a page without a class */
    double density;   /* their share of the class's links */
    double votes;     /* how many links they count for */
    uint32_t n_taken; /* pages fetched from them */
} frontier_facts;

/* Which collection comes next. papers/crescenzi-2005 has the published orders. */
typedef struct explore_order {
    void (*rank)(const frontier_facts *facts, double *first, double *second); /* larger first; then the older */
    bool is_spread;  /* an address counts for the first collection that leads there */
    bool is_breadth; /* a collection is followed to its end, link by link */
} explore_order;

/* Evenly: the least explored for their size first. */
extern const explore_order explore_spread;

/* A waiting collection: its page, and which of the page's collections it is. */
typedef struct frontier_item {
    uint32_t page;
    uint32_t collection;
} frontier_item;

typedef struct frontier frontier;

frontier *frontier_new(const explore_order *order);
void frontier_free(frontier *f);

/* The owner of collections: a class, or a page without one. */
#define OWNER_PAGE(page) (UINT32_C(0x80000000) | (page))

/* Add a collection with `n_links` of a page's `page_links`, of which `n_open` lead to unvisited pages (if the order
 * spreads: are the first to lead there); with none open it only counts. */
husk_status frontier_add(frontier *f, uint32_t owner, uint32_t path, frontier_item item, uint32_t page_links,
                         uint32_t n_links, uint32_t n_open);

/* Put back the item last taken from the entry, which has links left: in breadth it is next again, otherwise it
 * comes after the others of its class and path. */
husk_status frontier_return(frontier *f, uint32_t entry, frontier_item item);

/* The next item and its `entry`; false if none waits. A class with one page, and pages without a class, come first in
 * every order. */
bool frontier_next(frontier *f, const site_model *model, frontier_item *item, uint32_t *entry);

/* The class got new pages, with or without collections. */
void frontier_class_changed(frontier *f, uint32_t class_number);

/* `n` pages of it are being requested. */
void frontier_took(frontier *f, uint32_t entry, uint32_t n);

/* With SPREAD: the number of addresses in the entry's collections per address requested. */
double frontier_per_taken(const frontier *f, uint32_t entry);

/* Number of waiting collections. */
uint32_t frontier_n(const frontier *f);

/* A page taken from the entry turned out to be of this class. */
void frontier_landed(frontier *f, uint32_t entry, uint32_t class_number);

#endif
