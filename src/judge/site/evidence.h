/* evidence.h - what identifies a page's texts across pages: the text, its link, and the path of elements around it.
 * Used for learning and for judging, so that the two can't differ. */
#ifndef HUSK_JUDGE_SITE_EVIDENCE_H
#define HUSK_JUDGE_SITE_EVIDENCE_H

#include "base/memo.h"
#include "page/views.h"
#include "store/model.h"

enum {
    EVIDENCE_LINK = 1,
    EVIDENCE_INSIDE = 2, /* the link stays on this page */
    EVIDENCE_NEIGHBOUR =
        4, /* the link leads to the next, previous or parent page … (rel), or the text is such a page's title */
    EVIDENCE_SENTENCE = 8, /* the text ends like a sentence */
    EVIDENCE_HEADING = 16
};

/* A visible text. */
typedef struct text_evidence {
    uint64_t text;   /* evidence_text */
    uint64_t target; /* hash of its link's URL, without fragment; 0: no link, or within the page */
    uint32_t node;
    uint32_t words;
    uint32_t short_words; /* lower-case words of at most three letters, which connect sentences */
    uint32_t capitals;    /* words that start with a capital */
    uint32_t flags;       /* EVIDENCE_… */
} text_evidence;

/* Names that identify paths: class and id names on enough pages. */
typedef struct known_names {
    const model_count *names;
    uint32_t n;
    const struct hash_map *table; /* the same as a hash table, or NULL */
    memo *sums;                   /* what was computed of attributes with these names, or NULL */
} known_names;

/* The hash that identifies a text on another page: of its bytes, trimmed, including no-break spaces, which generators
 * put between a link and its arrow. */
uint64_t evidence_text(const husk_page *page, uint32_t node);

/* The text of the page's <title>, empty if there is none; and is a text a heading that the title contains? */
slice evidence_title(const husk_page *page);
bool evidence_is_title(const husk_page *page, uint32_t node, slice title);

/* Set the base of the page's links: <base href> on its URL; for a file, on its path. False if it has none. */
bool evidence_set_base(const husk_page *page, url_resolver *urls, buffer *scratch);

/* The visible texts of a page, in order. */
husk_status evidence_of_page(husk_page *page, url_resolver *urls, arena *memory, text_evidence **texts, uint32_t *n);

/* A hash of the elements from the root to each node; a text has its element's. */
husk_status evidence_paths(const husk_page *page, const known_names *names, arena *memory, uint64_t **by_node);

/* A hash of each element's tags and texts, ignoring attributes: what a reader recognises on another page. */
husk_status evidence_pieces(const husk_page *page, arena *memory, uint64_t **by_node);

/* A text at a place, or with a class's number in its class: counted besides the text alone, since a label on all pages
 * of one kind is rare on the host, but not at its place. Fewer pages with a place than these prove nothing. */
#define EVIDENCE_PLACE_PAGES 5
uint64_t evidence_place(uint64_t text, uint64_t path);

/* Does it show something without text: a picture, a script, an input? */
bool element_speaks(uint16_t tag);
/* The hash that identifies such an element on another page: its tag and attributes, and the contents of a script. */
uint64_t evidence_element(const husk_page *page, uint32_t node);

/* Call `each` with the hash of every class and id name of the page's elements. */
void evidence_names(const husk_page *page, void (*each)(void *context, uint64_t name), void *context);

#endif
