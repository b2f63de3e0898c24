/* methods.c - from path sets to clusters, by any of the published methods.
 * Documents are first ordered by content, and equal ones are merged: no join saves more than joining equals (it saves
 * the whole set), so the best pair would be such a pair anyway. Cost and limits: the method's. */
#include "text-mdl/methods.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/limits.h"
#include "text-mdl/hashed.h"
#include "text-mdl/lsh.h"

/* The distinct sets among `sets`, in order, and how many documents have each. Rows of `out` are numbered in that
 * order. */
static husk_status distinct_sets(const doc_sets *sets, const uint32_t *order, const bool *same, doc_sets *out,
                                 uint32_t **weight)
{
    uint32_t n = 0;
    size_t n_items = 0;
    for (uint32_t i = 0; i < sets->n_docs; i++)
        if (!same[i]) {
            n++;
            n_items += doc_size(sets, order[i]);
        }
    *out = (doc_sets){ n, sets->n_items, calloc((size_t)n + 1, sizeof(size_t)),
                       malloc((n_items ? n_items : 1) * sizeof(uint32_t)), NULL };
    *weight = calloc(n ? n : 1, sizeof **weight);
    if (!out->first || !out->item || !*weight) {
        doc_sets_free(out);
        free(*weight);
        *weight = NULL;
        return HUSK_NO_MEMORY;
    }
    uint32_t row = 0;
    for (uint32_t i = 0; i < sets->n_docs; i++) {
        if (!same[i]) {
            uint32_t size = doc_size(sets, order[i]);
            if (size)
                memcpy(out->item + out->first[row], doc_items(sets, order[i]), size * sizeof(uint32_t));
            out->first[row + 1] = out->first[row] + size;
            row++;
        }
        (*weight)[row - 1]++;
    }
    return HUSK_OK;
}

/* Steps in terms of documents: equal documents first, then the merges; `document` is by row. */
static void write_steps(const doc_sets *sets, const uint32_t *order, const bool *same, const merge_list *merges,
                        uint32_t *document, clustering *out)
{
    uint32_t row = 0;
    for (uint32_t i = 0; i < sets->n_docs; i++) {
        if (!same[i])
            document[row++] = order[i];
        else /* one template instead of two saves a one per path */
            out->step[out->n_steps++] = (merge_step){ document[row - 1], order[i], doc_size(sets, order[i]) };
    }
    for (uint32_t m = 0; m < merges->n; m++)
        out->step[out->n_steps++] =
            (merge_step){ document[merges->step[m].a], document[merges->step[m].b], merges->step[m].saved };
}

static void number_clusters(uint32_t *root, clustering *out)
{
    for (uint32_t s = 0; s < out->n_steps; s++) {
        uint32_t a = root_of(root, out->step[s].a), b = root_of(root, out->step[s].b);
        root[a < b ? b : a] = a < b ? a : b;
    }
    for (uint32_t d = 0; d < out->n_docs; d++) {
        uint32_t r = root_of(root, d);
        out->cluster_of[d] = r == d ? out->n_clusters++ : out->cluster_of[r];
    }
}

/* Expand from one set per distinct document to all documents: `merges` joins rows in the order of doc_sets_order. */
static husk_status clustering_make(const doc_sets *sets, const uint32_t *order, const bool *same,
                                   const merge_list *merges, clustering *out)
{
    uint32_t n_docs = sets->n_docs;
    size_t n = n_docs ? n_docs : 1;
    *out = (clustering){ .n_docs = n_docs };
    out->cluster_of = malloc(n * sizeof *out->cluster_of);
    out->step = calloc(n, sizeof *out->step);
    uint32_t *document = calloc(n, sizeof *document), *root = calloc(n, sizeof *root);
    bool ok = out->cluster_of && out->step && document && root;
    if (ok) {
        write_steps(sets, order, same, merges, document, out);
        for (uint32_t d = 0; d < n_docs; d++)
            root[d] = d;
        number_clusters(root, out);
    } else {
        clustering_free(out);
    }
    free(document);
    free(root);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}

