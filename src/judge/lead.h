/* lead.h - keep the standfirst of an article. */
#ifndef HUSK_JUDGE_LEAD_H
#define HUSK_JUDGE_LEAD_H

#include "page/page.h"

/* Keep the paragraph between an article's title and its first kept block, if the page declares it as its description.
 * `only_news`: only that of a news article, by its JSON-LD. `keep` is by block. */
void lead_keep(const husk_page *page, bool only_news, bool *keep);

/* Drop a cut excerpt of the text ("… and so we […]") that software put before it. */
void lead_drop_excerpt(const husk_page *page, bool *keep);

#endif
