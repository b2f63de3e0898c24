/* obstacle.h - detect pages without their content: a script shell, a consent wall, "not found", a refusal. */
#ifndef HUSK_JUDGE_OBSTACLE_H
#define HUSK_JUDGE_OBSTACLE_H

#include "page/page.h"

/* `keep`, by block, is its main content; there is none in its scripts or data (stand_in.h). */
husk_obstacle obstacle_find(const husk_page *page, const bool *keep);

#endif
