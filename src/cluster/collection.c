/* collection.c - fill a collection page by page, then cluster it by any method.
 * The pages are split into sites (sites.c) and each site into its kinds (kinds.c), unless another way is given, which
 * gets the essential path sets. Cost: about 25 KB per page with slots, 3 KB without, plus the method's. Limits: 2^32
 * pages; max_paths distinct paths; of more pages than are held some are clustered and the rest assigned to their
 * clusters (large_collection.c). */
#include "cluster/collection.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/limits.h"
#include "base/stop.h"
#include "cluster/sets.h"
#include "cluster/pairs/pairs.h"
#include "cluster/traits.h"

husk_status collection_init(husk_clustering *collection, const husk_cluster_options *o, const cluster_way *way)
{
    *collection = (husk_clustering){ .options = *o, .way = way, .least_share = (double)pair_model_builtin.kinds_share };
    arena_init(&collection->strings, (size_t)16 << 30);
    path_names_init(&collection->names);
    trait_store_init(&collection->records, o->held ? o->held : way ? way->held : HUSK_CLUSTER_HELD);
    collection->paths = essential_new(o->max_paths);
    collection->elements = essential_new(0);
    return collection->paths && collection->elements ? HUSK_OK : HUSK_NO_MEMORY;
}

void clustering_free(clustering *c)
{
    free(c->cluster_of);
    free(c->step);
    *c = (clustering){ 0 };
}

void collection_clear(husk_clustering *collection)
{
    essential_free(collection->paths);
    essential_free(collection->elements);
    free(collection->slots.page);
    trait_store_free(&collection->records);
    arena_free(&collection->strings);
    path_names_free(&collection->names);
    free(collection->id);
    essential_result_free(&collection->found);
    clustering_free(&collection->clusters);
    doc_sets_free(&collection->templates);
    free(collection->site_of);
    free(collection->kinds);
}

/* Are the clusters the sites' kinds of page? */
static bool by_kinds(const husk_clustering *collection)
{
    return collection->way == NULL || collection->way->cluster == NULL;
}

static void put(buffer *out, uint64_t value)
{
    buffer_append(out, (const char *)&value, sizeof value);
}

/* Id and its length, padded to 8 bytes; the traits with their length; the names. */
husk_status collection_record(const husk_clustering *collection, const husk_page *page, const char *id, buffer *out)
{
    size_t len = strlen(id), padded = (len + 7) / 8 * 8;
    put(out, len);
    buffer_append(out, id, len);
    buffer_append(out, "\0\0\0\0\0\0\0", padded - len);
    size_t at = out->len;
    put(out, 0);
    husk_status status = out->status;
    if (status == HUSK_OK)
        status = traits_write(page, by_kinds(collection), out);
    if (status != HUSK_OK)
        return status;
    uint64_t traits_len = out->len - at - sizeof traits_len;
    memcpy(out->data + at, &traits_len, sizeof traits_len);
    return collection->options.names ? path_names_write(page, out) : HUSK_OK;
}

const void *collection_record_traits(const void *bytes, size_t len, size_t *traits_len)
{
    const char *p = bytes;
    uint64_t id_len, n;
    if (len < 16)
        return NULL;
    memcpy(&id_len, p, 8);
    size_t at = id_len > len - 16 ? len : 8 + ((size_t)id_len + 7) / 8 * 8;
    if (at + 8 > len)
        return NULL;
    memcpy(&n, p + at, 8);
    *traits_len = (size_t)n;
    return n > len - at - 8 ? NULL : p + at + 8;
}

static husk_status add_id(husk_clustering *collection, const char *id, size_t len)
{
    if (!array_grow(&collection->id, &collection->ids_room, (size_t)collection->n_pages + 1, sizeof *collection->id))
        return HUSK_NO_MEMORY;
    collection->id[collection->n_pages] = arena_copy(&collection->strings, id, len);
    return collection->id[collection->n_pages] ? HUSK_OK : HUSK_NO_MEMORY;
}

static husk_status add_page(husk_clustering *collection, const char *id, size_t id_len, const void *bytes, size_t len)
{
    traits t;
    if (collection->clustered || !traits_read(bytes, len, &t))
        return HUSK_BAD_ARGUMENT;
    if (collection->n_pages == UINT32_MAX - 1)
        return HUSK_LIMIT;
    husk_status status = add_id(collection, id, id_len);
    if (status == HUSK_OK)
        status = trait_store_add(&collection->records, bytes, len);
    collection->n_pages += status == HUSK_OK;
    return status;
}

