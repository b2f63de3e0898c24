/* obstacle.h - detect pages without their content: a script shell, a consent wall, "not found", a refusal. */
#ifndef HUSK_JUDGE_OBSTACLE_H
#define HUSK_JUDGE_OBSTACLE_H

#include "page/page.h"

/* `keep`, by block, is its main content. Uses page->scratch and restores it. NO_MEMORY or OK. */
husk_status obstacle_find(husk_page *page, const bool *keep, husk_obstacle *out);

#endif
