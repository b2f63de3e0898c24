/* wiki.h - does a page belong to a wiki? */
#ifndef HUSK_JUDGE_SITE_WIKI_H
#define HUSK_JUDGE_SITE_WIKI_H

#include "page/page.h"

/* It does if it links to an editor or a list of revisions by a parameter: ?action=edit, &do=revisions. */
bool page_is_wiki(const husk_page *page);

#endif
