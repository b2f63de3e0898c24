/* buffer.c - a byte buffer that grows up to a cap. */
#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"

void buffer_init(buffer *b, size_t cap)
{
    *b = (buffer){ .cap = cap };
}

/* Leaves no room for the fast path either: nothing is appended after the first failure. */
static bool fail(buffer *b, husk_status status)
{
    b->status = status;
    b->size = b->len;
    return false;
}

bool buffer_reserve_slow(buffer *b, size_t n)
{
    size_t need;
    if (b->status != HUSK_OK)
        return false;
    if (!size_add(b->len, n, &need) || need > b->cap)
        return fail(b, HUSK_LIMIT);
    size_t size = b->size < 256 ? 256 : b->size;
    while (size < need)
        size = size > b->cap / 2 ? b->cap : size * 2;
    if (size > b->cap)
        size = b->cap;
    char *data = realloc(b->data, size);
    if (data == NULL)
        return fail(b, HUSK_NO_MEMORY);
    b->data = data;
    b->size = size;
    return true;
}

void buffer_format(buffer *b, const char *format, ...)
{
    va_list args;
    size_t room = b->size - b->len;
    va_start(args, format);
    int need = vsnprintf(room ? b->data + b->len : NULL, room, format, args);
    va_end(args);
    if (need < 0)
        return;
    if ((size_t)need >= room) { /* seldom: print again */
        if (!buffer_reserve(b, (size_t)need + 1))
            return;
        va_start(args, format);
        vsnprintf(b->data + b->len, (size_t)need + 1, format, args);
        va_end(args);
    }
    b->len += (size_t)need;
}

void buffer_clear(buffer *b)
{
    b->len = 0;
    if (b->status != HUSK_NO_MEMORY)
        b->status = HUSK_OK;
}

void buffer_trim(buffer *b, size_t keep)
{
    b->len = 0;
    b->status = HUSK_OK;
    if (b->size > keep)
        buffer_free(b);
}

void buffer_free(buffer *b)
{
    free(b->data);
    *b = (buffer){ .cap = b->cap };
}

/* The bytes of a character that steers a terminal (C0, DEL, U+0080 to U+009F) or reorders its line (U+2028 to U+202E,
 * U+2066 to U+2069), or 0. */
static size_t control_len(const unsigned char *c, size_t left)
{
    if (*c < 0x20 || *c == 0x7f)
        return 1;
    if (left > 1 && *c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
        return 2;
    bool reorders = left > 2 && *c == 0xe2 &&
                    ((c[1] == 0x80 && c[2] >= 0xa8 && c[2] <= 0xae) || (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9));
    return reorders ? 3 : 0;
}

void buffer_visible(buffer *b, const char *text, size_t len)
{
    const unsigned char *c = (const unsigned char *)text;
    size_t plain = 0;
    for (size_t i = 0, n; i < len; i += n ? n : 1) {
        n = control_len(c + i, len - i);
        if (n == 0)
            continue;
        buffer_append(b, text + plain, i - plain);
        if (c[i] == '\n' || c[i] == '\t')
            buffer_text(b, c[i] == '\n' ? "\\n" : "\\t");
        else if (n < 3)
            buffer_format(b, "\\x%02x", c[i + n - 1]);
        else
            buffer_format(b, "\\u20%02x", (c[i + 1] & 3) << 6 | (c[i + 2] & 0x3f));
        plain = i + n;
    }
    buffer_append(b, text + plain, len - plain);
}
