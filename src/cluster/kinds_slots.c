/* kinds_slots.c - the slot values of the choosing pages, and how each slot partitions the pages by its value.
 * A text is represented by those of its words that recur; values on few pages are merged. A partition equal to an
 * earlier one is left out. Cost: a sort of all values; each partition O(pages log pages), and a comparison with
 * earlier ones. Limits: MAX_SLOTS partitions. */
#include "cluster/kinds_slots.h"

#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/table.h"

#define MAX_SLOTS 1024u
/* Slots on a smaller share of pages don't vote. */
#define VOTING_COVER .5

static bool count_word_pages(const choice *c, hash_map *pages)
{
    bool ok = true;
    for (uint32_t p = 0; ok && p < c->n; p++) {
        const traits *t = kinds_traits(c, p);
        for (const uint64_t *w = t->words; w < t->words + t->n_words; w += 2 + w[1])
            for (uint64_t i = 0; ok && i < w[1]; i++)
                ok = map_count(pages, hash_pair(w[0], w[2 + i]), p + 1);
    }
    return ok;
}

/* A text slot's value: its recurring words, in order. `w` is slot, number of words, words. */
static uint64_t text_value(const choice *c, const hash_map *pages, const uint64_t *w)
{
    uint64_t h = 1;
    for (uint64_t i = 0; i < w[1]; i++)
        if (map_get(pages, hash_pair(w[0], w[2 + i])) >= c->rare)
            h = hash_pair(h, w[2 + i]);
    return h;
}

static void see(choice *c, uint64_t slot, uint64_t value, uint32_t page)
{
    c->slots[c->n_seen] = (numbered_hash){ slot, (uint32_t)c->n_seen };
    c->seen[c->n_seen++] = (seen_value){ value & ~(uint64_t)2, page }; /* never one of the two values above */
}

bool kinds_gather_values(choice *c)
{
    hash_map pages = { 0 }; /* by slot and word */
    size_t room = 1;
    for (uint32_t p = 0; p < c->n; p++)
        room += kinds_traits(c, p)->n_slots + kinds_traits(c, p)->n_words / 2;
    c->seen = arena_array(&c->memory, room, sizeof *c->seen);
    c->slots = arena_array(&c->memory, room, sizeof *c->slots);
    bool ok = c->seen && c->slots && room < UINT32_MAX && count_word_pages(c, &pages);
    for (uint32_t p = 0; ok && p < c->n; p++) {
        const traits *t = kinds_traits(c, p);
        for (size_t i = 0; i < t->n_slots; i++)
            see(c, t->slots[i].slot, t->slots[i].value, p);
        for (const uint64_t *w = t->words; w < t->words + t->n_words; w += 2 + w[1])
            see(c, w[0], text_value(c, &pages, w), p);
    }
    map_free(&pages);
    return ok && hashes_sort(c->slots, c->n_seen);
}

/* Number the groups of `value` (by page) by their first pages. False if the partition is useless: one group, or too
 * many. */
static bool number_groups(partition *p, const uint64_t *value, uint32_t n, uint64_t *of_group, uint32_t max_groups)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t g = 0;
        while (g < p->n_groups && of_group[g] != value[i])
            g++;
        if (g == max_groups)
            return false;
        if (g == p->n_groups)
            of_group[p->n_groups++] = value[i];
        p->group[i] = (uint16_t)g;
        p->n_rare += value[i] == RARE_VALUE;
    }
    return p->n_groups > 1;
}

static bool is_new_partition(const choice *c, const partition *p)
{
    for (uint32_t i = 0; i < c->n_parts; i++)
        if (c->parts[i].n_groups == p->n_groups && memcmp(c->parts[i].group, p->group, c->n * sizeof *p->group) == 0)
            return false;
    return true;
}

/* The share of the site's pages that have a slot, estimated from those seen. */
static double cover_of(const choice *c, const uint64_t *value)
{
    double all = 0, covered = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        double weight = c->store->weight ? c->store->weight[c->docs[i]] : 1;
        all += weight;
        covered += value[i] == NO_VALUE ? 0 : weight;
    }
    return covered / all;
}

/* One slot's value by page, the smallest if a page has several, with rare ones set to RARE_VALUE. False if the slot is
 * on too few pages or has one value; *ok becomes false if out of memory. */
static bool values_of_slot(const choice *c, size_t from, size_t to, uint64_t *value, double *cover,
                           numbered_hash *sorted, bool *ok)
{
    uint32_t n = c->n, covered = 0;
    memset(value, 0xff, n * sizeof *value);
    for (size_t i = from; i < to; i++) {
        const seen_value *seen = &c->seen[c->slots[i].number];
        covered += value[seen->page] == NO_VALUE;
        value[seen->page] = seen->value < value[seen->page] ? seen->value : value[seen->page];
    }
    if (covered < VOTING_COVER * n)
        return false;
    *cover = cover_of(c, value);
    for (uint32_t i = 0; i < n; i++)
        sorted[i] = (numbered_hash){ value[i], i };
    if (!(*ok = hashes_sort(sorted, n)) || sorted[0].hash == sorted[n - 1].hash)
        return false;
    for (size_t i = 0, end; i < n; i = end) {
        end = run_end(sorted, n, i);
        for (size_t k = i; k < end && end - i < c->rare; k++)
            value[sorted[k].number] = RARE_VALUE;
    }
    return true;
}

bool kinds_gather_partitions(choice *c)
{
    uint32_t max_groups = c->n / c->rare + 2;
    uint64_t *value = arena_array(&c->memory, c->n, sizeof *value);
    uint64_t *of_group = arena_array(&c->memory, max_groups, sizeof *of_group);
    numbered_hash *sorted = arena_array(&c->memory, c->n, sizeof *sorted);
    c->parts = arena_zeros(&c->memory, MAX_SLOTS, sizeof *c->parts);
    bool ok = value && of_group && sorted && c->parts;
    for (size_t i = 0, end; ok && i < c->n_seen && c->n_parts < MAX_SLOTS; i = end) {
        end = run_end(c->slots, c->n_seen, i);
        partition p = { .slot = c->slots[i].hash };
        if (end - i < VOTING_COVER * c->n || !values_of_slot(c, i, end, value, &p.cover, sorted, &ok))
            continue;
        arena_mark mark = arena_save(&c->memory);
        p.group = arena_array(&c->memory, c->n, sizeof *p.group);
        p.column = arena_array(&c->memory, max_groups, sizeof *p.column);
        ok = p.group && p.column;
        if (ok && number_groups(&p, value, c->n, of_group, max_groups) && is_new_partition(c, &p))
            c->parts[c->n_parts++] = p;
        else
            arena_restore(&c->memory, mark);
    }
    return ok;
}
