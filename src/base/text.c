/* text.c - code points, white space, words.
 * The tables are coarse on purpose: blocks of scripts, not single characters. A word counter needs no more. */
#include "base/text.h"

#include "base/arrays.h"
#include "base/letters.h"
#include "base/system/portable.h"

bool slice_same_nocase(slice s, const char *lower_text)
{
    for (size_t i = 0; i < s.len; i++)
        if (lower(s.data[i]) != lower_text[i])
            return false;
    return true;
}

bool slice_has_word(slice s, const char *lower_word, size_t n)
{
    if (n == 0)
        return true;
    for (size_t i = 0; n == 1 && i < s.len; i++)
        if (lower(s.data[i]) == lower_word[0])
            return true;
    for (size_t i = 0; n > 1 && (i = letters_find(s, i, lower_word[0], lower_word[1])) + n <= s.len; i++)
        if (slice_same_nocase((slice){ s.data + i, n }, lower_word))
            return true;
    return false;
}

slice slice_trim(slice s)
{
    while (s.len && is_space(s.data[0])) {
        s.data++;
        s.len--;
    }
    while (s.len && is_space(s.data[s.len - 1]))
        s.len--;
    return s;
}

slice slice_after_last(slice s, const char *marks)
{
    size_t at = s.len;
    while (at > 0 && memchr(marks, s.data[at - 1], strlen(marks)) == NULL)
        at--;
    return slice_from(s, at);
}

bool slice_is_any(slice s, const char *const *lower_words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((s.len == 0 || lower(*s.data) == *lower_words[i]) && slice_is_nocase(s, lower_words[i]))
            return true;
    return false;
}

bool slice_word(slice *rest, slice *word)
{
    *word = slice_from(*rest, leading_space(*rest));
    size_t n = 0;
    while (n < word->len && !is_space(word->data[n]))
        n++;
    *rest = slice_from(*word, n);
    word->len = n;
    return n > 0;
}

