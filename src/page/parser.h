/* parser.h - shared inside page/: the parser of a page, and the sizes of its arrays. */
#ifndef HUSK_PAGE_PARSER_H
#define HUSK_PAGE_PARSER_H

#include "html/html.h"
#include "page/page.h"

typedef struct page_parser {
    html_parser *html;
    bool scripting;  /* like a browser with scripts: <noscript> is one silent text */
    bool no_returns; /* the page is known to have no carriage return */

    size_t shown_bytes;    /* of text that is neither silent nor hidden */
    size_t noscript_bytes; /* of text in <noscript>, including markup, which is not parsed with scripting on */

    buffer decoded;                                    /* the page as padded UTF-8, if its own bytes are not */
    size_t block_of_size, value_hash_size, block_size; /* the room of the page's arrays */
} page_parser;

/* Convert the parser's tree to the page's arrays, with inherited flags. NO_MEMORY or OK. */
husk_status page_nodes(husk_page *page);

/* --- block_text.c: append a text node's text to its block: white space folded, words and marks counted -------------
 */

/* State between two pieces of one block. */
typedef struct block_pen {
    bool space; /* white space since the last character */
    bool in_word;
} block_pen;

/* Append `text` to `out`, which holds the block's text from block->text_start on, and add its counts to `block`.
 * Returns its words. If `out` is at its cap nothing is done, and `out` has the status. */
uint32_t block_text_add(buffer *out, page_block *block, block_pen *pen, slice text);

#endif
