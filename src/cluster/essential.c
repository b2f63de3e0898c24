/* essential.c - supports, thresholds and essential path sets of a collection of pages.
 * A path's hash becomes a small number on first sight, so a page costs four bytes per path and the collection twelve
 * per distinct path. Cost: linear in the paths read, and one sort of the distinct ones. Limits: max_paths distinct
 * paths, then a sample by hash: a path is kept everywhere or nowhere, so the supports of kept ones stay exact. */
#include "cluster/essential.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/checked.h"
#include "base/hash.h"
#include "base/table.h"
#include "base/unique.h"

/* Prefetch distance: waiting for memory took two fifths of the time (bench/run cluster). */
#define AHEAD 8u

struct essential {
    uint64_t *hash; /* by path, in order of first sight */
    uint32_t *support;
    uint32_t n_paths;
    size_t hashes_room, supports_room;
    uint64_t *slot; /* path + 1 in the lower half, the hash's upper half above; or 0; n_slots is a power of two */
    uint32_t n_slots;
    uint32_t max_paths;
    unsigned halvings;

    uint32_t *item; /* the paths of all documents, one after the other */
    size_t n_items, items_room;
    size_t *first;
    uint32_t n_docs;
    size_t docs_room;

    uint64_t *scratch;
    size_t scratch_room;
};

essential *essential_new(uint32_t max_paths)
{
    essential *e = calloc(1, sizeof *e);
    if (e)
        e->max_paths = max_paths ? max_paths : UINT32_MAX / 4;
    return e;
}

void essential_free(essential *e)
{
    if (e == NULL)
        return;
    free(e->hash);
    free(e->support);
    free(e->slot);
    free(e->item);
    free(e->first);
    free(e->scratch);
    free(e);
}

void essential_result_free(essential_result *r)
{
    free(r->hash);
    free(r->support);
    free(r->threshold);
    doc_sets_free(&r->all);
    doc_sets_free(&r->sets);
    *r = (essential_result){ 0 };
}

/* Path hashes may be related (a child's derives from its parent's), so sampling uses a mixed form. */
static bool is_kept(const essential *e, uint64_t hash)
{
    return e->halvings == 0 || hash_pair(hash, 1) >> (64 - e->halvings) == 0;
}

static uint64_t slot_entry(uint64_t hash, uint32_t path)
{
    return (hash & ~(uint64_t)UINT32_MAX) | (path + 1);
}

/* Where to start probing for a hash. */
static uint32_t slot_of(uint64_t hash, uint32_t n_slots)
{
    return (uint32_t)(hash * 0x9e3779b97f4a7c15u >> 32) & (n_slots - 1);
}

static bool slots_rebuild(essential *e, uint32_t n_slots)
{
    uint64_t *slot = calloc(n_slots, sizeof *slot);
    if (slot == NULL)
        return false;
    for (uint32_t p = 0; p < e->n_paths; p++) {
        uint32_t at;
        TABLE_PLACE(at, slot_of(e->hash[p], n_slots), n_slots, slot[at] == 0, false);
        slot[at] = slot_entry(e->hash[p], p);
    }
    free(e->slot);
    e->slot = slot;
    e->n_slots = n_slots;
    return true;
}

/* Too many distinct paths: drop about half of them, here and in every document read so far. */
static bool halve(essential *e)
{
    uint32_t *number = malloc((e->n_paths ? e->n_paths : 1) * sizeof *number), n = 0;
    if (number == NULL)
        return false;
    e->halvings++;
    for (uint32_t p = 0; p < e->n_paths; p++) {
        number[p] = is_kept(e, e->hash[p]) ? n : UINT32_MAX;
        if (number[p] == UINT32_MAX)
            continue;
        e->hash[n] = e->hash[p];
        e->support[n++] = e->support[p];
    }
    e->n_paths = n;
    size_t to = 0, from = 0;
    for (uint32_t d = 0; d < e->n_docs; d++) {
        size_t end = d + 1 < e->n_docs ? e->first[d + 1] : e->n_items;
        e->first[d] = to;
        for (; from < end; from++)
            if (number[e->item[from]] != UINT32_MAX)
                e->item[to++] = number[e->item[from]];
    }
    e->n_items = to;
    free(number);
    return slots_rebuild(e, e->n_slots);
}

/* The number of a path; UINT32_MAX if out of memory. */
static uint32_t path_number(essential *e, uint64_t hash)
{
    if (e->n_paths >= e->n_slots / 2 && !slots_rebuild(e, e->n_slots ? e->n_slots * 2 : 1024))
        return UINT32_MAX;
    uint32_t at;
    TABLE_PLACE(at, slot_of(hash, e->n_slots), e->n_slots, e->slot[at] == 0,
                e->slot[at] >> 32 == hash >> 32 && e->hash[(uint32_t)e->slot[at] - 1] == hash);
    if (e->slot[at])
        return (uint32_t)e->slot[at] - 1;
    if (!array_grow(&e->hash, &e->hashes_room, (size_t)e->n_paths + 1, sizeof *e->hash) ||
        !array_grow(&e->support, &e->supports_room, (size_t)e->n_paths + 1, sizeof *e->support))
        return UINT32_MAX;
    e->hash[e->n_paths] = hash;
    e->support[e->n_paths] = 0;
    e->slot[at] = slot_entry(hash, e->n_paths);
    return e->n_paths++;
}