static husk_status sign_sets(const doc_sets *sets, const uint64_t *hash, const uint32_t *weight,
                             const cluster_options *options, signatures *s)
{
    husk_status status = signatures_init(s, sets->n_docs, options->length);
    if (status != HUSK_OK)
        return status;
    uint32_t largest = 1;
    for (uint32_t d = 0; d < sets->n_docs; d++)
        largest = doc_size(sets, d) > largest ? doc_size(sets, d) : largest;
    uint64_t *hashes = malloc(largest * sizeof *hashes);
    if (hashes == NULL) {
        signatures_free(s);
        return HUSK_NO_MEMORY;
    }
    for (uint32_t d = 0; d < sets->n_docs; d++) {
        uint32_t n = doc_size(sets, d);
        for (uint32_t i = 0; i < n; i++)
            hashes[i] = hash[doc_items(sets, d)[i]];
        minhash_sign(hashes, n, options->length, options->seed, s->rank + (size_t)d * options->length);
        signatures_start(s, d, weight[d], n);
    }
    free(hashes);
    return HUSK_OK;
}

/* The last joins of lsh, by exact cost: the estimate from signatures degrades when a cluster has many pages with
 * unique paths, and by then clusters are few. Appends to `merges`, which has room for a step per set. */
static husk_status join_exactly(const doc_sets *sets, const uint32_t *weight, merge_list *merges)
{
    uint32_t *start = malloc((sets->n_docs ? sets->n_docs : 1) * sizeof *start);
    merge_list last = { 0 };
    if (start == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t d = 0; d < sets->n_docs; d++)
        start[d] = d;
    for (uint32_t m = 0; m < merges->n; m++)
        start[merges->step[m].b] = merges->step[m].a;
    for (uint32_t d = 0; d < sets->n_docs; d++) /* a join's first is below its second, so roots come first */
        start[d] = start[start[d]];
    husk_status status = agglomerate(sets, weight, start, HUSK_CLUSTER_WALK, &last);
    for (uint32_t m = 0; status == HUSK_OK && m < last.n; m++)
        merges->step[merges->n++] = last.step[m];
    free(last.step);
    free(start);
    return status;
}

static husk_status run_hashed(const doc_sets *sets, const uint64_t *hash, const uint32_t *weight,
                              const cluster_options *options, merge_list *merges)
{
    signatures s;
    husk_status status = sign_sets(sets, hash, weight, options, &s);
    if (status != HUSK_OK)
        return status;
    s.stop = sets->stop;
    if (options->method == CLUSTER_LSH)
        status = lsh_agglomerate(&s, options->bands, merges);
    else
        status = hashed_agglomerate(&s,
                                    options->method == CLUSTER_MAX    ? HASHED_JACCARD
                                    : options->method == CLUSTER_DICE ? HASHED_DICE
                                                                      : HASHED_ALL,
                                    merges);
    signatures_free(&s);
    if (status == HUSK_OK && options->method == CLUSTER_LSH && !options->estimated)
        status = join_exactly(sets, weight, merges);
    if (status != HUSK_OK) {
        free(merges->step);
        *merges = (merge_list){ 0 };
    }
    return status;
}

static husk_status run_method(const doc_sets *sets, const uint64_t *hash, const uint32_t *weight,
                              const cluster_options *options, merge_list *merges)
{
    if (options->method != CLUSTER_MDL)
        return run_hashed(sets, hash, weight, options, merges);
    return agglomerate(sets, weight, NULL, 0, merges);
}

husk_status cluster_sets(const doc_sets *sets, const uint64_t *hash, const cluster_options *options, clustering *out)
{
    *out = (clustering){ 0 };
    uint32_t *order = malloc((sets->n_docs ? sets->n_docs : 1) * sizeof *order), *weight = NULL;
    bool *same = malloc(sets->n_docs ? sets->n_docs : 1);
    doc_sets distinct = { 0 };
    merge_list merges = { 0 };
    husk_status status = order && same ? doc_sets_order(sets, hash, order, same) : HUSK_NO_MEMORY;
    if (status == HUSK_OK)
        status = distinct_sets(sets, order, same, &distinct, &weight);
    distinct.stop = sets->stop;
    if (status == HUSK_OK)
        status = run_method(&distinct, hash, weight, options, &merges);
    if (status == HUSK_OK)
        status = clustering_make(sets, order, same, &merges, out);
    free(order);
    free(same);
    free(weight);
    free(merges.step);
    doc_sets_free(&distinct);
    return status;
}
