/* host_classes.c - assign a host's pages to classes.
 * The kept pages are clustered (cluster/collection.c, AUTO); each cluster is a class, as husk cluster shows it. Pages
 * not kept, and those of too many clusters, go to the class that gives their shortest description (classify.c). Cost:
 * the clustering, and a look-up per trait of each other page. Limits: HUSK_MAX_CLASSES; memory for the traits of the
 * kept pages. */
#include "learn/host_classes.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/limits.h"
#include "base/status.h"
#include "cluster/classify.h"
#include "cluster/collection.h"

#define NO_CLASS UINT32_MAX

typedef struct grouping {
    const host_pages *pages;
    arena *memory;
    uint32_t *class_of;
    model_class *classes;
    uint32_t n_classes;
} grouping;

static husk_status no_memory(husk_error *error)
{
    return error_set(error, HUSK_NO_MEMORY, "out of memory for the classes of a host");
}

/* class_of of the kept pages: their cluster. */
static husk_status cluster_kept(const grouping *g, uint32_t *n_clusters, husk_error *error)
{
    husk_clustering collection;
    buffer record;
    buffer_init(&record, HUSK_MAX_PAGE_ARENA);
    husk_status status = HUSK_OK;
    collection_init(&collection, &(husk_cluster_options){ 0 }, NULL);
    collection.slots.weight = g->pages->weight;
    for (uint32_t i = 0; i < g->pages->n_kept && status == HUSK_OK; i++) {
        status = g->pages->traits(g->pages->context, g->pages->kept[i], &record, error);
        if (status == HUSK_OK && (status = collection_add_traits(&collection, record.data, record.len)) != HUSK_OK)
            error_set(error, status, "a page's traits: %s", husk_status_text(status));
    }
    if (status == HUSK_OK && (status = collection_cluster(&collection)) != HUSK_OK)
        error_set(error, status, "clustering a host's pages: %s", husk_status_text(status));
    for (uint32_t i = 0; i < g->pages->n_kept && status == HUSK_OK; i++)
        g->class_of[g->pages->kept[i]] = collection_cluster_of(&collection, i);
    *n_clusters = collection.clusters.n_clusters;
    collection_clear(&collection);
    buffer_free(&record);
    return status;
}

typedef struct class_rank {
    uint32_t n_pages, index;
} class_rank;

static int by_size(const void *a, const void *b)
{
    const class_rank *x = a, *y = b;
    return ORDER_OF(y->n_pages, x->n_pages) ?: ORDER_OF(x->index, y->index);
}

/* Renumber groups, the largest first, at most HUSK_MAX_CLASSES of them; pages of other groups are in none. NULL if out
 * of memory. */
static class_rank *rank_groups(grouping *g, uint32_t n_groups, uint32_t *n)
{
    uint32_t *number = arena_array(g->memory, n_groups, sizeof *number);
    class_rank *ranks = arena_zeros(g->memory, n_groups, sizeof *ranks);
    if (number == NULL || ranks == NULL)
        return NULL;
    for (uint32_t k = 0; k < n_groups; k++) {
        ranks[k].index = k;
        number[k] = NO_CLASS;
    }
    for (uint32_t p = 0; p < g->pages->n_pages; p++)
        if (g->class_of[p] != NO_CLASS)
            ranks[g->class_of[p]].n_pages++;
    qsort(ranks, n_groups, sizeof *ranks, by_size);
    for (*n = 0; *n < n_groups && *n < HUSK_MAX_CLASSES; ++*n)
        number[ranks[*n].index] = *n;
    for (uint32_t p = 0; p < g->pages->n_pages; p++)
        if (g->class_of[p] != NO_CLASS)
            g->class_of[p] = number[g->class_of[p]];
    return ranks;
}

static husk_status keep_large(grouping *g, uint32_t n_clusters, husk_error *error)
{
    uint32_t n = 0;
    if (rank_groups(g, n_clusters, &n) == NULL)
        return no_memory(error);
    g->n_classes = n ? n : 1;
    g->classes = arena_zeros(g->memory, g->n_classes, sizeof *g->classes);
    if (g->n_classes == 1)
        memset(g->class_of, 0, g->pages->n_pages * sizeof *g->class_of);
    return g->classes ? HUSK_OK : no_memory(error);
}

