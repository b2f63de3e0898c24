/* made_site.h - a site with two kinds of page as clustering sees it: sets, slots, marks and shapes. */
#ifndef HUSK_TEST_MADE_SITE_H
#define HUSK_TEST_MADE_SITE_H

#include "unit.h"

#include "base/hash.h"
#include "cluster/kinds_slots.h"

/* Elements and paths that a kind has, that every page has, and that come and go. */
enum { OWN = 12, COMMON = 20, NOISE = 8, ITEMS = 2 * OWN + COMMON + NOISE, LABEL = 100, BODY_WORDS = 2 };

typedef struct made_site {
    uint32_t n;
    uint32_t *docs, *kind;
    doc_sets sets;
    slot_store store;
} made_site;

/* Page i is of kind i % 2 when there are two; a third of the noise is on it. */
static inline size_t made_items(uint32_t i, uint32_t kind, uint32_t *item)
{
    size_t n = 0;
    for (uint32_t k = 0; k < OWN; k++)
        item[n++] = kind * OWN + k;
    for (uint32_t k = 0; k < COMMON; k++)
        item[n++] = 2 * OWN + k;
    for (uint32_t k = 0; k < NOISE; k++)
        if (hash_pair(hash_bytes(&i, sizeof i), k) % 3 == 0)
            item[n++] = 2 * OWN + COMMON + k;
    return n;
}

static inline void made_marks(slot_store *s, uint32_t i, uint32_t kind)
{
    size_t at = (size_t)i * N_MARK_SETS, n = (size_t)i * (BODY_WORDS + 1);
    s->mark[n] = kind * 8 + 8;
    s->mark[n + 1] = kind * 8 + 12;
    s->mark[n + 2] = 1000 + kind; /* of the head */
    s->first_mark[at + MARKS_BODY] = n;
    for (int set = MARKS_HEAD; set < N_MARK_SETS; set++)
        s->first_mark[at + (size_t)set] = n + BODY_WORDS + (set > MARKS_HEAD);
    s->first_mark[at + N_MARK_SETS] = n + BODY_WORDS + 1;
    for (uint32_t k = 0; k < N_SHAPES; k++)
        s->shape[(size_t)i * N_SHAPES + k] = kind ? 40 : 400;
}

static inline void made_site_init(made_site *m, uint32_t n, uint32_t n_kinds)
{
    size_t n_items = 0;
    *m = (made_site){ .n = n };
    m->docs = malloc(n * sizeof *m->docs);
    m->kind = malloc(n * sizeof *m->kind);
    m->sets = (doc_sets){ n, ITEMS, calloc(n + 1, sizeof(size_t)), malloc((size_t)n * ITEMS * sizeof(uint32_t)) };
    m->store = (slot_store){ .n_docs = n };
    m->store.first_slot = calloc(n + 1, sizeof *m->store.first_slot);
    m->store.first_word = calloc(n + 1, sizeof *m->store.first_word);
    m->store.slot = malloc(n * sizeof *m->store.slot);
    m->store.word = calloc(1, sizeof *m->store.word);
    m->store.first_mark = calloc((size_t)n * N_MARK_SETS + 1, sizeof *m->store.first_mark);
    m->store.mark = calloc((size_t)n * (BODY_WORDS + 1), sizeof *m->store.mark);
    m->store.shape = calloc((size_t)n * N_SHAPES, sizeof *m->store.shape);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t kind = i % n_kinds;
        m->docs[i] = i;
        n_items += made_items(i, kind, m->sets.item + n_items);
        m->sets.first[i + 1] = n_items;
        m->store.slot[i] = (trait_slot){ LABEL, kind * 4 + 4 };
        m->store.first_slot[i + 1] = i + 1;
        made_marks(&m->store, i, kind);
    }
}

static inline void made_site_free(made_site *m)
{
    free(m->docs);
    free(m->kind);
    free(m->sets.first);
    free(m->sets.item);
    slot_store_free(&m->store);
}

static inline uint32_t made_site_kinds(made_site *m)
{
    kinds_found found;
    uint32_t n_kinds;
    assert_int_equal(kinds_split(&m->sets, &m->sets, &m->store, m->docs, m->n, (double)pair_model_builtin.kinds_share,
                                 m->kind, &n_kinds, &found),
                     HUSK_OK);
    assert_int_equal(n_kinds > 1, found.slot != 0);
    return n_kinds;
}

#endif
