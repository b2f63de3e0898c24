/* buffer.h - bytes that grow up to a cap.
 * A failed append marks the buffer and later ones do nothing, so that a writer checks once, at its end. */
#ifndef HUSK_BASE_BUFFER_H
#define HUSK_BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "husk/husk.h"

typedef struct buffer {
    char *data;
    size_t len;
    size_t size;
    size_t cap;
    husk_status status; /* OK, LIMIT (the cap) or NO_MEMORY */
} buffer;

void buffer_init(buffer *b, size_t cap);

/* Room for `n` more bytes at b->data + b->len, or false. */
bool buffer_reserve_slow(buffer *b, size_t n);

static inline bool buffer_reserve(buffer *b, size_t n)
{
    return n <= b->size - b->len || buffer_reserve_slow(b, n);
}

static inline void buffer_append(buffer *b, const char *data, size_t len)
{
    if (len && buffer_reserve(b, len)) {
        memcpy(b->data + b->len, data, len);
        b->len += len;
    }
}

static inline void buffer_byte(buffer *b, char c)
{
    if (buffer_reserve(b, 1))
        b->data[b->len++] = c;
}

/* A C string. */
static inline void buffer_text(buffer *b, const char *text)
{
    buffer_append(b, text, strlen(text));
}

__attribute__((format(printf, 2, 3))) void buffer_format(buffer *b, const char *format, ...);

/* `text` as a part of one line: control characters, which would begin a new row or steer a terminal, as \\n, \\t,
 * \\x1b. */
void buffer_visible(buffer *b, const char *text, size_t len);

/* Empty, with its memory; that there was none (NO_MEMORY) is not forgotten: a lost piece must not look like none. */
void buffer_clear(buffer *b);
/* For another page: empty, the failure forgotten, memory above `keep` given back; SIZE_MAX: all of it is kept. */
void buffer_trim(buffer *b, size_t keep);
void buffer_free(buffer *b);

#endif
