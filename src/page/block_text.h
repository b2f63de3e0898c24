/* block_text.h - append a text node's text to its block: white space folded, words and marks counted. Only for page/.
 */
#ifndef HUSK_PAGE_BLOCK_TEXT_H
#define HUSK_PAGE_BLOCK_TEXT_H

#include "page/page.h"

/* State between two pieces of one block. */
typedef struct block_pen {
    bool space; /* white space since the last character */
    bool in_word;
} block_pen;

/* All give the same result; the plain one is for machines without AVX2, and to test the other. */
typedef enum block_text_engine { BLOCK_TEXT_BEST, BLOCK_TEXT_PLAIN } block_text_engine;

/* Append `text` to `out`, which holds the block's text from block->text_start on, and add its counts to `block`.
 * Returns its words. If `out` is at its cap nothing is done, and `out` has the status. */
uint32_t block_text_add(buffer *out, page_block *block, block_pen *pen, slice text, block_text_engine engine);

#endif
