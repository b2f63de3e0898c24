/* buffer.c - a byte buffer that grows up to a cap. */
#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/checked.h"

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

/* U+0080 to U+009F are terminal control characters too. */
static bool is_control(const unsigned char *c, size_t left)
{
    return *c < 0x20 || *c == 0x7f || (*c == 0xc2 && left > 1 && c[1] >= 0x80 && c[1] < 0xa0);
}

void buffer_visible(buffer *b, const char *text, size_t len)
{
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0, plain = 0; i <= len; i++) {
        if (i < len && !is_control(bytes + i, len - i))
            continue;
        buffer_append(b, text + plain, i - plain);
        if (i < len && (bytes[i] == '\n' || bytes[i] == '\t'))
            buffer_text(b, bytes[i] == '\n' ? "\\n" : "\\t");
        else if (i < len)
            buffer_format(b, "\\x%02x", bytes[i] == 0xc2 ? bytes[++i] : bytes[i]);
        plain = i + 1;
    }
}
