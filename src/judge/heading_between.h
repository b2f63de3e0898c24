/* heading_between.h - keep headings between kept text. */
#ifndef HUSK_JUDGE_HEADING_BETWEEN_H
#define HUSK_JUDGE_HEADING_BETWEEN_H

#include "page/page.h"

/* Keep a heading that the model is unsure of if the text right before and right after it is kept. `keep` and
 * `probability`, of main content, are by block. */
void heading_between_keep(const husk_page *page, const float *probability, bool *keep);

#endif
