/* block_text.c - fold white space and count words, capitals, digits and marks.
 * A table says what each byte is; small letters inside a word, most of a page's text, are only copied. Text beyond
 * ASCII is read one character at a time. Cost: 2 ns per byte of prose, a twentieth of an extraction. */
#include "page/page.h"

/* Byte classes: the kind in the low bits; above it, for words a capital or digit flag, for punctuation its MARK_…. */
enum {
    BYTE_MARK = 0,
    BYTE_WORD = 1,
    BYTE_SPACE = 2,
    BYTE_WIDE = 3,
    BYTE_KIND = 3,
    BYTE_CAPITAL = 4,
    BYTE_DIGIT = 8,
    BYTE_CLOSES = 128
};
#define MARK(kind) ((kind) << 3)

static const uint8_t byte_kind[256] = {
    ['\t'] = BYTE_SPACE,
    ['\n'] = BYTE_SPACE,
    ['\f'] = BYTE_SPACE,
    ['\r'] = BYTE_SPACE,
    [' '] = BYTE_SPACE,
    ['0' ... '9'] = BYTE_WORD | BYTE_DIGIT,
    ['A' ... 'Z'] = BYTE_WORD | BYTE_CAPITAL,
    ['a' ... 'z'] = BYTE_WORD,
    ['_'] = BYTE_WORD,
    [0x80 ... 0xff] = BYTE_WIDE,
    ['.'] = MARK(MARK_SENTENCE),
    ['!'] = MARK(MARK_SENTENCE),
    ['?'] = MARK(MARK_QUESTION),
    [','] = MARK(MARK_COMMA),
    [';'] = MARK(MARK_COMMA),
    ['|'] = MARK(MARK_BAR),
    ['/'] = MARK(MARK_BAR),
    ['>'] = MARK(MARK_BAR),
    ['$'] = MARK(MARK_CURRENCY),
    ['"'] = BYTE_CLOSES,
    ['\''] = BYTE_CLOSES,
    [')'] = BYTE_CLOSES,
    [']'] = BYTE_CLOSES,
};

/* Punctuation beyond ASCII. */
static unsigned wide_mark(uint32_t c)
{
    static const uint16_t marks[N_MARKS][8] = {
        [MARK_SENTENCE] = { 0x3002, 0xff01, 0xff0e, 0x964, 0x6d4 },
        [MARK_QUESTION] = { 0xff1f, 0x61f },
        [MARK_COMMA] = { 0x3001, 0xff0c, 0x60c, 0xff1b, 0x61b },
        [MARK_BAR] = { 0x2022, 0xb7, 0xbb, 0xab, 0x203a, 0x2039, 0x2192 },
        [MARK_CURRENCY] = { 0x20ac, 0xa3, 0xa5, 0x20b9, 0x20bd, 0xffe5 },
        [MARK_COPYRIGHT] = { 0xa9 },
    };
    if (c >= 0x2010 && c < 0x2022) /* dashes and quotes, the most frequent */
        return MARK_OTHER;
    for (unsigned kind = MARK_SENTENCE; kind < N_MARKS; kind++)
        for (unsigned i = 0; marks[kind][i]; i++)
            if (marks[kind][i] == c)
                return kind;
    return MARK_OTHER;
}

static bool closes(uint32_t c)
{
    return c == 0x201d || c == 0x2019 || c == 0xbb || c == 0x300d || c == 0xa0;
}

static bool is_capital(uint32_t c)
{
    return (c >= 0xc0 && c <= 0xde) || (c >= 0x410 && c <= 0x42f);
}

/* utf8_next, with the common lengths of two and three bytes first. */
static inline uint32_t wide_next(const char *data, size_t len, size_t *at)
{
    const unsigned char *p = (const unsigned char *)data;
    if (len >= 2 && p[0] >= 0xc2 && p[0] < 0xe0 && (p[1] & 0xc0) == 0x80) {
        *at = 2;
        return (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu);
    }
    if (len >= 3 && p[0] > 0xe0 && p[0] < 0xed && (p[1] & 0xc0) == 0x80 && (p[2] & 0xc0) == 0x80) {
        *at = 3;
        return (p[0] & 0xfu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);
    }
    *at = 0;
    return utf8_next(data, len, at);
}

/* A character beyond ASCII: is it visible, does it form a word? Returns its length. */
static size_t wide_char(page_block *b, block_pen *pen, const char *data, size_t len, uint32_t *words)
{
    size_t at;
    uint32_t c = wide_next(data, len, &at);
    if ((c > 0xbf && c < 0x2c2) || (c > 0x387 && c < 0x55a)) { /* letters of Europe: what follows is about others */
        bool word = is_word(c);
        b->n_chars++;
        b->last = c;
        *words += word && !pen->in_word;
        b->n_capitals += word && !pen->in_word && is_capital(c);
        b->marks[MARK_OTHER] += !word;
        pen->in_word = word;
        return at;
    }
    /* no-break and other spaces, zero-width marks: kept in the text, not counted as visible */
    bool unseen = c == 0xa0 || c == 0xad || (c >= 0x2000 && c <= 0x200f) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
                  c == 0x205f || c == 0x2060 || c == 0x3000 || c == 0xfeff;
    b->n_chars += !unseen;
    if (!unseen && !closes(c))
        b->last = c;
    if (is_wide_word(c)) {
        (*words)++;
        pen->in_word = false;
    } else if (!unseen && is_word(c)) {
        *words += !pen->in_word;
        b->n_capitals += !pen->in_word && is_capital(c);
        pen->in_word = true;
    } else {
        b->marks[wide_mark(c)]++;
        pen->in_word = false;
    }
    return at;
}

uint32_t block_text_add(buffer *out, page_block *b, block_pen *pen, slice text)
{
    if (!buffer_reserve(out, text.len + 1)) /* a blank before it */
        return 0;
    char *to = out->data + out->len;
    uint32_t words = 0, chars = 0, digits = 0;
    for (size_t i = 0; i < text.len;) {
        unsigned char c = (unsigned char)text.data[i];
        uint8_t kind = byte_kind[c];
        if ((kind & BYTE_KIND) == BYTE_SPACE) {
            pen->space = true;
            i++;
            continue;
        }
        if (pen->space) {
            if (to > out->data + b->text_start)
                *to++ = ' ';
            pen->space = pen->in_word = false;
        }
        if ((kind & BYTE_KIND) == BYTE_WORD) {
            const size_t from = i;
            words += !pen->in_word;
            b->n_capitals += !pen->in_word && kind & BYTE_CAPITAL;
            b->last = pen->in_word ? b->last : c;
            digits += kind >> 3;
            do
                *to++ = text.data[i++];
            while (i < text.len && byte_kind[(unsigned char)text.data[i]] == BYTE_WORD); /* small letters */
            chars += (uint32_t)(i - from);
            pen->in_word = true;
        } else if ((kind & BYTE_KIND) == BYTE_WIDE) {
            for (size_t n = wide_char(b, pen, text.data + i, text.len - i, &words); n; n--)
                *to++ = text.data[i++];
        } else {
            chars += c >= 0x20;
            *to++ = (char)c;
            i++;
            pen->in_word = false;
            if (!(kind & BYTE_CLOSES)) {
                b->marks[kind >> 3]++;
                b->last = c;
            }
        }
    }
    b->n_digits += digits;
    b->n_chars += chars;
    b->n_words += words;
    out->len = (size_t)(to - out->data);
    return words;
}
