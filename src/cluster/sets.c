/* sets.c - documents' hashes as sets of small numbers, and documents ordered by content.
 * A hash becomes a small number on first sight, so a page costs four bytes per path and the collection twelve per
 * distinct path. Clustering breaks ties by the documents' order, so that the order of the input files can't matter.
 * Cost: linear in the hashes read, one sort of the distinct ones, and one of the documents. */
#include "cluster/sets.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/table.h"

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
        if (same)
            same[i] = i > 0 && keys[i].key == keys[i - 1].key && equal_sets(sets, order[i], order[i - 1]);
    }
    free(keys);
    return HUSK_OK;
}

/* --- from hashes to sets --------------------------------------------------------------------------------------------
 */

/* Prefetch distance: waiting for memory took two fifths of the time (bench/run cluster). */
#define AHEAD 8u

struct set_builder {
    uint64_t *hash; /* by path, in order of first sight */
    uint32_t *support;
    uint32_t n_paths;
    size_t hashes_room, supports_room;
    hash_map numbers; /* by hash: path */

    uint32_t *item; /* the paths of all documents, one after the other */
    size_t n_items, items_room;
    size_t *first;
    uint32_t n_docs;
    size_t docs_room;

    uint64_t *scratch;
    size_t scratch_room;
};

set_builder *set_builder_new(void)
{
    return calloc(1, sizeof(set_builder));
}

void set_builder_free(set_builder *e)
{
    if (e == NULL)
        return;
    free(e->hash);
    free(e->support);
    map_free(&e->numbers);
    free(e->item);
    free(e->first);
    free(e->scratch);
    free(e);
}

void path_sets_free(path_sets *r)
{
    free(r->hash);
    free(r->support);
    doc_sets_free(&r->sets);
    *r = (path_sets){ 0 };
}

/* The number of a path; UINT32_MAX if out of memory. */
static uint32_t path_number(set_builder *e, uint64_t hash)
{
    uint32_t number = map_number(&e->numbers, hash);
    if (number != MAP_NONE)
        return number;
    if (e->n_paths == UINT32_MAX / 4 || !map_put_number(&e->numbers, hash, e->n_paths) ||
        !array_grow(&e->hash, &e->hashes_room, (size_t)e->n_paths + 1, sizeof *e->hash) ||
        !array_grow(&e->support, &e->supports_room, (size_t)e->n_paths + 1, sizeof *e->support))
        return UINT32_MAX;
    e->hash[e->n_paths] = hash;
    e->support[e->n_paths] = 0;
    return e->n_paths++;
}

/* The document's distinct hashes, sorted, in e->scratch; their number, or SIZE_MAX if out of memory. */
static size_t sorted_copy(set_builder *e, const uint64_t *paths, size_t n)
{
    if (!array_grow(&e->scratch, &e->scratch_room, n, sizeof *paths))
        return SIZE_MAX;
    if (n == 0)
        return 0;
    memcpy(e->scratch, paths, n * sizeof *paths);
    return hashes_unique(e->scratch, n);
}

husk_status set_builder_add(set_builder *e, const uint64_t *paths, size_t n)
{
    if (e->n_docs == UINT32_MAX - 1)
        return HUSK_LIMIT;
    size_t n_kept = sorted_copy(e, paths, n), need;
    if (n_kept == SIZE_MAX || !size_add(e->n_items, n_kept, &need) ||
        !array_grow(&e->item, &e->items_room, need, sizeof *e->item) ||
        !array_grow(&e->first, &e->docs_room, (size_t)e->n_docs + 1, sizeof *e->first))
        return HUSK_NO_MEMORY;
    e->first[e->n_docs++] = e->n_items;
    for (size_t i = 0; i < n_kept; i++) {
        if (i + AHEAD < n_kept)
            map_fetch(&e->numbers, e->scratch[i + AHEAD]);
        uint32_t p = path_number(e, e->scratch[i]);
        if (p == UINT32_MAX)
            return HUSK_NO_MEMORY;
        e->support[p]++;
        e->item[e->n_items++] = p;
    }
    return HUSK_OK;
}

/* Renumber in hash order, so that the order of the documents leaves no trace. Fills out->hash and out->support. */
static bool renumber(set_builder *e, path_sets *out)
{
    uint32_t n = e->n_paths;
    numbered_hash *order = malloc((n ? n : 1) * sizeof *order);
    uint32_t *number = malloc((n ? n : 1) * sizeof *number);
    out->hash = malloc((n ? n : 1) * sizeof *out->hash);
    out->support = malloc((n ? n : 1) * sizeof *out->support);
    bool ok = order && number && out->hash && out->support;
    for (uint32_t p = 0; ok && p < n; p++)
        order[p] = (numbered_hash){ e->hash[p], p };
    ok = ok && hashes_sort(order, n);
    for (uint32_t p = 0; ok && p < n; p++) {
        number[order[p].number] = p;
        out->hash[p] = order[p].hash;
        out->support[p] = e->support[order[p].number];
    }
    for (size_t i = 0; ok && i < e->n_items; i++)
        e->item[i] = number[e->item[i]];
    free(order);
    free(number);
    return ok;
}

/* Move the documents' paths to `out->sets`. */
static bool take_documents(set_builder *e, path_sets *out)
{
    if (!array_grow(&e->first, &e->docs_room, (size_t)e->n_docs + 1, sizeof *e->first))
        return false;
    e->first[e->n_docs] = e->n_items;
    out->n_paths = e->n_paths;
    out->sets = (doc_sets){ .n_docs = e->n_docs, .n_items = e->n_paths, .first = e->first, .item = e->item };
    e->first = NULL;
    e->item = NULL;
    for (uint32_t d = 0; d < out->sets.n_docs; d++)
        if (doc_size(&out->sets, d))
            qsort(out->sets.item + out->sets.first[d], doc_size(&out->sets, d), sizeof(uint32_t), by_u32);
    return true;
}

husk_status set_builder_finish(set_builder *e, path_sets *out)
{
    *out = (path_sets){ 0 };
    bool ok = renumber(e, out) && take_documents(e, out);
    set_builder_free(e);
    if (!ok)
        path_sets_free(out);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}
