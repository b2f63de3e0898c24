/* same_kinds.c - join groups of pages with the same elements.
 * A group's elements take a number of bits on their own in a Beta-Bernoulli code, and fewer when encoded with a
 * similar group. Saving any bits can't be the rule: every small group would save, kind or not. So two groups are
 * joined if that saves half of what the smaller takes; from .4 to .7 it makes little difference, and F grows by .008,
 * macro-F by .004 over 31 documentation sites (bench/kinds). Cost: O(groups^2 elements), with at most 202 groups
 * (kinds.c). */
#include "cluster/same_kinds.h"

#include <math.h>
#include <stdlib.h>

#define SAME .5

typedef struct joiner {
    group_counts *groups;
    const double *log_a, *log_2a;
    uint32_t *into;
    double *own;   /* by group: its bits */
    double *saves; /* by pair of groups, the lower first: share of the smaller one's bits */
} joiner;

static double bits_of(const joiner *j, uint32_t n, uint32_t has)
{
    return j->log_2a[n] - j->log_a[has] - j->log_a[n - has];
}

static double own_bits(const joiner *j, uint32_t g)
{
    const uint32_t *count = j->groups->count + g * j->groups->columns;
    double bits = 0;
    for (size_t k = 0; k < j->groups->columns; k++)
        bits += bits_of(j, j->groups->size[g], count[k]);
    return bits;
}

static double joined_bits(const joiner *j, uint32_t a, uint32_t b)
{
    const uint32_t *x = j->groups->count + a * j->groups->columns, *y = j->groups->count + b * j->groups->columns;
    double bits = 0;
    for (size_t k = 0; k < j->groups->columns; k++)
        bits += bits_of(j, j->groups->size[a] + j->groups->size[b], x[k] + y[k]);
    return bits;
}

static double *saving(const joiner *j, uint32_t a, uint32_t b)
{
    return &j->saves[a < b ? (size_t)a * j->groups->n + b : (size_t)b * j->groups->n + a];
}

/* Compare g with all remaining groups. */
static void compare(joiner *j, uint32_t g)
{
    for (uint32_t o = 0; o < j->groups->n; o++)
        if (o != g && j->into[o] == o)
            *saving(j, g, o) = (j->own[g] + j->own[o] - joined_bits(j, g, o)) / fmin(j->own[g], j->own[o]);
}

static void join(joiner *j, uint32_t a, uint32_t b)
{
    group_counts *g = j->groups;
    for (uint32_t o = 0; o < g->n; o++) {
        j->into[o] = j->into[o] == b ? a : j->into[o];
        if (o != b)
            *saving(j, o, b) = 0;
    }
    for (size_t k = 0; k < g->columns; k++)
        g->count[a * g->columns + k] += g->count[b * g->columns + k];
    g->size[a] += g->size[b];
    j->own[a] = own_bits(j, a);
    compare(j, a);
}

/* Join the two that save most, if that is enough. */
static bool join_best(joiner *j)
{
    uint32_t a = 0, b = 0, n = j->groups->n;
    double most = SAME;
    for (uint32_t x = 0; x < n; x++)
        for (uint32_t y = x + 1; y < n; y++)
            if (*saving(j, x, y) > most) {
                most = *saving(j, x, y);
                a = x;
                b = y;
            }
    if (a == b)
        return false;
    join(j, a, b);
    return true;
}

bool same_kinds_join(group_counts *groups, const double *log_a, const double *log_2a, uint32_t *into)
{
    size_t n = groups->n;
    joiner j = { groups, log_a, log_2a, into, malloc((n + 1) * sizeof *j.own), calloc(n * n + 1, sizeof *j.saves) };
    bool ok = j.own && j.saves;
    for (uint32_t g = 0; ok && g < n; g++) {
        into[g] = g;
        j.own[g] = own_bits(&j, g);
    }
    for (uint32_t g = 0; ok && g < n; g++)
        compare(&j, g);
    while (ok && join_best(&j))
        ;
    free(j.own);
    free(j.saves);
    return ok;
}
