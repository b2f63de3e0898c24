/* http_message.h - an HTTP response, from the web or an archive: header lines, and a chunked or compressed body.
 * WARC record headers have the same syntax. Slices point into the input. */
#ifndef HUSK_SOURCE_HTTP_MESSAGE_H
#define HUSK_SOURCE_HTTP_MESSAGE_H

#include <stdint.h>

#include "base/buffer.h"
#include "base/text.h"
#include "source/inflate.h"

/* --- headers ------------------------------------------------------------------------------------------------------ */

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

/* --- bodies ------------------------------------------------------------------------------------------------------- */

typedef enum body_result {
    BODY_MORE,    /* needs more input */
    BODY_END,     /* complete; what follows does not belong to it */
    BODY_CUT,     /* the output's cap was reached */
    BODY_DAMAGED, /* invalid chunks or compressed data; the output holds what came before */
    BODY_NO_MEMORY
} body_result;

/* Enough to distinguish compressed from plain. */
#define HTTP_BODY_FIRST 64

typedef enum chunk_state {
    CHUNK_SIZE,
    CHUNK_EXTENSION,
    CHUNK_DATA,
    CHUNK_DATA_END,
    CHUNK_TRAILER,
    CHUNK_DONE
} chunk_state;

/* Decodes a body incrementally and appends it to `out`, up to `max` bytes. Archives often store a header that says
 * chunked or compressed with a body that no longer is: the first bytes decide. */
typedef struct http_body {
    bool fed;                    /* any input so far */
    bool begun;                  /* codecs are chosen */
    char first[HTTP_BODY_FIRST]; /* held until there is enough to choose */
    size_t first_len;
    bool chunked;
    chunk_state chunk;
    uint64_t chunk_left;
    unsigned chunk_digits;
    size_t frame_len;   /* of the size line or trailer so far */
    bool line_is_empty; /* current line of the trailer */
    codec encodings[HTTP_MAX_ENCODINGS];
    unsigned n_encodings; /* decoded from last to first */
    bool ended[HTTP_MAX_ENCODINGS];
    inflater inflaters[HTTP_MAX_ENCODINGS]; /* kept from body to body */
    buffer *out;
    size_t start; /* start of this body in out */
    size_t max;
} http_body;

/* Zeroed memory is an empty body. */
void http_body_start(http_body *b, const http_head *head, buffer *out, size_t max);
/* The first piece should contain the first chunk's size line. */
body_result http_body_feed(http_body *b, const char *data, size_t len);
/* End of input: END, or DAMAGED if the body is incomplete. */
body_result http_body_finish(http_body *b);
void http_body_free(http_body *b);

/* What to tell about a body that is CUT or DAMAGED. */
const char *http_body_problem(body_result result);
#define HTTP_UNKNOWN_ENCODING "unknown Content-Encoding, or too many of them"

#endif
