/* heap.c - the public face of clustering: cluster/heap.h behind an opaque handle. */
#include <stdlib.h>
#include <string.h>

#include "api/output.h"
#include "base/limits.h"
#include "base/status.h"
#include "cluster/heap.h"
#include "cluster/lsh.h"
#include "cluster/minhash.h"
#include "write/clusters.h"

void husk_cluster_options_init(husk_cluster_options *options, size_t size)
{
    husk_cluster_options o = { .size = size,
                               .method = HUSK_CLUSTER_AUTO,
                               .signature_length = MINHASH_LENGTH,
                               .bands = LSH_BANDS,
                               .seed = 1,
                               .sample = HUSK_CLUSTER_SAMPLE };
    memset(options, 0, size);
    memcpy(options, &o, size < sizeof o ? size : sizeof o);
}

husk_status husk_heap_new(const husk_cluster_options *options, husk_heap **out, husk_error *error)
{
    husk_cluster_options o;
    husk_cluster_options_init(&o, sizeof o);
    if (options)
        memcpy(&o, options, options->size < sizeof o ? options->size : sizeof o);
    if (o.sample == 0)
        o.sample = HUSK_CLUSTER_SAMPLE;
    *out = malloc(sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    husk_status status = heap_init(*out, &o, error);
    if (status != HUSK_OK) {
        husk_heap_free(*out);
        *out = NULL;
    }
    return status;
}

void husk_heap_free(husk_heap *heap)
{
    if (heap)
        heap_clear(heap);
    free(heap);
}

husk_status husk_heap_traits(const husk_heap *heap, const husk_page *page, const husk_raw *raw, husk_output *output,
                             husk_error *error)
{
    husk_status status = heap_record(heap, page, raw->id ? raw->id : "", &output->bytes);
    return status == HUSK_OK ? status
                             : error_set(error, status, "%s: %s", raw->id ? raw->id : "", husk_status_text(status));
}

husk_status husk_heap_add(husk_heap *heap, const void *bytes, size_t len, husk_error *error)
{
    husk_status status = heap_add(heap, bytes, len);
    return status == HUSK_OK
               ? status
               : error_set(error, status, "page %u of the heap: %s", heap->n_pages + 1, husk_status_text(status));
}

husk_status husk_heap_cluster(husk_heap *heap, husk_error *error)
{
    husk_status status = heap_cluster(heap);
    return status == HUSK_OK
               ? status
               : error_set(error, status, "clustering %u pages: %s", heap->n_pages, husk_status_text(status));
}

uint32_t husk_heap_n_pages(const husk_heap *heap)
{
    return heap->n_pages;
}

uint32_t husk_heap_n_clusters(const husk_heap *heap)
{
    return heap->clusters.n_clusters;
}

uint32_t husk_heap_cluster_of(const husk_heap *heap, uint32_t page)
{
    return heap->clusters.cluster_of[page];
}

const char *husk_heap_id(const husk_heap *heap, uint32_t page)
{
    return heap->id[page];
}

husk_status husk_heap_json(const husk_heap *heap, husk_output *output, husk_error *error)
{
    clusters_json(heap, &output->bytes);
    husk_status status = output->bytes.status;
    return status == HUSK_OK ? status : error_set(error, status, "writing clusters: %s", husk_status_text(status));
}

husk_status husk_heap_svg(const husk_heap *heap, husk_output *output, husk_error *error)
{
    husk_status status = clusters_svg(heap, &output->bytes);
    return status == HUSK_OK ? status : error_set(error, status, "drawing clusters: %s", husk_status_text(status));
}
