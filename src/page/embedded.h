/* embedded.h - content that is in a page's bytes but not in its visible tree: JSON-LD, microdata's <meta>, state in
 * scripts and attributes. Needed when the tree is a shell that a script would fill. Made only when asked for. */
#ifndef HUSK_PAGE_EMBEDDED_H
#define HUSK_PAGE_EMBEDDED_H

#include "page/page.h"

typedef enum embedded_kind {
    EMBEDDED_BODY,        /* said to be the content: JSON-LD articleBody, a posting's, question's or answer's text */
    EMBEDDED_DESCRIPTION, /* said to describe it: a product, job, recipe, video */
    EMBEDDED_STATE        /* long prose in a script's state, by structure alone */
} embedded_kind;

typedef struct embedded_text {
    embedded_kind kind;
    slice text; /* plain, one line a paragraph */
    uint32_t n_words;
    uint32_t node;  /* the script or element */
    slice key;      /* "articleBody", "content" … */
    uint64_t worth; /* words, weighted by what its key and the page's title say: for order alone */
} embedded_text;

/* Where to look: both are linear, but scripts are often longer than the page. */
enum {
    EMBEDDED_IN_DATA = 1,   /* JSON-LD and microdata's <meta> */
    EMBEDDED_IN_SCRIPTS = 2 /* state in scripts and attributes */
};

/* Is it worth looking? 0: the tree's content is enough; else where to look. `tree_words` are the words that were taken
 * from the tree as content, `shown_words` all words that the tree has, hidden ones too. A state is asked only for a
 * shell: on pages with text of their own the longest prose in their scripts is other pages' text, labels and drawings
 * far more often than the content. */
unsigned embedded_wanted(uint32_t tree_words, uint32_t shown_words);

/* Everything found there, by kind, the fullest of each first. `memory` holds it. NO_MEMORY or OK. */
husk_status page_embedded(husk_page *page, unsigned where, arena *memory, embedded_text **out, uint32_t *n_out);

/* Which of them should stand for the page instead of what the tree gave; NULL: the tree stays. BODY replaces a tree's
 * content that is a third as long; a DESCRIPTION or STATE only that of a shell. */
const embedded_text *embedded_choose(const embedded_text *texts, uint32_t n, uint32_t tree_words, uint32_t shown_words);

#endif
