/* side.h - room for what the input does not hold as it is: decoded text, names in small letters, texts put together.
 * A run of bytes is taken for the most that may be written, and what was not used is given back at once, so that what
 * is written one after the other lies side by side. Cost: a pointer bump. Limits: its arena's cap. */
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
/* Everything back, with memory above `keep` given up. */
void side_reset(html_side *s, size_t keep);
void side_free(html_side *s);

char *side_more(html_side *s, size_t len);

/* Room for `len` bytes, or NULL; it counts as used only up to the next side_used. */
static inline char *side_room(html_side *s, size_t len)
{
    return (size_t)(s->end - s->at) >= len ? s->at : side_more(s, len);
}

static inline void side_used(html_side *s, char *end)
{
    s->at = end;
}

#endif
