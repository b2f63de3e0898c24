/* views.h - the page as the papers see it: paths, tokens, link collections, subtrees.
 * Each function fills arrays in the arena it is given; a command that needs one view pays for one. All hashes are the
 * same on any machine and for any page, so that they can be compared across pages and kept in files. */
#ifndef HUSK_PAGE_VIEWS_H
#define HUSK_PAGE_VIEWS_H

#include "page/page.h"

/* --- steps ------------------------------------------------------------------------------------------------------ */

/* How much of an element its step in a path tells. */
typedef enum page_step {
    STEP_TAG,       /* the name alone */
    STEP_CLASS,     /* and its class attribute */
    STEP_ATTRIBUTES /* and every attribute's name and value, but href, src and the like, which say where, not how */
} page_step;

/* A hash for the node's own step: tag (and attributes) of an element, the folded text of a text node. Attributes count
 * in any order. */
uint64_t page_step_hash(const husk_page *page, uint32_t node, page_step step);

/* The step as a person reads it: `div`, `div.box.wide`, `a[rel=next]`, or the text. */
void page_step_write(const husk_page *page, uint32_t node, page_step step, buffer *out);

/* --- paths: every root-to-node path, text leaves too (Sathees Babu, section II) ------------------------------------
 */

/* The path's hash for each node; 0 for nodes that are no path: blank and silent text, and a <head> that has nothing in
 * it (the standard adds one to every page). */
husk_status page_path_hashes(const husk_page *page, page_step step, arena *memory, uint64_t **by_node);

/* The set of them: sorted, each once. */
husk_status page_path_set(const husk_page *page, page_step step, arena *memory, uint64_t **paths, uint32_t *n);

/* --- tokens: tags and the text between them, normalised (Geraci and Maggini, section 2.1) --------------------------
 */

typedef enum page_token_kind { TOKEN_OPEN, TOKEN_CLOSE, TOKEN_TEXT } page_token_kind;

typedef struct page_token {
    uint64_t hash; /* of the normalised token */
    uint32_t node;
    uint32_t kind; /* TOKEN_… */
} page_token;

/* Lower case, white space folded, attributes sorted; blank text is no token. Void elements have no closing token. */
husk_status page_tokens(const husk_page *page, arena *memory, page_token **tokens, uint32_t *n);

/* The hash that an element's opening token has. */
uint64_t page_element_hash(const husk_page *page, uint32_t node);

/* The normalised token itself: `<a class="x" href="/y">`, `</a>`, or the text. */
void page_token_write(const husk_page *page, page_token token, buffer *out);

/* --- links: root-to-link paths and the addresses on each (Crescenzi, Merialdo and Missier, section 2) ---------------
 */

typedef struct page_link {
    uint64_t path;       /* hash of the steps from the root to the <a>, by `step` */
    uint32_t node;       /* the <a href> or <area href> */
    uint32_t collection; /* index of its collection: collections are numbered in the order of their first link */
} page_link;

/* In document order. `n_collections` may be NULL. */
husk_status page_links(const husk_page *page, page_step step, arena *memory, page_link **links, uint32_t *n,
                       uint32_t *n_collections);

/* --- subtrees: a hash for every subtree's HTML (Chakrabarti, Kumar and Punera, section 3) ---------------------------
 */

typedef struct page_subtree {
    uint64_t hash;
    uint32_t html_len; /* bytes of its HTML, white space folded */
} page_subtree;

/* By node; silent subtrees (scripts, styles) have a hash too. */
husk_status page_subtrees(const husk_page *page, arena *memory, page_subtree **by_node);

#endif
