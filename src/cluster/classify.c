/* classify.c - find the class that gives the shortest description of a page.
 * By link paths the cost is the paper's (section 4.1). By traits it is a Bernoulli code: a trait on k of a class's m
 * pages is expected with probability (k + a) / (m + 2a); its presence or absence costs the logarithm. The cost of all
 * traits being absent is summed beforehand, so that a page needs only as many look-ups as it has traits. Cost:
 * O(traits of the page * classes that have each). Limits: those of the file. */
#include "cluster/classify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/memo.h"
#include "base/table.h"
#include "page/views.h"
#include "cluster/site_model.h"
#include "cluster/traits.h"

/* Few pages of a class are seen, so a trait on all of them is not certain. The value is kinds.c's. */
#define PRIOR .1
/* A trait on this share of a class's pages counts as one that its pages have. */
#define COMMON_SHARE .9

static size_t most_traits(const traits *t)
{
    return t->n_elements + t->n_slots + t->n_words;
}

static bool is_among(const uint64_t *values, size_t n, uint64_t value)
{
    for (size_t i = 0; i < n; i++)
        if (values[i] == value)
            return true;
    return false;
}

/* Every trait as one hash, distinct; `list` has room for most_traits. */
static size_t list_traits(const traits *t, uint64_t *list)
{
    size_t count = 0;
    for (size_t i = 0; i < t->n_elements; i++)
        list[count++] = hash_pair(1, t->elements[i]);
    for (size_t i = 0; i < t->n_slots; i++)
        list[count++] = hash_pair(t->slots[i].slot, t->slots[i].value);
    for (size_t i = 0; i < t->n_words; i += 2 + t->words[i + 1])
        for (size_t j = 0; j < t->words[i + 1]; j++)
            if (!is_among(t->words + i + 2, j, t->words[i + 2 + j]))
                list[count++] = hash_pair(t->words[i], t->words[i + 2 + j]);
    return count;
}

bool class_traits(const void *record, size_t len, uint64_t **out, uint32_t *n)
{
    traits t;
    if (!traits_read(record, len, &t))
        return false;
    uint64_t *list = malloc((most_traits(&t) + 1) * sizeof *list);
    if (list == NULL)
        return false;
    *n = (uint32_t)hashes_unique(list, list_traits(&t, list));
    *out = list;
    return true;
}

/* The page's root-to-link paths, sorted and distinct, in `memory`. */
static husk_status class_schema(const husk_page *page, page_step step, arena *memory, uint64_t **paths, uint32_t *n)
{
    page_link *links;
    uint32_t n_links;
    husk_status status = page_links(page, step, memory, &links, &n_links, NULL);
    *paths = status == HUSK_OK ? arena_array(memory, n_links, sizeof **paths) : NULL;
    if (*paths == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < n_links; i++)
        (*paths)[i] = links[i].path;
    *n = (uint32_t)hashes_unique(*paths, n_links);
    return HUSK_OK;
}

/* --- a host prepared for look-up ---------------------------------------------------------------------------------- */

/* The features that distinguish classes, depending on what the file has. */
typedef enum class_features {
    BY_TRAITS, /* from a crawl */
    BY_LINKS,  /* from a crawl as published: enc(p|C) of the paper, section 4.1 */
    BY_PATHS   /* from learning: page_tag_paths */
} class_features;

/* A class that has a feature, and what its presence saves over its absence there, and over its presence on a page of a
 * class without it. */
typedef struct feature_use {
    uint64_t hash;
    uint32_t place; /* index of the class */
    bool is_common;
    double saved;
} feature_use;

/* Where the uses of a feature are: from `at` on. */
typedef struct feature_uses {
    uint64_t hash;
    uint32_t at, n;
} feature_uses;
TABLE_OF(feature, feature_uses, hash, n)

struct classifier {
    arena memory; /* of the arrays */
    const model_host *host;
    class_features by;
    model_costs costs; /* BY_LINKS */
    feature_use *uses; /* sorted by hash */
    uint32_t n_uses;
    feature_uses *features; /* by hash */
    size_t n_places;        /* of it */
    double *absent;         /* by class: the cost of a page with none of its features */
    double *present;        /* by class: the cost of a feature that it does not have */
    uint32_t *n_common;
    memo *classes; /* BY_TRAITS: for traits_of_page */
};

