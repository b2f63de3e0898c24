/* isotonic_reference.h - the published solver of isotonic regression on a tree, a reference for the fast one.
 * BuildError and IsotoneSmooth as printed, over the distinct scores of the tree (lemma 3: no other value is needed),
 * with two interpretations: a node's weight multiplies its distance, and the root chooses among all scores (as
 * printed, it could never have the smallest, since its imaginary parent's score must be lower). Cost: O(nodes *
 * distinct scores), in time and memory. Paper: Chakrabarti, Kumar, Punera 2007, section 4. */
#ifndef HUSK_TEST_ISOTONIC_REFERENCE_H
#define HUSK_TEST_ISOTONIC_REFERENCE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "husk/husk.h"

typedef struct reference {
    uint32_t n, n_values;
    const uint32_t *parent;
    const double *score;
    const uint32_t *weight;
    const double *penalty;
    double *value;  /* the distinct scores, ascending */
    double *error;  /* err(i, j): the subtree of i if its parent has value[j] */
    uint32_t *take; /* val(i, j): the value of i in that case */
    uint8_t *is_inner;
} reference;

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool reference_alloc(reference *r)
{
    size_t cells, bytes;
    r->value = malloc(r->n * sizeof *r->value);
    r->is_inner = calloc(r->n, 1);
    if (!r->value || !r->is_inner)
        return false;
    memcpy(r->value, r->score, r->n * sizeof *r->value);
    qsort(r->value, r->n, sizeof *r->value, ascending);
    for (uint32_t i = 0; i < r->n; i++)
        if (!i || r->value[i] != r->value[r->n_values - 1])
            r->value[r->n_values++] = r->value[i];
    for (uint32_t i = 1; i < r->n; i++)
        r->is_inner[r->parent[i]] = 1;
    if (!size_mul(r->n, r->n_values, &cells) || !size_mul(cells, sizeof *r->error, &bytes))
        return false;
    r->error = calloc(cells, sizeof *r->error);
    r->take = malloc(cells * sizeof *r->take);
    return r->error && r->take;
}

static void reference_free(reference *r)
{
    free(r->value);
    free(r->is_inner);
    free(r->error);
    free(r->take);
}

/* Step 1: a leaf. */
static void build_leaf(reference *r, uint32_t i)
{
    double *error = r->error + (size_t)i * r->n_values;
    uint32_t *take = r->take + (size_t)i * r->n_values, own = 0;
    while (r->value[own] != r->score[i])
        own++;
    for (uint32_t j = 0; j < r->n_values; j++) {
        bool moves = r->weight[i] * (r->score[i] - r->value[j]) > r->penalty[i];
        error[j] = moves ? r->penalty[i] : r->weight[i] * fabs(r->score[i] - r->value[j]);
        take[j] = moves ? own : j;
    }
}

/* Steps 3 and 4: `error` holds the summed errors of the children; j descends, so that the best value above it is
 * known. */
static void build_inner(reference *r, uint32_t i)
{
    double *error = r->error + (size_t)i * r->n_values, least = INFINITY;
    uint32_t *take = r->take + (size_t)i * r->n_values, least_at = 0;
    for (uint32_t j = r->n_values; j-- > 0;) {
        double keep = error[j] + r->weight[i] * fabs(r->score[i] - r->value[j]), fresh = keep + r->penalty[i];
        bool moves = keep >= least;
        error[j] = moves ? least : keep;
        take[j] = moves ? least_at : j;
        if (fresh <= least) {
            least = fresh;
            least_at = j;
        }
    }
}

static void build_error(reference *r)
{
    for (uint32_t i = r->n - 1; i > 0; i--) {
        if (r->is_inner[i])
            build_inner(r, i);
        else
            build_leaf(r, i);
        double *sums = r->error + (size_t)r->parent[i] * r->n_values, *error = r->error + (size_t)i * r->n_values;
        for (uint32_t j = 0; j < r->n_values; j++)
            sums[j] += error[j];
    }
    for (uint32_t j = 0; j < r->n_values; j++)
        r->error[j] += r->weight[0] * fabs(r->score[0] - r->value[j]);
}

static void isotone_smooth(const reference *r, uint32_t *at, double *smoothed)
{
    at[0] = 0;
    for (uint32_t j = 1; j < r->n_values; j++)
        if (r->error[j] < r->error[at[0]])
            at[0] = j;
    for (uint32_t i = 1; i < r->n; i++)
        at[i] = r->take[(size_t)i * r->n_values + at[r->parent[i]]];
    for (uint32_t i = 0; i < r->n; i++)
        smoothed[i] = r->value[at[i]];
}

/* For any scores. NO_MEMORY or OK. */
static inline husk_status isotonic_reference(uint32_t n, const uint32_t *parent, const double *score,
                                             const uint32_t *weight, const double *penalty, double *smoothed,
                                             double *cost)
{
    if (!n)
        return HUSK_OK;
    reference r = { .n = n, .parent = parent, .score = score, .weight = weight, .penalty = penalty };
    uint32_t *at = malloc(n * sizeof *at);
    bool fits = at && reference_alloc(&r);
    if (fits) {
        build_error(&r);
        isotone_smooth(&r, at, smoothed);
        if (cost)
            *cost = r.error[at[0]] + penalty[0];
    }
    free(at);
    reference_free(&r);
    return fits ? HUSK_OK : HUSK_NO_MEMORY;
}

/* The cost of given smoothed scores; infinite if a node is below its parent. */
static inline double isotonic_cost(uint32_t n, const uint32_t *parent, const double *score, const uint32_t *weight,
                                   const double *penalty, const double *smoothed)
{
    double cost = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (i && smoothed[i] < smoothed[parent[i]])
            return INFINITY;
        cost += weight[i] * fabs(score[i] - smoothed[i]);
        cost += !i || smoothed[i] != smoothed[parent[i]] ? penalty[i] : 0;
    }
    return cost;
}

#endif
