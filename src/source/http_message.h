/* http_message.h - an HTTP response as an archive keeps it: a head of lines, a body that may be chunked and compressed.
 * The same lines make the head of a WARC record. Slices point into what was given. */
#ifndef HUSK_SOURCE_HTTP_MESSAGE_H
#define HUSK_SOURCE_HTTP_MESSAGE_H

#include <stdint.h>

#include "base/buffer.h"
#include "base/text.h"
#include "source/inflate.h"

/* --- heads ------------------------------------------------------------------------------------------------------- */

/* Bytes of the head with its empty line, or 0 when that has not come yet. Lines end in LF or CR LF. */
size_t head_len(const char *data, size_t len);

/* The next "name: value" of `rest`, which moves behind it; a value goes on over lines that begin with white space.
 * Lines without a colon are passed over. False at the end. */
bool head_field(slice *rest, slice *name, slice *value);

/* Decimal digits and nothing else; false also when it doesn't fit. */
bool head_number(slice value, uint64_t *out);

#define HTTP_MAX_ENCODINGS 3 /* as HUSK_MAX_LAYERS: real answers have one */

typedef struct http_head {
    unsigned status;    /* 0 when the first line is no status line */
    slice content_type; /* the last one given */
    bool chunked;
    codec encodings[HTTP_MAX_ENCODINGS]; /* in the order in which they were applied; "deflate" is ZLIB here */
    unsigned n_encodings;
    bool has_unknown_encoding;
} http_head;

/* Never fails: a strange head has no status. */
void http_head_parse(slice head, http_head *out);

/* The charset of a media type, without quotes; {NULL, 0} when it has none. */
slice media_type_charset(slice type);

/* --- bodies ------------------------------------------------------------------------------------------------------ */

typedef enum body_result {
    BODY_MORE,    /* takes more */
    BODY_END,     /* complete; what follows is not of it */
    BODY_CUT,     /* the cap of the output is reached */
    BODY_DAMAGED, /* chunks or compressed data are wrong; the output holds what came before */
    BODY_NO_MEMORY
} body_result;

/* Enough to tell compressed from plain. */
#define HTTP_BODY_FIRST 64

typedef enum chunk_state {
    CHUNK_SIZE,
    CHUNK_EXTENSION,
    CHUNK_DATA,
    CHUNK_DATA_END,
    CHUNK_TRAILER,
    CHUNK_DONE
} chunk_state;

/* Takes a body piece by piece and appends what it means to `out`, up to `max` bytes. Archives often keep a head that
 * says chunked or compressed with a body that no longer is: the first bytes decide. */
typedef struct http_body {
    bool fed;                    /* something came */
    bool begun;                  /* the codecs are chosen */
    char first[HTTP_BODY_FIRST]; /* held until there is enough to choose */
    size_t first_len;
    bool chunked;
    chunk_state chunk;
    uint64_t chunk_left;
    unsigned chunk_digits;
    size_t frame_len;   /* of the size line or the trailer so far */
    bool line_is_empty; /* of the trailer */
    codec encodings[HTTP_MAX_ENCODINGS];
    unsigned n_encodings; /* undone from the last to the first */
    bool ended[HTTP_MAX_ENCODINGS];
    inflater inflaters[HTTP_MAX_ENCODINGS]; /* kept from body to body */
    buffer *out;
    size_t start; /* of this body in out */
    size_t max;
} http_body;

/* Zeroed memory is a body that holds nothing. */
void http_body_start(http_body *b, const http_head *head, buffer *out, size_t max);
/* The first piece should hold the first chunk's size line. */
body_result http_body_feed(http_body *b, const char *data, size_t len);
/* Nothing more comes: END, or DAMAGED when the body is not complete. */
body_result http_body_finish(http_body *b);
void http_body_free(http_body *b);

#endif
