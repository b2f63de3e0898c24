/* odd_pages.c - find the pages that are no part of the kind they are in.
 * A kind is made by one label for the whole site, and a few pages may lack it or share it by chance (Sphinx's index has
 * the body of all other pages). A group of any slot is odd when telling its elements together with the rest of the kind
 * takes so many bits more that they exceed what it takes alone five times, and a bit for each element of a page. On 31
 * documentation sites three have such groups, and all three gain (F .008 and macro-F .017 in the mean, bench/kinds);
 * five times alone is not enough on sites of one template, where the bits for each element are .5 at most. Cost: a
 * count of the kind's elements for each slot. Limits: kinds of 24 pages and more; a group has no more than half of
 * them. */
#include "cluster/odd_pages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"

#define MIN_PAGES 24u
#define MIN_TIMES 5.
#define MIN_BITS 1.

typedef struct counter {
    const odd_search *s;
    uint32_t kind;
    uint32_t n;      /* pages of the kind */
    uint32_t least;  /* pages of a group */
    uint32_t *total; /* by element: pages of the kind */
    uint32_t *count; /* by group and element */
    uint32_t *size;  /* by group */
    double whole;    /* bits of the kind's elements */
    double most;     /* that a group found so far saves */
} counter;

static double bits_of(const odd_search *s, uint32_t n, uint32_t has)
{
    return s->log_2a[n] - s->log_a[has] - s->log_a[n - has];
}

static bool counter_init(counter *k, const odd_search *s, uint32_t kind)
{
    uint32_t groups = 1;
    size_t cells;
    for (uint32_t p = 0; p < s->n_parts; p++)
        groups = s->parts[p].n_groups > groups ? s->parts[p].n_groups : groups;
    if (!size_mul(s->columns + 1, groups, &cells))
        return false;
    *k = (counter){ .s = s, .kind = kind };
    k->total = calloc(s->columns + 1, sizeof *k->total);
    k->count = calloc(cells, sizeof *k->count);
    k->size = calloc(groups, sizeof *k->size);
    return k->total && k->count && k->size;
}

/* The kind as a whole. */
static void count_kind(counter *k)
{
    const odd_search *s = k->s;
    for (uint32_t p = 0; p < s->n; p++) {
        k->n += s->kind[p] == k->kind;
        for (size_t i = s->first[p]; s->kind[p] == k->kind && i < s->first[p + 1]; i++)
            k->total[s->column[i]]++;
    }
    k->least = (k->n + 199) / 200 < 3 ? 3 : (k->n + 199) / 200;
    for (size_t e = 0; e < s->columns; e++)
        k->whole += bits_of(s, k->n, k->total[e]);
}

static void count_groups(counter *k, const page_groups *part)
{
    const odd_search *s = k->s;
    memset(k->size, 0, part->n_groups * sizeof *k->size);
    memset(k->count, 0, part->n_groups * s->columns * sizeof *k->count);
    for (uint32_t p = 0; p < s->n; p++) {
        uint32_t g = part->group[p];
        if (s->kind[p] != k->kind)
            continue;
        k->size[g]++;
        for (size_t i = s->first[p]; i < s->first[p + 1]; i++)
            k->count[g * s->columns + s->column[i]]++;
    }
}

/* What telling group g apart saves; 0 when that is not enough. */
static double odd_saving(const counter *k, uint32_t g)
{
    const odd_search *s = k->s;
    const uint32_t *count = k->count + g * s->columns, size = k->size[g], rest = k->n - size;
    double own = 0, others = 0, names = size * log2((double)k->n / size) + rest * log2((double)k->n / rest);
    for (size_t e = 0; e < s->columns; e++) {
        own += bits_of(s, size, count[e]);
        others += bits_of(s, rest, k->total[e] - count[e]);
    }
    double saved = k->whole - own - others - names;
    return saved >= MIN_TIMES * own && saved >= MIN_BITS * size * s->page_elements ? saved : 0;
}

husk_status odd_pages_find(const odd_search *s, uint32_t kind, odd_group *out)
{
    counter k = { 0 };
    bool ok = counter_init(&k, s, kind);
    *out = (odd_group){ UINT32_MAX, UINT32_MAX };
    if (ok)
        count_kind(&k);
    for (uint32_t p = 0; ok && k.n >= MIN_PAGES && p < s->n_parts; p++) {
        count_groups(&k, &s->parts[p]);
        for (uint32_t g = 0; g < s->parts[p].n_groups; g++) {
            double saved =
                g != s->parts[p].rare && k.size[g] >= k.least && k.size[g] <= k.n / 2 ? odd_saving(&k, g) : 0;
            if (saved > k.most) {
                k.most = saved;
                *out = (odd_group){ p, g };
            }
        }
    }
    free(k.total);
    free(k.count);
    free(k.size);
    return ok ? HUSK_OK : HUSK_NO_MEMORY;
}
