/* views.h - the page as the papers see it: paths, tokens, link collections, subtrees.
 * Each function fills arrays in the given arena; a command that needs one view pays for one. Hashes are the same on
 * every machine and for every page, so they can be compared across pages and stored in files. */
#ifndef HUSK_PAGE_VIEWS_H
#define HUSK_PAGE_VIEWS_H

#include "base/hash.h"
#include "page/page.h"

/* The hash of an attribute's value, computed once per page: class names and ids are looked up by it in several tables,
 * and their bytes are out of the fast caches after the first. */
static inline uint64_t page_value_hash(const husk_page *page, uint32_t attribute)
{
    uint64_t *hash = &page->value_hash[attribute];
    if (*hash == 0)
        *hash = hash_bytes(page->attributes[attribute].value, page->attributes[attribute].value_len);
    return *hash;
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* How much of an element its step in a path includes. */
typedef enum page_step {
    STEP_TAG,          /* only the name */
    STEP_CLASS,        /* and its class attribute */
    STEP_PRESENTATION, /* and its other attributes that say how it looks: style, align, width... */
    STEP_ATTRIBUTES    /* and every attribute's name and value, except href, src and other URLs */
} page_step;

/* A hash of the node's own step: tag (and attributes) of an element, the folded text of a text node. The order of
 * attributes does not matter. */
uint64_t page_step_hash(const husk_page *page, uint32_t node, page_step step);

/* The step in readable form: `div`, `div.box.wide`, `a[rel=next]`, or the text. */
void page_step_write(const husk_page *page, uint32_t node, page_step step, buffer *out);

/* Where a link is, for display: its path's last steps, with ids and rel: `nav#top > ul > li.item > a[rel=next]`. */
void page_place_write(const husk_page *page, uint32_t node, page_step step, buffer *out);

/* --- paths: every root-to-node path, including text leaves (Sathees Babu, section II) ----------------------------- */

/* The path hash of each node; 0 for nodes without a path: blank and silent text, and an empty <head> (the standard
 * adds one to every page). */
husk_status page_path_hashes(const husk_page *page, page_step step, arena *memory, uint64_t **by_node);

/* The set of them: sorted, distinct. */
husk_status page_path_set(const husk_page *page, page_step step, arena *memory, uint64_t **paths, uint32_t *n);

/* --- tokens: tags and the text between them, normalised (Geraci and Maggini, section 2.1) ------------------------- */

typedef enum page_token_kind { TOKEN_OPEN, TOKEN_CLOSE, TOKEN_TEXT } page_token_kind;

typedef struct page_token {
    uint64_t hash; /* of the normalised token */
    uint32_t node;
    uint32_t kind; /* TOKEN_… */
} page_token;

/* Lower case, white space folded, attributes sorted; blank text is not a token. Void elements have no closing token. */
husk_status page_tokens(const husk_page *page, arena *memory, page_token **tokens, uint32_t *n);

/* The hash of an element's opening token. */
uint64_t page_element_hash(const husk_page *page, uint32_t node);

/* The normalised token itself: `<a class="x" href="/y">`, `</a>`, or the text. */
void page_token_write(const husk_page *page, page_token token, buffer *out);

/* --- links: root-to-link paths and the URLs on each (Crescenzi, Merialdo and Missier, section 2) ------------------ */

typedef struct page_link {
    uint64_t path;       /* hash of the steps from the root to the <a>, by `step` */
    uint32_t node;       /* the <a href> or <area href> */
    uint32_t collection; /* index of its collection; collections are numbered in the order of their first link */
} page_link;

/* In document order. `n_collections` may be NULL. */
husk_status page_links(const husk_page *page, page_step step, arena *memory, page_link **links, uint32_t *n,
                       uint32_t *n_collections);

/* --- subtrees: a hash of every subtree's HTML (Chakrabarti, Kumar and Punera, section 3) -------------------------- */

typedef struct page_subtree {
    uint64_t hash;
    uint32_t html_len; /* bytes of its HTML, white space folded */
} page_subtree;

/* By node; silent subtrees (scripts, styles) have a hash too. */
husk_status page_subtrees(const husk_page *page, arena *memory, page_subtree **by_node);

#endif
