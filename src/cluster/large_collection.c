/* large_collection.c - cluster a collection that does not fit in memory, in rounds.
 * Of the remaining pages those with the smallest keys, as many as fit, are clustered like any collection. Each other
 * page joins the site of its host. Where the host has several or the page none, and with another way of clustering, it
 * joins the site or cluster that gives its shortest description, if it has enough of what nearly all pages there have
 * (classify.c) and is of its host, and within a site likewise its kind (kind_placer.c). Pages that fit nowhere form the
 * next round. Cost: the clustering of each round, and one look-up per feature of every remaining page. Limits: disk
 * space; a kind too rare for the sample is not found.
 */
#include "cluster/collection.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/stop.h"
#include "base/arrays.h"
#include "cluster/traits.h"

/* What one round knows: its sites, and the kinds of each. */
typedef struct placer {
    arena memory; /* of the arrays */
    const husk_clustering *sample;
    hash_map hosts;     /* their sites; `n_sites` for a host that has several */
    kind_placer *sites; /* of all pages */
    uint32_t n_sites;
    uint64_t *host_of;          /* by site; 0: of pages without one */
    kind_placer **kinds;        /* by site; NULL if it has one kind */
    uint32_t *cluster_of_class; /* by cluster of the sample, in the order of sites */
    uint32_t *first_class;      /* by site, into that */
} placer;

static void placer_free(placer *p)
{
    for (uint32_t s = 0; p->kinds && s < p->n_sites; s++)
        kind_placer_free(p->kinds[s]);
    kind_placer_free(p->sites);
    map_free(&p->hosts);
    arena_free(&p->memory);
}

/* With another way of clustering each cluster stands for a site. */
static uint32_t site_of_cluster(const placer *p, uint32_t cluster)
{
    return p->sample->site_of ? p->sample->site_of[cluster] : cluster;
}

static bool learn_sites(placer *p, const kind_pages *pages)
{
    bool ok = (p->sites = kind_placer_new(pages, p->n_sites));
    for (uint32_t d = 0; ok && p->sample->site_of && d < pages->n; d++) {
        uint64_t host = pages->traits[d].host;
        uint32_t site = pages->kind[d], known = host ? map_number(&p->hosts, host) : site;
        p->host_of[site] = host;
        ok = known == site || map_put_number(&p->hosts, host, known == MAP_NONE ? site : p->n_sites);
    }
    return ok;
}

/* Number the clusters of each site, and count what those of a site with several kinds have. */
static bool learn_kinds(placer *p, const uint32_t *docs, const uint32_t *start)
{
    const clustering *clusters = &p->sample->clusters;
    uint32_t at = 0, *number = arena_array(&p->memory, clusters->n_clusters, sizeof *number),
             *kind = arena_array(&p->memory, clusters->n_docs, sizeof *kind);
    bool ok = number && kind;
    for (uint32_t s = 0; s < p->n_sites && ok; s++) {
        uint32_t first = p->first_class[s] = at;
        for (uint32_t k = 0; k < clusters->n_clusters; k++)
            if (site_of_cluster(p, k) == s) {
                number[k] = at - first;
                p->cluster_of_class[at++] = k;
            }
        for (uint32_t i = start[s]; i < start[s + 1]; i++)
            kind[i] = number[clusters->cluster_of[docs[i]]];
        uint32_t n = start[s + 1] - start[s];
        kind_pages pages = { p->sample->slots.page, docs + start[s], kind + start[s], n, n / 100 };
        ok = at - first < 2 || (p->kinds[s] = kind_placer_new(&pages, at - first));
    }
    return ok;
}

static bool placer_init(placer *p, const husk_clustering *sample)
{
    uint32_t n = sample->records.n, n_clusters = sample->clusters.n_clusters;
    *p = (placer){ .sample = sample, .n_sites = sample->site_of ? sample->n_sites : n_clusters };
    arena_init(&p->memory, SIZE_MAX);
    uint32_t *site = arena_array(&p->memory, n, sizeof *site), *docs = arena_array(&p->memory, n, sizeof *docs),
             *start = arena_array(&p->memory, (size_t)p->n_sites + 1, sizeof *start),
             *all = arena_array(&p->memory, n, sizeof *all);
    p->kinds = arena_zeros(&p->memory, p->n_sites, sizeof *p->kinds);
    p->host_of = arena_zeros(&p->memory, p->n_sites, sizeof *p->host_of);
    p->cluster_of_class = arena_array(&p->memory, n_clusters, sizeof *p->cluster_of_class);
    p->first_class = arena_array(&p->memory, p->n_sites, sizeof *p->first_class);
    if (!site || !docs || !start || !all || !p->kinds || !p->host_of || !p->cluster_of_class || !p->first_class)
        return false;
    for (uint32_t d = 0; d < n; d++) {
        all[d] = d;
        site[d] = site_of_cluster(p, sample->clusters.cluster_of[d]);
    }
    docs_by_group(site, NULL, n, p->n_sites, start, docs);
    return learn_sites(p, &(kind_pages){ sample->slots.page, all, site, n, 0 }) && learn_kinds(p, docs, start);
}

/* The site of a page; `fits` is false if it has none. UINT32_MAX if out of memory. */
static uint32_t find_site(placer *p, const traits *t, bool *fits)
{
    bool by_host = p->sample->site_of && t->host;
    uint32_t site = by_host ? map_number(&p->hosts, t->host) : p->n_sites;
    *fits = site != MAP_NONE;
    if (site != p->n_sites)
        return site;
    site = kind_placer_place(p->sites, t, fits);
    *fits = *fits && (site == UINT32_MAX || !by_host || p->host_of[site] == t->host);
    return site;
}

