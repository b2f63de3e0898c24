/* says.c - what class, id and itemprop names say about an element: the words that start in them, looked up by prefix.
 * Words are found by their letters as bits (base/letters.h); three letters rule out most, four most of the rest. Names
 * recur on a page and from page to page, so their meaning is cached. */
#include "page/meta/says.h"

#include <stdlib.h>

#include "base/letters.h"

typedef struct says_word {
    const char *word;
    unsigned says;
    uint32_t head, mask; /* its first four letters as a number, and a mask of those present */
} says_word;

/* A word whose start is matched by one comparison. */
#define LETTER_AT(word, i) \
    ((uint32_t)(sizeof(word) > (i) + 1 ? (unsigned char)(word)[sizeof(word) > (i) + 1 ? (i) : 0] : 0) << 8 * (i))
#define SAYS(word, says)                                                                               \
    {                                                                                                  \
        word, says, LETTER_AT(word, 0) | LETTER_AT(word, 1) | LETTER_AT(word, 2) | LETTER_AT(word, 3), \
            sizeof(word) > 4 ? UINT32_MAX : ((uint32_t)1 << 8 * (sizeof(word) - 1) % 32) - 1           \
    }

/* Word prefixes, by first letter. */
static const says_word words_a[] = { SAYS("authori", 0),          SAYS("author", SAYS_AUTHOR),
                                     SAYS("aside", SAYS_ASIDE),   SAYS("avatar", SAYS_NOT_NAME),
                                     SAYS("autor", SAYS_AUTHOR),  SAYS("auteur", SAYS_AUTHOR),
                                     SAYS("answer", SAYS_ASIDE),  SAYS("archive", SAYS_ASIDE),
                                     SAYS("about", SAYS_NOT_NAME) };
static const says_word words_b[] = { SAYS("byline", SAYS_AUTHOR), SAYS("bio", SAYS_NOT_NAME),
                                     SAYS("box", SAYS_NOT_NAME) };
static const says_word words_c[] = { SAYS("comment", SAYS_ASIDE | SAYS_COMMENT),
                                     SAYS("creator", SAYS_AUTHOR),
                                     SAYS("created", SAYS_DATE),
                                     SAYS("contributor", SAYS_AUTHOR),
                                     SAYS("card", SAYS_ASIDE),
                                     SAYS("carousel", SAYS_ASIDE),
                                     SAYS("copyright", SAYS_ASIDE),
                                     SAYS("cookie", SAYS_ASIDE) };
static const says_word words_d[] = { SAYS("date", SAYS_DATE), SAYS("datum", SAYS_DATE), SAYS("day", SAYS_DATE),
                                     SAYS("disqus", SAYS_ASIDE | SAYS_COMMENT), SAYS("desc", SAYS_NOT_NAME) };
static const says_word words_f[] = { SAYS("footer", SAYS_ASIDE), SAYS("fecha", SAYS_DATE),
                                     SAYS("follow", SAYS_NOT_NAME), SAYS("feed", SAYS_ASIDE), SAYS("fn", SAYS_NAME) };
static const says_word words_i[] = { SAYS("img", SAYS_NOT_NAME), SAYS("image", SAYS_NOT_NAME),
                                     SAYS("icon", SAYS_NOT_NAME) };
static const says_word words_j[] = { SAYS("job", SAYS_NOT_NAME) };
static const says_word words_l[] = { SAYS("link", 0), SAYS("latest", SAYS_ASIDE), SAYS("list", 0) };
static const says_word words_m[] = { SAYS("modified", SAYS_MODIFIED), SAYS("more", SAYS_ASIDE),
                                     SAYS("menu", SAYS_ASIDE) };
static const says_word words_n[] = { SAYS("name", SAYS_NAME), SAYS("nav", SAYS_ASIDE), SAYS("nick", SAYS_USER),
                                     SAYS("newsletter", SAYS_ASIDE), SAYS("next", SAYS_ASIDE) };
static const says_word words_p[] = { SAYS("publish", SAYS_DATE),    SAYS("posted", SAYS_DATE),
                                     SAYS("pubdate", SAYS_DATE),    SAYS("popular", SAYS_ASIDE),
                                     SAYS("photo", SAYS_NOT_NAME),  SAYS("promo", SAYS_ASIDE),
                                     SAYS("poster", SAYS_USER),     SAYS("prev", SAYS_ASIDE),
                                     SAYS("picture", SAYS_NOT_NAME) };
static const says_word words_r[] = { SAYS("related", SAYS_ASIDE),
                                     SAYS("recommend", SAYS_ASIDE),
                                     SAYS("recent", SAYS_ASIDE),
                                     SAYS("reply", SAYS_ASIDE | SAYS_COMMENT),
                                     SAYS("replies", SAYS_ASIDE | SAYS_COMMENT),
                                     SAYS("respond", SAYS_ASIDE | SAYS_COMMENT),
                                     SAYS("review", SAYS_ASIDE),
                                     SAYS("reviewed", SAYS_NOT_NAME),
                                     SAYS("reporter", SAYS_AUTHOR),
                                     SAYS("role", SAYS_NOT_NAME) };
