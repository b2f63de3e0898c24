/* marks.h - hints of a page's kind beside its elements: sets of hashes, and a few sizes.
 * Clustering compares two pages by them (pairs.c). */
#ifndef HUSK_CLUSTER_PAIRS_MARKS_H
#define HUSK_CLUSTER_PAIRS_MARKS_H

#include "page/page.h"

/* The sets. BODY: words of the class and id of html and body. HEAD: which meta and link elements there are, and the
 * page's declared types (og:type, schema.org). CLASS: every tag with each word of its class. ADDRESS: the parts of
 * the URL and its form. */
enum { MARKS_BODY, MARKS_HEAD, MARKS_CLASS, MARKS_ADDRESS, N_MARK_SETS };

/* X(name, name in model files): the sizes, each a count. LETTERS: of visible text. PARAGRAPH_LETTERS: outside links.
 * ITEMS: of lists. LINES: pre elements. TEASERS: the most elements of one tag and class that each contain a link and
 * some text beside it. LONGEST: letters of the longest text outside links. */
/* clang-format off */
#define MARK_SHAPES(X) \
    X(ELEMENTS, "elements") \
    X(LETTERS, "letters") \
    X(LINK_LETTERS, "link_letters") \
    X(LINKS, "links") \
    X(PARAGRAPHS, "paragraphs") \
    X(PARAGRAPH_LETTERS, "paragraph_letters") \
    X(HEADINGS, "headings") \
    X(ARTICLES, "articles") \
    X(IMAGES, "images") \
    X(ITEMS, "items") \
    X(ROWS, "rows") \
    X(INPUTS, "inputs") \
    X(TIMES, "times") \
    X(LINES, "lines") \
    X(TEASERS, "teasers") \
    X(LONGEST, "longest")
/* clang-format on */

#define SHAPE_NUMBER(name, text) SHAPE_##name,
enum { MARK_SHAPES(SHAPE_NUMBER) N_SHAPES };
#undef SHAPE_NUMBER

typedef struct marks {
    uint64_t *set[N_MARK_SETS]; /* sorted, distinct */
    size_t n[N_MARK_SETS];
    uint32_t shape[N_SHAPES];
} marks;

/* The marks of a page, in `memory`. NO_MEMORY. */
husk_status marks_of_page(const husk_page *page, arena *memory, marks *out);

#endif
