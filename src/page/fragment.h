/* fragment.h - convert strings with HTML or entities to plain text. Used for values in attributes, JSON and noscript.
 */
#ifndef HUSK_PAGE_FRAGMENT_H
#define HUSK_PAGE_FRAGMENT_H

#include "base/buffer.h"
#include "base/text.h"

/* The tokenizer, created for the first string that needs it. Zeroed is empty; belongs to one thread. */
typedef struct fragment_reader {
    struct fragment_tokenizer *tokenizer;
    buffer scratch;
} fragment_reader;

void fragment_free(fragment_reader *reader);

/* Append `text` with entities decoded and line ends normalised to LF. False if out of memory. */
bool fragment_decode(fragment_reader *reader, slice text, buffer *out);

/* Append the text of `html`: without tags, scripts and styles, entities decoded. A block boundary is one line break,
 * white space is folded. False if out of memory. */
bool fragment_text(fragment_reader *reader, slice html, buffer *out);

/* Does it look like markup: a closing tag, or an element that needs none? "a < b" and "30 years of <br>" do not. */
bool fragment_is_html(slice text);

#endif
