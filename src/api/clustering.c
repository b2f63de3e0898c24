/* clustering.c - public API for clustering: cluster/collection.h behind an opaque handle. */
#include "api/api.h"

#include <stdlib.h>
#include <string.h>

#include "cluster/minhash.h"

OPTIONS_INIT(husk_cluster_options, .held = 0)

husk_status clustering_new(const husk_cluster_options *options, cluster_way *way, husk_clustering **out,
                           husk_error *error)
{
    husk_cluster_options o;
    *out = NULL;
    husk_cluster_options_init(&o, sizeof o);
    husk_status status = OPTIONS_TAKE(&o, options, husk_cluster_options, held, error);
    if (status != HUSK_OK)
        return status;
    *out = malloc(sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    collection_init(*out, &o, way);
    return HUSK_OK;
}

husk_status husk_clustering_new(const husk_cluster_options *options, husk_clustering **out, husk_error *error)
{
    return clustering_new(options, NULL, out, error);
}

void husk_clustering_free(husk_clustering *c)
{
    if (c == NULL)
        return;
    if (c->way)
        c->way->free(c->way);
    collection_clear(c);
    free(c);
}

husk_status husk_clustering_read(const husk_clustering *c, const husk_page *page, husk_digest **out, husk_error *error)
{
    husk_status status = digest_new(DIGEST_CLUSTERING, out, error);
    status =
        status ?: status_told(error, collection_record(c, page, page->id.data, &(*out)->bytes), "%s", page->id.data);
    return digest_end(status, out);
}

husk_status husk_clustering_add(husk_clustering *c, const husk_digest *digest, husk_error *error)
{
    husk_status status = digest_check(digest, DIGEST_CLUSTERING, error);
    if (status != HUSK_OK)
        return status;
    status = collection_add(c, digest->bytes.data, digest->bytes.len);
    return status_told(error, status, "adding page %u", c->n_pages + 1);
}

husk_status husk_clustering_run(husk_clustering *c, husk_error *error)
{
    return status_told(error, collection_cluster(c), "clustering %u pages", c->n_pages);
}

uint32_t husk_clustering_n_pages(const husk_clustering *c)
{
    return c->n_pages;
}

uint32_t husk_clustering_n_clusters(const husk_clustering *c)
{
    return c->clusters.n_clusters;
}

uint32_t husk_clustering_cluster_of(const husk_clustering *c, uint32_t page)
{
    return collection_cluster_of(c, page);
}

const char *husk_clustering_id(const husk_clustering *c, uint32_t page)
{
    return c->id[page];
}

/* Tag paths and elements, in `memory`. Paths alone would merge sites of one layout; elements alone, those of one
 * style sheet. */
static husk_status structure_of(const husk_page *page, arena *memory, uint64_t **hashes, size_t *n)
{
    uint64_t *paths = NULL;
    uint32_t n_paths = 0;
    traits t = { 0 };
    husk_status status = page_tag_paths(page, memory, &paths, &n_paths);
    status = status ?: traits_of_page(page, NULL, memory, &t);
    *n = n_paths + t.n_elements;
    *hashes = status == HUSK_OK ? arena_array(memory, *n + 1, sizeof **hashes) : NULL;
    if (*hashes == NULL)
        return status == HUSK_OK ? HUSK_NO_MEMORY : status;
    if (n_paths)
        memcpy(*hashes, paths, n_paths * sizeof *paths);
    if (t.n_elements)
        memcpy(*hashes + n_paths, t.elements, t.n_elements * sizeof *t.elements);
    return HUSK_OK;
}

husk_status husk_page_signature(const husk_page *page, unsigned length, uint64_t seed, uint32_t *ranks,
                                husk_error *error)
{
    arena memory;
    uint64_t *hashes = NULL;
    size_t n = 0;
    if (length == 0 || length > MINHASH_MAX_LENGTH)
        return error_set(error, HUSK_BAD_ARGUMENT, "the signature length must be 1 to %u, not %u", MINHASH_MAX_LENGTH,
                         length);
    arena_init(&memory, HUSK_MAX_PAGE_ARENA);
    husk_status status = structure_of(page, &memory, &hashes, &n);
    if (status == HUSK_OK)
        minhash_sign(hashes, n, length, seed, ranks);
    arena_free(&memory);
    return status_told(error, status, "signing a page");
}