static const says_word words_s[] = { SAYS("sidebar", SAYS_ASIDE),  SAYS("social", SAYS_NOT_NAME),
                                     SAYS("share", SAYS_NOT_NAME), SAYS("similar", SAYS_ASIDE),
                                     SAYS("sign", SAYS_NOT_NAME),  SAYS("suggest", SAYS_ASIDE) };
static const says_word words_t[] = { SAYS("time", SAYS_DATE), SAYS("title", SAYS_TITLE), SAYS("teaser", SAYS_ASIDE),
                                     SAYS("trending", SAYS_ASIDE), SAYS("twitter", SAYS_NOT_NAME) };
static const says_word words_u[] = { SAYS("updated", SAYS_MODIFIED | SAYS_DATE), SAYS("username", SAYS_USER),
                                     SAYS("user", SAYS_ACCOUNT), SAYS("upcoming", SAYS_ASIDE) };
static const says_word words_w[] = { SAYS("writer", SAYS_AUTHOR), SAYS("widget", SAYS_ASIDE),
                                     SAYS("written", SAYS_AUTHOR) };

static const struct {
    const says_word *words;
    size_t n;
} by_letter[26] = {
#define LETTER(letter, table) [letter - 'a'] = { table, sizeof table / sizeof *table }
    LETTER('a', words_a), LETTER('b', words_b), LETTER('c', words_c), LETTER('d', words_d),
    LETTER('f', words_f), LETTER('i', words_i), LETTER('j', words_j), LETTER('l', words_l),
    LETTER('m', words_m), LETTER('n', words_n), LETTER('p', words_p), LETTER('r', words_r),
    LETTER('s', words_s), LETTER('t', words_t), LETTER('u', words_u), LETTER('w', words_w),
#undef LETTER
};

/* Which third letters the words with the same first two have: a bit for each, and few names have one. */
typedef struct says_starts {
    uint32_t third[32][32];
} says_starts;

static void starts_fill(says_starts *starts)
{
    for (size_t letter = 0; letter < 26; letter++)
        for (size_t i = 0; i < by_letter[letter].n; i++) {
            const char *word = by_letter[letter].words[i].word;
            starts->third[word[0] & 31][word[1] & 31] |= word[2] ? (uint32_t)1 << (word[2] & 31) : UINT32_MAX;
        }
}

static unsigned word_says(const char *word, size_t len)
{
    uint32_t head = 0;
    size_t letter = (size_t)(lower(word[0]) - 'a');
    if (len >= sizeof head)
        memcpy(&head, word, sizeof head);
    else
        for (size_t i = 0; i < len; i++)
            head |= (uint32_t)(unsigned char)word[i] << 8 * i;
    head |= 0x20202020; /* lower case; non-letters do not become letters */
    for (size_t i = 0; i < by_letter[letter].n; i++) {
        const says_word *w = &by_letter[letter].words[i];
        if ((head & w->mask) != w->head)
            continue;
        size_t k = 1;
        while (w->word[k] && k < len && lower(word[k]) == w->word[k])
            k++;
        if (w->word[k] == 0)
            return w->says;
    }
    return 0;
}

/* The bits of all words that start in `value`. */
static unsigned value_says(const says_starts *known, slice value)
{
    unsigned says = 0, after_small = 0, after_letter = 0;
    for (size_t at = 0; at < value.len; at += LETTERS_WINDOW) {
        size_t left = value.len - at;
        letter_bits bits = letters_of(value.data + at, left < LETTERS_WINDOW ? left : LETTERS_WINDOW);
        for (uint64_t starts = letters_starts(bits, after_small, after_letter); starts; starts &= starts - 1) {
            size_t start = at + (size_t)__builtin_ctzll(starts);
            const char *word = value.data + start;
            unsigned last = start + 2 < value.len ? word[2] & 31 : 0;
            if (start + 1 < value.len && known->third[word[0] & 31][word[1] & 31] >> last & 1)
                says |= word_says(word, value.len - start);
        }
        after_small = (unsigned)(bits.small >> (LETTERS_WINDOW - 1));
        after_letter = (unsigned)((bits.small | bits.capital) >> (LETTERS_WINDOW - 1));
    }
    return says;
}

/* Class names recur on a page and from page to page, so their meaning is cached; the upper 48 bits of an entry
 * identify the name. */
#define SAYS_CACHE 2048u

struct says_cache {
    says_starts starts;
    uint64_t entries[SAYS_CACHE];
};

says_cache *says_cache_new(void)
{
    says_cache *cache = calloc(1, sizeof *cache);
    if (cache)
        starts_fill(&cache->starts);
    return cache;
}

unsigned says_of(says_cache *cache, slice value, uint64_t hash)
{
    if (value.len < 4)
        return value_says(&cache->starts, value);
    hash |= 1u << 16; /* no entry is 0 */
    uint64_t *entry = &cache->entries[hash % SAYS_CACHE];
    if ((*entry ^ hash) >> 16)
        *entry = (hash & ~(uint64_t)UINT16_MAX) | value_says(&cache->starts, value);
    return (unsigned)(*entry & UINT16_MAX);
}
