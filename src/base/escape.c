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

/* Copy the bytes that need no care; returns how many. The rest of `text`, and 16 more, fit into the buffer. */
static size_t copy_run(buffer *out, slice text, unsigned flags)
{
    char quote = flags & ESCAPE_ATTRIBUTE ? '"' : '&', less = flags & ESCAPE_TEXT ? '<' : '&',
         greater = flags & ESCAPE_TEXT ? '>' : '&';
    for (size_t i = 0; i < text.len; i += 16) {
        vec v = vec_load_some(text.data + i, text.len - i);
        vec found = vec_is(v, '&') | vec_is(v, quote) | vec_is(v, less) | vec_is(v, greater);
        uint64_t special = vec_mask(found | vec_is(v, '\r')) & bits_before(text.len - i);
        size_t left = text.len - i < 16 ? text.len - i : 16, n = special ? (size_t)__builtin_ctzll(special) : left;
        vec_store(out->data + out->len, v);
        out->len += n;
        if (n < left)
            return i + n;
    }
    return text.len;
}

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

void append_folded(buffer *out, size_t start, slice text, bool *space)
{
    for (slice word; text.len;) {
        *space |= is_space(*text.data);
        if (!slice_word(&text, &word))
            return;
        if (*space && out->len > start)
            buffer_byte(out, ' ');
        buffer_append(out, word.data, word.len);
        *space = false;
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

/* Which of sixteen bytes are below 0x20, a quote, a backslash, DEL, or the first byte of a non-ASCII line separator? */
static uint64_t need_look(vec v)
{
    vec ascii = vec_is(v, '"') | vec_is(v, '\\') | vec_at_most(v, 0x1f) | vec_is(v, 0x7f);
    return vec_mask(ascii | vec_is(v, (char)0xc2) | vec_is(v, (char)0xe2));
}

/* The length of the prefix that needs no escaping. */
static size_t plain_len(const char *data, size_t len)
{
    for (size_t i = 0; i < len; i += 16) {
        uint64_t found = need_look(vec_load_some(data + i, len - i)) & bits_before(len - i);
        for (; found; found &= found - 1) {
            size_t at = i + (size_t)__builtin_ctzll(found);
            if (is_escaped(data + at, len - at))
                return at;
        }
    }
    return len;
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
