/* parser.h - what only page/ itself shares: lexbor's objects behind a page, and the sizes of its arrays. */
#ifndef HUSK_PAGE_PARSER_H
#define HUSK_PAGE_PARSER_H

#include <lexbor/dom/interfaces/character_data.h>
#include <lexbor/html/html.h>

#include "base/intern.h"
#include "page/page.h"

/* lexbor gives a name outside its own list a number that is a pointer, the same for the same name within one document.
 */
typedef struct name_cache_entry {
    uintptr_t key;
    const char *name;
    uint16_t len;
    uint16_t id;
} name_cache_entry;

#define NAME_CACHE 128u

typedef struct page_parser {
    lxb_html_document_t *document;
    lxb_html_tokenizer_token_f tree_callback; /* lexbor's own, called from ours */
    void *tree_context;
    uint64_t deadline;      /* of this thread's processor time, in nanoseconds; 0: none */
    uint64_t wall_deadline; /* the same by the clock: not before it can the other be past */
    uint32_t n_tokens;
    uint32_t max_tokens;
    size_t max_chunks; /* of lexbor's node memory: nodes that a token makes besides its own */
    uint32_t max_depth;
    const char *cut;
    const char *input_end;                /* of the whole text; lexbor gets it in pieces */
    const char *resume;                   /* where the next piece begins at the earliest */
    lxb_html_tokenizer_state_f raw_state; /* lexbor's own, for raw text that ours does not take */
    bool scripting;                       /* as a browser with scripts would: <noscript> is one silent text */

    size_t shown_bytes;    /* of text that is neither silent nor hidden, counted while flattening */
    size_t noscript_bytes; /* of text in <noscript>, markup and all, unread as scripts are on */

    buffer decoded;
    uint32_t node_size; /* how many the page's arrays hold */
    uint32_t attribute_size;
    uint32_t block_size;
    arena names; /* of the page's own tags, reset with each parse */
    intern tags;
    name_cache_entry attribute_cache[NAME_CACHE];
} page_parser;

/* Parse UTF-8 into parser->document, with <noscript> as a browser with or without scripts has it; page->status and
 * page->cut tell when a budget cut it. */
husk_status page_parse_text(husk_page *page, slice text, bool scripting, husk_error *error);

/* Called after each token that lexbor's tree has seen: takes over the text of scripts and styles. */
void raw_text_hook(page_parser *p, lxb_html_tokenizer_t *tokenizer);

/* Walk parser->document into the page's arrays. NO_MEMORY, or OK (the node budget cuts). */
husk_status page_flatten(husk_page *page);

#endif
