/* kinds.c - split a site's pages by the one slot whose values best explain everything else that varies.
 * Every slot that most pages have parts the pages by its value. A partition is worth what it saves of a Beta-Bernoulli
 * code: of which elements (tag and class) the pages have, and of which values all other slots have there (their votes),
 * less what the partition itself takes. The best one is taken if it saves enough of both; else the site has one kind.
 * Of its groups those that their elements can't tell apart are one (same_kinds.c): a label may say more than the
 * template. It may say less, too: pages that are odd among those of their kind are another (odd_pages.c). A split must
 * save .19 of the first code, two thirds of that of the second, and a tenth of a bit for each element of a page. All
 * three are needed: of 40 sites with one template some save .67 of the first code or .26 of the second, none passes
 * all, nor does any of 160 draws of 16, 32 or 64 of their pages. The limits were set with 25 documentation sites in
 * view, and the first is tight: a site of one kind saves .17 there, one with kinds .21. Chosen without the site it is
 * for, it still gives F .866, macro-F .728 over 31 sites (bench/kinds). What the slots hold, and how each parts the
 * pages, is told by kinds_slots.c. Cost: O(pages * slots^2) counting steps. Limits: 4,000 pages choose for all of the
 * site; 1,024 slots. */
#include "cluster/kinds_slots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/checked.h"
#include "base/hash.h"
#include "base/unique.h"
#include "cluster/odd_pages.h"
#include "cluster/same_kinds.h"

#define CHOOSING_PAGES 4000u
#define MIN_PAGES 12u
#define PRIOR .1
/* Slots below this share of pages don't split. */
#define SPLITTING_COVER .9
#define MIN_BITS .1
/* Of the share that the elements' code must save, what the slots' must: few pages have few votes, and a partition takes
 * as many bits for few. */
#define SLOTS_LEAST (2 / 3.)
/* Groups that are set apart from one kind because they are odd. */
#define MAX_ODD 8u
#define NO_COLUMN UINT32_MAX

void slot_store_free(slot_store *store)
{
    free(store->first_slot);
    free(store->slot);
    free(store->first_word);
    free(store->word);
    *store = (slot_store){ 0 };
}

static void chooser_free(chooser *c)
{
    free(c->seen);
    free(c->word_key);
    free(c->word_pages);
    for (uint32_t p = 0; p < c->n_parts; p++) {
        free(c->parts[p].group);
        free(c->parts[p].value);
        free(c->parts[p].column);
    }
    free(c->parts);
    free(c->log_a);
    free(c->log_2a);
    for (int k = 0; k < 2; k++) {
        free(c->first[k]);
        free(c->column[k]);
    }
    free(c->counts);
}

/* Columns of the first code: elements that some but not all pages have, and not too few. */
static bool element_columns(chooser *c)
{
    uint32_t n_items = c->elements->n_items, *pages = calloc((size_t)n_items + 1, sizeof *pages),
             least = (c->n + 99) / 100;
    size_t total = 0;
    least = least < 2 ? 2 : least;
    for (uint32_t p = 0; pages && p < c->n; p++) {
        uint32_t d = kinds_doc(c, p), size = doc_size(c->elements, d);
        total += size;
        c->page_elements += size;
        for (uint32_t i = 0; i < size; i++)
            pages[doc_items(c->elements, d)[i]]++;
    }
    c->first[0] = malloc(((size_t)c->n + 1) * sizeof *c->first[0]);
    c->column[0] = malloc((total + 1) * sizeof *c->column[0]);
    if (!pages || !c->first[0] || !c->column[0]) {
        free(pages);
        return false;
    }
    for (uint32_t e = 0; e < n_items; e++)
        pages[e] = pages[e] >= least && pages[e] < c->n ? c->n_columns[0]++ : NO_COLUMN;
    size_t to = 0;
    for (uint32_t p = 0; p < c->n; p++) {
        uint32_t d = kinds_doc(c, p);
        c->first[0][p] = to;
        for (uint32_t i = 0; i < doc_size(c->elements, d); i++)
            if (pages[doc_items(c->elements, d)[i]] != NO_COLUMN)
                c->column[0][to++] = pages[doc_items(c->elements, d)[i]];
    }
    c->first[0][c->n] = to;
    free(pages);
    return true;
}

