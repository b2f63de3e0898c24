/* kinds_slots.c - the slot values of the choosing pages, and how each slot partitions the pages by its value.
 * A text is represented by those of its words that recur; values on few pages are merged. A partition equal to an
 * earlier one is left out. Cost: a sort of all values; each partition O(pages log pages), and a comparison with
 * earlier ones. Limits: MAX_SLOTS partitions. */
#include "cluster/kinds_slots.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/table.h"
#include "base/unique.h"

#define MAX_SLOTS 1024u
/* Slots on a smaller share of pages don't vote. */
#define VOTING_COVER .5

/* The index of a (slot, word) in the table, or of the free place where it belongs. */
static size_t word_at(const chooser *c, uint64_t key)
{
    size_t at;
    TABLE_PLACE(at, (size_t)(key >> 20), c->n_word_slots, c->word_key[at] == 0, c->word_key[at] == key);
    return at;
}

static uint64_t word_key(uint64_t slot, uint64_t word)
{
    return hash_pair(slot, word) | 1;
}

static bool words_grow(chooser *c)
{
    chooser old = *c;
    c->n_word_slots = old.n_word_slots ? old.n_word_slots * 2 : 1024;
    c->word_key = calloc(c->n_word_slots, sizeof *c->word_key);
    c->word_pages = calloc(c->n_word_slots, sizeof *c->word_pages);
    bool ok = c->word_key && c->word_pages;
    for (size_t i = 0; ok && i < old.n_word_slots; i++)
        if (old.word_key[i]) {
            size_t at = word_at(c, old.word_key[i]);
            c->word_key[at] = old.word_key[i];
            c->word_pages[at] = old.word_pages[i];
        }
    free(old.word_key);
    free(old.word_pages);
    return ok;
}

/* Count the pages of each word in its slot. The table grows with the distinct ones: most words recur. */
bool kinds_count_words(chooser *c)
{
    for (uint32_t p = 0; p < c->n; p++) {
        const uint64_t *w = c->store->word + c->store->first_word[kinds_doc(c, p)];
        const uint64_t *end = c->store->word + c->store->first_word[kinds_doc(c, p) + 1];
        for (; w < end; w += 2 + w[1])
            for (uint64_t i = 0; i < w[1]; i++) {
                bool again = false;
                for (uint64_t j = 0; j < i; j++)
                    again = again || w[2 + j] == w[2 + i];
                if (2 * c->n_words >= c->n_word_slots && !words_grow(c))
                    return false;
                uint64_t key = word_key(w[0], w[2 + i]);
                size_t at = word_at(c, key);
                c->n_words += c->word_key[at] == 0;
                c->word_key[at] = key;
                c->word_pages[at] += !again;
            }
    }
    return true;
}

/* A text slot's value: its recurring words, in order. `w` is slot, number of words, words. */
static uint64_t text_value(const chooser *c, const uint64_t *w)
{
    uint64_t h = 1;
    for (uint64_t i = 0; i < w[1]; i++)
        if (c->word_pages[word_at(c, word_key(w[0], w[2 + i]))] >= c->rare)
            h = hash_pair(h, w[2 + i]);
    return h & ~(uint64_t)2; /* never one of the two values above */
}

/* Sort by slot; a slot's values stay in page order. */
static bool sort_by_slot(chooser *c)
{
    numbered_hash *order = malloc((c->n_seen + 1) * sizeof *order);
    seen_value *sorted = malloc((c->n_seen + 1) * sizeof *sorted);
    bool ok = order && sorted && c->n_seen < UINT32_MAX;
    for (size_t i = 0; ok && i < c->n_seen; i++)
        order[i] = (numbered_hash){ c->seen[i].slot, (uint32_t)i };
    ok = ok && hashes_sort(order, c->n_seen);
    for (size_t i = 0; ok && i < c->n_seen; i++)
        sorted[i] = c->seen[order[i].number];
    free(order);
    if (ok) {
        free(c->seen);
        c->seen = sorted;
    } else {
        free(sorted);
    }
    return ok;
}

bool kinds_gather_values(chooser *c)
{
    size_t room = 0;
    for (uint32_t p = 0; p < c->n; p++) {
        uint32_t d = kinds_doc(c, p);
        room += c->store->first_slot[d + 1] - c->store->first_slot[d] +
                (c->store->first_word[d + 1] - c->store->first_word[d]) / 3 + 1;
    }
    c->seen = malloc((room ? room : 1) * sizeof *c->seen);
    if (c->seen == NULL)
        return false;
    for (uint32_t p = 0; p < c->n; p++) {
        uint32_t d = kinds_doc(c, p);
        for (size_t i = c->store->first_slot[d]; i < c->store->first_slot[d + 1]; i++)
            c->seen[c->n_seen++] = (seen_value){ c->store->slot[i].slot, c->store->slot[i].value & ~(uint64_t)2, p };
        const uint64_t *w = c->store->word + c->store->first_word[d],
                       *end = c->store->word + c->store->first_word[d + 1];
        for (; w < end; w += 2 + w[1])
            c->seen[c->n_seen++] = (seen_value){ w[0], text_value(c, w), p };
    }
    return sort_by_slot(c);
}

