/* items.h - the repeated parts of one page as rows: posts of a thread, entries of a listing, rows of a table. */
#ifndef HUSK_RECORDS_ITEMS_H
#define HUSK_RECORDS_ITEMS_H

#include "judge/verdict.h"

#define ITEM_NONE UINT32_MAX

/* What an item is marked as. */
enum { ITEM_PLAIN, ITEM_PINNED, ITEM_ADVERT };

/* One item: the nodes [first, end), without those of the items inside it. */
typedef struct page_item {
    uint32_t first, end;
    uint32_t parent; /* the item of its region that it answers, from 0, or ITEM_NONE */
    uint32_t depth;  /* 0: it answers none */
    uint32_t mark;   /* ITEM_… */
} page_item;

/* A repeated part of the page. */
typedef struct item_region {
    slice path;                 /* where its items are, in readable form */
    uint32_t first, n;          /* its items */
    uint32_t words, main_words; /* of its items; of those, main content */
    float score;
} item_region;

typedef struct page_items {
    uint64_t *look;  /* by node: the tag and its most common class name */
    uint64_t *place; /* by node: its look and those of the two elements around it */
    page_item *items;
    uint32_t n_items;
    item_region *regions; /* best first */
    uint32_t n_regions;
    bool has_first; /* the first item of the first region is marked up in another way than the others */
} page_items;

/* The page's regions by its verdict, which is of full depth; in the page's scratch, except for paths. */
husk_status items_find(husk_verdict *v, arena *memory, page_items *out);

/* Is the page a thread, whose posts have authors or dates? */
bool items_of_thread(const husk_verdict *v);

/* Leave out the first n items of a region. */
void items_drop_first(page_items *out, item_region *r, uint32_t n);

/* Replace the regions by one with a single item: all main content. */
void items_only(husk_verdict *v, page_items *out);

#endif
