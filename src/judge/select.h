/* select.h - from a judgement of blocks to a choice of nodes, as the writers take it. */
#ifndef HUSK_JUDGE_SELECT_H
#define HUSK_JUDGE_SELECT_H

#include "page/page.h"

/* The marks of nodes; 0: not chosen. */
enum { SELECTED = 1, SELECTED_WITH_IMAGES = 2 /* chosen where images are written: a caption */ };

/* Marks, by node, the text of chosen blocks, and the images, formulas, rules and white space that stand between two
 * of them. `keep` is by block; it is changed where a table is kept or left out as a whole. */
husk_status select_nodes(const husk_page *page, bool *keep, arena *memory, uint8_t **by_node);

#endif