/* The number of pages with `value`, by search in the sorted list of all pages' values. */
static uint32_t pages_with(const uint64_t *sorted, uint32_t n, uint64_t value)
{
    uint32_t bound[2];
    for (int side = 0; side < 2; side++) {
        uint32_t low = 0, high = n;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (sorted[middle] < value || (side && sorted[middle] == value))
                low = middle + 1;
            else
                high = middle;
        }
        bound[side] = low;
    }
    return bound[1] - bound[0];
}

/* Number the groups of `value` (by page, rare ones set to RARE_VALUE) by their first pages. False if the partition is
 * useless: one group, or too many. */
static bool number_groups(partition *p, const uint64_t *value, uint32_t n, uint32_t max_groups)
{
    p->n_groups = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t g = 0;
        while (g < p->n_groups && p->value[g] != value[i])
            g++;
        if (g == max_groups)
            return false;
        if (g == p->n_groups)
            p->value[p->n_groups++] = value[i];
        p->group[i] = (uint16_t)g;
        p->n_rare += value[i] == RARE_VALUE;
    }
    return p->n_groups > 1;
}

static bool is_new_partition(const chooser *c, const partition *p)
{
    for (uint32_t i = 0; i < c->n_parts; i++)
        if (c->parts[i].n_groups == p->n_groups && memcmp(c->parts[i].group, p->group, c->n * sizeof *p->group) == 0)
            return false;
    return true;
}

/* The share of the site's pages that have a slot, estimated from those seen. */
static double cover_of(const chooser *c, const uint64_t *value)
{
    double all = 0, covered = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        double weight = c->store->weight ? c->store->weight[kinds_doc(c, i)] : 1;
        all += weight;
        covered += value[i] == NO_VALUE ? 0 : weight;
    }
    return covered / all;
}

/* Turn one slot's values, seen[0 .. n_seen), into a partition; kept if it is one and no other slot gave the same.
 * False if out of memory. */
static bool add_partition(chooser *c, const seen_value *seen, size_t n_seen, uint64_t *value, uint64_t *sorted)
{
    uint32_t n = c->n, covered = 0, max_groups = n / c->rare + 2;
    for (uint32_t i = 0; i < n; i++)
        value[i] = NO_VALUE;
    for (size_t i = 0; i < n_seen; i++)
        if (value[seen[i].page] ==
            NO_VALUE) { /* the first on the page: the sort does not order equal pages, so take the smallest */
            value[seen[i].page] = seen[i].value;
            covered++;
        } else if (seen[i].value < value[seen[i].page]) {
            value[seen[i].page] = seen[i].value;
        }
    if (covered < VOTING_COVER * n)
        return true;
    memcpy(sorted, value, n * sizeof *value);
    qsort(sorted, n, sizeof *sorted, by_u64);
    if (sorted[0] == sorted[n - 1])
        return true;
    partition p = { .slot = seen[0].slot, .cover = cover_of(c, value) };
    p.group = malloc(n * sizeof *p.group);
    p.value = malloc((size_t)max_groups * sizeof *p.value);
    p.column = malloc((size_t)max_groups * sizeof *p.column);
    bool ok = p.group && p.value && p.column;
    for (uint32_t i = 0; ok && i < n; i++)
        if (pages_with(sorted, n, value[i]) < c->rare)
            value[i] = RARE_VALUE;
    if (ok && c->n_parts < MAX_SLOTS && number_groups(&p, value, n, max_groups) && is_new_partition(c, &p)) {
        c->parts[c->n_parts++] = p;
        return true;
    }
    free(p.group);
    free(p.value);
    free(p.column);
    return ok;
}

bool kinds_gather_partitions(chooser *c)
{
    uint64_t *value = malloc(c->n * sizeof *value), *sorted = malloc(c->n * sizeof *sorted);
    c->parts = calloc(MAX_SLOTS, sizeof *c->parts);
    bool ok = value && sorted && c->parts;
    for (size_t i = 0, end; ok && i < c->n_seen; i = end) {
        for (end = i; end < c->n_seen && c->seen[end].slot == c->seen[i].slot;)
            end++;
        if (end - i >= VOTING_COVER * c->n)
            ok = add_partition(c, c->seen + i, end - i, value, sorted);
    }
    free(value);
    free(sorted);
    return ok;
}
