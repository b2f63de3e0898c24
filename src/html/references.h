/* references.h - what the input does not contain verbatim: room for it, and decoded character references.
 * Decoded text, lower-cased names and joined texts are on the side: room is reserved for the maximum, and what was not
 * used is returned at once, so that consecutive writes are adjacent. Cost: a pointer bump. Limits: its arena's cap. */
#ifndef HUSK_HTML_REFERENCES_H
#define HUSK_HTML_REFERENCES_H

#include "base/arena.h"
#include "base/text.h"

typedef struct html_side {
    arena memory;
    char *at, *end; /* the free part of the current piece */
    bool failed;    /* something did not fit: memory.no_memory says whether it was the cap */
} html_side;

void side_init(html_side *s, size_t cap);
/* Release everything, and free memory above `keep`. */
void side_reset(html_side *s, size_t keep);
void side_free(html_side *s);

char *side_more(html_side *s, size_t len);

/* Room for `len` bytes, or NULL; counted as used only up to the next side_used. */
static inline char *side_room(html_side *s, size_t len)
{
    return (size_t)(s->end - s->at) >= len ? s->at : side_more(s, len);
}

static inline void side_used(html_side *s, char *end)
{
    s->at = end;
}

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
