/* lines.c - lines with their prefixes: quote marks, item indentation.
 * Cost: the prefix of each line is copied; its length is bounded by FLOW_MAX_DEPTH. */
#include "write/lines.h"

#include <stdio.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static void newline(lines *l, bool empty)
{
    size_t len = l->len;
    buffer_byte(l->out, '\n');
    while (empty && len && l->prefix[len - 1] == ' ')
        len--;
    buffer_append(l->out, l->prefix, len);
}

void lines_begin(lines *l, unsigned gap)
{
    if (l->any && !l->fresh) {
        if (gap > 1)
            newline(l, true);
        newline(l, false);
    }
    l->any = true;
    l->fresh = false;
}

void lines_in_cell(lines *l, const char *between)
{
    if (!l->cell_begins && !l->fresh)
        buffer_text(l->out, between);
    l->cell_begins = l->fresh = false;
}

void lines_next(lines *l)
{
    newline(l, false);
}

void lines_push(lines *l, const char *first, const char *rest, unsigned gap)
{
    lines_begin(l, gap);
    buffer_text(l->out, first);
    l->fresh = true;
    l->before[l->n++] = l->len;
    size_t len = strlen(rest);
    memcpy(l->prefix + l->len, rest, len);
    l->len = (uint16_t)(l->len + len);
}

void lines_pop(lines *l)
{
    l->len = l->before[--l->n];
    l->fresh = false;
}

void lines_text(lines *l, flow *f, slice text)
{
    for (;;) {
        const char *end = text.len ? memchr(text.data, '\n', text.len) : NULL;
        size_t n = end ? (size_t)(end - text.data) : text.len;
        if (!flow_room(f, n + l->len))
            return;
        buffer_append(l->out, text.data, n);
        if (end == NULL)
            return;
        text.data += n + 1;
        text.len -= n + 1;
        newline(l, text.len && text.data[0] == '\n');
    }
}

void lines_finish(lines *l)
{
    if (l->any)
        buffer_byte(l->out, '\n');
}

void lines_item_marker(const flow_entry *list, const flow_entry *item, char delimiter, char marker[16])
{
    if (list->ordered)
        snprintf(marker, 16, "%d%c ", (int)item->number, delimiter);
    else
        memcpy(marker, "- ", sizeof "- ");
}

/* Up to sixteen bytes at a time while they contain no white space but single blanks. */
#if defined(__SSE2__)
#define STRIDE 16

/* Copy the first of `n` bytes and return how many: fewer than `n` if other white space follows. Writes sixteen. */
NOT_CHECKED static inline size_t copy_plain(char *to, const char *from, size_t n)
{
    const __m128i v = _mm_loadu_si128((const __m128i *)from), blank = _mm_cmpeq_epi8(v, _mm_set1_epi8(' '));
    /* \t to \r; the vertical tab among them is not white space, and only costs a check */
    const __m128i x = _mm_sub_epi8(v, _mm_set1_epi8('\t')),
                  other = _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(4)), x);
    unsigned blanks = (unsigned)_mm_movemask_epi8(blank), others = (unsigned)_mm_movemask_epi8(other);
    /* a blank before a blank, before other white space, or at the end, where the next byte is unknown */
    unsigned stop = others | (blanks & (blanks >> 1 | others >> 1 | 1u << (n - 1))) | 1u << n;
    _mm_storeu_si128((__m128i *)to, v);
    return (size_t)__builtin_ctz(stop);
}
#endif

void lines_fold(buffer *out, slice text)
{
    if (!buffer_reserve(out, text.len + 16))
        return;
    char *to = out->data + out->len;
    const char *p = text.data, *end = p + text.len;
    while (p < end) {
#ifdef STRIDE
        size_t left = (size_t)(end - p), n = left < STRIDE ? left : STRIDE;
        if (may_load(p, STRIDE) || n == STRIDE) {
            size_t copied = copy_plain(to, p, n);
            to += copied;
            p += copied;
            if (copied == n)
                continue;
        }
#endif
        char c = *p++;
        if (!is_space(c)) {
            *to++ = c;
            continue;
        }
        *to++ = ' ';
        while (p < end && is_space(*p))
            p++;
    }
    out->len = (size_t)(to - out->data);
}
