/* lead.h - the standfirst of an article, for formats that begin with its title. */
#ifndef HUSK_JUDGE_LEAD_H
#define HUSK_JUDGE_LEAD_H

#include "page/page.h"

/* Keep the paragraph between an article's title and its first kept block, if the page declares it as its description.
 * `keep` is by block. */
void lead_keep(const husk_page *page, bool *keep);

#endif
