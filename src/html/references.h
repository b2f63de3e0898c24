/* references.h - character references, and what becomes of NUL, in text and in values. */
#ifndef HUSK_HTML_REFERENCES_H
#define HUSK_HTML_REFERENCES_H

#include "html/side.h"

/* How a run is decoded. */
enum {
    DECODE_REFERENCES = 1,
    DECODE_ATTRIBUTE = 2, /* a reference without ';' before a letter, a digit or '=' is text there */
    DECODE_NUL = 4,       /* NUL becomes U+FFFD; else it stays */
    DECODE_EMPTY_END = 8  /* "</>" is left out */
};

/* `text` decoded, on the side; `text` itself when there is no room, which `s` notes. Reads up to 16 bytes behind it. */
slice references_decode(html_side *s, slice text, unsigned how);

/* One reference: `p` stands behind a '&'. Writes what it means to *out, which has room for 8 bytes, and gives the place
 * behind it; NULL when it is none. */
const char *reference_read(const char *p, const char *end, bool in_attribute, char **out);

#endif