/* Columns of the second: the groups of all partitions, but for the smallest. */
static bool vote_columns(chooser *c)
{
    uint32_t least = (c->n + 99) / 100, *size = malloc(((size_t)c->n / c->rare + 2) * sizeof *size);
    least = least < 2 ? 2 : least;
    c->first[1] = malloc(((size_t)c->n + 1) * sizeof *c->first[1]);
    c->column[1] = malloc(((size_t)c->n * c->n_parts + 1) * sizeof *c->column[1]);
    if (!size || !c->first[1] || !c->column[1]) {
        free(size);
        return false;
    }
    for (uint32_t k = 0; k < c->n_parts; k++) {
        partition *p = &c->parts[k];
        memset(size, 0, p->n_groups * sizeof *size);
        for (uint32_t i = 0; i < c->n; i++)
            size[p->group[i]]++;
        for (uint32_t g = 0; g < p->n_groups; g++)
            p->column[g] = size[g] >= least ? c->n_columns[1]++ : NO_COLUMN;
    }
    size_t to = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        c->first[1][i] = to;
        for (uint32_t k = 0; k < c->n_parts; k++) {
            uint32_t column = c->parts[k].column[c->parts[k].group[i]];
            if (column != NO_COLUMN)
                c->column[1][to++] = column;
        }
    }
    c->first[1][c->n] = to;
    free(size);
    return true;
}

/* Bits of code `which` when the pages are parted so; group NULL: not at all. -1 without memory. */
static double code_length(chooser *c, int which, const uint16_t *group, uint32_t n_groups)
{
    size_t columns = c->n_columns[which], cells;
    if (!size_mul(columns + 1, n_groups, &cells))
        return -1;
    if (cells > c->counts_room) {
        free(c->counts);
        c->counts = malloc(cells * sizeof *c->counts);
        c->counts_room = c->counts ? cells : 0;
        if (c->counts == NULL)
            return -1;
    }
    memset(c->counts, 0, cells * sizeof *c->counts);
    uint32_t *size = c->counts + columns * n_groups;
    for (uint32_t p = 0; p < c->n; p++) {
        uint32_t g = group ? group[p] : 0;
        size[g]++;
        for (size_t i = c->first[which][p]; i < c->first[which][p + 1]; i++)
            c->counts[g * columns + c->column[which][i]]++;
    }
    double bits = 0;
    for (uint32_t g = 0; g < n_groups; g++)
        for (size_t k = 0; k < columns; k++) {
            uint32_t has = c->counts[g * columns + k];
            bits += c->log_2a[size[g]] - c->log_a[has] - c->log_a[size[g] - has];
        }
    return bits;
}

/* n H of a partition. */
static double partition_bits(const chooser *c, const partition *p, uint32_t *size)
{
    double bits = 0;
    memset(size, 0, p->n_groups * sizeof *size);
    for (uint32_t i = 0; i < c->n; i++)
        size[p->group[i]]++;
    for (uint32_t g = 0; g < p->n_groups; g++)
        bits += size[g] * log2((double)c->n / size[g]);
    return bits;
}

static bool tables_init(chooser *c)
{
    c->log_a = malloc(((size_t)c->n + 1) * sizeof *c->log_a);
    c->log_2a = malloc(((size_t)c->n + 1) * sizeof *c->log_2a);
    if (!c->log_a || !c->log_2a)
        return false;
    c->log_a[0] = c->log_2a[0] = 0;
    for (uint32_t k = 0; k < c->n; k++) {
        c->log_a[k + 1] = c->log_a[k] + log2(k + PRIOR);
        c->log_2a[k + 1] = c->log_2a[k] + log2(k + 2 * PRIOR);
    }
    return true;
}

