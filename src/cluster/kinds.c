/* kinds.c - the kinds of page of one site: a learned model compares pages pairwise, then average linkage.
 * pairs/pairs.h describes the comparison: common elements, paths and marks, the site's labels (kinds_labels.c),
 * length and number of links. No single slot decides: it may name a subject, not a kind. Cost: O(pages^2 marks) for
 * at most CHOOSING_PAGES; the rest join the kind that fits best (kind_placer.c). Limits: a site of fewer than
 * MIN_PAGES is one kind. */
#include "cluster/kinds.h"

#include <stdlib.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "cluster/kinds_slots.h"

/* The forest learns from draws of up to 300 pages and judges larger sets worse: by 640 of them 4,424 pages of one
 * reference are one kind. F of 71 documentation sites, 1,000 pages each: .890 by 640 pages, .902 by 320. */
#define CHOOSING_PAGES 320u
#define MIN_PAGES 12u

/* --- views -------------------------------------------------------------------------------------------------------- */

typedef struct seen_marks {
    numbered_hash *seen;
    size_t n, room;
    uint32_t page;
    bool ok;
} seen_marks;

static void see(seen_marks *s, uint64_t mark)
{
    s->ok = s->ok && array_grow(&s->seen, &s->room, s->n + 1, sizeof *s->seen);
    if (s->ok)
        s->seen[s->n++] = (numbered_hash){ mark, s->page };
}

/* What a page has in one view; in the view of votes only choosing pages have something. */
static void see_page(seen_marks *s, const choice *c, int view, uint32_t doc)
{
    const traits *t = &c->store->page[doc];
    const doc_sets *sets = view == VIEW_ELEMENTS ? c->elements : c->paths;
    if (view == VIEW_ELEMENTS || view == VIEW_PATHS)
        for (uint32_t i = 0; i < doc_size(sets, doc); i++)
            see(s, doc_items(sets, doc)[i]);
    else if (view == VIEW_VOTES)
        for (uint32_t k = 0; k < c->n_parts; k++)
            see(s, hash_pair(c->parts[k].slot, c->parts[k].group[s->page] + 1u));
    else
        for (size_t i = 0; i < t->n_marks[view]; i++)
            see(s, t->marks[view][i]);
}

static bool make_views(choice *c)
{
    seen_marks s = { .ok = true };
    for (int v = 0; s.ok && v < N_VIEWS; v++) {
        s.n = 0;
        for (s.page = 0; s.page < c->n; s.page++)
            see_page(&s, c, v, c->docs[s.page]);
        s.ok = s.ok && columns_build(s.seen, s.n, c->n, &c->memory, &c->views[v]);
    }
    for (int v = 0; s.ok && v < N_VIEWS; v++)
        columns_weigh(&c->views[v], &c->views[VIEW_ELEMENTS]);
    free(s.seen);
    return s.ok;
}

/* --- pairs -------------------------------------------------------------------------------------------------------- */

bool kinds_choice_init(choice *c, const doc_sets *elements, const doc_sets *paths, const slot_store *store,
                       const uint32_t *docs, uint32_t n)
{
    uint32_t stride = (n + CHOOSING_PAGES - 1) / CHOOSING_PAGES;
    *c = (choice){ .elements = elements, .paths = paths, .store = store, .n = (n + stride - 1) / stride };
    c->rare = (c->n + 199) / 200 < 3 ? 3 : (c->n + 199) / 200;
    c->least = (c->n + 99) / 100 < 2 ? 2 : (c->n + 99) / 100;
    arena_init(&c->memory, SIZE_MAX); /* what CHOOSING_PAGES take */
    c->labels.slots = arena_array(&c->memory, (size_t)c->n * c->n, sizeof *c->labels.slots);
    c->label = arena_array(&c->memory, c->n, sizeof *c->label);
    c->shape = arena_array(&c->memory, c->n, sizeof *c->shape);
    c->docs = arena_array(&c->memory, c->n, sizeof *c->docs);
    if (!c->labels.slots || !c->label || !c->shape || !c->docs)
        return false;
    for (uint32_t p = 0; p < c->n; p++) {
        c->docs[p] = docs[(size_t)p * stride];
        c->shape[p] = kinds_traits(c, p)->shape;
    }
    return kinds_gather_values(c) && kinds_gather_partitions(c) && kinds_find_labels(c) && make_views(c) &&
           pairs_init(&c->pairs, c->n, c->views, c->shape, &c->labels, &c->memory);
}

void kinds_choice_free(choice *k)
{
    arena_free(&k->memory);
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
static uint32_t link_pages(choice *k, uint32_t *kind, merge_step *joins)
{
    uint32_t n = k->n;
    float *same = arena_array(&k->memory, (size_t)n * n, sizeof *same);
    bool ok = same != NULL;
    for (uint32_t a = 0; ok && a < n; a++) {
        same[(size_t)a * n + a] = 1;
        ok = compare_page(&k->pairs, a, same) == HUSK_OK;
    }
    uint32_t n_kinds = ok ? linkage_groups(same, n, 1 - (double)pair_model_builtin.kinds_share, kind, joins) : 0;
    for (uint32_t i = 0; n_kinds && i + 1 < n; i++)
        joins[i] = (merge_step){ k->docs[joins[i].a], k->docs[joins[i].b], joins[i].saved };
    return n_kinds;
}

/* --- the rest ----------------------------------------------------------------------------------------------------- */

/* The kind of each of a site's pages docs[0 .. n), given those of the choosing ones. False if out of memory. */
static bool place_rest(const choice *k, const uint32_t *chosen, uint32_t n_kinds, const uint32_t *docs, uint32_t n,
                       uint32_t *kind)
{
    const traits *all = k->store->page;
    kind_pages pages = { all, k->docs, chosen, k->n, k->n / 100 };
    kind_placer *placer = k->n < n ? kind_placer_new(&pages, n_kinds) : NULL;
    bool ok = placer || k->n == n;
    for (uint32_t i = 0, next = 0; ok && i < n; i++) {
        bool is_chosen = next < k->n && docs[i] == k->docs[next];
        kind[i] = is_chosen ? chosen[next++] : kind_placer_place(placer, &all[docs[i]], NULL);
        ok = kind[i] != UINT32_MAX;
    }
    kind_placer_free(placer);
    return ok;
}

husk_status kinds_split(const doc_sets *elements, const doc_sets *paths, const slot_store *store, const uint32_t *docs,
                        uint32_t n, uint32_t *kind, uint32_t *n_kinds, merge_step *joins, kinds_found *found)
{
    *found = (kinds_found){ 0 };
    *n_kinds = n > 0;
    for (uint32_t i = 0; i < n; i++)
        kind[i] = 0;
    if (n < MIN_PAGES)
        return HUSK_OK;
    choice k;
    bool ok = kinds_choice_init(&k, elements, paths, store, docs, n);
    uint32_t *chosen = arena_array(&k.memory, k.n, sizeof *chosen);
    ok = ok && chosen && (*n_kinds = link_pages(&k, chosen, joins)) > 0;
    if (ok) {
        ok = *n_kinds == 1 || place_rest(&k, chosen, *n_kinds, docs, n, kind);
        uint64_t slot = *n_kinds == 1 ? 0 : k.slot ? k.slot : 1;
        *found = (kinds_found){ slot, k.n - 1, k.labels.elements, k.labels.kept_slots, k.labels.bits };
    }
    kinds_choice_free(&k);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}
