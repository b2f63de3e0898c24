/* explore.h - ComputeModel: the model of a site from as few of its pages as possible.
 * The caller provides the pages: from a directory, an archive or the web. The same pages give the same model, however
 * many are fetched at once. Paper: Crescenzi, Merialdo and Missier 2005, section 3. */
#ifndef HUSK_CRAWL_EXPLORE_H
#define HUSK_CRAWL_EXPLORE_H

#include "husk/husk.h"
#include "cluster/site_model.h"

/* --- the link collections waiting to be followed, and which comes next (frontier.c) ---------------------------------
 * Collections of one class with one path wait together: the heuristics use how many links of the class they hold. */

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

/* --- what is explored --------------------------------------------------------------------------------------------- */

#define ADDRESS_NONE UINT32_MAX

/* A link: the hash of its root-to-link path, and its target by the caller's numbers; ADDRESS_NONE: not to be
 * followed. */
typedef struct explore_link {
    uint64_t path;
    uint32_t address;
} explore_link;

/* What was found at an address. */
typedef struct explore_visit {
    uint32_t address;          /* final address after redirects; ADDRESS_NONE: not a page */
    const explore_link *links; /* in document order; the caller's until the next fetch */
    uint32_t n_links;
} explore_visit;

/* Fetch pages, possibly all at once: visits[i] is the result for addresses[i]. LIMIT: a budget is used up; the visits
 * are valid, but there must be no more. Addresses are small numbers, assigned in order of first appearance. */
typedef husk_status (*explore_fetch)(void *context, const uint32_t *addresses, uint32_t n, explore_visit *visits,
                                     husk_error *error);

/* More addresses once nothing waits: pages that no link leads to, by the list they are in. */
typedef husk_status (*explore_listing)(void *context, explore_visit *listing, husk_error *error);

typedef struct explore_options {
    const explore_order *order;
    uint32_t per_collection; /* n: pages fetched per collection at a time */
    uint32_t collections;    /* fetched together in one round; 1 as published */
    uint32_t growth; /* nonzero: one more collection per round for every this many pages seen, since each page matters
                        less */
    uint32_t max_pages; /* 0: until nothing waits */
    uint32_t max_depth; /* links from the start; 0: no limit */
    double threshold;   /* dt: groups nearer than this are merged */
    model_costs costs;
    uint64_t seed;       /* decides which links of a long collection are followed */
    uint32_t after_peak; /* nonzero: end when the queue has not exceeded its maximum for this many pages */
    bool once;           /* follow a collection once, as published; otherwise the rest of it is queued again */
    bool menus;          /* only follow the pages of a menu, as published; otherwise each is a candidate */
    explore_fetch fetch;
    explore_listing listing; /* may be NULL */
    bool list_first;         /* use it after the start page, not only when nothing waits */
    void (*progress)(void *context, uint32_t n_pages, uint32_t n_classes,
                     uint32_t n_waiting); /* after each round; may be NULL */
    void *context;
    const husk_stop *stop;
} explore_options;

/* Evenly, three pages of each of four collections at a time; no pages of menus are left out. */
void explore_options_init(explore_options *options);

typedef struct explore_collection {
    uint32_t path;  /* by number */
    uint32_t first; /* index of its first link */
    uint32_t n;
} explore_collection;

typedef struct explored_page {
    uint32_t address;
    uint32_t class_number; /* CLASS_NONE: reached only from a menu */
    uint32_t depth;
    uint32_t first_collection, n_collections; /* sorted by path */
    uint32_t first_path;                      /* its schema, n_collections numbers */
    uint32_t n_links;
    uint32_t from_entry, from; /* where it was requested: in the queue, UINT32_MAX for the start, and the page */
    float stands_for; /* estimated number of pages of the site that it represents, by the addresses not followed here
                         and where it was linked */
} explored_page;

/* Links from one class's collections to pages of another: `n` links on `pages` pages. */
typedef struct class_link {
    uint32_t from, path, to;
    uint32_t n;
} class_link;

typedef struct explored {
    site_model *model;
    explored_page *pages; /* in visit order */
    uint32_t n_pages;
    explore_collection *collections;
    uint32_t n_collections;
    uint32_t *paths; /* of all schemas */
    uint32_t *links; /* addresses */
    size_t n_links;
    uint64_t *path_hash; /* by path number */
    uint32_t n_path_hashes;
    uint32_t *page_of;  /* by address: its page, or CLASS_NONE */
    uint32_t n_fetched; /* addresses requested, including those that were not a page */
    bool is_cut;        /* a budget ended it while collections were waiting */
} explored;

/* --- candidates (candidates.c): the pages of one link collection as classes, section 3.1 -------------------------- */

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

/* Explore from `start`. OK also if a budget ended it. The result belongs to the caller, freed with explored_free. */
husk_status explore(uint32_t start, const explore_options *options, explored *out, husk_error *error);
void explored_free(explored *e);

page_schema explored_schema(const explored *e, uint32_t page);

/* The class links for the given `class_of` each page (CLASS_NONE: left out), sorted by from, path, to; malloc'd. */
husk_status explored_class_links(const explored *e, const uint32_t *class_of, class_link **links, uint32_t *n);

#endif
