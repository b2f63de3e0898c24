/* escape.c - text as part of HTML, XML or JSON.
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

/* --- JSON strings ------------------------------------------------------------------------------------------------- */

/* Unicode line separators are escaped although JSON does not require it: many readers of JSON Lines split at them. */

/* The character after the backslash; 'u' for the rest below 0x20 and DEL; 1 for the first byte of a non-ASCII line
 * separator. */
static const char special[256] = {
    [0 ... 7] = 'u', ['\b'] = 'b',        ['\t'] = 't', ['\n'] = 'n',  [11] = 'u',   ['\f'] = 'f', [0xc2] = 1,
    ['\r'] = 'r',    [14 ... 0x1f] = 'u', ['"'] = '"',  ['\\'] = '\\', [0x7f] = 'u', [0xe2] = 1,
};

static void escape_one(buffer *out, unsigned char c, char how)
{
    static const char hex[] = "0123456789abcdef";
    char escaped[6] = { '\\', how, '0', '0', hex[c >> 4], hex[c & 15] };
    buffer_append(out, escaped, how == 'u' ? 6 : 2);
}

void json_escape(buffer *out, slice text)
{
    for (;;) {
        size_t valid = utf8_valid_len(text.data, text.len);
        json_escape_valid(out, (slice){ text.data, valid });
        if (valid == text.len)
            return;
        buffer_append(out, "\xef\xbf\xbd", 3);
        text = (slice){ text.data + valid + 1, text.len - valid - 1 };
    }
}

void json_string(buffer *out, slice text)
{
    buffer_byte(out, '"');
    json_escape(out, text);
    buffer_byte(out, '"');
}

#define EACH(byte) (0x0101010101010101u * (byte))

/* Is any of eight bytes below 0x20, a quote, a backslash, DEL, or the first byte of a non-ASCII line separator (0xc2,
 * 0xe2)? The usual zero-byte test; it may also report a byte above a real match. */
static bool needs_look(uint64_t v)
{
    uint64_t quote = v ^ EACH('"'), backslash = v ^ EACH('\\'), wide = (v ^ EACH(0xc2)) & EACH(0xdf);
    uint64_t found = (v - EACH(0x20)) | (quote - EACH(1)) | (backslash - EACH(1)) | ((v ^ EACH(0x7f)) - EACH(1));
    return ((found & ~v) | ((wide - EACH(1)) & ~wide)) & EACH(0x80);
}

/* The length of the non-ASCII line separator at `data`, or 0. */
static size_t line_end_len(const char *data, size_t len)
{
    if (len >= 2 && memcmp(data, "\xc2\x85", 2) == 0)
        return 2;
    return len >= 3 && (memcmp(data, "\xe2\x80\xa8", 3) == 0 || memcmp(data, "\xe2\x80\xa9", 3) == 0) ? 3 : 0;
}

/* Must the character at `data` be escaped? */
static bool is_escaped(const char *data, size_t len)
{
    char how = special[(unsigned char)*data];
    return how > 1 || (how == 1 && line_end_len(data, len));
}

#if defined(__SSE2__)
/* Which of sixteen bytes are one of those? */
static unsigned need_look(const char *data)
{
    __m128i v = _mm_loadu_si128((const __m128i *)data), low = _mm_set1_epi8(0x1f);
    __m128i ascii = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
    __m128i wide = _mm_cmpeq_epi8(_mm_and_si128(v, _mm_set1_epi8((char)0xdf)), _mm_set1_epi8((char)0xc2));
    __m128i control = _mm_or_si128(_mm_cmpeq_epi8(_mm_max_epu8(v, low), low), _mm_cmpeq_epi8(v, _mm_set1_epi8(0x7f)));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(ascii, wide), control));
}
#endif

/* The length of the prefix that needs no escaping. */
static size_t plain_len(const char *data, size_t len)
{
    size_t i = 0;
#if defined(__SSE2__)
    for (; len - i >= 16; i += 16)
        for (unsigned found = need_look(data + i); found; found &= found - 1) {
            size_t at = i + (size_t)__builtin_ctz(found);
            if (is_escaped(data + at, len - at))
                return at;
        }
#endif
    while (i < len) {
        for (uint64_t v; len - i >= 8; i += 8) {
            memcpy(&v, data + i, 8);
            if (needs_look(v))
                break;
        }
        for (size_t stop = len - i < 8 ? len : i + 8; i < stop; i++)
            if (is_escaped(data + i, len - i))
                return i;
    }
    return i;
}

void json_escape_valid(buffer *out, slice text)
{
    for (size_t i = 0; i < text.len;) {
        size_t n = plain_len(text.data + i, text.len - i);
        buffer_append(out, text.data + i, n);
        i += n;
        if (i == text.len)
            return;
        unsigned char c = (unsigned char)text.data[i];
        if (c < 0x80) {
            escape_one(out, c, special[c]);
            i++;
        } else {
            size_t at = i;
            buffer_format(out, "\\u%04x", (unsigned)utf8_next(text.data, text.len, &at));
            i = at;
        }
    }
}

void json_string_after(buffer *out, const char *before, slice text)
{
    buffer_text(out, before);
    json_string(out, text);
}
