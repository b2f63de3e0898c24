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
    struct made_page *pages;
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

/* What a page's traits borrow. */
typedef struct made_page {
    trait_slot slot;
    uint64_t body[BODY_WORDS], head, shape[N_SHAPES];
} made_page;

static inline void made_traits(made_page *made, traits *t, uint32_t kind)
{
    *made = (made_page){ { LABEL, kind * 4 + 4 }, { kind * 8 + 8, kind * 8 + 12 }, 1000 + kind, { 0 } };
    for (uint32_t k = 0; k < N_SHAPES; k++)
        made->shape[k] = kind ? 40 : 400;
    *t = (traits){ .slots = &made->slot, .n_slots = 1, .shape = made->shape };
    t->marks[MARKS_BODY] = made->body;
    t->n_marks[MARKS_BODY] = BODY_WORDS;
    t->marks[MARKS_HEAD] = &made->head;
    t->n_marks[MARKS_HEAD] = 1;
}

static inline void made_site_init(made_site *m, uint32_t n, uint32_t n_kinds)
{
    size_t n_items = 0;
    *m = (made_site){ .n = n };
    m->docs = malloc(n * sizeof *m->docs);
    m->kind = malloc(n * sizeof *m->kind);
    m->sets = (doc_sets){ n, ITEMS, calloc(n + 1, sizeof(size_t)), malloc((size_t)n * ITEMS * sizeof(uint32_t)), NULL };
    m->pages = calloc(n, sizeof *m->pages);
    m->store.page = calloc(n, sizeof *m->store.page);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t kind = i % n_kinds;
        m->docs[i] = i;
        n_items += made_items(i, kind, m->sets.item + n_items);
        m->sets.first[i + 1] = n_items;
        made_traits(&m->pages[i], &m->store.page[i], kind);
    }
}

static inline void made_site_free(made_site *m)
{
    free(m->docs);
    free(m->kind);
    free(m->sets.first);
    free(m->sets.item);
    free(m->pages);
    free(m->store.page);
}

static inline uint32_t made_site_kinds(made_site *m)
{
    kinds_found found;
    uint32_t n_kinds;
    merge_step *joins = calloc(m->n + 1u, sizeof *joins);
    assert_int_equal(kinds_split(&m->sets, &m->sets, &m->store, m->docs, m->n, m->kind, &n_kinds, joins, &found),
                     HUSK_OK);
    free(joins);
    assert_int_equal(n_kinds > 1, found.slot != 0);
    return n_kinds;
}

#endif
