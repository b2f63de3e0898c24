/* tables.h - answer and ground-truth files: lines of a label, a tab and a page.
 * The format that cluster, topics, dedup, classify and show print. */
#ifndef HUSK_PAPERS_TABLES_H
#define HUSK_PAPERS_TABLES_H

#include "base/text.h"
#include "measures/clusters.h"

/* One line: the text before the first tab and after the last; classify prints a score between. Borrowed. */
typedef struct labelled_page {
    slice label, page;
} labelled_page;

typedef struct labelled_pages {
    labelled_page *lines; /* malloc'd, sorted by page */
    uint32_t n;
} labelled_pages;

/* Parse a file's text; `name` is for messages. BAD_FILE: a line without a tab, an empty side, a page named twice. */
husk_status labelled_pages_read(slice text, const char *name, labelled_pages *out, husk_error *error);
void labelled_pages_free(labelled_pages *pages);
/* The page's label, or an empty slice without data. */
slice labelled_pages_find(const labelled_pages *pages, slice page);

/* Score clusters over the pages in both files. `partial` allows pages in only one of them, which are counted in
 * *left_out. BAD_FILE: no page is in both, or some are in only one and `partial` is false. */
husk_status measure_cluster_files(slice answer, slice truth, bool partial, cluster_measures *out, uint32_t *left_out,
                                  husk_error *error);

#endif
