/* class_words.c - cutting names into words and looking them up.
 * A word is hashed as it is read, byte by byte, and looked up once: about a nanosecond a byte, and one probe a word. */
#include "judge/class_words.h"

#define MAX_WORD 40
#define MAX_WORDS 24
#define HASH_START 0xcbf29ce484222325u
#define HASH_STEP 0x100000001b3u

/* A letter as a small one; 0 for what parts words. Bytes beyond ASCII are letters. */
static const uint8_t small[256] = {
    ['a'] = 'a', ['b'] = 'b', ['c'] = 'c', ['d'] = 'd', ['e'] = 'e', ['f'] = 'f', ['g'] = 'g', ['h'] = 'h', ['i'] = 'i', ['j'] = 'j', ['k'] = 'k', ['l'] = 'l', ['m'] = 'm',
    ['n'] = 'n', ['o'] = 'o', ['p'] = 'p', ['q'] = 'q', ['r'] = 'r', ['s'] = 's', ['t'] = 't', ['u'] = 'u', ['v'] = 'v', ['w'] = 'w', ['x'] = 'x', ['y'] = 'y', ['z'] = 'z',
    ['A'] = 'a', ['B'] = 'b', ['C'] = 'c', ['D'] = 'd', ['E'] = 'e', ['F'] = 'f', ['G'] = 'g', ['H'] = 'h', ['I'] = 'i', ['J'] = 'j', ['K'] = 'k', ['L'] = 'l', ['M'] = 'm',
    ['N'] = 'n', ['O'] = 'o', ['P'] = 'p', ['Q'] = 'q', ['R'] = 'r', ['S'] = 's', ['T'] = 't', ['U'] = 'u', ['V'] = 'v', ['W'] = 'w', ['X'] = 'x', ['Y'] = 'y', ['Z'] = 'z',
    [0x80 ... 0xff] = 0x80,
};

static uint64_t finish(uint64_t hash)
{
    hash ^= hash >> 32;
    return hash < 16 ? 16 : hash; /* 0 is an empty slot, and prefixes are added */
}

uint64_t class_word_hash(const char *word, size_t len)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)lower(word[i])) * HASH_STEP;
    return finish(hash);
}

/* The next word from `at` on: where it begins and ends, and its hash; false when there is none. */
static inline bool word_next(slice value, size_t *at, size_t *start, uint64_t *hash)
{
    size_t i = *at;
    const unsigned char *data = (const unsigned char *)value.data;
    while (i < value.len && small[data[i]] == 0)
        i++;
    *start = i;
    uint64_t h = HASH_START;
    bool capital = true; /* fooBar: a capital after a small letter begins a word */
    for (; i < value.len; i++) {
        uint8_t s = small[data[i]];
        bool is_capital = s != data[i] && s != 0x80;
        if (s == 0 || (is_capital && !capital))
            break;
        capital = is_capital;
        h = (h ^ (s == 0x80 ? data[i] : s)) * HASH_STEP;
    }
    *at = i;
    *hash = finish(h);
    return i > *start;
}

void class_words_split(uint64_t prefix, slice value, void (*take)(void *context, uint64_t hash, slice word), void *context)
{
    size_t at = 0, start;
    uint64_t hash;
    char word[MAX_WORD];
    for (unsigned n = 0; n < MAX_WORDS && word_next(value, &at, &start, &hash); n++) {
        size_t len = at - start;
        if (len > MAX_WORD)
            continue;
        for (size_t i = 0; i < len; i++)
            word[i] = lower(value.data[start + i]);
        take(context, hash + prefix, (slice){ word, len });
    }
}

class_score class_words_score(const class_words *table, uint64_t prefix, slice value)
{
    class_score score = { 0, 0 };
    uint64_t seen[MAX_WORDS], hash;
    uint32_t mask = table->n_slots - 1;
    size_t at = 0, start;
    unsigned n_seen = 0;
    for (unsigned n = 0; table->n_slots && n < MAX_WORDS && word_next(value, &at, &start, &hash); n++) {
        hash += prefix;
        const class_word *slot = &table->slots[(uint32_t)hash & mask];
        while (slot->hash && slot->hash != hash)
            slot = slot + 1 == table->slots + table->n_slots ? table->slots : slot + 1;
        if (slot->hash == 0)
            continue;
        unsigned k = 0;
        while (k < n_seen && seen[k] != hash)
            k++;
        if (k < n_seen) /* a word counts once */
            continue;
        seen[n_seen++] = hash;
        score.weight += slot->weight;
        score.groups |= slot->groups;
    }
    return score;
}

static bool list_has(const char *list, slice word)
{
    while (*list) {
        size_t n = strcspn(list, " ");
        if (n == word.len && memcmp(list, word.data, n) == 0)
            return true;
        list += n + (list[n] == ' ');
    }
    return false;
}

static void add_page_group(void *context, uint64_t hash, slice word)
{
    static const char *const lists[] = {
#define LIST(name, words) words,
        PAGE_GROUPS(LIST)
#undef LIST
    };
    (void)hash;
    for (unsigned g = 0; g < N_PAGE_GROUPS; g++)
        if (list_has(lists[g], word))
            *(uint32_t *)context |= 1u << g;
}

uint32_t page_groups_of(slice value)
{
    uint32_t groups = 0;
    class_words_split(CLASS_PREFIX_NAME, value, add_page_group, &groups);
    return groups;
}
