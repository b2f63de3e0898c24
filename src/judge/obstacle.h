/* obstacle.h - what a page has instead of content: an empty shell, a consent wall, "not found", a refusal. */
#ifndef HUSK_JUDGE_OBSTACLE_H
#define HUSK_JUDGE_OBSTACLE_H

#include "page/page.h"

/* `keep`, by block, is its main content. Uses page->scratch and gives it back. NO_MEMORY or OK. */
husk_status obstacle_find(husk_page *page, const bool *keep, husk_obstacle *out);

#endif
