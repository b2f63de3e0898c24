/* class_words.c - split names into words and look them up.
 * Words are found by their bits (base/letters.h), 64 bytes at a time, their hash from eight bytes at a time; a bit
 * filter that fits the L1 cache rejects nine of ten words that are not in the table. */
#include <strings.h>

#include "judge/class_words.h"
#include "base/letters.h"
#include "base/system/portable.h"
#include "base/table.h"
#include "page_groups.h" /* PAGE_WORDS, from page_groups.txt */

#define MAX_WORD 40 /* longer words are hashes and file names */

typedef uint64_t __attribute__((aligned(1), may_alias)) unaligned_word;

/* Load `n` (1 to 8) bytes at `at`, lower-cased. */
NOT_CHECKED static inline uint64_t load_small(const char *at, size_t n)
{
    uint64_t v = 0;
    if (may_load(at, 8))
        v = *(const unaligned_word *)at;
    else
        memcpy(&v, at, n);
    v = le64toh(v) & UINT64_MAX >> (64 - 8 * n); /* models hold these hashes: the same on every machine */
    return v | (~v & 0x8080808080808080u) >>
                   2; /* 0x20 lower-cases ASCII letters; the other bytes it changes are not letters */
}

static inline uint64_t hash_word(uint64_t prefix, const char *word, size_t len)
{
    uint64_t hash = len | prefix << 32;
    for (; len > 8; word += 8, len -= 8) {
        hash = (hash ^ load_small(word, 8)) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    hash = (hash ^ (len ? load_small(word, len) : 0)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ hash >> 32) * 0x94d049bb133111ebu;
    return hash ^ hash >> 29;
}

uint64_t class_word_hash(uint64_t prefix, const char *word, size_t len)
{
    return hash_word(prefix, word, len);
}

/* A value, and the words of a window of it that were not taken yet: the first bit of `starts` and the first of `ends`
 * are one word's. Bytes above 127 are small letters. */
typedef struct word_scan {
    slice value;
    size_t window;         /* its first byte */
    uint64_t starts, ends; /* an end is the position after the word */
} word_scan;

static inline void scan_window(word_scan *s, size_t at)
{
    size_t left = s->value.len - at;
    letter_bits bits = letters_of(s->value.data + at, left < LETTERS_WINDOW ? left : LETTERS_WINDOW);
    unsigned char before = at ? (unsigned char)s->value.data[at - 1] : 0;
    bool after_small = (before >= 'a' && before <= 'z') || before >= 128;
    bool after_letter = after_small || (before >= 'A' && before <= 'Z');
    bits.small |= bits.high;
    uint64_t letters = bits.small | bits.capital;
    s->window = at;
    s->starts = letters_starts(bits, after_small, after_letter);
    s->ends = (letters << 1 | after_letter) & (~letters | s->starts);
}

static inline word_scan scan_begin(slice value)
{
    word_scan s = { .value = value.len ? value : (slice){ "", 0 } }; /* nothing is added to a null pointer */
    scan_window(&s, 0);
    return s;
}

/* Go to the next window; false if there is none. */
static inline bool scan_on(word_scan *s)
{
    if (s->value.len - s->window <= LETTERS_WINDOW)
        return false;
    scan_window(s, s->window + LETTERS_WINDOW);
    return true;
}

/* Take the next word: its start and end; false if there is none. */
static inline bool word_next(word_scan *s, size_t *start, size_t *end)
{
    while (s->starts == 0)
        if (!scan_on(s))
            return false;
    *start = s->window + (size_t)__builtin_ctzll(s->starts);
    s->starts &= s->starts - 1;
    while (s->ends == 0)
        if (!scan_on(s)) {
            *end = s->value.len;
            return true;
        }
    *end = s->window + (size_t)__builtin_ctzll(s->ends);
    s->ends &= s->ends - 1;
    return true;
}

/* Leave out the words up to `at`, where no word is. */
static void scan_skip(word_scan *s, size_t at)
{
    if (at - s->window >= LETTERS_WINDOW)
        scan_window(s, at);
    uint64_t after = ~(uint64_t)1 << (at - s->window);
    s->starts &= after;
    s->ends &= after;
}

static inline bool same_word(slice value, size_t start, size_t end, slice word)
{
    return end - start == word.len && strncasecmp(value.data + start, word.data, word.len) == 0;
}

/* Does a generator list a post's states and subjects here, as WordPress does on <body> and on posts? */
static bool is_post_class(slice value)
{
    static const char *const signs[] = { "hentry", "status-", "type-", "postid-", "single-", "archive" };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (memmem(value.data, value.len, signs[i], strlen(signs[i])))
            return true;
    return false;
}

/* A name of a post's subject ("category-kit-reviews") or of something the element lacks or may have ("no-comments",
 * "comments-open") does not describe the contents. `start` … `end` is its first word. */
static bool is_no_name(const word_scan *s, size_t start, size_t end)
{
    slice value = s->value;
    static const slice states[] = { { "no", 2 }, { "not", 3 }, { "has", 3 }, { "without", 7 } };
    static const slice subjects[] = { { "category", 8 }, { "tag", 3 },    { "cat", 3 },
                                      { "term", 4 },     { "author", 6 }, { "topic", 5 } };
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (same_word(value, start, end, states[i]))
            return true;
    if (same_word(value, start, end, SLICE("comments"))) {
        size_t next, second;
        word_scan ahead = *s;
        return word_next(&ahead, &second, &next) && second == end + 1 &&
               (same_word(value, second, next, SLICE("open")) || same_word(value, second, next, SLICE("closed")) ||
                same_word(value, second, next, SLICE("off")));
    }
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (same_word(value, start, end, subjects[i]))
            return is_post_class(value);
    return false;
}

/* Is this the first word of a name that is_no_name must look at? Few words begin like the ones there, so that all is
 * asked at once: what follows a word cannot be foreseen. */
static inline bool may_be_no_name(slice value, size_t start, size_t end)
{
    static const bool begins[32] = { ['n' & 31] = true, ['h' & 31] = true, ['w' & 31] = true,
                                     ['c' & 31] = true, ['t' & 31] = true, ['a' & 31] = true };
    char before = start ? value.data[start - 1] : ' ', after = end < value.len ? value.data[end] : ' ';
    return begins[value.data[start] & 31] & (end - start <= 8) & ((after == '-') | (after == '_')) && is_space(before);
}

/* The next word of an attribute's value that describes the contents; whole names that don't are skipped. */
static inline bool name_next(word_scan *s, size_t *start, size_t *end)
{
    slice value = s->value;
    while (word_next(s, start, end)) {
        if (!may_be_no_name(value, *start, *end) || !is_no_name(s, *start, *end))
            return true;
        size_t at = *end;
        while (at < value.len && !is_space(value.data[at]))
            at++;
        scan_skip(s, at);
    }
    return false;
}

static inline bool next_of(uint64_t prefix, word_scan *s, size_t *start, size_t *end)
{
    return prefix == CLASS_PREFIX_NAME ? name_next(s, start, end) : word_next(s, start, end);
}

void class_words_split(uint64_t prefix, slice value, void (*take)(void *context, uint64_t hash, slice word),
                       void *context)
{
    size_t start, end;
    char word[MAX_WORD];
    word_scan s = scan_begin(value);
    for (unsigned n = 0; n < CLASS_MOST_WORDS && next_of(prefix, &s, &start, &end); n++) {
        size_t len = end - start;
        if (len > MAX_WORD)
            continue;
        for (size_t i = 0; i < len; i++)
            word[i] = lower(value.data[start + i]);
        take(context, class_word_hash(prefix, word, len), (slice){ word, len });
    }
}

static inline uint32_t tag_of(uint64_t hash)
{
    return (uint32_t)(hash >> 32) | 2u | CLASS_TAG_GROUPS; /* never 0 */
}

/* The index in the filter, and the bit. */
static inline uint32_t filter_at(uint64_t hash)
{
    return (uint32_t)(hash >> 26) % CLASS_FILTER;
}

static inline unsigned filter_shift(uint64_t hash)
{
    return hash >> 20 & 63;
}

uint32_t class_words_slot(class_word *slots, uint32_t n_slots, uint64_t *filter, uint64_t hash)
{
    uint32_t i;
    TABLE_PLACE(i, (uint32_t)hash, n_slots, slots[i].tag == 0, (slots[i].tag | CLASS_TAG_GROUPS) == tag_of(hash));
    if (slots[i].tag == 0)
        slots[i].tag = tag_of(hash) & ~CLASS_TAG_GROUPS;
    filter[filter_at(hash)] |= (uint64_t)1 << filter_shift(hash);
    return i;
}

/* Add the table's entry for a word, if there is one: an empty slot weighs nothing and has no groups. */
static inline void add_word(const class_words *table, uint64_t hash, class_score *score)
{
    const class_word *slots = table->slots;
    uint32_t i, tag = tag_of(hash);
    TABLE_PLACE(i, (uint32_t)hash, table->n_slots, slots[i].tag == 0, (slots[i].tag | CLASS_TAG_GROUPS) == tag);
    score->weight += table->slots[i].weight;
    if (table->slots[i].tag & CLASS_TAG_GROUPS)
        score->groups |= table->groups[i];
}

/* Is the hash among the first `n`? */
static bool is_found(const class_found *found, uint32_t n, uint64_t hash)
{
    uint32_t k = 0;
    while (k < n && found->hashes[k] != hash)
        k++;
    return k < n;
}

/* Without a branch for the filter: which words pass it cannot be foreseen. */
void class_words_seek(const class_words *table, uint64_t prefix, slice value, class_found *found)
{
    size_t start, end;
    uint32_t n_found = 0;
    uint64_t seen = 0; /* a bit for each hash, and by chance for others */
    word_scan s = scan_begin(value);
    for (unsigned n = 0; table->n_slots && n < CLASS_MOST_WORDS && next_of(prefix, &s, &start, &end); n++) {
        uint64_t hash = hash_word(prefix, value.data + start, end - start);
        uint64_t passes = table->filter[filter_at(hash)] >> filter_shift(hash) & 1;
        if ((seen >> (hash & 63) & passes) && is_found(found, n_found, hash)) /* a word counts once */
            continue;
        __builtin_prefetch(&table->slots[(uint32_t)hash & (table->n_slots - 1) & -(uint32_t)passes]);
        found->hashes[n_found] = hash;
        n_found += (uint32_t)passes;
        seen |= passes << (hash & 63);
    }
    found->n = n_found;
}

class_score class_words_sum(const class_words *table, const class_found *found)
{
    class_score score = { 0, 0 };
    for (uint32_t k = 0; k < found->n; k++)
        add_word(table, found->hashes[k], &score);
    return score;
}

class_score class_words_score(const class_words *table, uint64_t prefix, slice value)
{
    class_found found;
    class_words_seek(table, prefix, value, &found);
    return class_words_sum(table, &found);
}

static void add_page_group(void *context, uint64_t hash, slice word)
{
    static const struct {
        slice word;
        unsigned group;
    } words[] = {
#define PAGE_WORD(group, word) { { word, sizeof word - 1 }, PAGE_GROUP_##group },
        PAGE_WORDS(PAGE_WORD)
#undef PAGE_WORD
    };
    (void)hash;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_same(words[i].word, word))
            *(uint32_t *)context |= 1u << words[i].group;
}

uint32_t page_groups_of(slice value)
{
    uint32_t groups = 0;
    class_words_split(CLASS_PREFIX_NAME, value, add_page_group, &groups);
    return groups;
}
