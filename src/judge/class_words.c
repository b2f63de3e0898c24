/* class_words.c - cutting names into words and looking them up.
 * Cost: a hash and about one probe a word. */
#include "judge/class_words.h"

#include "base/hash.h"

#define MAX_WORD 24
#define MAX_WORDS 24

uint64_t class_word_hash(const char *word, size_t len)
{
    uint64_t hash = hash_bytes(word, len);
    return hash ? hash : 1;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

void class_words_split(uint64_t prefix, slice value, void (*take)(void *context, uint64_t hash, slice word), void *context)
{
    char word[MAX_WORD];
    size_t i = 0;
    for (unsigned n = 0; i < value.len && n < MAX_WORDS; n++) {
        while (i < value.len && !is_letter(value.data[i]))
            i++;
        size_t len = 0, from = i;
        while (i < value.len && is_letter(value.data[i])) {
            /* fooBar: a capital after a small letter begins a word */
            if (i > from && is_upper(value.data[i]) && !is_upper(value.data[i - 1]))
                break;
            if (len < MAX_WORD)
                word[len++] = lower(value.data[i]);
            i++;
        }
        if (len)
            take(context, class_word_hash(word, len) + prefix, (slice){ word, len });
    }
}

typedef struct score_context {
    const class_words *table;
    class_score score;
    uint64_t seen[MAX_WORDS];
    unsigned n;
} score_context;

static void add_score(void *context, uint64_t hash, slice word)
{
    score_context *c = context;
    (void)word;
    for (unsigned i = 0; i < c->n; i++)
        if (c->seen[i] == hash)
            return;
    c->seen[c->n++] = hash;
    uint32_t mask = c->table->n_slots - 1;
    for (uint32_t i = (uint32_t)hash & mask; c->table->slots[i].hash; i = (i + 1) & mask)
        if (c->table->slots[i].hash == hash) {
            c->score.weight += c->table->slots[i].weight;
            c->score.groups |= c->table->slots[i].groups;
            return;
        }
}

class_score class_words_score(const class_words *table, uint64_t prefix, slice value)
{
    score_context c = { .table = table };
    if (table->n_slots)
        class_words_split(prefix, value, add_score, &c);
    return c.score;
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
