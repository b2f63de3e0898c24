/* select.h - from a judgement of blocks to a selection of nodes for the writers. */
#ifndef HUSK_JUDGE_SELECT_H
#define HUSK_JUDGE_SELECT_H

#include "page/page.h"

/* The marks of nodes; 0: not selected. */
enum { SELECTED = 1, SELECTED_WITH_IMAGES = 2 /* selected where images are written: a caption */ };

/* Mark, by node, the text of selected blocks, and the images, formulas, rules and white space between them. `keep` is
 * by block; it is changed where a table is kept or dropped as a whole. */
husk_status select_nodes(const husk_page *page, bool *keep, arena *memory, uint8_t **by_node);

#endif
