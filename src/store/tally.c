/* tally.c - the pages per hash: from a map to sorted arrays, and back. */
#include "store/tally.h"

bool tally_of_counts(const model_count *counts, uint32_t n, hash_map *out)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++)
        ok = counts[i].pages == 0 || map_put(out, counts[i].hash, counts[i].pages);
    return ok;
}

model_count *tally_counts(const hash_map *m, uint32_t least, arena *memory, uint32_t *n)
{
    *n = 0;
    size_t kept = 0;
    for (size_t i = 0; i < m->size; i++)
        kept += m->entries[i].value && m->entries[i].value >= least;
    model_count *counts = kept < UINT32_MAX ? arena_array(memory, kept + 1, sizeof *counts) : NULL;
    if (counts == NULL)
        return NULL;
    for (size_t i = 0; i < m->size; i++)
        if (m->entries[i].value && m->entries[i].value >= least)
            counts[(*n)++] = (model_count){ m->entries[i].key, m->entries[i].value };
    qsort(counts, *n, sizeof *counts, by_hash_order);
    return counts;
}

uint32_t counts_find(const model_count *counts, uint32_t n, uint64_t hash)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (hash_order(counts[mid].hash, hash) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low < n && counts[low].hash == hash ? counts[low].pages : 0;
}
