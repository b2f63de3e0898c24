/* collection.c - fill a collection page by page, then cluster it by any method.
 * The pages are split into sites (sites.c) and each site into its kinds (kinds.c), unless another way is given, which
 * gets the path sets. Cost: about 25 KB per page with slots, 3 KB without, plus the method's. Limits: 2^32 pages; of
 * more pages than are held some are clustered and the rest assigned to their clusters (large_collection.c). */
#include "cluster/collection.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/stop.h"
#include "base/system/files.h"
#include "cluster/sets.h"
#include "cluster/pairs/pairs.h"
#include "cluster/traits.h"
#include "page/views.h"

/* --- traits records until they are clustered ---------------------------------------------------------------------- */

void trait_store_init(trait_store *s, uint32_t limit)
{
    *s = (trait_store){ .limit = limit, .file = -1 };
}

static husk_status file_append(trait_store *s, const void *bytes, size_t len)
{
    return temp_file_append(s->file, &s->file_len, bytes, len) ? HUSK_OK : HUSK_IO;
}

static husk_status move_to_disk(trait_store *s)
{
    husk_status status = (s->file = temp_file_open()) >= 0 ? HUSK_OK : HUSK_IO;
    for (uint32_t p = 0; p < s->n && status == HUSK_OK; p++) {
        s->page[p].at = s->file_len;
        status = file_append(s, s->page[p].bytes, s->page[p].len);
        free(s->page[p].bytes);
        s->page[p].bytes = NULL;
    }
    return status;
}

husk_status trait_store_add(trait_store *s, const void *bytes, size_t len)
{
    husk_status status = HUSK_OK;
    if (len >= UINT32_MAX || s->n == UINT32_MAX - 1)
        return HUSK_LIMIT;
    if (!array_grow(&s->page, &s->room, (size_t)s->n + 1, sizeof *s->page))
        return HUSK_NO_MEMORY;
    if (s->n == s->limit && s->file < 0)
        status = move_to_disk(s);
    stored_traits *page = &s->page[s->n];
    *page = (stored_traits){ hash_bytes(bytes, len), NULL, s->file_len, (uint32_t)len };
    if (status == HUSK_OK && s->file >= 0) {
        status = file_append(s, bytes, len);
    } else if (status == HUSK_OK) {
        page->bytes = malloc(len ? len : 1);
        if (page->bytes)
            memcpy(page->bytes, bytes, len);
        else
            status = HUSK_NO_MEMORY;
    }
    s->n += status == HUSK_OK;
    return status;
}

husk_status trait_store_read(const trait_store *s, uint32_t number, buffer *out)
{
    const stored_traits *page = &s->page[number];
    buffer_clear(out);
    if (!buffer_reserve(out, (size_t)page->len + 1))
        return out->status;
    if (page->bytes)
        memcpy(out->data, page->bytes, page->len);
    else if (!temp_file_read(s->file, page->at, out->data, page->len))
        return HUSK_IO;
    out->len = page->len;
    return HUSK_OK;
}

void trait_store_free(trait_store *s)
{
    for (uint32_t p = 0; p < s->n; p++)
        free(s->page[p].bytes);
    free(s->page);
    if (s->file >= 0)
        close(s->file);
    *s = (trait_store){ .file = -1 };
}

/* --- pages -------------------------------------------------------------------------------------------------------- */

void collection_init(husk_clustering *collection, const husk_cluster_options *o, cluster_way *way)
{
    *collection = (husk_clustering){ .options = *o, .way = way };
    arena_init(&collection->strings, HUSK_GIGABYTES(16));
    trait_store_init(&collection->records, o->held ? o->held : way ? way->held : HUSK_CLUSTER_HELD);
}

void clustering_free(clustering *c)
{
    free(c->cluster_of);
    free(c->step);
    *c = (clustering){ 0 };
}

