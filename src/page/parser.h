/* parser.h - what only page/ itself shares: the parser behind a page, and the sizes of its arrays. */
#ifndef HUSK_PAGE_PARSER_H
#define HUSK_PAGE_PARSER_H

#include "html/html.h"
#include "page/page.h"

typedef struct page_parser {
    html_parser *html;
    bool scripting; /* as a browser with scripts would: <noscript> is one silent text */

    size_t shown_bytes;    /* of text that is neither silent nor hidden */
    size_t noscript_bytes; /* of text in <noscript>, markup and all, unread as scripts are on */

    buffer decoded; /* the page in UTF-8, padded, where its own bytes are not that */
    uint32_t block_of_size;
    uint32_t block_size;
} page_parser;

/* The parser's tree as the page's own arrays, with what each node's place makes of it. NO_MEMORY or OK. */
husk_status page_nodes(husk_page *page);

#endif
