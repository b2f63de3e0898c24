/* tally.c - count the pages per hash. Keys are good hashes already: their low bits choose the place. */
#include "store/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/table.h"

#define LEAST_PLACES 256 /* 4 KB */

TABLE_OF(entry, tally_entry, hash, pages)

bool tally_add(tally *t, uint64_t hash, uint32_t stamp)
{
    if (!entry_reserve(&t->entries, &t->size, t->n, LEAST_PLACES))
        return false;
    tally_entry *e = entry_place(t->entries, t->size, hash);
    if (e->pages == 0) {
        *e = (tally_entry){ hash, 1, stamp };
        t->n++;
    } else if (e->stamp != stamp) {
        e->pages++;
        e->stamp = stamp;
    }
    return true;
}

bool tally_put(tally *t, uint64_t hash, uint32_t pages)
{
    if (!entry_reserve(&t->entries, &t->size, t->n, LEAST_PLACES))
        return false;
    tally_entry *e = entry_place(t->entries, t->size, hash);
    t->n += e->pages == 0;
    *e = (tally_entry){ hash, pages, 0 };
    return true;
}

bool tally_of_counts(const model_count *counts, uint32_t n, tally *out)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++)
        ok = counts[i].pages == 0 || tally_put(out, counts[i].hash, counts[i].pages);
    return ok;
}

uint32_t tally_pages(const tally *t, uint64_t hash)
{
    return t->size ? entry_place(t->entries, t->size, hash)->pages : 0;
}

model_count *tally_counts(const tally *t, uint32_t least, arena *memory, uint32_t *n)
{
    *n = 0;
    size_t kept = 0;
    for (size_t i = 0; i < t->size; i++)
        kept += t->entries[i].pages && t->entries[i].pages >= least;
    model_count *counts = kept < UINT32_MAX ? arena_array(memory, kept + 1, sizeof *counts) : NULL;
    if (counts == NULL)
        return NULL;
    for (size_t i = 0; i < t->size; i++)
        if (t->entries[i].pages && t->entries[i].pages >= least)
            counts[(*n)++] = (model_count){ t->entries[i].hash, t->entries[i].pages };
    qsort(counts, *n, sizeof *counts, by_hash_order);
    return counts;
}

void tally_clear(tally *t)
{
    if (t->entries)
        memset(t->entries, 0, t->size * sizeof *t->entries);
    t->n = 0;
}

void tally_free(tally *t)
{
    free(t->entries);
    *t = (tally){ 0 };
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
