/* embedded.h - content outside a page's visible tree: JSON-LD, microdata's <meta>, state in scripts.
 * Needed if the tree is a shell that a script would fill. Built only on request. */
#ifndef HUSK_PAGE_EMBEDDED_H
#define HUSK_PAGE_EMBEDDED_H

#include "page/page.h"

typedef enum embedded_kind {
    EMBEDDED_BODY,        /* declared as the content: JSON-LD articleBody, the text of a posting, question or answer */
    EMBEDDED_DESCRIPTION, /* declared as its description: of a product, job, recipe, video */
    EMBEDDED_STATE        /* long prose in a script's state, found by structure only */
} embedded_kind;

typedef struct embedded_text {
    embedded_kind kind;
    slice text; /* plain, one line per paragraph */
    uint32_t n_words;
    uint32_t node;  /* the script or element */
    slice key;      /* "articleBody", "content" … */
    uint64_t worth; /* words, weighted by its key and the page's title: only for ordering */
} embedded_text;

/* Where to search: both are linear, but scripts are often longer than the page. */
enum {
    EMBEDDED_IN_DATA = 1,   /* JSON-LD and microdata's <meta> */
    EMBEDDED_IN_SCRIPTS = 2 /* state in scripts and attributes */
};

/* Where to search, or 0 if the tree's content is enough or nothing there can replace it. `tree_words` is the number of
 * words taken from the tree as content, `shown_words` all words in the tree, including hidden ones. A state is searched
 * only for a shell: on pages with their own text the longest prose in scripts is far more often other pages' text,
 * labels and drawings than the content. */
unsigned embedded_wanted(const husk_page *page, uint32_t tree_words, uint32_t shown_words);

/* Everything found there, by kind, the longest of each first. `memory` holds it. NO_MEMORY or OK. */
husk_status page_embedded(husk_page *page, unsigned where, arena *memory, embedded_text **out, uint32_t *n_out);

/* The text to use instead of the tree's content; NULL: keep the tree. BODY replaces content a third as long; a
 * DESCRIPTION or STATE only that of a shell. */
const embedded_text *embedded_choose(const embedded_text *texts, uint32_t n, uint32_t tree_words, uint32_t shown_words);

#endif
