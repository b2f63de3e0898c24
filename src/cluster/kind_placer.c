/* kind_placer.c - the kinds found in some pages of a site, as classes that its other pages join.
 * A page joins the kind that gives its shortest description (classify.c), by its elements and by those of its marks
 * that say something of its own. Slots and words would make it worse: with them F falls from .937 to .931 on the nine
 * sites of bench/run kinds that have more pages than are compared. Cost: a look-up per feature and kind that has it. */
#include <stdlib.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/table.h"
#include "cluster/classify.h"
#include "cluster/kinds.h"
#include "store/tally.h"

struct kind_placer {
    arena memory;
    model_host host;
    classifier *classes;
};

static uint64_t *features_of(const traits *t, uint32_t *n)
{
    static const int sets[] = { MARKS_BODY, MARKS_HEAD, MARKS_ADDRESS };
    enum { N_SETS = sizeof sets / sizeof *sets };
    size_t count = 0, most = t->n_elements + t->n_paths + 1;
    for (int v = 0; v < N_SETS; v++)
        most += t->n_marks[sets[v]];
    uint64_t *list = malloc(most * sizeof *list);
    for (size_t i = 0; list && i < t->n_elements; i++)
        list[count++] = hash_pair(N_MARK_SETS, t->elements[i]);
    for (size_t i = 0; list && t->n_elements == 0 && i < t->n_paths; i++)
        list[count++] = t->paths[i];
    for (int v = 0; list && v < N_SETS; v++)
        for (size_t i = 0; i < t->n_marks[sets[v]]; i++)
            list[count++] = hash_pair((unsigned)sets[v], t->marks[sets[v]][i]);
    *n = (uint32_t)count;
    return list;
}

static bool count_page(const traits *t, hash_map *counts, uint32_t stamp)
{
    uint32_t n = 0;
    uint64_t *features = features_of(t, &n);
    bool ok = features != NULL;
    for (uint32_t i = 0; ok && i < n; i++)
        ok = map_count(counts, features[i], stamp);
    free(features);
    return ok;
}

/* A feature that hardly any page of the site has is of no kind; one that a single page of a kind has may be. */
static bool fill_kind(kind_placer *p, model_class *c, const hash_map *counts, const hash_map *all, uint32_t least)
{
    uint32_t n = 0;
    c->traits = tally_counts(counts, 1, &p->memory, &n);
    for (uint32_t i = 0; i < n; i++)
        if (map_get(all, c->traits[i].hash) >= least)
            c->traits[c->n_traits++] = c->traits[i];
    return c->traits;
}

static bool count_kinds(kind_placer *p, const kind_pages *pages, hash_map *counts)
{
    model_class *kinds = p->host.classes = arena_zeros(&p->memory, p->host.n_classes, sizeof *kinds);
    hash_map *all = counts + p->host.n_classes;
    bool ok = kinds != NULL;
    for (uint32_t i = 0; ok && i < pages->n; i++) {
        const traits *t = &pages->traits[pages->doc[i]];
        uint32_t k = pages->kind[i];
        ok = count_page(t, &counts[k], ++kinds[k].n_pages) && count_page(t, all, i + 1);
    }
    for (uint32_t k = 0; ok && k < p->host.n_classes; k++)
        ok = fill_kind(p, &kinds[k], &counts[k], all, pages->least < 2 ? 2 : pages->least);
    return ok;
}

kind_placer *kind_placer_new(const kind_pages *pages, uint32_t n_kinds)
{
    kind_placer *p = calloc(1, sizeof *p);
    hash_map *counts = calloc(n_kinds + 1u, sizeof *counts); /* by kind; the last for all pages */
    bool ok = p && counts;
    if (ok) {
        arena_init(&p->memory, SIZE_MAX);
        p->host.n_classes = n_kinds;
        ok = count_kinds(p, pages, counts) && (p->classes = classifier_new(&p->host, NULL));
    }
    for (uint32_t k = 0; counts && k <= n_kinds; k++)
        map_free(&counts[k]);
    free(counts);
    if (!ok)
        kind_placer_free(p);
    return ok ? p : NULL;
}

uint32_t kind_placer_place(const kind_placer *p, const traits *page, bool *fits)
{
    uint32_t n = 0;
    uint64_t *features = features_of(page, &n);
    class_verdict v = { 0 };
    if (features)
        v = classifier_choose(p->classes, features, n);
    free(features);
    if (fits)
        *fits = v.page_class && v.n_shared;
    return v.nearest ? (uint32_t)(v.nearest - p->host.classes) : UINT32_MAX;
}

void kind_placer_free(kind_placer *p)
{
    if (p) {
        classifier_free(p->classes);
        arena_free(&p->memory);
    }
    free(p);
}
