/* shingles.c - hash the runs of six words of a text.
 * Words are compared in lower case (ASCII only; other scripts unchanged). Cost: one hash per word, and a sort at the
 * end. Limits: HUSK_MAX_SHINGLES; further runs are ignored. */
#include "similar/shingles.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/unique.h"

void shingles_init(shingles *s)
{
    *s = (shingles){ .n_words = 0 };
    buffer_init(&s->all, (size_t)HUSK_MAX_SHINGLES * sizeof(uint64_t));
}

void shingles_free(shingles *s)
{
    buffer_free(&s->all);
}

static void keep(shingles *s, uint64_t hash)
{
    buffer_append(&s->all, (const char *)&hash, sizeof hash);
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

size_t shingles_end(shingles *s)
{
    if (s->n_words && s->n_words < SHINGLE_WORDS)
        keep(s, run_hash(s, s->n_words));
    if (s->all.status == HUSK_LIMIT)
        s->all.status = HUSK_OK;
    size_t n = hashes_unique((uint64_t *)(void *)s->all.data, s->all.len / sizeof(uint64_t));
    s->all.len = n * sizeof(uint64_t);
    return n;
}

double shingles_alike(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b)
{
    size_t both = 0;
    for (size_t i = 0, k = 0; i < n_a && k < n_b;) {
        both += a[i] == b[k];
        bool step = a[i] <= b[k];
        k += b[k] <= a[i];
        i += step;
    }
    return n_a + n_b ? (double)both / (double)(n_a + n_b - both) : 0;
}
