/* table_whole.h - keep or drop a data table as a whole. */
#ifndef HUSK_JUDGE_TABLE_WHOLE_H
#define HUSK_JUDGE_TABLE_WHOLE_H

#include "page/page.h"

/* Change `keep`, which is by block, so that each data table is kept or dropped as a whole. Rows at its edges of which
 * nothing was kept and that contain only links (pagers, sort links) stay out. */
void table_whole_keep(const husk_page *page, bool *keep);

#endif
