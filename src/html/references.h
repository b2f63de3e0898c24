/* references.h - decode character references and NUL in text and attribute values. */
#ifndef HUSK_HTML_REFERENCES_H
#define HUSK_HTML_REFERENCES_H

#include "html/side.h"

/* How to decode a run. */
enum {
    DECODE_REFERENCES = 1,
    DECODE_ATTRIBUTE = 2, /* a reference without ';' before a letter, a digit or '=' is text there */
    DECODE_NUL = 4,       /* NUL becomes U+FFFD; otherwise it stays */
    DECODE_EMPTY_END = 8  /* "</>" is removed */
};

/* `text` decoded, on the side; `text` itself if there is no room, which `s` records. Reads up to 16 bytes after it. */
slice references_decode(html_side *s, slice text, unsigned how);

#endif
