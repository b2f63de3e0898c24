/* crawl.h - a crawl in any way. */
#ifndef HUSK_API_CRAWL_H
#define HUSK_API_CRAWL_H

#include "crawl/crawl.h"

/* husk_crawl, exploring in another way; NULL: the library's own. */
husk_status crawl_by(const char *start, const char *path, const husk_crawl_options *options, const crawl_way *way,
                     husk_output *report, husk_error *error);

/* The result of a crawl as text: a line about its pages, and one per class. */
void crawl_describe(const explored *e, const model_host *host, buffer *b);

#endif
