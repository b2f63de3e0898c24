/* references.c - decode character references.
 * Names are sorted, so those that start with the bytes read so far are a range, narrowed by binary search for each
 * further byte: about ten steps per byte of a name. The three most frequent references are compared first. Bytes
 * between references are copied with vector instructions. Cost: one pass over the text; only text with a '&' or a NUL
 * comes here. */
#include "html/tokens.h"

#include "base/arrays.h"

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

/* --- character references ----------------------------------------------------------------------------------------- */

typedef struct named_reference {
    uint16_t name; /* where its name starts in `reference_names` */
    uint8_t name_len, value_len;
    char value[7];
} named_reference;

/* `reference_names`, `references`, sorted by name, and `references_from`: the first reference with each first letter,
 * from 'A' to the byte behind 'z'. Made from references.txt. */
#include "reference_table.h"

/* The standard's mapping of a number: the C1 controls are Windows characters. */
static uint32_t meant_by(uint32_t c)
{
    static const uint16_t windows[32] = { 0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021,
                                          0x2C6,  0x2030, 0x160,  0x2039, 0x152,  0x8D,   0x17D,  0x8F,
                                          0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                          0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178 };
    if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return 0xfffd;
    return c >= 0x80 && c < 0xa0 ? windows[c - 0x80] : c;
}

/* From after "&#". */
static const char *number_read(const char *p, const char *end, char **out)
{
    bool hex = p < end && (*p | 32) == 'x', any = false;
    uint32_t c = 0;
    for (p += hex; p < end; p++) {
        int digit = hex_digit(*p);
        if (digit < 0 || (digit > 9 && !hex))
            break;
        any = true;
        if (c <= 0x10ffff)
            c = c * (hex ? 16 : 10) + (uint32_t)digit;
    }
    if (!any)
        return NULL;
    *out += utf8_put(meant_by(c), *out);
    return p < end && *p == ';' ? p + 1 : p;
}

/* The first of references [from, to) whose byte `k` is not below `c`; all have the same bytes before it. A name that
 * ends there comes first. */
static unsigned lower_bound(unsigned from, unsigned to, unsigned k, unsigned char c)
{
    unsigned at;
    SORTED_PLACE(at, from, to,
                 k >= references[at].name_len || (unsigned char)reference_names[references[at].name + k] < c);
    return at;
}

/* The longest name at `p`, or NULL. */
static const named_reference *longest_name(const char *p, const char *end)
{
    if (p >= end || !is_alpha(*p))
        return NULL;
    unsigned from = references_from[*p - 'A'], to = references_from[*p - 'A' + 1];
    const named_reference *best = NULL;
    for (unsigned k = 1; p + k < end && from < to; k++) {
        unsigned char c = (unsigned char)p[k];
        from = lower_bound(from, to, k, c);
        to = c == 0xff ? to : lower_bound(from, to, k, (unsigned char)(c + 1));
        if (from < to && references[from].name_len == k + 1)
            best = &references[from];
    }
    return best;
}

static const char *name_read(const char *p, const char *end, bool in_attribute, char **out)
{
    const named_reference *r = longest_name(p, end);
    if (r == NULL)
        return NULL;
    const char *after = p + r->name_len;
    if (in_attribute && after[-1] != ';' && after < end && (*after == '=' || is_alpha(*after) || is_digit(*after)))
        return NULL;
    memcpy(*out, r->value, r->value_len);
    *out += r->value_len;
    return after;
}

/* One reference: `p` is after a '&'. Writes its value to *out, which has room for 8 bytes, and returns the position
 * after it; NULL if it is not one. */
static const char *reference_read(const char *p, const char *end, bool in_attribute, char **out)
{
    size_t len = (size_t)(end - p);
    if (len && *p == '#')
        return number_read(p + 1, end, out);
    if (len >= 5 && memcmp(p, "nbsp", 4) == 0 && p[4] == ';') {
        memcpy(*out, "\xc2\xa0", 2);
        *out += 2;
        return p + 5;
    }
    return name_read(p, end, in_attribute, out);
}

/* Copy up to the next byte that may need decoding; returns its position, or `end`. */
static const char *copy_plain(const char *p, const char *end, char **out)
{
    for (; p < end; p += 16, *out += 16) {
        vec v = vec_load(p);
        vec_store(*out, v);
        uint64_t stop = vec_mask(vec_is(v, '&') | vec_is(v, 0) | vec_is(v, '<'));
        if (stop) {
            p += mask_first(stop);
            *out += mask_first(stop);
            break;
        }
    }
    if (p > end) {
        *out -= p - end;
        p = end;
    }
    return p;
}

/* The two most frequent references, of which JSON in an attribute has thousands; NULL if it is another. Four bytes are
 * compared at once, five would be a call. */
static inline const char *frequent_read(const char *p, const char *end, char **out)
{
    if (end - p >= 5 && memcmp(p, "quot", 4) == 0 && p[4] == ';') {
        *(*out)++ = '"';
        return p + 5;
    }
    if (end - p >= 4 && memcmp(p, "amp;", 4) == 0) {
        *(*out)++ = '&';
        return p + 4;
    }
    return NULL;
}

/* The byte at `p` stops a copy: write its replacement, and return where to continue. */
static inline const char *decode_one(const char *p, const char *end, unsigned how, char **out)
{
    if (*p == '&' && how & DECODE_REFERENCES) {
        const char *after = frequent_read(p + 1, end, out);
        if (after == NULL)
            after = reference_read(p + 1, end, how & DECODE_ATTRIBUTE, out);
        if (after)
            return after;
    }
    if (*p == 0 && how & DECODE_NUL) {
        memcpy(*out, "\xef\xbf\xbd", 3);
        *out += 3;
        return p + 1;
    }
    if (*p == '<' && how & DECODE_EMPTY_END && end - p >= 3 && p[1] == '/' && p[2] == '>')
        return p + 3;
    *(*out)++ = *p;
    return p + 1;
}

/* An upper bound of the decoded length: NUL becomes three bytes, and no name of n bytes with its '&' gives more than
 * n * 6 / 5. */
static size_t most_decoded(slice text, unsigned how)
{
    bool has_nul = how & DECODE_NUL && memchr(text.data, 0, text.len);
    return (has_nul ? text.len * 3 : text.len + text.len / 4) + 32;
}

slice references_decode(html_side *s, slice text, unsigned how)
{
    char *start = side_room(s, most_decoded(text, how)), *out = start;
    if (start == NULL)
        return text;
    const char *p = text.data, *end = text.data + text.len;
    while ((p = copy_plain(p, end, &out)) < end)
        p = decode_one(p, end, how, &out);
    side_used(s, out);
    return (slice){ start, (size_t)(out - start) };
}