/* The best partition's number, or UINT32_MAX. A label is on every page and has few rare values: cover and rarity count
 * against a slot. */
static uint32_t choose(chooser *c, double least, kinds_found *found)
{
    uint32_t best = UINT32_MAX, *size = malloc(((size_t)c->n / c->rare + 2) * sizeof *size);
    double most = 0;
    for (int which = 0; which < 2; which++)
        c->whole[which] = code_length(c, which, NULL, 1);
    for (uint32_t k = 0; size && c->whole[0] > 0 && c->whole[1] > 0 && k < c->n_parts; k++) {
        const partition *p = &c->parts[k];
        if (p->cover < SPLITTING_COVER)
            continue;
        double own = partition_bits(c, p, size), saved[2];
        for (int which = 0; which < 2; which++)
            saved[which] = c->whole[which] - code_length(c, which, p->group, p->n_groups) - own;
        double common = 1 - (double)p->n_rare / c->n;
        double score = (saved[0] / c->whole[0] + saved[1] / c->whole[1]) * p->cover * p->cover * p->cover * p->cover *
                       common * common;
        if (score <= most)
            continue;
        most = score;
        best = k;
        *found = (kinds_found){ p->slot, saved[0] / c->whole[0], saved[1] / c->whole[1], saved[0] / c->page_elements };
    }
    free(size);
    if (best != UINT32_MAX && (found->elements < least || found->slots < SLOTS_LEAST * least ||
                               found->bits < MIN_BITS * least / KINDS_LEAST_SHARE))
        best = UINT32_MAX;
    if (best == UINT32_MAX)
        found->slot = 0;
    return best;
}

/* Groups of the chosen partition that their elements can't tell apart become one: into[g] is what g joined. */
static bool join_groups(chooser *c, const partition *p, uint32_t *into)
{
    if (code_length(c, 0, p->group, p->n_groups) < 0) /* which counts */
        return false;
    size_t columns = c->n_columns[0];
    group_counts groups = { p->n_groups, columns, c->counts, c->counts + columns * p->n_groups };
    return same_kinds_join(&groups, c->log_a, c->log_2a, into);
}

/* The value of the chosen slot on any page of the site, known to the chooser or not. */
static uint64_t value_on(const chooser *c, uint64_t slot, uint32_t doc)
{
    uint64_t value = NO_VALUE;
    for (size_t i = c->store->first_slot[doc]; i < c->store->first_slot[doc + 1]; i++)
        if (c->store->slot[i].slot == slot && (c->store->slot[i].value & ~(uint64_t)2) < value)
            value = c->store->slot[i].value & ~(uint64_t)2;
    const uint64_t *w = c->store->word + c->store->first_word[doc],
                   *end = c->store->word + c->store->first_word[doc + 1];
    for (; w < end; w += 2 + w[1])
        if (w[0] == slot && kinds_text_value(c, w) < value)
            value = kinds_text_value(c, w);
    return value;
}

/* The group of a partition that any page of the site is in. A value that the choosing pages lack is rare; n_groups when
 * none of theirs is. */
static uint32_t group_on(const chooser *c, const partition *p, uint32_t doc)
{
    uint64_t value = value_on(c, p->slot, doc);
    uint32_t rare = p->n_groups;
    for (uint32_t g = 0; g < p->n_groups; g++) {
        if (p->value[g] == value)
            return g;
        if (p->value[g] == RARE_VALUE)
            rare = g;
    }
    return rare;
}

