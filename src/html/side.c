/* side.c - room for what the input does not contain verbatim. */
#include "html/side.h"

/* Enough for a typical page. */
#define PIECE_BYTES ((size_t)32 << 10)

void side_init(html_side *s, size_t cap)
{
    *s = (html_side){ .failed = false };
    arena_init(&s->memory, cap);
}

void side_reset(html_side *s, size_t keep)
{
    arena_reset(&s->memory, keep);
    s->memory.no_memory = false;
    s->at = s->end = NULL;
    s->failed = false;
}

void side_free(html_side *s)
{
    arena_free(&s->memory);
}

char *side_more(html_side *s, size_t len)
{
    size_t size = len > PIECE_BYTES ? len : PIECE_BYTES;
    char *piece = arena_alloc(&s->memory, size);
    if (piece == NULL) {
        s->failed = true;
        return NULL;
    }
    s->at = piece;
    s->end = piece + size;
    return piece;
}