static husk_status count_page(const host_pages *pages, uint32_t page, hash_map *counts, uint32_t stamp,
                              husk_error *error)
{
    uint64_t *features = NULL;
    uint32_t n = 0;
    husk_status status = pages->features(pages->context, page, &features, &n, error);
    for (uint32_t k = 0; k < n && status == HUSK_OK; k++)
        if (!map_count(counts, features[k], stamp))
            status = no_memory(error);
    free(features);
    return status;
}

/* A trait of a single page identifies that page, not the class. */
husk_status host_classes_count(const host_pages *pages, const uint32_t *class_of, uint32_t number, arena *memory,
                               model_class *c, husk_error *error)
{
    hash_map counts = { 0 };
    husk_status status = HUSK_OK;
    uint32_t stamp = 0;
    for (uint32_t i = 0; i < pages->n_kept && status == HUSK_OK; i++)
        if (class_of[pages->kept[i]] == number)
            status = count_page(pages, pages->kept[i], &counts, ++stamp, error);
    uint32_t least = stamp / 100 < 2 ? 2 : stamp / 100;
    if (stamp == 1)
        least = 1; /* a start page is the only one of its kind */
    c->n_pages = stamp;
    if (status == HUSK_OK && (c->traits = tally_counts(&counts, least, memory, &c->n_traits)) == NULL)
        status = no_memory(error);
    map_free(&counts);
    return status;
}

husk_status host_class_nearest(const host_pages *pages, const classifier *classes, uint32_t page,
                               const model_class **nearest, husk_error *error)
{
    uint64_t *features = NULL;
    uint32_t n = 0;
    husk_status status = pages->features(pages->context, page, &features, &n, error);
    *nearest = status == HUSK_OK ? classifier_choose(classes, features, n).nearest : NULL;
    free(features);
    return status ?: *nearest ? HUSK_OK : no_memory(error);
}

static husk_status place_rest(grouping *g, husk_error *error)
{
    model_host host = { .classes = g->classes, .n_classes = g->n_classes };
    const model_class *nearest;
    classifier *c = classifier_new(&host);
    husk_status status = c ? HUSK_OK : no_memory(error);
    for (uint32_t p = 0; p < g->pages->n_pages && status == HUSK_OK; p++) {
        if (g->class_of[p] != NO_CLASS)
            continue;
        status = host_class_nearest(g->pages, c, p, &nearest, error);
        if (status == HUSK_OK)
            g->class_of[p] = (uint32_t)(nearest - g->classes);
    }
    classifier_free(c);
    return status;
}

/* The largest first, now that every page has its class. */
static husk_status number_classes(grouping *g, husk_error *error)
{
    uint32_t n = 0;
    model_class *from = g->classes;
    const class_rank *ranks = rank_groups(g, g->n_classes, &n);
    g->classes = ranks ? arena_array(g->memory, g->n_classes, sizeof *g->classes) : NULL;
    for (uint32_t k = 0; g->classes && k < n; k++) {
        g->classes[k] = from[ranks[k].index];
        g->classes[k].number = k + 1;
        g->classes[k].n_pages = ranks[k].n_pages;
    }
    return g->classes ? HUSK_OK : no_memory(error);
}

husk_status host_classes_find(const host_pages *pages, arena *memory, uint32_t *class_of, model_class **classes,
                              uint32_t *n_classes, husk_error *error)
{
    grouping g = { .pages = pages, .memory = memory, .class_of = class_of };
    uint32_t n_clusters = 0;
    memset(class_of, 0xff, pages->n_pages * sizeof *class_of);
    husk_status status = cluster_kept(&g, &n_clusters, error);
    status = status ?: keep_large(&g, n_clusters, error);
    for (uint32_t k = 0; status == HUSK_OK && g.n_classes > 1 && k < g.n_classes; k++)
        status = host_classes_count(pages, class_of, k, memory, &g.classes[k], error);
    if (status == HUSK_OK && g.n_classes > 1)
        status = place_rest(&g, error);
    status = status ?: number_classes(&g, error);
    *classes = g.classes;
    *n_classes = g.n_classes;
    return status;
}
