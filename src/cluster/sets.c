/* sets.c - order documents by content.
 * Clustering breaks ties by this order, so that the order of the input files can't matter. Cost: one pass over the
 * items and one sort of the documents. */
#include "cluster/sets.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"

void doc_sets_free(doc_sets *sets)
{
    free(sets->first);
    free(sets->item);
    *sets = (doc_sets){ 0 };
}

void docs_by_group(const uint32_t *group, const uint32_t *order, uint32_t n_docs, uint32_t n_groups, uint32_t *start,
                   uint32_t *docs)
{
    memset(start, 0, ((size_t)n_groups + 1) * sizeof *start);
    for (uint32_t d = 0; d < n_docs; d++)
        start[group[d] + 1]++;
    for (uint32_t g = 0; g < n_groups; g++)
        start[g + 1] += start[g];
    for (uint32_t i = 0; i < n_docs; i++) {
        uint32_t d = order ? order[i] : i;
        docs[start[group[d]]++] = d;
    }
    memmove(start + 1, start, n_groups * sizeof *start);
    start[0] = 0;
}

typedef struct keyed {
    uint64_t key;
    uint32_t doc;
    const doc_sets *sets;
} keyed;

/* Documents with the same key are compared by their items, so that a hash collision can't merge two different sets. */
static int by_key(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    uint32_t nx = doc_size(x->sets, x->doc), ny = doc_size(y->sets, y->doc);
    int order = ORDER_OF(x->key, y->key) ?: ORDER_OF(nx, ny);
    const uint32_t *ix = doc_items(x->sets, x->doc), *iy = doc_items(y->sets, y->doc);
    for (uint32_t i = 0; order == 0 && i < nx; i++)
        order = ORDER_OF(ix[i], iy[i]);
    return order ?: ORDER_OF(x->doc, y->doc);
}

static bool equal_sets(const doc_sets *sets, uint32_t a, uint32_t b)
{
    uint32_t n = doc_size(sets, a);
    return n == doc_size(sets, b) &&
           (n == 0 || memcmp(doc_items(sets, a), doc_items(sets, b), n * sizeof(uint32_t)) == 0);
}

husk_status doc_sets_order(const doc_sets *sets, const uint64_t *hash, uint32_t *order, bool *same)
{
    uint32_t n = sets->n_docs;
    keyed *keys = calloc(n ? n : 1, sizeof *keys);
    if (keys == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t d = 0; d < n; d++) {
        const uint32_t *items = doc_items(sets, d);
        uint64_t key = doc_size(sets, d);
        for (uint32_t i = 0; i < doc_size(sets, d); i++)
            key = hash_pair(key, hash[items[i]]);
        keys[d] = (keyed){ key, d, sets };
    }
    qsort(keys, n, sizeof *keys, by_key);
    for (uint32_t i = 0; i < n; i++) {
        order[i] = keys[i].doc;
        same[i] = i > 0 && keys[i].key == keys[i - 1].key && equal_sets(sets, order[i], order[i - 1]);
    }
    free(keys);
    return HUSK_OK;
}