/* The document's distinct hashes, sorted, in e->scratch; their number, or SIZE_MAX if out of memory. */
static size_t sorted_copy(essential *e, const uint64_t *paths, size_t n)
{
    if (!array_grow(&e->scratch, &e->scratch_room, n, sizeof *paths))
        return SIZE_MAX;
    if (n == 0)
        return 0;
    memcpy(e->scratch, paths, n * sizeof *paths);
    return hashes_unique(e->scratch, n);
}

/* Prefetch for the paths after i: first the slot and, once that has arrived, the path it names. */
static inline void ask_ahead(const essential *e, size_t i, size_t n)
{
    if (i + 2 * AHEAD < n && e->n_slots)
        __builtin_prefetch(&e->slot[slot_of(e->scratch[i + 2 * AHEAD], e->n_slots)]);
    if (i + AHEAD < n && e->n_slots) {
        uint32_t path = (uint32_t)e->slot[slot_of(e->scratch[i + AHEAD], e->n_slots)];
        __builtin_prefetch(&e->hash[path]);
        __builtin_prefetch(&e->support[path]);
    }
}

husk_status essential_add(essential *e, const uint64_t *paths, size_t n)
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
        ask_ahead(e, i, n_kept);
        if (!is_kept(e, e->scratch[i]))
            continue;
        uint32_t p = path_number(e, e->scratch[i]);
        if (p == UINT32_MAX)
            return HUSK_NO_MEMORY;
        e->support[p]++;
        e->item[e->n_items++] = p;
        while (e->n_paths > e->max_paths && e->halvings < 63)
            if (!halve(e))
                return HUSK_NO_MEMORY;
    }
    return HUSK_OK;
}

/* Renumber in hash order, so that the order of the documents leaves no trace. Fills out->hash and out->support. */
static bool renumber(essential *e, essential_result *out)
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

static bool is_ascending(const uint32_t *items, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        if (items[i - 1] > items[i])
            return false;
    return true;
}

/* Move the documents' paths to `out->all`. */
static bool take_documents(essential *e, essential_result *out)
{
    if (!array_grow(&e->first, &e->docs_room, (size_t)e->n_docs + 1, sizeof *e->first))
        return false;
    e->first[e->n_docs] = e->n_items;
    out->n_paths = e->n_paths;
    out->halvings = e->halvings;
    out->all = (doc_sets){ .n_docs = e->n_docs, .n_items = e->n_paths, .first = e->first, .item = e->item };
    e->first = NULL;
    e->item = NULL;
    for (uint32_t d = 0; d < out->all.n_docs; d++)
        if (!is_ascending(doc_items(&out->all, d), doc_size(&out->all, d)))
            qsort(out->all.item + out->all.first[d], doc_size(&out->all, d), sizeof(uint32_t), by_u32);
    return true;
}

/* The most frequent support of a document's paths, the smallest on a tie. `count` is zero before and after. */
static uint32_t mode_of_supports(const essential_result *r, uint32_t doc, uint32_t *count)
{
    const uint32_t *items = doc_items(&r->all, doc);
    uint32_t n = doc_size(&r->all, doc), mode = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t s = r->support[items[i]];
        count[s]++;
        if (mode == 0 || count[s] > count[mode] || (count[s] == count[mode] && s < mode))
            mode = s;
    }
    for (uint32_t i = 0; i < n; i++)
        count[r->support[items[i]]] = 0;
    return mode;
}

static bool keep_essential(essential_result *r, bool filter)
{
    uint32_t n = r->all.n_docs;
    uint32_t *count = calloc((size_t)n + 1, sizeof *count);
    r->threshold = calloc((size_t)n + 1, sizeof *r->threshold);
    r->sets = (doc_sets){ n, r->n_paths, calloc((size_t)n + 1, sizeof(size_t)),
                          malloc((r->all.first[n] ? r->all.first[n] : 1) * sizeof(uint32_t)), NULL };
    bool ok = count && r->threshold && r->sets.first && r->sets.item;
    size_t to = 0;
    for (uint32_t d = 0; ok && d < n; d++) {
        r->threshold[d] = filter ? mode_of_supports(r, d, count) : 0;
        r->sets.first[d] = to;
        for (size_t i = r->all.first[d]; i < r->all.first[d + 1]; i++)
            if (r->support[r->all.item[i]] >= r->threshold[d])
                r->sets.item[to++] = r->all.item[i];
    }
    if (ok)
        r->sets.first[n] = to;
    free(count);
    return ok;
}

husk_status essential_finish(essential *e, bool filter, essential_result *out)
{
    *out = (essential_result){ 0 };
    bool ok = renumber(e, out) && take_documents(e, out) && keep_essential(out, filter);
    essential_free(e);
    if (!ok)
        essential_result_free(out);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}
