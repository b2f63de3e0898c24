/* block_text.h - a text node's text into its block: white space folded, words and marks counted. Only page/ includes
 * it. */
#ifndef HUSK_PAGE_BLOCK_TEXT_H
#define HUSK_PAGE_BLOCK_TEXT_H

#include "page/page.h"

/* What is remembered between two pieces of one block. */
typedef struct block_pen {
    bool space; /* white space was seen since the last character */
    bool in_word;
} block_pen;

/* All give the same; the plain one is there for machines without AVX2, and to test the other. */
typedef enum block_text_engine { BLOCK_TEXT_BEST, BLOCK_TEXT_PLAIN } block_text_engine;

/* Append `text` to `out`, which holds the block's text from block->text_start on, and count it into `block`. Returns
 * its words. When `out` is at its cap nothing is done, and `out` tells. */
uint32_t block_text_add(buffer *out, page_block *block, block_pen *pen, slice text, block_text_engine engine);

#endif
