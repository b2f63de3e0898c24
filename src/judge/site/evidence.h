/* evidence.h - what a page's texts are told by: the text, its link, and the path of elements it stands in.
 * The same for learning and for judging, so that the two can't differ. */
#ifndef HUSK_JUDGE_SITE_EVIDENCE_H
#define HUSK_JUDGE_SITE_EVIDENCE_H

#include "base/arena.h"
#include "base/url.h"
#include "page/views.h"
#include "store/model.h"

enum {
    EVIDENCE_LINK = 1,
    EVIDENCE_INSIDE = 2,    /* the link stays on this page */
    EVIDENCE_NEIGHBOUR = 4, /* the link says that it leads to the next page, the previous one, the one above … (rel), or
                               the text is such a page's title */
    EVIDENCE_SENTENCE = 8, /* the text ends as a sentence does */
    EVIDENCE_HEADING = 16
};

/* A visible text. */
typedef struct text_evidence {
    uint64_t text;   /* evidence_text */
    uint64_t target; /* hash of the address its link leads to, without fragment; 0: no link, or within the page */
    uint32_t node;
    uint32_t words;
    uint32_t short_words; /* of at most three letters, all small: those that hold sentences together */
    uint32_t capitals;    /* words that begin with a capital */
    uint32_t flags;       /* EVIDENCE_… */
} text_evidence;

/* Names that paths are told by: class and id names that enough pages have. */
typedef struct known_names {
    const model_count *names;
    uint32_t n;
    const struct tally *table; /* the same for quick looking up, or NULL */
} known_names;

/* The hash by which a text is the same on another page: of its bytes, without white space at the ends, spaces that hold
 * lines together among it: a generator puts them between a link and its arrow. */
uint64_t evidence_text(const husk_page *page, uint32_t node);

/* What the page's <title> says, empty without one; and is a text a heading that this has too? */
slice evidence_title(const husk_page *page);
bool evidence_is_title(const husk_page *page, uint32_t node, slice title);

/* The visible texts of a page, in order. */
husk_status evidence_of_page(husk_page *page, url_resolver *urls, arena *memory, text_evidence **texts, uint32_t *n);

/* A hash of the elements from the root to each node; a text's is its element's. */
husk_status evidence_paths(const husk_page *page, const known_names *names, arena *memory, uint64_t **by_node);

/* A hash of each element's tags and texts, whatever their attributes: what a person sees again on another page. */
husk_status evidence_pieces(const husk_page *page, arena *memory, uint64_t **by_node);

/* A text at a place: what is counted beside the text alone, since a label that all pages of one kind have is rare on
 * the host, but not where it stands. Fewer pages than these tell nothing. */
#define EVIDENCE_PLACE_PAGES 5
uint64_t evidence_place(uint64_t text, uint64_t path);

/* Does it say something though it has no text: a picture, a script, an input? */
bool element_speaks(uint16_t tag);
/* The hash by which such an element is the same on another page: its tag and attributes, and what a script holds. */
uint64_t evidence_element(const husk_page *page, uint32_t node);

/* Call `each` with the hash of every class and id name of the page's elements. */
void evidence_names(const husk_page *page, void (*each)(void *context, uint64_t name), void *context);

#endif
