/* sets.c - order documents by content.
 * Clustering breaks ties by this order, so that the order of the input files can't matter. Cost: one pass over the
 * items and one sort of the documents. */
#include "cluster/sets.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

void doc_sets_free(doc_sets *sets)
{
    free(sets->first);
    free(sets->item);
    *sets = (doc_sets){ 0 };
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
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    uint32_t nx = doc_size(x->sets, x->doc), ny = doc_size(y->sets, y->doc);
    if (nx != ny)
        return nx < ny ? -1 : 1;
    const uint32_t *ix = doc_items(x->sets, x->doc), *iy = doc_items(y->sets, y->doc);
    for (uint32_t i = 0; i < nx; i++)
        if (ix[i] != iy[i])
            return ix[i] < iy[i] ? -1 : 1;
    return x->doc < y->doc ? -1 : x->doc > y->doc;
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
