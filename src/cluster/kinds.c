/* kinds.c - the kinds of page of one site: a learned model compares pages pairwise, then average linkage.
 * pairs/pairs.h describes the comparison: common elements, paths and marks, the site's labels (kinds_labels.c),
 * length and number of links. No single slot decides: it may name a subject, not a kind. Cost: O(pages^2 marks) for
 * at most CHOOSING_PAGES; the rest join the kind that fits best (kinds_rest.c). Limits: a site of fewer than
 * MIN_PAGES is one kind. */
#include "cluster/kinds.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "cluster/kinds_slots.h"
#include "cluster/pairs/linkage.h"

#define CHOOSING_PAGES 640u
#define MIN_PAGES 12u

void slot_store_free(slot_store *store)
{
    free(store->first_slot);
    free(store->slot);
    free(store->first_word);
    free(store->word);
    free(store->first_mark);
    free(store->mark);
    free(store->shape);
    *store = (slot_store){ 0 };
}

static void chooser_free(chooser *c)
{
    free(c->seen);
    free(c->word_key);
    free(c->word_pages);
    for (uint32_t p = 0; p < c->n_parts; p++) {
        free(c->parts[p].group);
        free(c->parts[p].value);
        free(c->parts[p].column);
    }
    free(c->parts);
    free(c->log_a);
    free(c->log_2a);
    for (int k = 0; k < 2; k++) {
        free(c->first[k]);
        free(c->column[k]);
    }
    free(c->counts);
}

/* --- views -------------------------------------------------------------------------------------------------------- */

typedef struct seen_marks {
    numbered_hash *seen;
    size_t n, room;
} seen_marks;

static bool see(seen_marks *s, uint64_t mark, uint32_t page)
{
    if (!array_grow(&s->seen, &s->room, s->n + 1, sizeof *s->seen))
        return false;
    s->seen[s->n++] = (numbered_hash){ mark, page };
    return true;
}

static bool see_items(seen_marks *s, const doc_sets *sets, uint32_t doc, uint32_t page)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < doc_size(sets, doc); i++)
        ok = see(s, doc_items(sets, doc)[i], page);
    return ok;
}

static bool see_votes(seen_marks *s, const chooser *c, uint32_t page)
{
    bool ok = true;
    for (uint32_t k = 0; ok && k < c->n_parts; k++)
        ok = see(s, hash_pair(c->parts[k].slot, c->parts[k].group[page] + 1u), page);
    return ok;
}

/* What a page has in one view; in the view of votes only choosing pages have something. */
static bool see_page(seen_marks *s, const chooser *c, int view, uint32_t page, uint32_t doc)
{
    if (view == VIEW_ELEMENTS)
        return see_items(s, c->elements, doc, page);
    if (view == VIEW_PATHS)
        return see_items(s, c->paths, doc, page);
    if (view == VIEW_VOTES)
        return see_votes(s, c, page);
    bool ok = true;
    const uint64_t *mark;
    size_t n = slot_store_marks(c->store, doc, view, &mark);
    for (size_t i = 0; ok && i < n; i++)
        ok = see(s, mark[i], page);
    return ok;
}

static bool make_views(const chooser *c, bit_columns *views)
{
    seen_marks s = { 0 };
    bool ok = true;
    for (int v = 0; ok && v < N_VIEWS; v++) {
        s.n = 0;
        for (uint32_t p = 0; ok && p < c->n; p++)
            ok = see_page(&s, c, v, p, kinds_doc(c, p));
        ok = ok && columns_build(s.seen, s.n, c->n, &views[v]);
    }
    for (int v = 0; ok && v < N_VIEWS; v++)
        columns_weigh(&views[v], &views[VIEW_ELEMENTS]);
    free(s.seen);
    return ok;
}

/* --- pairs -------------------------------------------------------------------------------------------------------- */

static const uint32_t *shape_on(const slot_store *store, uint32_t doc)
{
    static const uint32_t none[N_SHAPES];
    return store->shape ? store->shape + (size_t)doc * N_SHAPES : none;
}

