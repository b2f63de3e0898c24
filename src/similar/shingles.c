/* shingles.c - the smallest hashes of a text's runs of six words.
 * A sorted array of eight is kept by insertion: after the first runs nearly every hash is larger than all of them, so
 * the cost is one comparison a word. Words are compared by their bytes in lower case (ASCII; other scripts as they
 * are). */
#include "similar/shingles.h"

#include "base/hash.h"

static void keep(shingles *s, uint64_t hash)
{
    unsigned at = s->n;
    if (s->n == HUSK_DEDUP_HASHES && hash >= s->least[s->n - 1])
        return;
    while (at && s->least[at - 1] > hash)
        at--;
    if (at && s->least[at - 1] == hash)
        return;
    s->n += s->n < HUSK_DEDUP_HASHES;
    for (unsigned i = s->n - 1; i > at; i--)
        s->least[i] = s->least[i - 1];
    s->least[at] = hash;
}

static uint64_t run_hash(const shingles *s, uint32_t n)
{
    uint64_t hash = n;
    for (uint32_t i = 0; i < n; i++)
        hash = hash_pair(hash, s->recent[(s->n_words - n + i) % SHINGLE_WORDS]);
    return hash;
}

static void add_word(shingles *s, uint64_t hash)
{
    s->recent[s->n_words++ % SHINGLE_WORDS] = hash;
    if (s->n_words >= SHINGLE_WORDS)
        keep(s, run_hash(s, SHINGLE_WORDS));
}

void shingles_add(shingles *s, slice text)
{
    uint64_t hash = 0;
    bool in_word = false;
    for (size_t i = 0; i < text.len;) {
        size_t from = i;
        uint32_t code = utf8_next(text.data, text.len, &i);
        bool wide = is_wide_word(code), word = (wide || is_word(code)) && code != '_';
        if (in_word && (!word || wide)) {
            add_word(s, hash);
            in_word = false;
        }
        if (!word)
            continue;
        hash = in_word ? hash : 0;
        for (; from < i; from++)
            hash = hash_pair(hash, (unsigned char)lower(text.data[from]));
        in_word = !wide;
        if (wide)
            add_word(s, hash);
    }
    if (in_word)
        add_word(s, hash);
}

void shingles_end(shingles *s)
{
    if (s->n_words && s->n_words < SHINGLE_WORDS)
        keep(s, run_hash(s, s->n_words));
}
