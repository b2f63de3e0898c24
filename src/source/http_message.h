/* http_message.h - an HTTP response, from the web or an archive: header lines, and a chunked or compressed body.
 * WARC record headers have the same syntax. Slices point into the input. */
#ifndef HUSK_SOURCE_HTTP_MESSAGE_H
#define HUSK_SOURCE_HTTP_MESSAGE_H

#include <stdint.h>

#include "base/buffer.h"
#include "base/text.h"
#include "source/inflate.h"

/* Take what is before the next `end` off the front of `rest`. False: nothing is left. */
bool part_next(slice *rest, char end, slice *part);
/* Take a line off the front of `rest`, without its line ending. False: there is none. */
bool head_line(slice *rest, slice *line);

/* The next "name: value" of `rest`, which advances past it; a value continues on lines that start with white space.
 * Lines without a colon are skipped. False at the end. */
bool head_field(slice *rest, slice *name, slice *value);

/* Decimal digits only; false also on overflow. */
bool head_number(slice value, uint64_t *out);

#define HTTP_MAX_ENCODINGS 3 /* same as HUSK_MAX_LAYERS; real responses have one */

typedef struct http_head {
    unsigned status;    /* 0 if the first line is not a status line */
    slice content_type; /* the last one given */
    bool chunked;
    codec encodings[HTTP_MAX_ENCODINGS]; /* in the order they were applied; "deflate" is ZLIB here */
    unsigned n_encodings;
    bool has_unknown_encoding;
} http_head;

/* Never fails: a malformed header has no status. */
void http_head_parse(slice head, http_head *out);

/* The charset of a media type, without quotes; {NULL, 0} if it has none. */
slice media_type_charset(slice type);

typedef enum body_result {
    BODY_WHOLE,
    BODY_CUT,     /* longer than its cap */
    BODY_DAMAGED, /* invalid or missing chunks or compressed data; the output holds what came before */
    BODY_NO_MEMORY
} body_result;

/* Append the body sent as `raw`, which is overwritten, to `out`, up to `max` bytes. Archives often store a header that
 * says chunked or compressed with a body that no longer is: the first bytes decide. The inflater keeps its memory. */
body_result http_body_decode(const http_head *head, inflater *f, buffer *raw, size_t max, buffer *out);

/* What to tell about a body that is CUT or DAMAGED. */
const char *http_body_problem(body_result result);
#define HTTP_UNKNOWN_ENCODING "unknown Content-Encoding, or too many of them"

#endif
