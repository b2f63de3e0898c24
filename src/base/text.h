/* text.h - text primitives: code points, white space, words. Works on valid UTF-8 and never reads past `len`. */
#ifndef HUSK_BASE_TEXT_H
#define HUSK_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/vectors.h"
#include "husk/husk.h"

/* A piece of page data; not NUL-terminated. */
typedef husk_string slice;

#define SLICE(literal) ((slice){ (literal), sizeof(literal) - 1 })

static inline bool slice_is(slice s, const char *text)
{
    size_t len = strlen(text);
    return s.len == len && (len == 0 || memcmp(s.data, text, len) == 0);
}

static inline bool slice_starts(slice s, const char *text)
{
    size_t len = strlen(text);
    return s.len >= len && memcmp(s.data, text, len) == 0;
}

/* Below 0 if `a` comes first by its bytes, 0 if they are the same, above 0 otherwise. */
static inline int slice_order(slice a, slice b)
{
    size_t shared = a.len < b.len ? a.len : b.len;
    int order = shared ? memcmp(a.data, b.data, shared) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

static inline bool slice_ends(slice s, const char *text)
{
    size_t len = strlen(text);
    return s.len >= len && memcmp(s.data + s.len - len, text, len) == 0;
}

static inline bool slice_same(slice a, slice b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

/* The length of what two texts have in common at their start. */
static inline size_t same_start(slice a, slice b)
{
    size_t n = 0;
    while (n < a.len && n < b.len && a.data[n] == b.data[n])
        n++;
    return n;
}

/* HTML white space. */
static inline bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

/* The length of leading white space, sixteen bytes a step: pages are indented. */
static inline size_t leading_space(slice s)
{
    if (s.len == 0 || !is_space(s.data[0]))
        return 0;
    for (size_t n = 0; n < s.len; n += 16) {
        vec v = vec_load_some(s.data + n, s.len - n);
        vec blank = vec_is(v, ' ') | vec_is(v, '\n') | vec_is(v, '\t') | vec_is(v, '\r');
        uint64_t other = ~vec_mask(blank | vec_is(v, '\f')) & bits_before(s.len - n);
        if (other)
            return n + (size_t)__builtin_ctzll(other);
    }
    return s.len;
}

/* Take `n` bytes off its start. */
static inline slice slice_from(slice s, size_t n)
{
    return (slice){ n ? s.data + n : s.data, s.len - n }; /* an empty one may have no bytes at all */
}

/* What comes after the last of these bytes; all of it if there is none. */
slice slice_after_last(slice s, const char *marks);

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Is it a letter of ASCII? */
static inline bool is_alpha(char c)
{
    return (unsigned char)((c | 32) - 'a') < 26;
}

static inline char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* The value of a hexadecimal digit, or -1. */
static inline int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : lower(c) >= 'a' && lower(c) <= 'f' ? lower(c) - 'a' + 10 : -1;
}

/* The value of `n` hexadecimal digits at `at`, or -1. */
static inline int32_t hex_number(slice s, size_t at, size_t n)
{
    int32_t value = 0;
    if (at + n > s.len)
        return -1;
    for (size_t i = at; i < at + n && value >= 0; i++)
        value = hex_digit(s.data[i]) < 0 ? -1 : value * 16 + hex_digit(s.data[i]);
    return value;
}

/* The code unit of JSON's "\\uXXXX" at `at`, or -1. */
static inline int32_t escaped_unit(slice s, size_t at)
{
    return at + 2 <= s.len && s.data[at] == '\\' && s.data[at + 1] == 'u' ? hex_number(s, at + 2, 4) : -1;
}

/* Are the first s.len bytes of `lower_text` (lower-case ASCII) those of `s`, ignoring its case? */
bool slice_same_nocase(slice s, const char *lower_text);

/* Is it `lower_text`? The length of a literal is known when this is compiled, and is most often another. */
static inline bool slice_is_nocase(slice s, const char *lower_text)
{
    return s.len == strlen(lower_text) && slice_same_nocase(s, lower_text);
}

static inline bool slice_starts_nocase(slice s, const char *lower_text)
{
    size_t n = strlen(lower_text);
    return s.len >= n && slice_is_nocase((slice){ s.data, n }, lower_text);
}

/* Is it one of the words of `list`, each of which has a space after it? */
bool slice_is_in(slice word, const char *list);

/* Does `s` contain the word of `n` bytes (lower-case ASCII), ignoring the case of `s`? */
bool slice_has_word(slice s, const char *lower_word, size_t n);

static inline bool slice_has_nocase(slice s, const char *lower_word)
{
    size_t n = strlen(lower_word);
    return s.len >= n && slice_has_word(s, lower_word, n);
}

/* Is it one of the words? */
bool slice_is_any(slice s, const char *const *lower_words, size_t n);
#define SLICE_IS_ANY(s, words) slice_is_any((s), (words), sizeof(words) / sizeof *(words))

slice slice_trim(slice s);

/* The length of the text, cut before `most` bytes are exceeded and not inside a character. */
static inline size_t slice_cut(slice s, size_t most)
{
    if (s.len <= most)
        return s.len;
    while (most && ((unsigned char)s.data[most] & 0xc0) == 0x80)
        most--;
    return most;
}

/* Take the next run of other characters than white space off the front of `rest`. False: there is none. */
bool slice_word(slice *rest, slice *word);

/* The code point at `*at`, which advances past it. Requires `*at` < len. Invalid bytes give U+FFFD and advance by
 * one. */
uint32_t utf8_next(const char *data, size_t len, size_t *at);

/* Write 1 to 4 bytes to `out`. */
size_t utf8_put(uint32_t c, char out[4]);

/* The length of the valid UTF-8 prefix; len if all of it is valid. */
size_t utf8_valid_len(const char *data, size_t len);

/* Is this a letter, digit or mark that forms words? Follows Unicode, by a small table. */
bool is_word(uint32_t c);

/* A letter of a script written without spaces (Han, kana, Thai, Lao, Khmer, Myanmar): each counts as one word. */
bool is_wide_word(uint32_t c);

/* Lower case for Latin, Greek and Cyrillic; everything else is unchanged. */
uint32_t lower_point(uint32_t c);

/* `text` in lower case, as much as fits into `max` bytes; returns the length. */
size_t text_lower(slice text, char *out, size_t max);

/* Is there any letter, digit or mark of a word? */
bool has_word(slice text);

/* Count code points. */
size_t count_points(slice text);

/* Count words: runs of word characters, and single letters of scripts without spaces. */
uint32_t count_words(const char *data, size_t len);

/* Longer words are truncated: they are URLs or data, not words. */
#define WORD_BYTES 64

typedef struct text_word {
    char data[WORD_BYTES];
    size_t len;
} text_word;

/* The next word at or after `*at`, which advances past it; false at the end. A word is a run of letters, digits and
 * marks; each letter of a script written without spaces is a word (text.h). */
bool text_word_next(slice text, size_t *at, text_word *out);

#endif