static int by_hash(const void *a, const void *b)
{
    const feature_use *x = a, *y = b;
    return ORDER_OF(x->hash, y->hash) ?: ORDER_OF(x->place, y->place);
}

static uint32_t n_features(const classifier *c, const model_class *k)
{
    return c->by == BY_TRAITS ? k->n_traits : c->by == BY_LINKS ? k->n_schema : k->n_paths;
}

/* The pages that traits were counted on, which may be a part of the class: every page has an html element. */
static uint32_t most_pages(const model_count *counts, uint32_t n)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < n; i++)
        most = counts[i].pages > most ? counts[i].pages : most;
    return most;
}

static void class_fill(classifier *c, uint32_t place)
{
    const model_class *k = &c->host->classes[place];
    const model_count *counts = c->by == BY_TRAITS ? k->traits : c->by == BY_LINKS ? k->schema : k->paths;
    uint32_t n = n_features(c, k), n_pages = c->by == BY_PATHS   ? k->n_sampled
                                             : c->by == BY_LINKS ? k->n_pages
                                                                 : most_pages(counts, n);
    bool is_bits = c->by != BY_LINKS;
    const model_costs *costs = &c->costs;
    double m = n_pages + 2 * PRIOR;
    c->present[place] = is_bits ? -log2(PRIOR / m) : costs->path + (costs->foreign ? costs->miss : 0);
    for (uint32_t i = 0; i < n; i++) {
        double share = (counts[i].pages + PRIOR) / m;
        share = share < 1 ? share : (n_pages + PRIOR) / m; /* a file may contain anything */
        double off = is_bits ? -log2(1 - share) : costs->index + (costs->foreign ? 0 : costs->miss);
        double on = is_bits ? -log2(share) : costs->index;
        bool is_common = !is_bits || counts[i].pages >= COMMON_SHARE * n_pages;
        c->absent[place] += off;
        c->n_common[place] += is_common;
        c->uses[c->n_uses++] = (feature_use){ counts[i].hash, place, is_common, off - on + c->present[place] };
    }
}

static bool fill_places(classifier *c)
{
    c->n_places = table_size(c->n_uses, 16);
    c->features = arena_zeros(&c->memory, c->n_places, sizeof *c->features);
    for (uint32_t i = 0; c->features && i < c->n_uses; i++) {
        feature_uses *f = feature_place(c->features, c->n_places, c->uses[i].hash);
        if (f->n++ == 0)
            *f = (feature_uses){ .hash = c->uses[i].hash, .at = i, .n = 1 };
    }
    return c->features;
}

classifier *classifier_new(const model_host *host, const model_costs *costs)
{
    classifier *c = calloc(1, sizeof *c);
    size_t n = 0, n_classes = host->n_classes;
    if (c == NULL)
        return NULL;
    arena_init(&c->memory, SIZE_MAX);
    c->host = host;
    c->costs = costs ? *costs : published_costs;
    c->by = BY_PATHS;
    for (uint32_t i = 0; i < host->n_classes; i++) {
        if (host->classes[i].n_traits)
            c->by = BY_TRAITS;
        else if (host->classes[i].n_schema && c->by == BY_PATHS)
            c->by = BY_LINKS;
    }
    for (uint32_t i = 0; i < host->n_classes; i++)
        n += n_features(c, &host->classes[i]);
    c->uses = arena_zeros(&c->memory, n, sizeof *c->uses);
    c->absent = arena_zeros(&c->memory, n_classes, sizeof *c->absent);
    c->present = arena_zeros(&c->memory, n_classes, sizeof *c->present);
    c->n_common = arena_zeros(&c->memory, n_classes, sizeof *c->n_common);
    c->classes = arena_zeros(&c->memory, 1, sizeof *c->classes);
    bool ok = c->uses && c->absent && c->present && c->n_common && c->classes && n < UINT32_MAX;
    for (uint32_t i = 0; ok && i < host->n_classes; i++)
        class_fill(c, i);
    if (ok)
        qsort(c->uses, c->n_uses, sizeof *c->uses, by_hash);
    if (ok && fill_places(c))
        return c;
    classifier_free(c);
    return NULL;
}

