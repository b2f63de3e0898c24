/* buffer.h - a byte buffer that grows up to a cap.
 * A failed append marks the buffer and makes later appends no-ops, so a writer checks once, at the end. */
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

struct husk_output {
    buffer bytes;
    buffer body; /* of the current record; kept for the next */
};

void buffer_init(buffer *b, size_t cap);

/* Make room for `n` more bytes at b->data + b->len; false on failure. */
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

/* Append a C string. */
static inline void buffer_text(buffer *b, const char *text)
{
    buffer_append(b, text, strlen(text));
}

/* Begin a new line, unless there is one. */
static inline void buffer_end_line(buffer *b)
{
    if (b->len && b->data[b->len - 1] != '\n')
        buffer_byte(b, '\n');
}

__attribute__((format(printf, 2, 3))) void buffer_format(buffer *b, const char *format, ...);

/* Append `text` as part of one line: control characters, which could start a new row or control a terminal, are
 * escaped as \\n, \\t, \\x1b. */
void buffer_visible(buffer *b, const char *text, size_t len);

/* Empty the buffer and keep its memory. NO_MEMORY stays set: a lost piece must not look like an empty one. */
void buffer_clear(buffer *b);
/* Reset for the next page: empty, clear the failure, free memory above `keep`. SIZE_MAX keeps all of it. */
void buffer_trim(buffer *b, size_t keep);
void buffer_free(buffer *b);

#endif
