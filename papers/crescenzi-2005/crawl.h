/* crawl.h - the published way to explore a site, as a crawl_way. */
#ifndef HUSK_PAPERS_CRAWL_H
#define HUSK_PAPERS_CRAWL_H

#include "crawl/crawl.h"
#include "husk/lab.h"

typedef struct published_way {
    crawl_way way; /* first */
    husk_crawl_published options;
} published_way;

/* Explore as published: the order, costs and, if o->published, numbers of pages and collections. */
void published_explore(const husk_crawl_published *o, explore_options *x);

published_way published_way_of(const husk_crawl_published *options);

#endif
