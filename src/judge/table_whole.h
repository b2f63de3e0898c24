/* table_whole.h - a table of data is content or it is not. */
#ifndef HUSK_JUDGE_TABLE_WHOLE_H
#define HUSK_JUDGE_TABLE_WHOLE_H

#include "page/page.h"

/* Changes `keep`, which is by block, so that each table of data is kept or left out as a whole. Rows at its edges that
 * nothing of was kept and that hold only links (pagers, links to sort by) stay out. */
void table_whole_keep(const husk_page *page, bool *keep);

#endif