void collection_clear(husk_clustering *collection)
{
    free(collection->slots.page);
    trait_store_free(&collection->records);
    arena_free(&collection->strings);
    free(collection->id);
    free(collection->doc_of);
    map_free(&collection->docs);
    path_sets_free(&collection->found);
    path_sets_free(&collection->elements);
    clustering_free(&collection->clusters);
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

/* A hash of a page's elements and texts, whatever its URL; 0 where copies count. */
static uint64_t content_of(const husk_clustering *collection, const husk_page *page)
{
    if (!by_kinds(collection))
        return 0;
    uint64_t h = hash_bytes(page->tag, page->n_nodes * sizeof *page->tag);
    for (uint32_t i = 0; i < page->n_nodes; i++)
        if (page->text[i].len)
            h = hash_pair(h, hash_bytes(page->text[i].data, page->text[i].len));
    for (uint32_t i = 0; i < page->n_attributes; i++)
        h = hash_pair(h, page_value_hash(page, i));
    return h;
}

/* Id and its length, padded to 8 bytes; the content; the traits with their length; what the way adds. */
husk_status collection_record(const husk_clustering *collection, const husk_page *page, const char *id, buffer *out)
{
    size_t len = strlen(id), padded = (len + 7) / 8 * 8;
    put(out, len);
    buffer_append(out, id, len);
    buffer_append(out, "\0\0\0\0\0\0\0", padded - len);
    put(out, content_of(collection, page));
    size_t at = out->len;
    put(out, 0);
    husk_status status = out->status;
    if (status == HUSK_OK)
        status = traits_write(page, by_kinds(collection), out);
    if (status != HUSK_OK)
        return status;
    uint64_t traits_len = out->len - at - sizeof traits_len;
    memcpy(out->data + at, &traits_len, sizeof traits_len);
    return collection->way && collection->way->read ? collection->way->read(collection->way, page, out) : HUSK_OK;
}

const void *collection_record_traits(const void *bytes, size_t len, size_t *traits_len)
{
    const char *p = bytes;
    uint64_t id_len, n;
    if (len < 16)
        return NULL;
    memcpy(&id_len, p, 8);
    size_t at = id_len > len - 16 ? len : 16 + ((size_t)id_len + 7) / 8 * 8;
    if (at + 8 > len)
        return NULL;
    memcpy(&n, p + at, 8);
    *traits_len = (size_t)n;
    return n > len - at - 8 ? NULL : p + at + 8;
}

static husk_status add_id(husk_clustering *c, const char *id, size_t len)
{
    size_t n = (size_t)c->n_pages + 1;
    if (!array_grow(&c->id, &c->ids_room, n, sizeof *c->id) ||
        !array_grow(&c->doc_of, &c->docs_room, n, sizeof *c->doc_of))
        return HUSK_NO_MEMORY;
    c->id[c->n_pages] = arena_copy(&c->strings, id, len);
    return c->id[c->n_pages] ? HUSK_OK : HUSK_NO_MEMORY;
}

/* A page seen before says nothing new of its site: a page crawled under ten URLs would be a kind of its own. The
 * published methods count every page. */
static husk_status add_document(husk_clustering *c, uint64_t content, const void *bytes, size_t len)
{
    uint32_t doc = content ? map_number(&c->docs, content) : MAP_NONE, next = c->records.n;
    c->doc_of[c->n_pages] = doc == MAP_NONE ? next : doc;
    if (doc != MAP_NONE)
        return HUSK_OK;
    if (content && !map_put_number(&c->docs, content, next))
        return HUSK_NO_MEMORY;
    return trait_store_add(&c->records, bytes, len);
}

static husk_status add_page(husk_clustering *collection, slice id, uint64_t content, const void *bytes, size_t len)
{
    traits t;
    if (collection->clustered || !traits_read(bytes, len, &t))
        return HUSK_BAD_ARGUMENT;
    if (collection->n_pages == UINT32_MAX - 1)
        return HUSK_LIMIT;
    husk_status status = add_id(collection, id.data, id.len);
    if (status == HUSK_OK)
        status = add_document(collection, content, bytes, len);
    collection->n_pages += status == HUSK_OK;
    return status;
}

husk_status collection_add_traits(husk_clustering *collection, const void *bytes, size_t len)
{
    return add_page(collection, (slice){ "", 0 }, 0, bytes, len);
}

husk_status collection_add(husk_clustering *collection, const void *record, size_t len)
{
    const char *p = record;
    uint64_t id_len, content;
    size_t traits_len = 0;
    const char *bytes = collection_record_traits(p, len, &traits_len);
    if (bytes == NULL)
        return HUSK_BAD_ARGUMENT;
    memcpy(&id_len, p, 8);
    memcpy(&content, bytes - 16, 8);
    husk_status status = add_page(collection, (slice){ p + 8, (size_t)id_len }, content, bytes, traits_len);
    if (status == HUSK_OK && collection->way && collection->way->add)
        status = collection->way->add(collection->way, bytes + traits_len, len - (size_t)(bytes - p) - traits_len);
    return status;
}

bool collection_number(husk_clustering *collection, const uint32_t *cluster, uint32_t n_clusters,
                       const uint32_t *site_of, const kinds_found *kinds, uint32_t n_sites)
{
    clustering *c = &collection->clusters;
    uint32_t n = collection->records.n, *number = malloc(((size_t)n_clusters + 1) * sizeof *number);
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

/* --- clustering --------------------------------------------------------------------------------------------------- */

static husk_status take_records(husk_clustering *collection)
{
    bool kinds = by_kinds(collection);
    set_builder *paths = set_builder_new(), *parts = set_builder_new();
    traits *t = collection->slots.page = calloc((size_t)collection->records.n + 1, sizeof *t);
    husk_status status = paths && parts && t ? HUSK_OK : HUSK_NO_MEMORY;
    for (uint32_t p = 0; p < collection->records.n && status == HUSK_OK; p++, t++) {
        const stored_traits *record = &collection->records.page[p];
        status = stop_is_set(collection->options.stop)        ? HUSK_STOPPED
                 : traits_read(record->bytes, record->len, t) ? set_builder_add(paths, t->paths, t->n_paths)
                                                              : HUSK_BAD_ARGUMENT;
        if (status == HUSK_OK && kinds)
            status = set_builder_add(parts, t->elements, t->n_elements);
    }
    if (status == HUSK_OK) {
        status = set_builder_finish(paths, &collection->found);
        status = set_builder_finish(parts, &collection->elements) ?: status;
    } else {
        set_builder_free(paths);
        set_builder_free(parts);
    }
    return status;
}

/* Split each of the sites, whose documents are docs[start[g] ..], into its kinds. */
static husk_status split_sites(husk_clustering *collection, const uint32_t *docs, const uint32_t *start,
                               uint32_t n_groups, arena *memory)
{
    uint32_t next = 0, n_docs = collection->records.n, *site_of = arena_array(memory, n_docs, sizeof *site_of),
             *kind = arena_array(memory, n_docs, sizeof *kind),
             *cluster = arena_array(memory, n_docs, sizeof *cluster); /* by document: site and kind as one number */
    kinds_found *kinds = arena_zeros(memory, n_groups, sizeof *kinds);
    clustering *c = &collection->clusters;
    c->step = malloc(((size_t)n_docs + 1) * sizeof *c->step);
    husk_status status = site_of && kind && cluster && kinds && c->step ? HUSK_OK : HUSK_NO_MEMORY;
    for (uint32_t g = 0; status == HUSK_OK && g < n_groups; g++) {
        const uint32_t *of = docs + start[g];
        uint32_t n = start[g + 1] - start[g], n_kinds = 0;
        if (stop_is_set(collection->options.stop))
            return HUSK_STOPPED;
        status = kinds_split(&collection->elements.sets, &collection->found.sets, &collection->slots, of, n, kind,
                             &n_kinds, c->step + c->n_steps, &kinds[g]);
        c->n_steps += kinds[g].n_joins;
        for (uint32_t i = 0; status == HUSK_OK && i < n; i++) {
            cluster[of[i]] = next + kind[i];
            site_of[cluster[of[i]]] = g;
        }
        next += n_kinds;
    }
    if (status == HUSK_OK && !collection_number(collection, cluster, next, site_of, kinds, n_groups))
        status = HUSK_NO_MEMORY;
    return status;
}

static husk_status cluster_auto(husk_clustering *collection)
{
    const path_sets *found = &collection->found;
    uint32_t n = collection->records.n, n_groups = 0;
    arena memory;
    arena_init(&memory, SIZE_MAX);
    uint32_t *order = arena_array(&memory, n, sizeof *order), *group = arena_array(&memory, n, sizeof *group),
             *start = arena_array(&memory, (size_t)n + 1, sizeof *start), *docs = arena_array(&memory, n, sizeof *docs);
    uint64_t *host = arena_array(&memory, n, sizeof *host);
    husk_status status = order && group && start && docs && host
                             ? doc_sets_order(&found->sets, found->hash, order, NULL)
                             : HUSK_NO_MEMORY;
    for (uint32_t d = 0; status == HUSK_OK && d < n; d++)
        host[d] = collection->slots.page[d].host;
    if (status == HUSK_OK)
        status = sites_find(&found->sets, &collection->elements.sets, host, found->support, order, group, &n_groups);
    if (status == HUSK_OK) {
        docs_by_group(group, order, n, n_groups, start, docs);
        status = split_sites(collection, docs, start, n_groups, &memory);
    }
    arena_free(&memory);
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
    collection->found.sets.stop = collection->options.stop;
    if (status == HUSK_OK)
        status = by_kinds(collection)
                     ? cluster_auto(collection)
                     : collection->way->cluster(collection->way, &collection->found, &collection->clusters);
    return status;
}
