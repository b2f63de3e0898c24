/* stand_in.h - a page made of the text that a shell carries in its scripts or data, for the writers to write in its
 * place. */
#ifndef HUSK_API_STAND_IN_H
#define HUSK_API_STAND_IN_H

#include "page/page.h"

/* `keep`, by block, is what was chosen of the tree. *out is NULL where the tree has content enough or the page carries
 * nothing better; else a page of paragraphs that the caller frees. NO_MEMORY. */
husk_status stand_in_make(husk_page *page, const bool *keep, husk_page **out);

#endif
