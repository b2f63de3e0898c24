/* kinds_labels.c - which slots label a site's kinds of page, and how well.
 * A template often names itself: a body's class, "Class Foo", "Member List", the file name. Every slot that most
 * pages have splits the pages by its value. A partition is worth what it saves in a Beta-Bernoulli code, for the
 * elements (tag and class) that pages have and for the values of all other slots (their votes), minus the cost of the
 * partition itself. Groups of the best one with the same elements are merged: a label may be finer than the
 * template. Cost: O(pages * slots^2) counting steps. Limits: 1,024 slots, of which AGREEING are compared
 * pairwise. */
#include "cluster/kinds_slots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/arena.h"

#define PRIOR .1
/* Slots on a smaller share of pages are not labels. */
#define LABEL_COVER .9
#define AGREEING 64u
#define NO_COLUMN UINT32_MAX

static bool columns_room(choice *c, int which, size_t total)
{
    c->first[which] = arena_zeros(&c->memory, (size_t)c->n + 1, sizeof *c->first[which]);
    c->column[which] = arena_array(&c->memory, total, sizeof *c->column[which]);
    return c->first[which] && c->column[which];
}

/* Columns of the first code: elements that some but not all pages have, and not too few. */
static bool element_columns(choice *c)
{
    uint32_t n_items = c->elements->n_items, *pages = arena_zeros(&c->memory, n_items, sizeof *pages);
    size_t total = 0, to = 0;
    for (uint32_t p = 0; pages && p < c->n; p++) {
        uint32_t d = c->docs[p], size = doc_size(c->elements, d);
        total += size;
        for (uint32_t i = 0; i < size; i++)
            pages[doc_items(c->elements, d)[i]]++;
    }
    c->page_elements = (double)total;
    if (!pages || !columns_room(c, 0, total))
        return false;
    for (uint32_t e = 0; e < n_items; e++)
        pages[e] = pages[e] >= c->least && pages[e] < c->n ? c->n_columns[0]++ : NO_COLUMN;
    for (uint32_t p = 0; p < c->n; p++) {
        uint32_t d = c->docs[p];
        for (uint32_t i = 0; i < doc_size(c->elements, d); i++)
            if (pages[doc_items(c->elements, d)[i]] != NO_COLUMN)
                c->column[0][to++] = pages[doc_items(c->elements, d)[i]];
        c->first[0][p + 1] = to;
    }
    return true;
}

static void group_sizes(const choice *c, const uint16_t *group, uint32_t n_groups, uint32_t *size)
{
    memset(size, 0, n_groups * sizeof *size);
    for (uint32_t i = 0; i < c->n; i++)
        size[group[i]]++;
}

/* Columns of the second: the groups of all partitions, except the smallest. */
static bool vote_columns(choice *c, uint32_t *size)
{
    size_t to = 0;
    if (!columns_room(c, 1, (size_t)c->n * c->n_parts))
        return false;
    for (uint32_t k = 0; k < c->n_parts; k++) {
        partition *p = &c->parts[k];
        group_sizes(c, p->group, p->n_groups, size);
        for (uint32_t g = 0; g < p->n_groups; g++)
            p->column[g] = size[g] >= c->least ? c->n_columns[1]++ : NO_COLUMN;
    }
    for (uint32_t i = 0; i < c->n; i++) {
        for (uint32_t k = 0; k < c->n_parts; k++) {
            uint32_t column = c->parts[k].column[c->parts[k].group[i]];
            if (column != NO_COLUMN)
                c->column[1][to++] = column;
        }
        c->first[1][i + 1] = to;
    }
    return true;
}

