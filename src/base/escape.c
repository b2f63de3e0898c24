/* escape.c - text as part of HTML or XML.
 * Runs with nothing to escape, nearly all of a page's text, are copied sixteen bytes at a time; byte by byte this was
 * half the cost of writing a page. Cost: linear. Limits: the buffer's cap. */
#include "base/escape.h"

#define ALWAYS 32

/* Which flags concern a byte. */
static const uint8_t concerned[256] = {
    [0 ... 8] = ESCAPE_XML,
    ['\t'] = ESCAPE_FOLD,
    ['\n'] = ESCAPE_FOLD,
    ['\v'] = ESCAPE_XML,
    ['\f'] = ESCAPE_FOLD | ESCAPE_XML,
    ['\r'] = ESCAPE_FOLD | ESCAPE_RETURN,
    [0x0e ... 0x1f] = ESCAPE_XML,
    [' '] = ESCAPE_FOLD,
    ['"'] = ESCAPE_ATTRIBUTE,
    ['&'] = ALWAYS,
    ['<'] = ESCAPE_TEXT,
    ['>'] = ESCAPE_TEXT,
    [0x80 ... 0xff] = ESCAPE_XML,
};

static const char *escape_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    default:
        return "&#13;";
    }
}

#if defined(__SSE2__)
/* Copy the first of `n` bytes, at most 16, and return how many: fewer than `n` if one that may need care follows.
 * Writes sixteen. */
NOT_CHECKED static inline size_t copy_plain(char *to, const char *from, size_t n, unsigned flags)
{
    const __m128i v = _mm_loadu_si128((const __m128i *)from);
    const __m128i quote = _mm_set1_epi8(flags & ESCAPE_ATTRIBUTE ? '"' : '&');
    const __m128i angle = _mm_set1_epi8(flags & ESCAPE_TEXT ? '>' : 0); /* OR'ed with 2, no byte is 0 */
    __m128i found = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('&')), _mm_cmpeq_epi8(v, quote));
    found = _mm_or_si128(found, _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8('<' ^ '>')), angle));
    found = _mm_or_si128(found, _mm_cmpeq_epi8(v, _mm_set1_epi8('\r')));
    _mm_storeu_si128((__m128i *)to, v);
    return (size_t)__builtin_ctz((unsigned)_mm_movemask_epi8(found) | 1u << n);
}

/* Copy the bytes that need no care; returns how many. The rest of `text`, and 16 more, fit into the buffer. */
static size_t copy_run(buffer *out, slice text, unsigned flags)
{
    for (size_t i = 0;;) {
        size_t left = text.len - i, n = left < 16 ? left : 16;
        if (n == 0 || (n < 16 && !may_load(text.data + i, 16)))
            return i;
        size_t copied = copy_plain(out->data + out->len, text.data + i, n, flags);
        out->len += copied;
        i += copied;
        if (copied < n)
            return i;
    }
}
#else
static size_t copy_run(buffer *out, slice text, unsigned flags)
{
    size_t n = 0;
    while (n < text.len && (concerned[(unsigned char)text.data[n]] & flags) == 0)
        n++;
    buffer_append(out, text.data, n);
    return n;
}
#endif

/* A byte or character that XML may not represent; returns its length. */
static size_t write_for_xml(buffer *out, slice text)
{
    size_t at = 0;
    uint32_t c = utf8_next(text.data, text.len, &at);
    if (c == 0xfffd)
        buffer_text(out, "\xef\xbf\xbd");
    else if (c >= 0x20 && c != 0xfffe && c != 0xffff)
        buffer_append(out, text.data, at);
    return at;
}

/* The byte at the start of `text`, which flags may concern; returns how many bytes were read. */
static size_t write_special(buffer *out, slice text, unsigned flags)
{
    unsigned how = concerned[(unsigned char)*text.data] & flags;
    if (how == 0) {
        buffer_byte(out, *text.data);
        return 1;
    }
    if (how & ESCAPE_FOLD) {
        buffer_byte(out, ' ');
        return leading_space(text);
    }
    if (how & ESCAPE_XML)
        return write_for_xml(out, text);
    buffer_text(out, escape_of(*text.data));
    return 1;
}

void escape_html(buffer *out, slice text, unsigned flags)
{
    bool is_long = !(flags & (ESCAPE_FOLD | ESCAPE_XML)); /* else a word is a run */
    flags |= ALWAYS;
    for (size_t i = 0; i < text.len;) {
        slice rest = { text.data + i, text.len - i };
        if (!buffer_reserve(out, rest.len + 16))
            return;
        size_t n = is_long ? copy_run(out, rest, flags) : 0;
        i += n;
        if (i < text.len)
            i += write_special(out, (slice){ rest.data + n, rest.len - n }, flags);
    }
}
