/* escape.h - text as part of HTML, XML or JSON: the only place that escapes it. */
#ifndef HUSK_BASE_ESCAPE_H
#define HUSK_BASE_ESCAPE_H

#include "base/buffer.h"
#include "base/text.h"

/* The maximum length of an escaped byte: "&quot;". */
#define ESCAPE_MAX_LEN 6

/* What to escape besides "&". */
enum {
    ESCAPE_TEXT = 1,      /* "<" and ">": for text between tags */
    ESCAPE_ATTRIBUTE = 2, /* the double quote: for a value in double quotes */
    ESCAPE_RETURN = 4,    /* the carriage return, which a parser would turn into a line feed */
    ESCAPE_FOLD = 8,      /* each run of white space becomes one space */
    ESCAPE_XML = 16,      /* leave out characters that XML can't represent; invalid UTF-8 becomes U+FFFD */
};

/* Append `text`. With ESCAPE_TEXT | ESCAPE_ATTRIBUTE it fits anywhere. */
void escape_html(buffer *out, slice text, unsigned flags);

/* The same for XML, text or attribute; the only flag is ESCAPE_FOLD. */
static inline void escape_xml(buffer *out, slice text, unsigned flags)
{
    escape_html(out, text, flags | ESCAPE_TEXT | ESCAPE_ATTRIBUTE | ESCAPE_RETURN | ESCAPE_XML);
}

/* Append `text` with each run of white space as one space, none where nothing was appended since `start`. `space`:
 * white space comes before it, and afterwards, at its end. */
void append_folded(buffer *out, size_t start, slice text, bool *space);

/* --- JSON strings ------------------------------------------------------------------------------------------------- */

/* Append `text` in quotes. Valid UTF-8 is copied as is; invalid bytes become U+FFFD. */
void json_string(buffer *out, slice text);

/* The same after `before`, which is JSON already: a key, a comma. */
void json_string_after(buffer *out, const char *before, slice text);

/* The same without quotes, for strings written in pieces that each end at a character boundary. */
void json_escape(buffer *out, slice text);

/* The same for text known to be valid UTF-8, as all page data is: eight bytes per step. A record's body takes this
 * path. */
void json_escape_valid(buffer *out, slice text);

#endif
