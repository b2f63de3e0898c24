/* signals.c - what a text looks like, in the numbers that corpora are filtered by.
 * The measures are those of Gopher (Rae et al. 2021, table A1) and FineWeb (Penedo et al. 2024): words, lines, and what
 * repeats. A word is what white space separates, and each letter of a script written without spaces. An n-gram's hash
 * is the difference of two prefixes' (Karp and Rabin 1987), so that all lengths together cost nine look-ups per word,
 * and none beyond a length that does not repeat. Cost: one pass, and at most nine over its words. Limits:
 * HUSK_MAX_SIGNAL_WORDS words and lines are looked at for repetition. */
#include "write/write.h"

#include <string.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/table.h"

static const char *const signal_names[HUSK_N_SIGNALS] = {
    "words",           "word_length",     "lines",           "line_length",     "punctuated_lines", "bullet_lines",
    "ellipsis_lines",  "duplicate_lines", "duplicate_chars", "top_2gram",       "top_3gram",        "top_4gram",
    "duplicate_5gram", "duplicate_6gram", "duplicate_7gram", "duplicate_8gram", "duplicate_9gram",  "duplicate_10gram",
    "symbols",         "alphabetic",      "stop_words",      "link_density",
};

const char *husk_signal_name(size_t signal)
{
    return signal < HUSK_N_SIGNALS ? signal_names[signal] : NULL;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

#define LONGEST_GRAM 10
#define GRAM_BASE 0x9e3779b97f4a7c15u /* odd */

/* A hash that was seen, in the pass `stamp`. */
typedef struct seen {
    uint64_t key;
    uint32_t stamp, count;
} seen;

typedef struct reading {
    slice text;
    size_t at;
    bool words_only;
    uint64_t *prefix; /* of words: the hash of all before, */
    uint32_t *chars;  /* and their characters */
    uint64_t *line;   /* hashes of lines, */
    uint32_t *line_chars;
    uint32_t n_kept, n_lines_kept; /* of words and lines in these arrays */
    uint64_t n_words, n_chars, n_alphabetic, n_symbols;
    uint64_t n_lines, n_line_chars, n_punctuated, n_bullets, n_ellipses;
    uint32_t stop_words; /* a bit each */
} reading;

static bool is_wide_space(uint32_t c)
{
    return c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
           c == 0x205f || c == 0x3000;
}

/* Gopher's: a text in English has at least two of them. */
static void take_stop_word(reading *r, const char *word, size_t len)
{
    static const char *const words[] = { "the", "be", "to", "of", "and", "that", "have", "with" };
    for (uint32_t i = 0; len >= 2 && len <= 4 && i < sizeof words / sizeof *words; i++)
        if (slice_is_nocase((slice){ word, len }, words[i]))
            r->stop_words |= 1u << i;
}

static void take_word(reading *r, size_t from, size_t to, uint32_t n_chars, bool has_letter)
{
    r->n_words++;
    r->n_chars += n_chars;
    r->n_alphabetic += has_letter;
    if (r->words_only)
        return;
    take_stop_word(r, r->text.data + from, to - from);
    if (r->n_kept == HUSK_MAX_SIGNAL_WORDS)
        return;
    uint32_t n = r->n_kept++;
    r->prefix[n + 1] = r->prefix[n] * GRAM_BASE + hash_bytes(r->text.data + from, to - from);
    r->chars[n + 1] = r->chars[n] + n_chars;
}

static bool is_end_mark(uint32_t c)
{
    static const uint32_t marks[] = { '.', '!', '?', 0x2026, 0x3002, 0xff01, 0xff1f, 0x61f, 0x6d4, 0x964 };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (c == marks[i])
            return true;
    return false;
}

/* Quotes and brackets that may follow the end of a sentence. */
static bool is_closing(uint32_t c)
{
    return c == '"' || c == '\'' || c == ')' || c == ']' || c == 0xbb || c == 0x2019 || c == 0x201d || c == 0x300d;
}

static bool is_bullet(uint32_t c)
{
    return c == '-' || c == '*' || c == 0x2022 || c == 0x2023 || c == 0x25aa || c == 0x25cf || c == 0x25e6 || c == 0xb7;
}

/* What is known of the line and the word being read. */
typedef struct line_state {
    size_t start, end;            /* of the line, without white space around it */
    uint32_t first, second, last; /* code points; of the last, one that is not closing */
    uint32_t n_dots;              /* at the end */
    uint32_t n_chars, len;        /* with and without white space at the end */
    size_t word;                  /* its start; SIZE_MAX: none */
    uint32_t word_chars;
    bool has_letter;
} line_state;

static void end_word(reading *r, line_state *l, size_t to)
{
    if (l->word != SIZE_MAX)
        take_word(r, l->word, to, l->word_chars, l->has_letter);
    l->word = SIZE_MAX;
}

static void end_line(reading *r, const line_state *l)
{
    if (l->n_chars == 0)
        return;
    r->n_lines++;
    r->n_line_chars += l->len;
    r->n_punctuated += is_end_mark(l->last);
    r->n_ellipses += l->last == 0x2026 || l->n_dots >= 3;
    r->n_bullets += is_bullet(l->first) && (l->second == ' ' || l->first >= 0x80);
    if (r->words_only || r->n_lines_kept == HUSK_MAX_SIGNAL_WORDS)
        return;
    r->line[r->n_lines_kept] = hash_bytes(r->text.data + l->start, l->end - l->start);
    r->line_chars[r->n_lines_kept++] = l->len;
}

static void take_char(reading *r, line_state *l, size_t from, uint32_t c)
{
    bool wide = c >= 0x80 && is_wide_word(c);
    if (wide)
        end_word(r, l, from);
    if (l->word == SIZE_MAX) {
        l->word = from;
        l->word_chars = 0;
        l->has_letter = false;
    }
    l->word_chars++;
    l->has_letter |= c < 0x80 ? is_alpha((char)c) : is_word(c);
    if (l->n_chars == 0) {
        l->start = from;
        l->first = c;
    }
    l->n_dots = c == '.' ? l->n_dots + 1 : is_closing(c) ? l->n_dots : 0;
    l->last = is_closing(c) ? l->last : c;
    r->n_symbols += c == '#' || c == 0x2026 || (c == '.' && l->n_dots == 3);
    l->end = r->at;
    if (wide)
        end_word(r, l, r->at);
}

static void read_line(reading *r)
{
    line_state l = { .word = SIZE_MAX };
    while (r->at < r->text.len && r->text.data[r->at] != '\n') {
        size_t from = r->at;
        unsigned char byte = (unsigned char)r->text.data[from];
        uint32_t c = byte < 0x80 ? (r->at++, byte) : utf8_next(r->text.data, r->text.len, &r->at);
        bool space = c < 0x80 ? is_space((char)c) : is_wide_space(c);
        if (l.n_chars == 1)
            l.second = space ? ' ' : c;
        if (space)
            end_word(r, &l, from);
        else
            take_char(r, &l, from, c);
        l.n_chars += !space || l.n_chars > 0;
        l.len = space ? l.len : l.n_chars;
    }
    end_word(r, &l, r->at);
    end_line(r, &l);
    r->at++;
}

/* --- repetition --------------------------------------------------------------------------------------------------- */

typedef struct seen_set {
    seen *entries;
    size_t size;
} seen_set;

/* How often the key was seen in this pass, with this time. */
static uint32_t count_seen(const seen_set *s, uint64_t key, uint32_t stamp)
{
    size_t at;
    key = (key ^ key >> 29) * 0xbf58476d1ce4e5b9u;
    key ^= key >> 32;
    TABLE_PLACE(at, key, s->size, s->entries[at].stamp != stamp, s->entries[at].key == key);
    seen *e = &s->entries[at];
    if (e->stamp != stamp)
        *e = (seen){ .key = key, .stamp = stamp };
    return ++e->count;
}

static uint64_t power_of(uint32_t n)
{
    uint64_t power = 1;
    while (n-- > 0)
        power *= GRAM_BASE;
    return power;
}

/* The share of characters in the most frequent n-gram that repeats, the longest of several. */
static double top_gram(const reading *r, const seen_set *s, uint32_t n)
{
    uint64_t power = power_of(n), most = 1, best = 0;
    for (uint32_t i = 0; i + n <= r->n_kept; i++) {
        uint64_t count = count_seen(s, r->prefix[i + n] - r->prefix[i] * power, n);
        uint64_t covered = count * (r->chars[i + n] - r->chars[i]);
        if (count > most || (count == most && count > 1 && covered > best)) {
            most = count;
            best = covered;
        }
    }
    double share = (double)best / (double)r->chars[r->n_kept];
    return share < 1 ? share : 1; /* its occurrences may overlap */
}

/* The share of characters in n-grams that occurred before, none counted twice. */
static double repeated_grams(const reading *r, const seen_set *s, uint32_t n)
{
    uint64_t power = power_of(n), covered = 0;
    for (uint32_t i = 0; i + n <= r->n_kept;) {
        bool again = count_seen(s, r->prefix[i + n] - r->prefix[i] * power, n) > 1;
        covered += again ? r->chars[i + n] - r->chars[i] : 0;
        i += again ? n : 1;
    }
    return (double)covered / (double)r->chars[r->n_kept];
}

static void find_repeated(const reading *r, const seen_set *s, double *out)
{
    uint64_t n = 0, chars = 0, all = 0;
    for (uint32_t i = 0; i < r->n_lines_kept; i++) {
        bool again = count_seen(s, r->line[i], 1) > 1;
        n += again;
        chars += again ? r->line_chars[i] : 0;
        all += r->line_chars[i];
    }
    out[HUSK_SIGNAL_DUPLICATE_LINES] = r->n_lines_kept ? (double)n / r->n_lines_kept : 0;
    out[HUSK_SIGNAL_DUPLICATE_CHARS] = all ? (double)chars / (double)all : 0;
    bool repeats = r->n_kept > 0;
    for (uint32_t gram = 2; gram <= LONGEST_GRAM && repeats; gram++) {
        double *share = &out[HUSK_SIGNAL_TOP_2GRAM + gram - 2];
        *share = gram < 5 ? top_gram(r, s, gram) : repeated_grams(r, s, gram);
        repeats = *share > 0; /* a longer one would contain one of this length */
    }
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static double per(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static void fill(const reading *r, double *out)
{
    out[HUSK_SIGNAL_WORDS] = (double)r->n_words;
    out[HUSK_SIGNAL_WORD_LENGTH] = per(r->n_chars, r->n_words);
    out[HUSK_SIGNAL_LINES] = (double)r->n_lines;
    out[HUSK_SIGNAL_LINE_LENGTH] = per(r->n_line_chars, r->n_lines);
    out[HUSK_SIGNAL_PUNCTUATED_LINES] = per(r->n_punctuated, r->n_lines);
    out[HUSK_SIGNAL_BULLET_LINES] = per(r->n_bullets, r->n_lines);
    out[HUSK_SIGNAL_ELLIPSIS_LINES] = per(r->n_ellipses, r->n_lines);
    out[HUSK_SIGNAL_SYMBOLS] = per(r->n_symbols, r->n_words);
    out[HUSK_SIGNAL_ALPHABETIC] = per(r->n_alphabetic, r->n_words);
    out[HUSK_SIGNAL_STOP_WORDS] = __builtin_popcount(r->stop_words);
}

/* A word or line has at least two bytes with what follows it. */
static bool reserve(reading *r, arena *scratch)
{
    size_t most = r->text.len / 2 + 1;
    if (most > HUSK_MAX_SIGNAL_WORDS)
        most = HUSK_MAX_SIGNAL_WORDS;
    r->prefix = arena_array(scratch, most + 1, sizeof *r->prefix);
    r->chars = arena_array(scratch, most + 1, sizeof *r->chars);
    r->line = arena_array(scratch, most + 1, sizeof *r->line);
    r->line_chars = arena_array(scratch, most + 1, sizeof *r->line_chars);
    if (!r->prefix || !r->chars || !r->line || !r->line_chars)
        return false;
    r->prefix[0] = r->chars[0] = 0;
    return true;
}

husk_status signals_read(slice text, bool words_only, arena *scratch, double out[HUSK_N_SIGNALS])
{
    reading r = { .text = text, .words_only = words_only };
    seen_set s = { NULL, 0 };
    arena_mark mark = arena_save(scratch);
    memset(out, 0, HUSK_N_SIGNALS * sizeof *out);
    husk_status status = words_only || reserve(&r, scratch) ? HUSK_OK : HUSK_NO_MEMORY;
    while (status == HUSK_OK && r.at < text.len)
        read_line(&r);
    if (status == HUSK_OK && !words_only) {
        size_t n = r.n_kept > r.n_lines_kept ? r.n_kept : r.n_lines_kept;
        s.size = table_size(n, 64);
        s.entries = arena_array(scratch, s.size, sizeof *s.entries);
        status = s.entries ? HUSK_OK : HUSK_NO_MEMORY;
    }
    if (status == HUSK_OK)
        fill(&r, out);
    if (status == HUSK_OK && !words_only) {
        memset(s.entries, 0, s.size * sizeof *s.entries);
        find_repeated(&r, &s, out);
    }
    arena_restore(scratch, mark);
    return status;
}

unsigned signal_digits(unsigned signal)
{
    bool is_count = signal == HUSK_SIGNAL_WORDS || signal == HUSK_SIGNAL_LINES || signal == HUSK_SIGNAL_STOP_WORDS;
    return is_count ? 0 : 3;
}