static bool pairs_ready(choice *k)
{
    chooser *c = &k->c;
    size_t cells = (size_t)c->n * c->n + 1;
    k->labels.slots = malloc(cells * sizeof *k->labels.slots);
    k->label = malloc(((size_t)c->n + 1) * sizeof *k->label);
    k->shape = malloc(((size_t)c->n + 1) * sizeof *k->shape);
    if (!k->labels.slots || !k->label || !k->shape)
        return false;
    for (uint32_t p = 0; p < c->n; p++)
        k->shape[p] = shape_on(c->store, kinds_doc(c, p));
    return kinds_count_words(c) && kinds_gather_values(c) && kinds_gather_partitions(c) &&
           kinds_find_labels(c, k->label, &k->labels, &k->slot) && make_views(c, k->views) &&
           pairs_init(&k->pairs, c->n, k->views, k->shape, &k->labels);
}

bool kinds_choice_init(choice *k, const doc_sets *elements, const doc_sets *paths, const slot_store *store,
                       const uint32_t *docs, uint32_t n)
{
    uint32_t stride = (n + CHOOSING_PAGES - 1) / CHOOSING_PAGES;
    *k = (choice){ .c = { .elements = elements,
                          .paths = paths,
                          .store = store,
                          .docs = docs,
                          .n = (n + stride - 1) / stride,
                          .stride = stride } };
    k->c.rare = (k->c.n + 199) / 200 < 3 ? 3 : (k->c.n + 199) / 200;
    return pairs_ready(k);
}

void kinds_choice_free(choice *k)
{
    pairs_free(&k->pairs);
    for (int v = 0; v < N_VIEWS; v++)
        columns_free(&k->views[v]);
    free(k->labels.slots);
    free(k->label);
    free(k->shape);
    chooser_free(&k->c);
}

/* How alike page `a` and each later one are, both ways round. */
static husk_status compare_page(page_pairs *pairs, uint32_t a, float *same)
{
    uint32_t n = pairs->n;
    husk_status status = HUSK_OK;
    for (uint32_t from = a + 1, to; from < n && status == HUSK_OK; from = to) {
        to = n - from < PAIRS_AT_ONCE ? n : from + PAIRS_AT_ONCE;
        status = pairs_same(pairs, a, from, to, same + (size_t)a * n + from);
        for (uint32_t b = from; b < to; b++)
            same[(size_t)b * n + a] = same[(size_t)a * n + b];
    }
    return status;
}

/* The kinds of the choosing pages; 0 if out of memory. */
static uint32_t link_pages(choice *k, double least, uint32_t *kind)
{
    uint32_t n = k->c.n;
    float *same = malloc(((size_t)n * n + 1) * sizeof *same);
    uint32_t n_kinds = 0;
    bool room = same != NULL;
    for (uint32_t a = 0; room && a < n; a++) {
        same[(size_t)a * n + a] = 1;
        room = compare_page(&k->pairs, a, same) == HUSK_OK;
    }
    if (room)
        n_kinds = linkage_groups(same, n, 1 - least, kind);
    free(same);
    return n_kinds;
}

husk_status kinds_split(const doc_sets *elements, const doc_sets *paths, const slot_store *store, const uint32_t *docs,
                        uint32_t n, double least, uint32_t *kind, uint32_t *n_kinds, kinds_found *found)
{
    *found = (kinds_found){ 0 };
    *n_kinds = n > 0;
    for (uint32_t i = 0; i < n; i++)
        kind[i] = 0;
    if (n < MIN_PAGES)
        return HUSK_OK;
    choice k;
    bool ok = kinds_choice_init(&k, elements, paths, store, docs, n);
    uint32_t *chosen = malloc(((size_t)k.c.n + 1) * sizeof *chosen);
    ok = ok && chosen && (*n_kinds = link_pages(&k, least, chosen)) > 0;
    if (ok && *n_kinds > 1) {
        ok = kinds_place_rest(&k, chosen, *n_kinds, n, kind);
        *found = (kinds_found){ k.slot ? k.slot : 1, k.labels.elements, k.labels.kept_slots, k.labels.bits };
    } else if (ok) {
        *found = (kinds_found){ 0, k.labels.elements, k.labels.kept_slots, k.labels.bits };
    }
    free(chosen);
    kinds_choice_free(&k);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}
