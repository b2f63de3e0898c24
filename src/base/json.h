/* json.h - text as a JSON string: the one place that escapes. */
#ifndef HUSK_BASE_JSON_H
#define HUSK_BASE_JSON_H

#include "base/buffer.h"
#include "base/text.h"

/* Append `text` with quotes around it. Valid UTF-8 goes through as it is; what is not becomes U+FFFD. */
void json_string(buffer *out, slice text);

/* The same without the quotes, for strings that come in pieces that each end on a whole character. */
void json_escape(buffer *out, slice text);

/* The same for text that is known to be valid UTF-8, as all page data is: eight bytes a step. A record's body goes
 * through here. */
void json_escape_valid(buffer *out, slice text);

#endif