/* Convert records to sets; only kinds need the records after that. */
static husk_status take_records(husk_clustering *collection)
{
    traits *t = collection->slots.page = calloc((size_t)collection->n_pages + 1, sizeof *t);
    husk_status status = t ? HUSK_OK : HUSK_NO_MEMORY;
    for (uint32_t p = 0; p < collection->n_pages && status == HUSK_OK; p++, t++) {
        if (!traits_read(collection->records.page[p].bytes, collection->records.page[p].len, t))
            return HUSK_BAD_ARGUMENT;
        status = stop_is_set(collection->options.stop) ? HUSK_STOPPED
                                                       : essential_add(collection->paths, t->paths, t->n_paths);
        if (status == HUSK_OK && by_kinds(collection))
            status = essential_add(collection->elements, t->elements, t->n_elements);
        if (!by_kinds(collection))
            trait_store_drop(&collection->records, p);
    }
    return status;
}

husk_status collection_add_traits(husk_clustering *collection, const void *bytes, size_t len)
{
    return add_page(collection, "", 0, bytes, len);
}

static husk_status add_record(husk_clustering *collection, const char *p, size_t len)
{
    uint64_t id_len;
    size_t traits_len = 0;
    const char *bytes = collection_record_traits(p, len, &traits_len);
    if (bytes == NULL)
        return HUSK_BAD_ARGUMENT;
    memcpy(&id_len, p, 8);
    husk_status status = add_page(collection, p + 8, (size_t)id_len, bytes, traits_len);
    if (status == HUSK_OK && collection->options.names)
        status = path_names_add(&collection->names, bytes + traits_len, len - (size_t)(bytes - p) - traits_len);
    return status;
}

husk_status collection_add(husk_clustering *collection, const void *bytes, size_t len)
{
    if ((uintptr_t)bytes % sizeof(uint64_t) == 0)
        return add_record(collection, bytes, len);
    char *aligned = malloc(len ? len : 1);
    if (aligned == NULL)
        return HUSK_NO_MEMORY;
    memcpy(aligned, bytes, len);
    husk_status status = add_record(collection, aligned, len);
    free(aligned);
    return status;
}

/* Working memory of AUTO. */
typedef struct auto_run {
    arena memory; /* of the arrays */
    essential_result elements;
    uint32_t *order; /* documents by content */
    bool *same;
    uint32_t *group; /* by document */
    uint32_t n_groups;
    uint32_t *start;   /* n_groups + 1, into docs */
    uint32_t *docs;    /* by group, in order */
    uint32_t *kind;    /* by place in docs */
    uint32_t *cluster; /* by document: site and kind as one number */
} auto_run;

static bool auto_init(auto_run *r, uint32_t n)
{
    arena_init(&r->memory, SIZE_MAX);
    r->order = arena_array(&r->memory, n, sizeof *r->order);
    r->same = arena_array(&r->memory, n, sizeof *r->same);
    r->group = arena_array(&r->memory, n, sizeof *r->group);
    r->start = arena_array(&r->memory, (size_t)n + 1, sizeof *r->start);
    r->docs = arena_array(&r->memory, n, sizeof *r->docs);
    r->kind = arena_array(&r->memory, n, sizeof *r->kind);
    r->cluster = arena_array(&r->memory, n, sizeof *r->cluster);
    return r->order && r->same && r->group && r->start && r->docs && r->kind && r->cluster;
}

