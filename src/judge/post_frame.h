/* post_frame.h - drop what a forum puts around a post's text. */
#ifndef HUSK_JUDGE_POST_FRAME_H
#define HUSK_JUDGE_POST_FRAME_H

#include "page/page.h"

/* Drop the signatures of posts, and the lines that only number, date or sign a post. `keep` is by block. */
void post_frame_drop(const husk_page *page, bool *keep);

#endif