/* The cluster of the sample that a page joins, UINT32_MAX for none. */
static husk_status place(placer *p, const buffer *record, uint32_t *cluster)
{
    traits t;
    bool fits;
    *cluster = UINT32_MAX;
    if (!traits_read(record->data, record->len, &t))
        return HUSK_BAD_ARGUMENT;
    uint32_t site = find_site(p, &t, &fits), kind = 0;
    if (!fits)
        return HUSK_OK;
    if (site != UINT32_MAX && p->kinds[site])
        kind = kind_placer_place(p->kinds[site], &t, NULL);
    if (site == UINT32_MAX || kind == UINT32_MAX)
        return HUSK_NO_MEMORY;
    *cluster = p->cluster_of_class[p->first_class[site] + kind];
    return HUSK_OK;
}

/* --- rounds ------------------------------------------------------------------------------------------------------- */

typedef struct rounds {
    husk_clustering *collection;
    uint32_t *left; /* pages, by key */
    uint32_t n_left;
    uint32_t *cluster_of;
    uint32_t n_clusters, n_sites;
    uint32_t *site_of;  /* by cluster */
    kinds_found *kinds; /* by site */
} rounds;

static husk_status cluster_sample(const rounds *r, uint32_t n, husk_clustering *sample)
{
    buffer record;
    husk_cluster_options options = r->collection->options;
    options.held = UINT32_MAX;
    buffer_init(&record, HUSK_MAX_PAGE_ARENA);
    husk_status status = HUSK_OK;
    collection_init(sample, &options, r->collection->way);
    for (uint32_t i = 0; i < n && status == HUSK_OK; i++) {
        status = trait_store_read(&r->collection->records, r->left[i], &record);
        if (status == HUSK_OK)
            status = collection_add_traits(sample, record.data, record.len);
    }
    buffer_free(&record);
    return status == HUSK_OK ? collection_cluster(sample) : status;
}

/* Add the sample's clusters and sites to those of the collection. */
static husk_status take_clusters(rounds *r, const husk_clustering *sample, uint32_t n)
{
    uint32_t more = sample->clusters.n_clusters, sites = sample->site_of ? sample->n_sites : 0;
    if (!array_resize(&r->site_of, (size_t)r->n_clusters + more + 1, sizeof *r->site_of) ||
        !array_resize(&r->kinds, (size_t)r->n_sites + sites + 1, sizeof *r->kinds))
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++)
        r->cluster_of[r->left[i]] = r->n_clusters + sample->clusters.cluster_of[i];
    for (uint32_t k = 0; sites && k < more; k++)
        r->site_of[r->n_clusters + k] = r->n_sites + sample->site_of[k];
    if (sites)
        memcpy(r->kinds + r->n_sites, sample->kinds, sites * sizeof *r->kinds);
    return HUSK_OK;
}

static husk_status place_rest(rounds *r, const husk_clustering *sample, uint32_t n)
{
    placer p;
    buffer record;
    uint32_t to = 0, cluster;
    husk_status status = placer_init(&p, sample) ? HUSK_OK : HUSK_NO_MEMORY;
    buffer_init(&record, HUSK_MAX_PAGE_ARENA);
    for (uint32_t i = n; i < r->n_left && status == HUSK_OK; i++) {
        status = trait_store_read(&r->collection->records, r->left[i], &record);
        if (status == HUSK_OK)
            status = stop_is_set(r->collection->options.stop) ? HUSK_STOPPED : place(&p, &record, &cluster);
        if (status == HUSK_OK && cluster != UINT32_MAX)
            r->cluster_of[r->left[i]] = r->n_clusters + cluster;
        else
            r->left[to++] = r->left[i];
    }
    r->n_left = to;
    buffer_free(&record);
    placer_free(&p);
    return status;
}

static husk_status run_round(rounds *r)
{
    husk_clustering sample;
    uint32_t n = r->n_left < r->collection->records.limit ? r->n_left : r->collection->records.limit;
    husk_status status = cluster_sample(r, n, &sample);
    if (status == HUSK_OK)
        status = take_clusters(r, &sample, n);
    if (status == HUSK_OK)
        status = place_rest(r, &sample, n);
    if (status == HUSK_OK) {
        r->n_clusters += sample.clusters.n_clusters;
        r->n_sites += sample.site_of ? sample.n_sites : 0;
    }
    collection_clear(&sample);
    return status;
}

static bool order_pages(rounds *r)
{
    uint32_t n = r->collection->records.n;
    numbered_hash *order = malloc(((size_t)n + 1) * sizeof *order);
    for (uint32_t p = 0; order && p < n; p++)
        order[p] = (numbered_hash){ r->collection->records.page[p].key, p };
    bool ok = order && hashes_sort(order, n);
    for (uint32_t p = 0; ok && p < n; p++)
        r->left[p] = order[p].number;
    r->n_left = n;
    free(order);
    return ok;
}

husk_status large_collection_cluster(husk_clustering *collection)
{
    size_t n = (size_t)collection->records.n + 1;
    rounds r = { .collection = collection,
                 .left = malloc(n * sizeof *r.left),
                 .cluster_of = malloc(n * sizeof *r.cluster_of) };
    husk_status status = r.left && r.cluster_of && order_pages(&r) ? HUSK_OK : HUSK_NO_MEMORY;
    while (status == HUSK_OK && r.n_left)
        status = stop_is_set(collection->options.stop) ? HUSK_STOPPED : run_round(&r);
    if (status == HUSK_OK && !collection_number(collection, r.cluster_of, r.n_clusters, r.site_of, r.kinds, r.n_sites))
        status = HUSK_NO_MEMORY;
    free(r.left);
    free(r.cluster_of);
    free(r.site_of);
    free(r.kinds);
    return status;
}
