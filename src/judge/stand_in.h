/* stand_in.h - a page made from the text that a script shell carries in its scripts or data.
 * It is the page's main content, whatever the tree shows. */
#ifndef HUSK_JUDGE_STAND_IN_H
#define HUSK_JUDGE_STAND_IN_H

#include "page/page.h"

/* `keep`, by block, is the content found in the tree. *out is NULL if the tree has enough content or the page carries
 * nothing better; otherwise a page of paragraphs with its blocks, which the caller frees, and *node is the element
 * that has the text. NO_MEMORY. */
husk_status stand_in_make(husk_page *page, const bool *keep, husk_page **out, uint32_t *node);

#endif