bool collection_number(husk_clustering *collection, const uint32_t *cluster, uint32_t n_clusters,
                       const uint32_t *site_of, const kinds_found *kinds, uint32_t n_sites)
{
    clustering *c = &collection->clusters;
    uint32_t n = collection->n_pages, *number = malloc(((size_t)n_clusters + 1) * sizeof *number);
    uint32_t *site = malloc(((size_t)n_sites + 1) * sizeof *site);
    c->cluster_of = malloc((n ? n : 1) * sizeof *c->cluster_of);
    collection->site_of = n_sites ? malloc(((size_t)n_clusters + 1) * sizeof *collection->site_of) : NULL;
    collection->kinds = n_sites ? malloc(((size_t)n_sites + 1) * sizeof *collection->kinds) : NULL;
    bool ok = number && site && c->cluster_of && (n_sites == 0 || (collection->site_of && collection->kinds));
    if (ok) {
        memset(number, 0xff, ((size_t)n_clusters + 1) * sizeof *number);
        memset(site, 0xff, ((size_t)n_sites + 1) * sizeof *site);
        c->n_docs = n;
    }
    for (uint32_t p = 0; ok && p < n; p++) {
        uint32_t k = cluster[p], s = n_sites ? site_of[k] : 0;
        if (n_sites && site[s] == UINT32_MAX) {
            site[s] = collection->n_sites++;
            collection->kinds[site[s]] = kinds[s];
        }
        if (number[k] == UINT32_MAX) {
            number[k] = c->n_clusters++;
            if (n_sites)
                collection->site_of[number[k]] = site[s];
        }
        c->cluster_of[p] = number[k];
    }
    free(number);
    free(site);
    return ok;
}

static husk_status split_sites(husk_clustering *collection, auto_run *r)
{
    kinds_found *kinds = arena_zeros(&r->memory, r->n_groups, sizeof *kinds);
    uint32_t next = 0, *site_of = arena_array(&r->memory, collection->n_pages, sizeof *site_of); /* by cluster */
    husk_status status = kinds && site_of ? HUSK_OK : HUSK_NO_MEMORY;
    for (uint32_t g = 0; status == HUSK_OK && g < r->n_groups; g++) {
        uint32_t begin = r->start[g], n = r->start[g + 1] - begin, n_kinds = 0;
        if (stop_is_set(collection->options.stop)) {
            status = HUSK_STOPPED;
            break;
        }
        status = kinds_split(&r->elements.all, &collection->found.all, &collection->slots, r->docs + begin, n,
                             collection->least_share, r->kind + begin, &n_kinds, &kinds[g]);
        for (uint32_t i = begin; i < begin + n; i++) {
            r->cluster[r->docs[i]] = next + r->kind[i];
            site_of[next + r->kind[i]] = g;
        }
        next += n_kinds;
    }
    if (status == HUSK_OK && !collection_number(collection, r->cluster, next, site_of, kinds, r->n_groups))
        status = HUSK_NO_MEMORY;
    return status;
}

static husk_status cluster_auto(husk_clustering *collection)
{
    auto_run r = { 0 };
    husk_status status = essential_finish(collection->elements, false, &r.elements);
    collection->elements = NULL;
    if (status == HUSK_OK && !auto_init(&r, collection->n_pages))
        status = HUSK_NO_MEMORY;
    if (status == HUSK_OK)
        status = doc_sets_order(&collection->found.all, collection->found.hash, r.order, r.same);
    if (status == HUSK_OK)
        status = sites_find(&collection->found.all, collection->found.support, r.order, collection->options.sample,
                            r.group, &r.n_groups);
    if (status == HUSK_OK) {
        docs_by_group(r.group, r.order, collection->n_pages, r.n_groups, r.start, r.docs);
        status = split_sites(collection, &r);
    }
    essential_result_free(&r.elements);
    arena_free(&r.memory);
    return status;
}

husk_status collection_cluster(husk_clustering *collection)
{
    if (collection->clustered)
        return HUSK_BAD_ARGUMENT;
    collection->clustered = true;
    if (collection->records.file >= 0)
        return large_collection_cluster(collection);
    husk_status status = take_records(collection);
    if (status == HUSK_OK) {
        status = essential_finish(collection->paths, true, &collection->found);
        collection->paths = NULL;
        collection->found.sets.stop = collection->options.stop;
    }
    if (status == HUSK_OK)
        status = by_kinds(collection)
                     ? cluster_auto(collection)
                     : collection->way->cluster(collection->way, &collection->found, &collection->clusters);
    const clustering *c = &collection->clusters;
    if (status == HUSK_OK)
        status = mdl_templates(&collection->found.sets, c->cluster_of, c->n_clusters, &collection->templates);
    if (status == HUSK_OK)
        status = mdl_measure(&collection->found.sets, collection->found.n_paths, c->cluster_of, &collection->templates,
                             &collection->cost);
    if (status == HUSK_OK && collection->way && collection->way->cost)
        collection->way->cost(collection->way, &collection->cost);
    return status;
}