uint32_t utf8_next(const char *data, size_t len, size_t *at)
{
    const unsigned char *p = (const unsigned char *)data + *at;
    size_t left = len - *at;
    uint32_t c = p[0];
    unsigned more = c < 0x80                ? 0
                    : c >= 0xc2 && c < 0xe0 ? 1
                    : c >= 0xe0 && c < 0xf0 ? 2
                    : c >= 0xf0 && c < 0xf5 ? 3
                                            : 4;
    *at += 1;
    if (more == 0)
        return c;
    if (more == 4 || left <= more)
        return 0xfffd;
    c &= 0x3fu >> more;
    for (unsigned i = 1; i <= more; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0xfffd;
        c = c << 6 | (p[i] & 0x3fu);
    }
    static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
    if (c < least[more] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return 0xfffd;
    *at += more;
    return c;
}

size_t utf8_put(uint32_t c, char out[4])
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3f));
        out[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3f));
    out[2] = (char)(0x80 | (c >> 6 & 0x3f));
    out[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

/* Sixteen bytes, which the compiler puts into a vector register if there is one. */
typedef uint64_t pair __attribute__((vector_size(16)));
#define WINDOW (4 * sizeof(pair))

/* The length of the ASCII prefix, which is most markup, in whole windows. */
static size_t ascii_len(const char *data, size_t len)
{
    size_t at = 0;
    for (pair v[4]; len - at >= WINDOW; at += WINDOW) {
        memcpy(v, data + at, WINDOW);
        v[0] = (v[0] | v[1]) | (v[2] | v[3]);
        if ((v[0][0] | v[0][1]) & 0x8080808080808080u)
            break;
    }
    return at;
}

/* The next byte beyond ASCII from `at` on, or `stop`. */
static size_t next_wide(const char *data, size_t at, size_t stop)
{
    for (uint64_t word; stop - at >= sizeof word; at += sizeof word) {
        memcpy(&word, data + at, sizeof word);
        word = le64toh(word) & 0x8080808080808080u;
        if (word)
            return at + (size_t)__builtin_ctzll(word) / 8;
    }
    while (at < stop && (unsigned char)data[at] < 0x80)
        at++;
    return at;
}

/* The length of a valid character of two or three bytes that starts at `p` with four bytes readable; 0 if it is
 * anything else. */
static size_t common_len(const char *p)
{
    unsigned char a = (unsigned char)p[0], b = (unsigned char)p[1], c = (unsigned char)p[2];
    if (a >= 0xc2 && a < 0xe0)
        return (b & 0xc0) == 0x80 ? 2 : 0;
    if (a < 0xe0 || a >= 0xf0 || (b & 0xc0) != 0x80 || (c & 0xc0) != 0x80)
        return 0;
    return (a == 0xe0 && b < 0xa0) || (a == 0xed && b >= 0xa0) ? 0 : 3; /* too long, or half of a pair */
}

/* Advance past the characters that start before `stop`; false at invalid UTF-8. */
static bool valid_until(const char *data, size_t len, size_t *at, size_t stop)
{
    while (*at < stop && (*at = next_wide(data, *at, stop)) < stop) { /* a character may end after `stop` */
        size_t known = len - *at >= 4 ? common_len(data + *at) : 0;
        if (known) {
            *at += known;
            continue;
        }
        size_t next = *at;
        if (utf8_next(data, len, &next) == 0xfffd && (next - *at != 3 || memcmp(data + *at, "\xef\xbf\xbd", 3) != 0))
            return false;
        *at = next;
    }
    return true;
}

size_t utf8_valid_len(const char *data, size_t len)
{
    for (size_t at = 0; at < len;) {
        at += ascii_len(data + at, len - at);
        if (!valid_until(data, len, &at, len - at < WINDOW ? len : at + WINDOW))
            return at;
    }
    return len;
}

typedef struct range {
    uint32_t first, last;
} range;

/* Non-word characters above U+007F: controls, spaces, punctuation, symbols, private use. */
static const range not_word[] = {
    { 0x80, 0xa9 },        { 0xab, 0xb1 },     { 0xb4, 0xb4 },     { 0xb6, 0xb8 },     { 0xbb, 0xbb },
    { 0xbf, 0xbf },        { 0xd7, 0xd7 },     { 0xf7, 0xf7 },     { 0x2c2, 0x2c5 },   { 0x2d2, 0x2df },
    { 0x37e, 0x37e },      { 0x387, 0x387 },   { 0x55a, 0x55f },   { 0x589, 0x58f },   { 0x5be, 0x5be },
    { 0x5c0, 0x5c0 },      { 0x5c3, 0x5c3 },   { 0x5c6, 0x5c6 },   { 0x5f3, 0x60f },   { 0x61b, 0x61f },
    { 0x66a, 0x66d },      { 0x6d4, 0x6d4 },   { 0x700, 0x70f },   { 0x964, 0x965 },   { 0x970, 0x970 },
    { 0xe3f, 0xe3f },      { 0xe4f, 0xe4f },   { 0xe5a, 0xe5b },   { 0x104a, 0x104f }, { 0x10fb, 0x10fb },
    { 0x1360, 0x1368 },    { 0x17d4, 0x17db }, { 0x1800, 0x180a }, { 0x2000, 0x2070 }, { 0x207a, 0x207e },
    { 0x208a, 0x208e },    { 0x20a0, 0x20cf }, { 0x2100, 0x2101 }, { 0x2190, 0x245f }, { 0x249c, 0x24e9 },
    { 0x2500, 0x2bff },    { 0x2e00, 0x2fff }, { 0x3000, 0x3004 }, { 0x3008, 0x3020 }, { 0x3030, 0x3030 },
    { 0x303d, 0x303f },    { 0x309b, 0x309c }, { 0x30a0, 0x30a0 }, { 0x30fb, 0x30fb }, { 0x3200, 0x33ff },
    { 0xa4d0, 0xa4d0 },    { 0xd800, 0xf8ff }, { 0xfd3e, 0xfd3f }, { 0xfe00, 0xfe6f }, { 0xfeff, 0xff0f },
    { 0xff1a, 0xff20 },    { 0xff3b, 0xff40 }, { 0xff5b, 0xff65 }, { 0xffe0, 0xffff }, { 0x1f000, 0x1faff },
    { 0xe0000, 0x10ffff },
};

static const range wide[] = {
    { 0xe00, 0xeff },                                           /* Thai, Lao */
    { 0x1000, 0x109f },                                         /* Myanmar */
    { 0x1780, 0x17ff },                                         /* Khmer */
    { 0x3005, 0x3007 }, { 0x3021, 0x3029 }, { 0x3041, 0x30ff }, /* kana */
    { 0x31f0, 0x31ff }, { 0x3400, 0x4dbf }, { 0x4e00, 0x9fff }, /* Han */
    { 0xf900, 0xfaff }, { 0xff66, 0xff9d }, { 0x20000, 0x3ffff },
};

static bool in_ranges(const range *ranges, size_t n, uint32_t c)
{
    size_t at;
    SORTED_PLACE(at, 0, n, ranges[at].last < c);
    return at < n && ranges[at].first <= c;
}

bool is_word(uint32_t c)
{
    if (c < 0x80)
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (c >= 0xc0 && c < 0x2c2) /* Latin: all but the signs of multiplication and division */
        return c != 0xd7 && c != 0xf7;
    /* Greek and Cyrillic; Han and Hangul: between two ranges of the table */
    if ((c > 0x387 && c < 0x55a) || (c > 0x33ff && c < 0xa4d0) || (c > 0xa4d0 && c < 0xd800))
        return true;
    return !in_ranges(not_word, sizeof not_word / sizeof *not_word, c);
}

bool is_wide_word(uint32_t c)
{
    if (c < 0xe00 || (c > 0x17ff && c < 0x3005)) /* general punctuation is more frequent than all between */
        return false;
    return (c > 0x4dff && c < 0xa000) || (in_ranges(wide, sizeof wide / sizeof *wide, c) && is_word(c));
}

uint32_t count_words(const char *data, size_t len)
{
    uint32_t n = 0;
    bool inside = false;
    for (size_t at = 0; at < len;) {
        uint32_t c = (unsigned char)data[at];
        if (c < 0x80)
            at++;
        else
            c = utf8_next(data, len, &at);
        if (c >= 0xe00 && is_wide_word(c)) {
            n++;
            inside = false;
            continue;
        }
        bool word = is_word(c);
        n += word && !inside;
        inside = word;
    }
    return n;
}

uint32_t lower_point(uint32_t c)
{
    if (c < 0x80)
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    if ((c >= 0xc0 && c <= 0xde && c != 0xd7) || (c >= 0x391 && c <= 0x3ab) || (c >= 0x410 && c <= 0x42f))
        return c + 32;
    if (c == 0x130) /* Turkish dotted I */
        return 'i';
    if ((c >= 0x100 && c <= 0x137) || (c >= 0x14a && c <= 0x177))
        return c | 1;
    if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e))
        return c + (c & 1);
    if (c >= 0x400 && c <= 0x40f)
        return c + 80;
    if (c == 0x386 || c == 0x38c) /* Greek with an accent */
        return c == 0x386 ? 0x3ac : 0x3cc;
    return c >= 0x388 && c <= 0x38a ? c + 37 : c;
}

