/* url_key.h - one normal form for URLs of the same page. */
#ifndef HUSK_SOURCE_URL_KEY_H
#define HUSK_SOURCE_URL_KEY_H

#include "base/buffer.h"
#include "base/text.h"

/* Append `url`, an absolute URL made by url_resolve, without its fragment, user name, empty query, unneeded
 * percent-encoding, and tracking or session parameters. */
void url_key(slice url, buffer *out);

/* Append `text` with percent-encoded unreserved characters decoded and other codes in upper case. A code right after a
 * stray '%' is not decoded: "%4%41" must not become "%4A". With `encodes`, as in section 2.2.2 of RFC 9309, it is, and
 * other bytes than visible ASCII are encoded. */
void url_escapes(slice text, bool encodes, buffer *out);

/* Does the path have the extension of an image, archive, stylesheet or other non-page? */
bool url_is_no_page(slice url);

#endif