/* Give every page of the site its kind, numbered by first page. */
static bool give_kinds(chooser *c, const partition *p, uint32_t n, uint32_t *kind, uint32_t *n_kinds)
{
    uint32_t *number = malloc(((size_t)p->n_groups + 1) * sizeof *number),
             *into = malloc(((size_t)p->n_groups + 1) * sizeof *into);
    if (!number || !into || !join_groups(c, p, into)) {
        free(number);
        free(into);
        return false;
    }
    into[p->n_groups] = p->n_groups;
    memset(number, 0xff, ((size_t)p->n_groups + 1) * sizeof *number);
    *n_kinds = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t g = into[group_on(c, p, c->docs[i])];
        if (number[g] == UINT32_MAX)
            number[g] = (*n_kinds)++;
        kind[i] = number[g];
    }
    free(number);
    free(into);
    return true;
}

/* The partitions that may split, for the search of odd pages: `part` says which. */
static uint32_t list_parts(const chooser *c, page_groups *groups, uint32_t *part)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < c->n_parts; k++) {
        const partition *p = &c->parts[k];
        if (p->cover < SPLITTING_COVER)
            continue;
        part[n] = k;
        groups[n] = (page_groups){ p->group, p->n_groups, UINT32_MAX };
        for (uint32_t g = 0; g < p->n_groups; g++)
            groups[n].rare = p->value[g] == RARE_VALUE ? g : groups[n].rare;
        n++;
    }
    return n;
}

/* Pages of one kind that are odd among the others of it become kinds of their own. */
static bool set_odd_apart(const chooser *c, uint32_t n, uint32_t *kind, uint32_t *n_kinds)
{
    uint32_t *known = malloc(c->n * sizeof *known), *part = malloc(((size_t)c->n_parts + 1) * sizeof *part),
             n_before = *n_kinds;
    page_groups *groups = malloc(((size_t)c->n_parts + 1) * sizeof *groups);
    odd_search s = { c->n,   known, c->n_columns[0], c->first[0], c->column[0], c->page_elements / c->n,
                     groups, 0,     c->log_a,        c->log_2a };
    bool ok = known && part && groups;
    s.n_parts = ok ? list_parts(c, groups, part) : 0;
    for (uint32_t q = 0; ok && q < n_before; q++)
        for (uint32_t round = 0; ok && round < MAX_ODD; round++) {
            odd_group odd;
            for (uint32_t p = 0; p < c->n; p++)
                known[p] = kind[(size_t)p * c->stride];
            ok = odd_pages_find(&s, q, &odd) == HUSK_OK;
            if (!ok || odd.part == UINT32_MAX)
                break;
            for (uint32_t i = 0; i < n; i++)
                if (kind[i] == q && group_on(c, &c->parts[part[odd.part]], c->docs[i]) == odd.group)
                    kind[i] = *n_kinds;
            ++*n_kinds;
        }
    free(known);
    free(part);
    free(groups);
    return ok;
}

husk_status kinds_split(const doc_sets *elements, const slot_store *store, const uint32_t *docs, uint32_t n,
                        double least, uint32_t *kind, uint32_t *n_kinds, kinds_found *found)
{
    *found = (kinds_found){ 0 };
    *n_kinds = n > 0;
    for (uint32_t i = 0; i < n; i++)
        kind[i] = 0;
    if (n < MIN_PAGES)
        return HUSK_OK;
    uint32_t stride = (n + CHOOSING_PAGES - 1) / CHOOSING_PAGES;
    chooser c = {
        .elements = elements, .store = store, .docs = docs, .n = (n + stride - 1) / stride, .stride = stride
    };
    c.rare = (c.n + 199) / 200 < 3 ? 3 : (c.n + 199) / 200;
    bool ok = tables_init(&c) && kinds_count_words(&c) && kinds_gather_values(&c) && kinds_gather_partitions(&c) &&
              element_columns(&c) && vote_columns(&c);
    if (ok) {
        uint32_t best = choose(&c, least, found);
        if (best != UINT32_MAX)
            ok = give_kinds(&c, &c.parts[best], n, kind, n_kinds);
        ok = ok && set_odd_apart(&c, n, kind, n_kinds);
    }
    chooser_free(&c);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}
