/* url_key.h - one form for addresses that mean one page. */
#ifndef HUSK_SOURCE_URL_KEY_H
#define HUSK_SOURCE_URL_KEY_H

#include "base/buffer.h"
#include "base/text.h"

/* Append `url`, an absolute address that url_resolve made, without its fragment, its user's name, an empty query,
 * percent signs that are not needed, and parameters that only say who came from where or which session it is. */
void url_key(slice url, buffer *out);

/* Is the path's ending one of images, archives, styles and other things that are no page? */
bool url_is_no_page(slice url);

#endif
