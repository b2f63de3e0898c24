/* decode.h - decode raw bytes to UTF-8, and recognise those of other formats. */
#ifndef HUSK_PAGE_DECODE_H
#define HUSK_PAGE_DECODE_H

#include "base/buffer.h"
#include "base/text.h"

typedef struct decoded_text {
    slice text;
    const char *encoding; /* a static name */
    bool no_returns;      /* it is known to have no carriage return */
} decoded_text;

/* The bytes as UTF-8, by the standard's order of evidence: BOM, HTTP charset, <meta>, then detection. The result
 * borrows from `bytes` if nothing changed, otherwise from `out`. LIMIT: the text was cut at `out`'s cap. NO_MEMORY. */
husk_status decode(slice bytes, const char *http_charset, buffer *out, decoded_text *text);

/* If the first bytes are those of another format than HTML, a static C string such as "a PDF, not a web page"; NULL if
 * it may be HTML. */
const char *foreign_bytes(slice bytes);

#endif
