/* says.c - what class, id and itemprop names say about an element: the words that start in them, looked up by prefix.
 * Words are found by their letters as bits (base/letters.h); three letters rule out most, four most of the rest. Names
 * recur on a page and from page to page, so their meaning is cached. */
#include "page/meta/metadata.h"

#include "base/letters.h"
#include "base/memo.h"
#include "base/system/portable.h"

/* Word prefixes by meaning, with a space after each. The first that fits a word counts: "authori…" is no author. */
static const struct {
    unsigned says;
    const char *words;
} meanings[] = {
    { 0, "authori " },
    { SAYS_AUTHOR, "author autor auteur byline creator contributor reporter writer written " },
    { SAYS_DATE, "created date datum day fecha publish posted pubdate time " },
    { SAYS_MODIFIED, "modified " },
    { SAYS_MODIFIED | SAYS_DATE, "updated " },
    { SAYS_TITLE, "title " },
    { SAYS_NAME, "fn name " },
    { SAYS_USER, "nick poster username " },
    { SAYS_ACCOUNT, "user " },
    { SAYS_NOT_NAME, "avatar about bio box desc follow img image icon job photo picture role social share "
                     "sign twitter " },
    { SAYS_ASIDE | SAYS_COMMENT, "comment disqus reply replies respond " },
    { SAYS_ASIDE, "aside answer archive card carousel copyright cookie footer feed latest more menu nav "
                  "newsletter next popular promo prev related recommend recent review sidebar similar "
                  "suggest teaser trending upcoming widget " },
};

#define MAX_WORDS 96 /* all of them */

typedef struct says_word {
    const char *word;
    size_t len;
    uint16_t says;
    uint8_t next;        /* the number of the next word with its first letter; 0: there is none */
    uint32_t head, mask; /* its first four letters as a number, and a mask of those present */
} says_word;

typedef struct says_words {
    says_word words[MAX_WORDS]; /* numbered from 1 */
    uint8_t first[26];          /* with each first letter */
    uint32_t third[32][32];     /* which third letters the words with the same first two have: a bit for each; few names
                                   have     one */
} says_words;

/* The first four letters as a number, in lower case; non-letters do not become letters. */
static uint32_t head_of(const char *word, size_t len)
{
    uint32_t head = 0;
    if (len >= sizeof head) {
        memcpy(&head, word, sizeof head);
        head = le32toh(head);
    } else {
        for (size_t i = 0; i < len; i++)
            head |= (uint32_t)(unsigned char)word[i] << 8 * i;
    }
    return head | 0x20202020;
}

static void words_fill(says_words *all)
{
    uint8_t n = 0;
    slice word;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        for (slice rest = { meanings[i].words, strlen(meanings[i].words) };
             slice_word(&rest, &word) && n < MAX_WORDS;) {
            const char *w = word.data;
            uint32_t mask = word.len < 4 ? ((uint32_t)1 << 8 * word.len) - 1 : UINT32_MAX;
            uint8_t *link = &all->first[w[0] - 'a'];
            while (*link)
                link = &all->words[*link - 1].next;
            all->words[n] =
                (says_word){ w, word.len, (uint16_t)meanings[i].says, 0, head_of(w, word.len) & mask, mask };
            *link = ++n;
            all->third[w[0] & 31][w[1] & 31] |= word.len > 2 ? (uint32_t)1 << (w[2] & 31) : UINT32_MAX;
        }
}

static unsigned word_says(const says_words *all, const char *word, size_t len)
{
    uint32_t head = head_of(word, len);
    size_t letter = (size_t)(lower(word[0]) - 'a');
    for (unsigned i = all->first[letter]; i; i = all->words[i - 1].next) {
        const says_word *w = &all->words[i - 1];
        if ((head & w->mask) != w->head)
            continue;
        size_t k = 1;
        while (k < w->len && k < len && lower(word[k]) == w->word[k])
            k++;
        if (k == w->len)
            return w->says;
    }
    return 0;
}

/* The bits of all words that start in `value`. */
static unsigned value_says(const says_words *known, slice value)
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
                says |= word_says(known, word, value.len - start);
        }
        after_small = (unsigned)(bits.small >> (LETTERS_WINDOW - 1));
        after_letter = (unsigned)((bits.small | bits.capital) >> (LETTERS_WINDOW - 1));
    }
    return says;
}

struct says_cache {
    says_words words;
    memo known;
};

says_cache *says_cache_new(void)
{
    says_cache *cache = calloc(1, sizeof *cache);
    if (cache)
        words_fill(&cache->words);
    return cache;
}

unsigned says_of(says_cache *cache, slice value, uint64_t hash)
{
    uint64_t says;
    if (!memo_find(&cache->known, hash, &says)) {
        says = value_says(&cache->words, value);
        memo_keep(&cache->known, hash, says);
    }
    return (unsigned)says;
}
