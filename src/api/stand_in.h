/* stand_in.h - a page made from the text that a script shell carries in its scripts or data.
 * The writers write it instead of the shell. */
#ifndef HUSK_API_STAND_IN_H
#define HUSK_API_STAND_IN_H

#include "page/page.h"

/* `keep`, by block, is the content found in the tree. *out is NULL if the tree has enough content or the page carries
 * nothing better; otherwise a page of paragraphs that the caller frees. NO_MEMORY. */
husk_status stand_in_make(husk_page *page, const bool *keep, husk_page **out);

#endif
