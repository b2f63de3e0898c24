/* fragment.h - strings that hold HTML or entities, to plain text. Used for values in attributes, JSON and noscript. */
#ifndef HUSK_PAGE_FRAGMENT_H
#define HUSK_PAGE_FRAGMENT_H

#include "base/buffer.h"
#include "base/text.h"

/* The tokenizer behind it, made at the first string that needs one. Zeroed is empty; belongs to one thread. */
typedef struct fragment_reader {
    struct fragment_tokenizer *tokenizer;
    buffer scratch;
} fragment_reader;

void fragment_free(fragment_reader *reader);

/* Append `text` with its entities decoded and its line ends made LF, and nothing else changed. False without memory. */
bool fragment_decode(fragment_reader *reader, slice text, buffer *out);

/* Append the text of `html`: tags left out, scripts and styles with all they hold, entities decoded. A block's border
 * is one line break, white space is folded. False without memory. */
bool fragment_text(fragment_reader *reader, slice html, buffer *out);

/* Does it look like markup: a closing tag, or a tag that HTML writes alone? "a < b" and "30 years of <br>" do not. */
bool fragment_is_html(slice text);

#endif
