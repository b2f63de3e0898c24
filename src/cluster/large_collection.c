/* large_collection.c - cluster a collection that does not fit in memory, in rounds.
 * Of the remaining pages those with the smallest keys, as many as fit, are clustered like any collection. Each other
 * page joins the site of its host. Without a host, or with another way of clustering, it joins the site or cluster that
 * has most of its elements or paths, if that has SITE_OVERLAP of the known ones and the page as much of those on most
 * pages of the site. Within a site it joins the kind that fits best (kind_placer.c). Pages that fit nowhere form the
 * next round. Cost: the clustering of each round, and one look-up per path of every remaining page. Limits: disk space;
 * a kind too rare for the sample is not found. */
#include "cluster/collection.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/stop.h"
#include "base/arrays.h"
#include "cluster/traits.h"

/* An item on this share of a site's pages counts as one that its pages have. */
#define COMMON_SHARE .8

/* What one round knows: which sites have which path. */
typedef struct placer {
    arena memory; /* of the arrays */
    const husk_clustering *sample;
    const path_sets *items; /* what sites are told by: elements, or paths with another way of clustering */
    hash_map hosts;         /* their sites */
    uint32_t n_sites;
    uint32_t *site_of; /* by document of the sample */
    size_t *first;     /* by path of the sample, into use */
    struct path_use {
        uint32_t site, pages;
    } * use;
    uint32_t *n_pages;      /* by site */
    uint32_t *n_common;     /* by site: paths that most of its pages have */
    uint32_t *shared, *has; /* by site, for one page: shared paths, and shared common ones */
    uint32_t *touched;
    uint32_t *prefix;           /* 2^16 + 1: start of the hashes with these leading bits */
    uint32_t *order, *start;    /* documents of the sample, site by site */
    kind_placer **kinds;        /* by site; NULL if it has one kind */
    uint32_t *cluster_of_class; /* by cluster of the sample, in the order of sites */
    uint32_t *first_class;      /* by site, into that */
} placer;

static void placer_free(placer *p)
{
    for (uint32_t s = 0; p->kinds && s < p->n_sites; s++)
        kind_placer_free(p->kinds[s]);
    arena_free(&p->memory);
    map_free(&p->hosts);
}

/* --- sites -------------------------------------------------------------------------------------------------------- */

/* For each path the sites that have it and on how many pages: filled site by site, so that a path's last use shows
 * whether it is new. */
static bool list_uses(placer *p)
{
    const doc_sets *all = &p->items->sets;
    uint32_t n = all->n_docs, *order = p->order, *start = p->start;
    size_t *end = arena_array(&p->memory, all->n_items, sizeof *end);
    p->use = arena_array(&p->memory, all->first[n], sizeof *p->use); /* an upper bound */
    bool ok = end && p->use;
    /* NOLINTBEGIN(clang-analyzer-core.*): loops fill what the next ones read */
    if (ok)
        docs_by_group(p->site_of, NULL, n, p->n_sites, start, order);
    for (uint32_t s = 0; ok && s < p->n_sites; s++)
        p->n_pages[s] = start[s + 1] - start[s];
    p->first[0] = 0;
    for (uint32_t i = 0; ok && i < all->n_items; i++) {
        end[i] = p->first[i];
        p->first[i + 1] = p->first[i] + p->items->support[i];
    }
    for (uint32_t k = 0; ok && k < n; k++) {
        uint32_t d = order[k], s = p->site_of[d];
        for (uint32_t i = 0; i < doc_size(all, d); i++) {
            uint32_t path = doc_items(all, d)[i];
            if (end[path] == p->first[path] || p->use[end[path] - 1].site != s)
                p->use[end[path]++] = (struct path_use){ s, 0 };
            p->use[end[path] - 1].pages++;
        }
    }
    for (uint32_t i = 0; ok && i < all->n_items; i++)
        for (size_t u = p->first[i]; u < p->first[i + 1]; u++) {
            if (u >= end[i])
                p->use[u].pages = 0; /* unused */
            else
                p->n_common[p->use[u].site] += p->use[u].pages >= COMMON_SHARE * p->n_pages[p->use[u].site];
        }
    /* NOLINTEND(clang-analyzer-core.*) */
    return ok;
}

static void list_prefixes(placer *p)
{
    const path_sets *f = p->items;
    uint32_t at = 0;
    for (uint32_t k = 0; k <= 65536; k++) {
        while (at < f->n_paths && f->hash[at] >> 48 < k)
            at++;
        p->prefix[k] = at;
    }
}

/* The number of a path on at least two pages of the sample, or UINT32_MAX. */
static uint32_t find_item(const placer *p, uint64_t hash)
{
    const path_sets *f = p->items;
    for (uint32_t i = p->prefix[hash >> 48]; i < p->prefix[(hash >> 48) + 1]; i++)
        if (f->hash[i] == hash)
            return f->support[i] > 1 ? i : UINT32_MAX;
    return UINT32_MAX;
}

