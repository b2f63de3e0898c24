/* host_classes.c - assign a host's pages to classes.
 * The kept pages are clustered (cluster/collection.c, AUTO); each cluster is a class, as husk cluster shows it. Pages
 * not kept, and those of too many clusters, go to the class that gives their shortest description (classify.c). Cost:
 * the clustering, and a look-up per trait of each other page. Limits: HUSK_MAX_CLASSES; memory for the traits of the
 * kept pages. */
#include "learn/host_job.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/limits.h"
#include "base/status.h"
#include "cluster/classify.h"
#include "cluster/collection.h"

#define NO_CLASS UINT32_MAX

/* class_of of the kept pages: their cluster. */
static husk_status cluster_kept(const host_job *j, uint32_t *class_of, uint32_t *n_clusters, husk_error *error)
{
    husk_clustering collection;
    buffer record;
    buffer_init(&record, HUSK_MAX_PAGE_ARENA);
    husk_status status = HUSK_OK;
    collection_init(&collection, &(husk_cluster_options){ 0 }, NULL);
    collection.slots.weight = j->weight;
    for (uint32_t i = 0; i < j->n_kept && status == HUSK_OK; i++) {
        status = job_traits(j, j->kept[i].page, &record, error);
        status =
            status
                ?: status_told(error, collection_add_traits(&collection, record.data, record.len), "a page's traits");
    }
    status = status ?: status_told(error, collection_cluster(&collection), "clustering a host's pages");
    for (uint32_t i = 0; i < j->n_kept && status == HUSK_OK; i++)
        class_of[j->kept[i].page] = collection_cluster_of(&collection, i);
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

/* Renumber groups, the largest first, at most HUSK_MAX_CLASSES of them; pages of other groups are in none. */
static husk_status rank_groups(const host_job *j, uint32_t *class_of, uint32_t n_groups, uint32_t *n, husk_error *error)
{
    uint32_t *number = arena_array(j->memory, n_groups, sizeof *number);
    class_rank *ranks = arena_zeros(j->memory, n_groups, sizeof *ranks);
    if (number == NULL || ranks == NULL)
        return job_no_memory(error);
    for (uint32_t k = 0; k < n_groups; k++) {
        ranks[k].index = k;
        number[k] = NO_CLASS;
    }
    for (uint32_t p = 0; p < j->host->n_pages; p++)
        if (class_of[p] != NO_CLASS)
            ranks[class_of[p]].n_pages++;
    qsort(ranks, n_groups, sizeof *ranks, by_size);
    for (*n = 0; *n < n_groups && *n < HUSK_MAX_CLASSES; ++*n)
        number[ranks[*n].index] = *n;
    for (uint32_t p = 0; p < j->host->n_pages; p++)
        if (class_of[p] != NO_CLASS)
            class_of[p] = number[class_of[p]];
    return HUSK_OK;
}

static husk_status count_page(const host_job *j, uint32_t page, hash_map *counts, uint32_t stamp, husk_error *error)
{
    uint64_t *features = NULL;
    uint32_t n = 0;
    husk_status status = job_features(j, page, &features, &n, error);
    for (uint32_t k = 0; k < n && status == HUSK_OK; k++)
        if (!map_count(counts, features[k], stamp))
            status = job_no_memory(error);
    free(features);
    return status;
}

/* A trait of a single page identifies that page, not the class. */
husk_status job_count_class(const host_job *j, const uint32_t *class_of, uint32_t number, model_class *c,
                            husk_error *error)
{
    hash_map counts = { 0 };
    husk_status status = HUSK_OK;
    uint32_t stamp = 0;
    for (uint32_t i = 0; i < j->n_kept && status == HUSK_OK; i++)
        if (class_of[j->kept[i].page] == number)
            status = count_page(j, j->kept[i].page, &counts, ++stamp, error);
    uint32_t least = stamp / 100 < 2 ? 2 : stamp / 100;
    if (stamp == 1)
        least = 1; /* a start page is the only one of its kind */
    c->n_pages = stamp;
    if (status == HUSK_OK && (c->traits = tally_counts(&counts, least, j->memory, &c->n_traits)) == NULL)
        status = job_no_memory(error);
    map_free(&counts);
    return status;
}

husk_status job_nearest_class(const host_job *j, const classifier *classes, uint32_t page, const model_class **nearest,
                              husk_error *error)
{
    uint64_t *features = NULL;
    uint32_t n = 0;
    husk_status status = job_features(j, page, &features, &n, error);
    *nearest = status == HUSK_OK ? classifier_choose(classes, features, n).nearest : NULL;
    free(features);
    return status ?: *nearest ? HUSK_OK : job_no_memory(error);
}

/* The pages that are in none of several groups. */
static husk_status place_rest(const host_job *j, uint32_t *class_of, husk_error *error)
{
    model_class *groups = arena_zeros(j->memory, j->n_groups, sizeof *groups);
    model_host host = { .classes = groups, .n_classes = j->n_groups };
    const model_class *nearest;
    husk_status status = groups ? HUSK_OK : job_no_memory(error);
    for (uint32_t k = 0; status == HUSK_OK && k < j->n_groups; k++)
        status = job_count_class(j, class_of, k, &groups[k], error);
    classifier *c = status == HUSK_OK ? classifier_new(&host, NULL) : NULL;
    if (status == HUSK_OK && c == NULL)
        status = job_no_memory(error);
    for (uint32_t p = 0; p < j->host->n_pages && status == HUSK_OK; p++) {
        if (class_of[p] != NO_CLASS)
            continue;
        status = job_nearest_class(j, c, p, &nearest, error);
        if (status == HUSK_OK)
            class_of[p] = (uint32_t)(nearest - groups);
    }
    classifier_free(c);
    return status;
}

husk_status job_cluster(host_job *j, uint32_t *class_of, husk_error *error)
{
    uint32_t n_clusters = 0;
    memset(class_of, 0xff, j->host->n_pages * sizeof *class_of);
    husk_status status = cluster_kept(j, class_of, &n_clusters, error);
    status = status ?: rank_groups(j, class_of, n_clusters, &j->n_groups, error);
    if (status == HUSK_OK && j->n_groups > 1) {
        status = place_rest(j, class_of, error);
        return status ?: rank_groups(j, class_of, j->n_groups, &n_clusters, error);
    }
    j->n_groups = 1;
    memset(class_of, 0, j->host->n_pages * sizeof *class_of);
    return status;
}
