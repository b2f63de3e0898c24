/* side.h - room for what the input does not contain verbatim: decoded text, lower-cased names, joined texts.
 * Room is reserved for the maximum, and what was not used is returned at once, so that consecutive writes are
 * adjacent. Cost: a pointer bump. Limits: its arena's cap. */
#ifndef HUSK_HTML_SIDE_H
#define HUSK_HTML_SIDE_H

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

#endif