/* Bits of code `which` with the pages split this way; group NULL: not split. -1 if out of memory. */
static double code_length(choice *c, int which, const uint16_t *group, uint32_t n_groups)
{
    size_t columns = c->n_columns[which], cells;
    if (!size_mul(columns + 1, n_groups, &cells) ||
        !array_grow_in(&c->memory, &c->counts, &c->counts_room, cells, sizeof *c->counts))
        return -1;
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
static double partition_bits(const choice *c, const uint16_t *group, uint32_t n_groups, uint32_t *size)
{
    double bits = 0;
    group_sizes(c, group, n_groups, size);
    for (uint32_t g = 0; g < n_groups; g++)
        bits += size[g] * log2((double)c->n / size[g]);
    return bits;
}

static bool tables_init(choice *c)
{
    c->log_a = arena_array(&c->memory, (size_t)c->n + 1, sizeof *c->log_a);
    c->log_2a = arena_array(&c->memory, (size_t)c->n + 1, sizeof *c->log_2a);
    if (!c->log_a || !c->log_2a)
        return false;
    c->log_a[0] = c->log_2a[0] = 0;
    for (uint32_t k = 0; k < c->n; k++) {
        c->log_a[k + 1] = c->log_a[k] + log2(k + PRIOR);
        c->log_2a[k + 1] = c->log_2a[k] + log2(k + 2 * PRIOR);
    }
    return true;
}

/* --- groups with the same elements -------------------------------------------------------------------------------- */

/* A group's elements take a number of bits on their own, and fewer when encoded with a similar group. Saving any bits
 * can't be the rule: every small group would save, kind or not. So two groups are joined if that saves half of what
 * the smaller takes; from .4 to .7 it makes little difference, and F grows by .008, macro-F by .004 over 31
 * documentation sites (bench/kinds). Cost: O(groups^2 elements), with at most 202 groups. */
#define SAME .5

static double bits_of(const group_counts *g, uint32_t n, uint32_t has)
{
    return g->log_2a[n] - g->log_a[has] - g->log_a[n - has];
}

/* Of two groups encoded together; of one if they are the same. */
static double joined_bits(const group_counts *g, uint32_t a, uint32_t b)
{
    const uint32_t *x = g->count + a * g->columns, *y = g->count + b * g->columns;
    uint32_t n = g->size[a] + (a == b ? 0 : g->size[b]);
    double bits = 0;
    for (size_t k = 0; k < g->columns; k++)
        bits += bits_of(g, n, x[k] + (a == b ? 0 : y[k]));
    return bits;
}

static double *saving(const group_counts *g, uint32_t a, uint32_t b)
{
    return &g->saves[a < b ? (size_t)a * g->n + b : (size_t)b * g->n + a];
}

static void compare(group_counts *g, uint32_t a)
{
    for (uint32_t o = 0; o < g->n; o++)
        if (o != a && g->into[o] == o)
            *saving(g, a, o) = (g->own[a] + g->own[o] - joined_bits(g, a, o)) / fmin(g->own[a], g->own[o]);
}

static void join(group_counts *g, uint32_t a, uint32_t b)
{
    for (uint32_t o = 0; o < g->n; o++) {
        g->into[o] = g->into[o] == b ? a : g->into[o];
        if (o != b)
            *saving(g, o, b) = 0;
    }
    for (size_t k = 0; k < g->columns; k++)
        g->count[a * g->columns + k] += g->count[b * g->columns + k];
    g->size[a] += g->size[b];
    g->own[a] = joined_bits(g, a, a);
    compare(g, a);
}

/* Join the two that save most, if that is enough. */
static bool join_best(group_counts *g)
{
    uint32_t a = 0, b = 0;
    double most = SAME;
    for (uint32_t x = 0; x < g->n; x++)
        for (uint32_t y = x + 1; y < g->n; y++)
            if (*saving(g, x, y) > most) {
                most = *saving(g, x, y);
                a = x;
                b = y;
            }
    if (a != b)
        join(g, a, b);
    return a != b;
}

bool same_kinds_join(group_counts *g)
{
    size_t n = g->n;
    g->own = malloc((n + 1) * sizeof *g->own);
    g->saves = calloc(n * n + 1, sizeof *g->saves);
    bool ok = g->own && g->saves;
    for (uint32_t a = 0; ok && a < n; a++) {
        g->into[a] = a;
        g->own[a] = joined_bits(g, a, a);
    }
    for (uint32_t a = 0; ok && a < n; a++)
        compare(g, a);
    while (ok && join_best(g))
        ;
    free(g->own);
    free(g->saves);
    return ok;
}

/* --- labels ------------------------------------------------------------------------------------------------------- */

typedef struct label {
    uint32_t part;
    double score, saved[2]; /* shares of the two codes */
} label;

static int by_score(const void *a, const void *b)
{
    const label *x = a, *y = b;
    return ORDER_OF(y->score, x->score) ?: ORDER_OF(x->part, y->part);
}

/* A label is on every page and has few rare values: missing pages and rare values lower the score. */
static double label_score(const partition *p, uint32_t n, const double *saved)
{
    double common = 1 - (double)p->n_rare / n;
    return (saved[0] + saved[1]) * p->cover * p->cover * p->cover * p->cover * common * common;
}

/* The partitions that save anything, best first; returns their number. */
static uint32_t rank_labels(choice *c, label *labels, uint32_t *size)
{
    uint32_t n = 0;
    for (int which = 0; which < 2; which++)
        c->whole[which] = code_length(c, which, NULL, 1);
    for (uint32_t k = 0; c->whole[0] > 0 && c->whole[1] > 0 && k < c->n_parts; k++) {
        const partition *p = &c->parts[k];
        if (p->cover < LABEL_COVER)
            continue;
        label found = { .part = k };
        double own = partition_bits(c, p->group, p->n_groups, size);
        for (int which = 0; which < 2; which++)
            found.saved[which] =
                (c->whole[which] - code_length(c, which, p->group, p->n_groups) - own) / c->whole[which];
        found.score = label_score(p, c->n, found.saved);
        if (found.score > 0)
            labels[n++] = found;
    }
    qsort(labels, n, sizeof *labels, by_score);
    return n;
}

/* For every two pages: the share of labels that agree, each weighted by the fourth power of its score. */
static void agreement(const choice *c, const label *labels, uint32_t n, float *same)
{
    double sum = 0;
    for (size_t i = 0; i < (size_t)c->n * c->n; i++)
        same[i] = n ? 0 : -1;
    for (uint32_t k = 0; k < n && k < AGREEING; k++)
        sum += pow(labels[k].score / labels[0].score, 4);
    for (uint32_t k = 0; k < n && k < AGREEING; k++) {
        const uint16_t *group = c->parts[labels[k].part].group;
        float weight = (float)(pow(labels[k].score / labels[0].score, 4) / sum);
        for (uint32_t a = 0; a < c->n; a++)
            for (uint32_t b = 0; b < c->n; b++)
                same[(size_t)a * c->n + b] += group[a] == group[b] ? weight : 0;
    }
}

/* The best label's groups by page, merged if they have the same elements, and what they explain. */
static bool label_groups(choice *c, const label *best, uint32_t *size)
{
    const partition *p = &c->parts[best->part];
    pair_labels *out = &c->labels;
    uint32_t *into = arena_array(&c->memory, p->n_groups, sizeof *into);
    uint16_t *joined = arena_array(&c->memory, c->n, sizeof *joined);
    if (!into || !joined || code_length(c, 0, p->group, p->n_groups) < 0) /* fills the counts */
        return false;
    size_t columns = c->n_columns[0];
    group_counts groups = { .n = p->n_groups,
                            .columns = columns,
                            .count = c->counts,
                            .size = c->counts + columns * p->n_groups,
                            .log_a = c->log_a,
                            .log_2a = c->log_2a,
                            .into = into };
    if (!same_kinds_join(&groups))
        return false;
    for (uint32_t g = 0; g < p->n_groups; g++)
        if (into[g] == g)
            size[g] = out->n_groups++; /* its number, for now */
    for (uint32_t i = 0; i < c->n; i++) {
        c->label[i] = size[into[p->group[i]]];
        joined[i] = (uint16_t)c->label[i];
    }
    double own = partition_bits(c, joined, out->n_groups, size);
    out->bits = (c->whole[0] - code_length(c, 0, joined, out->n_groups) - own) / c->page_elements;
    out->elements = best->saved[0];
    out->kept_slots = best->saved[1];
    out->group = c->label;
    return true;
}

bool kinds_find_labels(choice *c)
{
    label *labels = arena_array(&c->memory, c->n_parts, sizeof *labels);
    uint32_t *size = arena_array(&c->memory, (size_t)c->n / c->rare + 2, sizeof *size);
    bool ok = labels && size && tables_init(c) && element_columns(c) && vote_columns(c, size);
    if (ok) {
        uint32_t n = rank_labels(c, labels, size);
        agreement(c, labels, n, c->labels.slots);
        c->slot = n ? c->parts[labels[0].part].slot : 0;
        ok = n == 0 || label_groups(c, &labels[0], size);
    }
    return ok;
}
