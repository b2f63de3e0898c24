/* kinds_rest.c - assign pages that took no part in finding the kinds.
 * A Bernoulli code: a mark on k of a kind's m pages is expected with probability (k + a) / (m + 2a); a page joins the
 * kind that encodes its marks most cheaply. The cost of all marks being absent is summed beforehand. Cost: one search
 * per mark of each page, for each kind. */
#include "cluster/kinds_slots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PRIOR .1

/* The views used to place pages; votes are unknown for the other pages. */
static const int placing[] = { VIEW_ELEMENTS, MARKS_BODY, MARKS_HEAD, MARKS_ADDRESS };
enum { N_PLACING = sizeof placing / sizeof *placing };

typedef struct placer {
    const choice *k;
    uint32_t n_kinds;
    uint32_t *size;           /* by kind */
    double *absent;           /* by kind: the cost of a page without any mark */
    double *saved[N_PLACING]; /* by column and kind: what its presence saves */
    double *cost;             /* by kind, of one page */
} placer;

static void placer_free(placer *p)
{
    free(p->size);
    free(p->absent);
    free(p->cost);
    for (int v = 0; v < N_PLACING; v++)
        free(p->saved[v]);
}

static bool placer_init(placer *p, const choice *k, const uint32_t *chosen, uint32_t n_kinds)
{
    *p = (placer){ .k = k, .n_kinds = n_kinds };
    p->size = calloc((size_t)n_kinds + 1, sizeof *p->size);
    p->absent = calloc((size_t)n_kinds + 1, sizeof *p->absent);
    p->cost = malloc(((size_t)n_kinds + 1) * sizeof *p->cost);
    bool ok = p->size && p->absent && p->cost;
    for (int v = 0; ok && v < N_PLACING; v++) {
        p->saved[v] = calloc((size_t)k->views[placing[v]].n_columns * n_kinds + 1, sizeof *p->saved[v]);
        ok = p->saved[v];
    }
    for (uint32_t i = 0; ok && i < k->c.n; i++)
        p->size[chosen[i]]++;
    return ok;
}

/* Convert the number of pages of a kind that have a column to what it saves. */
static void count_view(placer *p, int v, const uint32_t *chosen)
{
    const bit_columns *view = &p->k->views[placing[v]];
    for (uint32_t c = 0; c < view->n_columns; c++) {
        double *saved = p->saved[v] + (size_t)c * p->n_kinds;
        for (uint32_t i = 0; i < p->k->c.n; i++)
            saved[chosen[i]] += columns_has(view, i, c);
        for (uint32_t q = 0; q < p->n_kinds; q++) {
            double share = (saved[q] + PRIOR) / (p->size[q] + 2 * PRIOR);
            p->absent[q] -= log2(1 - share);
            saved[q] = log2(share) - log2(1 - share);
        }
    }
}

static void add_mark(const placer *p, int v, uint64_t mark)
{
    uint32_t c = columns_find(&p->k->views[placing[v]], mark);
    for (uint32_t q = 0; c != UINT32_MAX && q < p->n_kinds; q++)
        p->cost[q] -= p->saved[v][(size_t)c * p->n_kinds + q];
}

static uint32_t place(const placer *p, uint32_t doc)
{
    const chooser *c = &p->k->c;
    uint32_t best = 0;
    memcpy(p->cost, p->absent, p->n_kinds * sizeof *p->cost);
    for (uint32_t i = 0; i < doc_size(c->elements, doc); i++)
        add_mark(p, 0, doc_items(c->elements, doc)[i]);
    for (int v = 1; v < N_PLACING; v++) {
        const uint64_t *mark;
        size_t n = slot_store_marks(c->store, doc, placing[v], &mark);
        for (size_t i = 0; i < n; i++)
            add_mark(p, v, mark[i]);
    }
    for (uint32_t q = 1; q < p->n_kinds; q++)
        best = p->cost[q] < p->cost[best] ? q : best;
    return best;
}

bool kinds_place_rest(const choice *k, const uint32_t *chosen, uint32_t n_kinds, uint32_t n, uint32_t *kind)
{
    placer p = { 0 };
    uint32_t stride = k->c.stride > 1 ? k->c.stride : 1; /* 1: no page is left to place */
    bool ok = stride == 1 || placer_init(&p, k, chosen, n_kinds);
    for (int v = 0; ok && stride > 1 && v < N_PLACING; v++)
        count_view(&p, v, chosen);
    for (uint32_t i = 0; ok && i < n; i++)
        kind[i] = i % stride ? place(&p, k->c.docs[i]) : chosen[i / stride];
    placer_free(&p);
    return ok;
}