const model_costs *classifier_costs(const classifier *c)
{
    return c->by == BY_LINKS ? &c->costs : NULL;
}

void classifier_free(classifier *c)
{
    if (c)
        arena_free(&c->memory);
    free(c);
}

/* Subtract what a page's features save from the classes' costs. Returns how many of them a class has. */
static uint32_t add_uses(const classifier *c, const uint64_t *features, uint32_t n, double *cost, uint32_t *shared)
{
    uint32_t n_known = 0;
    for (uint32_t i = 0; i < n; i++) {
        const feature_uses *f = feature_place(c->features, c->n_places, features[i]);
        n_known += f->n != 0;
        for (const feature_use *u = c->uses + f->at, *end = u + f->n; u < end; u++) {
            cost[u->place] -= u->saved;
            shared[u->place] += u->is_common;
        }
    }
    return n_known;
}

/* A trait that no class has does not discriminate; a link path that the class lacks must be encoded in full. The cost
 * of an unexpected feature is added for all classes at once, so that a feature touches only the classes that have it.
 */
static void costs_add(const classifier *c, const uint64_t *features, uint32_t n, double *cost, uint32_t *shared)
{
    uint32_t n_known = add_uses(c, features, n, cost, shared);
    uint32_t n_counted = c->by == BY_LINKS ? n : n_known;
    for (uint32_t k = 0; k < c->host->n_classes; k++)
        cost[k] += c->absent[k] + n_counted * c->present[k];
}

class_verdict classifier_choose(const classifier *c, const uint64_t *features, uint32_t n)
{
    class_verdict v = { .margin = 1 };
    uint32_t n_classes = c->host->n_classes, best = 0;
    double second = INFINITY, *cost = calloc(n_classes + 1u, sizeof *cost);
    uint32_t *shared = calloc(n_classes + 1u, sizeof *shared);
    if (cost && shared && n_classes) {
        costs_add(c, features, n, cost, shared);
        for (uint32_t k = 1; k < n_classes; k++) {
            bool better = cost[k] < cost[best] ||
                          (cost[k] == cost[best] && c->host->classes[k].n_pages > c->host->classes[best].n_pages);
            second = better ? cost[best] : cost[k] < second ? cost[k] : second;
            best = better ? k : best;
        }
        bool none = c->by != BY_LINKS && shared[best] < CLASS_LEAST_SHARE * c->n_common[best];
        v.n_shared = shared[best];
        v.cost = cost[best];
        v.margin = isinf(second) ? 1 : second + cost[best] > 0 ? (second - cost[best]) / (second + cost[best]) : 0;
        v.nearest = &c->host->classes[best];
        v.page_class = none ? NULL : v.nearest;
    }
    free(cost);
    free(shared);
    return v;
}

static husk_status traits_list(const husk_page *page, memo *classes, arena *memory, uint64_t **list, uint32_t *n)
{
    traits t;
    husk_status status = traits_of_page(page, classes, memory, &t);
    if (status != HUSK_OK)
        return status;
    *list = arena_array(memory, most_traits(&t) + 1, sizeof **list);
    if (*list == NULL)
        return HUSK_NO_MEMORY;
    *n = (uint32_t)list_traits(&t, *list);
    return HUSK_OK;
}

husk_status classifier_page(const classifier *c, const husk_page *page, arena *memory, class_verdict *v)
{
    uint64_t *features = NULL;
    uint32_t n = 0;
    husk_status status = c->by == BY_TRAITS  ? traits_list(page, c->classes, memory, &features, &n)
                         : c->by == BY_LINKS ? class_schema(page, c->costs.step, memory, &features, &n)
                                             : page_tag_paths(page, memory, &features, &n);
    if (status == HUSK_OK)
        *v = classifier_choose(c, features, n);
    return status == HUSK_OK && v->nearest == NULL && c->host->n_classes ? HUSK_NO_MEMORY : status;
}