static uint32_t find_site(placer *p, const traits *t)
{
    bool by_elements = p->items == &p->sample->elements;
    const uint64_t *items = by_elements ? t->elements : t->paths;
    size_t n = by_elements ? t->n_elements : t->n_paths;
    uint32_t known = 0, n_touched = 0, best = UINT32_MAX;
    for (size_t k = 0; k < n; k++) {
        uint32_t item = find_item(p, items[k]);
        if (item == UINT32_MAX)
            continue;
        known++;
        for (size_t u = p->first[item]; u < p->first[item + 1] && p->use[u].pages; u++) {
            uint32_t s = p->use[u].site;
            if (p->shared[s]++ == 0)
                p->touched[n_touched++] = s;
            p->has[s] += p->use[u].pages >= COMMON_SHARE * p->n_pages[s];
        }
    }
    for (uint32_t i = 0; i < n_touched; i++) {
        uint32_t s = p->touched[i];
        bool fits = p->shared[s] >= SITE_OVERLAP * known && p->has[s] >= SITE_OVERLAP * p->n_common[s];
        if (fits &&
            (best == UINT32_MAX || p->shared[s] > p->shared[best] || (p->shared[s] == p->shared[best] && s < best)))
            best = s;
    }
    for (uint32_t i = 0; i < n_touched; i++)
        p->shared[p->touched[i]] = p->has[p->touched[i]] = 0;
    return best;
}

/* --- kinds -------------------------------------------------------------------------------------------------------- */

/* Number the clusters of each site, and count what those of a site with several kinds have. */
static bool learn_kinds(placer *p)
{
    const clustering *clusters = &p->sample->clusters;
    uint32_t at = 0, *number = arena_array(&p->memory, clusters->n_clusters, sizeof *number),
             *kind = arena_array(&p->memory, clusters->n_docs, sizeof *kind);
    bool ok = number && kind;
    for (uint32_t s = 0; s < p->n_sites && ok; s++) {
        uint32_t first = p->first_class[s] = at;
        for (uint32_t k = 0; k < clusters->n_clusters; k++)
            if ((p->sample->site_of ? p->sample->site_of[k] : k) == s) {
                number[k] = at - first;
                p->cluster_of_class[at++] = k;
            }
        for (uint32_t i = p->start[s]; i < p->start[s + 1]; i++)
            kind[i] = number[clusters->cluster_of[p->order[i]]];
        kind_pages pages = { p->sample->slots.page, p->order + p->start[s], kind + p->start[s], p->n_pages[s] };
        ok = at - first < 2 || (p->kinds[s] = kind_placer_new(&pages, at - first));
    }
    return ok;
}

static bool learn_hosts(placer *p)
{
    const traits *page = p->sample->slots.page;
    bool ok = true;
    for (uint32_t d = 0; ok && p->sample->site_of && d < p->sample->n_pages; d++)
        ok = page[d].host == 0 || map_put_number(&p->hosts, page[d].host, p->site_of[d]);
    return ok;
}

static bool placer_init(placer *p, const husk_clustering *sample)
{
    uint32_t n = sample->n_pages, n_clusters = sample->clusters.n_clusters;
    *p = (placer){ .sample = sample, .n_sites = sample->site_of ? sample->n_sites : n_clusters };
    arena_init(&p->memory, SIZE_MAX);
    size_t sites = p->n_sites;
    p->items = sample->site_of ? &sample->elements : &sample->found;
    p->site_of = arena_array(&p->memory, n, sizeof *p->site_of);
    p->first = arena_array(&p->memory, (size_t)p->items->n_paths + 1, sizeof *p->first);
    p->n_pages = arena_array(&p->memory, sites, sizeof *p->n_pages);
    p->n_common = arena_zeros(&p->memory, sites, sizeof *p->n_common);
    p->shared = arena_zeros(&p->memory, sites, sizeof *p->shared);
    p->has = arena_zeros(&p->memory, sites, sizeof *p->has);
    p->touched = arena_array(&p->memory, sites, sizeof *p->touched);
    p->prefix = arena_array(&p->memory, 65537, sizeof *p->prefix);
    p->order = arena_array(&p->memory, n, sizeof *p->order);
    p->start = arena_array(&p->memory, sites + 1, sizeof *p->start);
    p->kinds = arena_zeros(&p->memory, sites, sizeof *p->kinds);
    p->cluster_of_class = arena_array(&p->memory, n_clusters, sizeof *p->cluster_of_class);
    p->first_class = arena_array(&p->memory, sites, sizeof *p->first_class);
    if (!p->site_of || !p->first || !p->n_pages || !p->n_common || !p->shared || !p->has || !p->touched || !p->prefix ||
        !p->order || !p->start || !p->kinds || !p->cluster_of_class || !p->first_class)
        return false;
    for (uint32_t d = 0; d < n; d++)
        p->site_of[d] =
            sample->site_of ? sample->site_of[sample->clusters.cluster_of[d]] : sample->clusters.cluster_of[d];
    if (!list_uses(p))
        return false;
    list_prefixes(p);
    return learn_hosts(p) && learn_kinds(p);
}

/* The cluster of the sample that a page joins, UINT32_MAX for none. */
static husk_status place(placer *p, const buffer *record, uint32_t *cluster)
{
    traits t;
    *cluster = UINT32_MAX;
    if (!traits_read(record->data, record->len, &t))
        return HUSK_BAD_ARGUMENT;
    uint32_t site = p->sample->site_of && t.host ? map_number(&p->hosts, t.host) : find_site(p, &t);
    if (site == UINT32_MAX)
        return HUSK_OK;
    uint32_t kind = p->kinds[site] ? kind_placer_place(p->kinds[site], &t) : 0;
    if (kind == UINT32_MAX)
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
    void *site_of = realloc(r->site_of, ((size_t)r->n_clusters + more + 1) * sizeof *r->site_of);
    r->site_of = site_of ? site_of : r->site_of;
    void *kinds = realloc(r->kinds, ((size_t)r->n_sites + sites + 1) * sizeof *r->kinds);
    r->kinds = kinds ? kinds : r->kinds;
    if (!site_of || !kinds)
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
