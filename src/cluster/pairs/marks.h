/* marks.h - hints of a page's kind beside its elements: sets of hashes, and a few sizes.
 * Clustering compares two pages by them (pairs.c). */
#ifndef HUSK_CLUSTER_PAIRS_MARKS_H
#define HUSK_CLUSTER_PAIRS_MARKS_H

#include "page/page.h"

/* The sets. BODY: words of the class and id of html and body. HEAD: which meta and link elements there are, and the
 * page's declared types (og:type, schema.org). CLASS: every tag with each word of its class. ADDRESS: the parts of
 * the URL and its form. */
enum { MARKS_BODY, MARKS_HEAD, MARKS_CLASS, MARKS_ADDRESS, N_MARK_SETS };

/* The sizes, each a count. */
enum {
    SHAPE_ELEMENTS,
    SHAPE_LETTERS, /* of visible text */
    SHAPE_LINK_LETTERS,
    SHAPE_LINKS,
    SHAPE_PARAGRAPHS,
    SHAPE_PARAGRAPH_LETTERS, /* outside links */
    SHAPE_HEADINGS,
    SHAPE_ARTICLES,
    SHAPE_IMAGES,
    SHAPE_ITEMS, /* list items */
    SHAPE_ROWS,
    SHAPE_INPUTS,
    SHAPE_TIMES,
    SHAPE_LINES,   /* pre elements */
    SHAPE_TEASERS, /* the most elements of one tag and class that each contain a link and some text beside it */
    SHAPE_LONGEST, /* letters of the longest text outside links */
    N_SHAPES
};

typedef struct marks {
    uint64_t *set[N_MARK_SETS]; /* sorted, distinct */
    size_t n[N_MARK_SETS];
    uint32_t shape[N_SHAPES];
} marks;

/* The marks of a page, in `memory`. NO_MEMORY. */
husk_status marks_of_page(const husk_page *page, arena *memory, marks *out);

#endif