size_t text_lower(slice text, char *out, size_t max)
{
    size_t len = 0;
    for (size_t at = 0; at < text.len && len + 4 <= max;)
        len += utf8_put(lower_point(utf8_next(text.data, text.len, &at)), out + len);
    return len;
}

bool slice_is_in(slice word, const char *list)
{
    bool is_one = word.len && memchr(word.data, ' ', word.len) == NULL;
    for (const char *at = list; is_one && *at; at = strchr(at, ' ') + 1)
        if (strncmp(at, word.data, word.len) == 0 && at[word.len] == ' ')
            return true;
    return false;
}

bool has_word(slice text)
{
    for (size_t at = 0; at < text.len;)
        if (is_word(utf8_next(text.data, text.len, &at)))
            return true;
    return false;
}

size_t count_points(slice text)
{
    size_t n = 0;
    for (size_t at = 0; at < text.len; n++)
        utf8_next(text.data, text.len, &at);
    return n;
}

static void put_point(text_word *w, uint32_t c)
{
    char bytes[4];
    size_t n = utf8_put(lower_point(c), bytes);
    if (w->len + n <= WORD_BYTES) {
        memcpy(w->data + w->len, bytes, n);
        w->len += n;
    }
}

bool text_word_next(slice text, size_t *at, text_word *out)
{
    out->len = 0;
    while (*at < text.len) {
        size_t next = *at;
        uint32_t c = utf8_next(text.data, text.len, &next);
        bool alone = is_wide_word(c), inside = alone || is_word(c);
        if (out->len && (alone || !inside))
            return true;
        *at = next;
        if (inside)
            put_point(out, c);
        if (alone)
            return true;
    }
    return out->len > 0;
}
