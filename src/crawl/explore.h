/* explore.h - ComputeModel: the model of a site from as few of its pages as it takes.
 * Where pages come from is the caller's: a directory, an archive, the web. The same pages give the same model, however
 * many are fetched at once. Paper: Crescenzi, Merialdo and Missier 2005, section 3. */
#ifndef HUSK_CRAWL_EXPLORE_H
#define HUSK_CRAWL_EXPLORE_H

#include "crawl/frontier.h"
#include "cluster/site_model.h"

#define ADDRESS_NONE UINT32_MAX

/* A link: its root-to-link path's hash, and where it leads by the caller's numbers; ADDRESS_NONE: to what is not to be
 * followed. */
typedef struct explore_link {
    uint64_t path;
    uint32_t address;
} explore_link;

/* What was found at an address. */
typedef struct explore_visit {
    uint32_t address;          /* whose page it is in the end, after redirects; ADDRESS_NONE: no page */
    const explore_link *links; /* in document order; the caller's until the next fetch */
    uint32_t n_links;
} explore_visit;

/* Fetch pages, all of which may be fetched at once: visits[i] is what addresses[i] gave. LIMIT: a budget is used up;
 * visits are good, but there must be no more. Addresses are small numbers, given in the order in which they were first
 * seen. */
typedef husk_status (*explore_fetch)(void *context, const uint32_t *addresses, uint32_t n, explore_visit *visits,
                                     husk_error *error);

/* Further addresses, once nothing waits: pages that no link leads to, by where they are listed. */
typedef husk_status (*explore_listing)(void *context, explore_visit *listing, husk_error *error);

typedef struct explore_options {
    explore_order order;
    uint32_t per_collection; /* n: pages fetched from one collection at a time */
    uint32_t collections;    /* fetched together in one round; 1 as published */
    uint32_t growth; /* not 0: one more collection a round for each so many pages seen, since each page matters less */
    uint32_t max_pages; /* 0: until nothing waits */
    uint32_t max_depth; /* links from the start; 0: any */
    double threshold;   /* dt: groups nearer than this are one */
    model_costs costs;
    uint64_t seed; /* which links of a long collection are taken */
    bool once;     /* a collection is followed once, as published; else what is left of it comes again */
    bool menus;    /* the pages of a menu are only followed, as published; else each is a candidate by itself */
    explore_fetch fetch;
    explore_listing listing; /* may be NULL */
    bool list_first;         /* ask for it after the start page, not when nothing waits */
    void (*progress)(void *context, uint32_t n_pages, uint32_t n_classes,
                     uint32_t n_waiting); /* after each round; may be NULL */
    void *context;
    const husk_stop *stop;
} explore_options;

/* Densest-first, ten pages a collection, everything else as published. */
void explore_options_init(explore_options *options);

typedef struct explore_collection {
    uint32_t path;  /* by number */
    uint32_t first; /* of its links in the site's */
    uint32_t n;
} explore_collection;

typedef struct explored_page {
    uint32_t address;
    uint32_t class_number; /* CLASS_NONE: reached from a menu only */
    uint32_t depth;
    uint32_t first_collection, n_collections; /* sorted by path */
    uint32_t first_path;                      /* its schema, n_collections numbers */
    uint32_t n_links;
    float stands_for; /* about how many pages of the site: by the addresses that were not followed, here and where it
                         was linked from */
} explored_page;

/* Links of one class's collections that lead to pages of another: `n` links on `pages` pages. */
typedef struct class_link {
    uint32_t from, path, to;
    uint32_t n;
} class_link;

typedef struct explored {
    site_model *model;
    explored_page *pages; /* as they were visited */
    uint32_t n_pages;
    explore_collection *collections;
    uint32_t n_collections;
    uint32_t *paths; /* of the schemas */
    uint32_t *links; /* addresses */
    size_t n_links;
    uint64_t *path_hash; /* by path number */
    uint32_t n_path_hashes;
    uint32_t *page_of; /* by address: its page, or CLASS_NONE */
    uint32_t n_addresses;
    uint32_t n_fetched; /* addresses asked for, with those that were no page */
    bool is_cut;        /* a budget ended it while something waited */
} explored;

/* Explore from `start`. OK also when a budget ended it. What was found is the caller's, freed with explored_free. */
husk_status explore(uint32_t start, const explore_options *options, explored *out, husk_error *error);
void explored_free(explored *e);

page_schema explored_schema(const explored *e, uint32_t page);

/* The class links by `class_of` each page (CLASS_NONE: left out), sorted by from, path, to; malloc'd. */
husk_status explored_class_links(const explored *e, const uint32_t *class_of, class_link **links, uint32_t *n);

#endif
