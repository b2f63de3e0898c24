/* pairs.c - features of two pages of one site, and the probability that both are of one kind.
 * The model is a small forest (models/kinds.txt, by models/train_kinds), trained on pairs of pages of documentation and
 * live sites. Similarities mean different things on different sites, so each is given together with the site's mean
 * and with the similarity of each page's nearest ones. Cost: O(pages^2 marks), then the columns and the
 * forest's trees per pair. */
#include "cluster/pairs/pairs.h"

#include <math.h>

/* How many of the most similar pages define a page's nearest similarity. */
#define NEAREST 3u

/* The mean of a row's largest values, excluding its own. */
static float top_of(const float *row, uint32_t n, uint32_t own)
{
    float most[NEAREST];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (i == own || (kept == NEAREST && row[i] <= most[kept - 1]))
            continue;
        uint32_t at = kept < NEAREST ? kept++ : kept - 1;
        for (; at > 0 && most[at - 1] < row[i]; at--)
            most[at] = most[at - 1];
        most[at] = row[i];
    }
    double sum = 0;
    for (uint32_t i = 0; i < kept; i++)
        sum += most[i];
    return (float)(kept && sum / kept > 1e-3 ? sum / kept : 1e-3);
}

static void view_sums(page_pairs *p, int view)
{
    double sum = 0;
    for (uint32_t a = 0; a < p->n; a++) {
        const float *row = p->plain[view] + (size_t)a * p->n;
        p->top[view][a] = top_of(row, p->n, a);
        for (uint32_t b = a + 1; b < p->n; b++)
            sum += row[b];
    }
    p->mean[view] = p->n > 1 ? sum / (.5 * p->n * (p->n - 1)) : 1;
}

bool pairs_init(page_pairs *p, uint32_t n, const bit_columns *views, const uint64_t *const *shape,
                const pair_labels *labels, arena *memory)
{
    *p = (page_pairs){ .n = n, .views = views, .shape = shape, .labels = labels, .memory = memory };
    p->logs = arena_array(memory, n, sizeof *p->logs);
    p->values = arena_zeros(memory, (size_t)N_PAIR_COLUMNS * PAIRS_AT_ONCE, sizeof *p->values);
    if (p->logs == NULL || p->values == NULL)
        return false;
    for (uint32_t page = 0; page < n; page++)
        for (int k = 0; k < N_SHAPES; k++)
            p->logs[page][k] = log1p((double)shape[page][k]);
    p->log_pages = log(n);
    for (int v = 0; v < N_VIEWS; v++) {
        p->plain[v] = arena_array(memory, (size_t)n * n, sizeof(float));
        p->weighted[v] = arena_array(memory, (size_t)n * n, sizeof(float));
        p->top[v] = arena_array(memory, n, sizeof(float));
        if (!p->plain[v] || !p->weighted[v] || !p->top[v])
            return false;
        columns_compare(&views[v], p->plain[v], p->weighted[v]);
        view_sums(p, v);
    }
    return true;
}

static void view_columns(const page_pairs *p, int v, uint32_t a, uint32_t b, float *to)
{
    size_t at = (size_t)a * p->n + b;
    to[PAIR_JACCARD] = p->plain[v][at];
    to[PAIR_WEIGHTED] = p->weighted[v][at];
    to[PAIR_LOCAL] = p->views[v].n_columns ? p->plain[v][at] / sqrtf(p->top[v][a] * p->top[v][b]) : -1;
    to[PAIR_MEAN] = (float)p->mean[v];
    to[PAIR_STRENGTH] = (float)p->views[v].strength;
}

static double ratio(const uint64_t *shape, int part, int whole)
{
    return (double)shape[part] / (double)(shape[whole] ? shape[whole] : 1);
}

static void shape_columns(const page_pairs *p, uint32_t a, uint32_t b, float *to)
{
    const uint64_t *x = p->shape[a], *y = p->shape[b];
    for (int k = 0; k < N_SHAPES; k++)
        to[PAIR_SHAPES + k] = (float)fabs(p->logs[a][k] - p->logs[b][k]);
    double one = ratio(x, SHAPE_LINK_LETTERS, SHAPE_LETTERS), other = ratio(y, SHAPE_LINK_LETTERS, SHAPE_LETTERS);
    to[PAIR_LINK_SHARE] = (float)fabs(one - other);
    to[PAIR_LEAST_LINK_SHARE] = (float)fmin(one, other);
    one = ratio(x, SHAPE_PARAGRAPH_LETTERS, SHAPE_LETTERS);
    other = ratio(y, SHAPE_PARAGRAPH_LETTERS, SHAPE_LETTERS);
    to[PAIR_PARAGRAPH_SHARE] = (float)fabs(one - other);
    to[PAIR_LEAST_PARAGRAPH_SHARE] = (float)fmin(one, other);
    to[PAIR_LEAST_TEASERS] = (float)fmin(p->logs[a][SHAPE_TEASERS], p->logs[b][SHAPE_TEASERS]);
}

void pairs_columns(const page_pairs *p, uint32_t a, uint32_t b, float *to)
{
    const pair_labels *l = p->labels;
    for (int v = 0; v < N_VIEWS; v++)
        view_columns(p, v, a, b, to + v * N_VIEW_COLUMNS);
    to[PAIR_SLOTS] = l->slots[(size_t)a * p->n + b];
    to[PAIR_LABEL] = l->group ? (float)(l->group[a] == l->group[b]) : -1;
    to[PAIR_LABEL_ELEMENTS] = (float)l->elements;
    to[PAIR_LABEL_SLOTS] = (float)l->kept_slots;
    to[PAIR_LABEL_BITS] = (float)l->bits;
    to[PAIR_LABEL_KINDS] = (float)l->n_groups;
    shape_columns(p, a, b, to);
    to[PAIR_PAGES] = (float)p->log_pages;
}

husk_status pairs_same(page_pairs *p, uint32_t a, uint32_t from, uint32_t to, float *same)
{
    static const uint32_t stride = PAIRS_AT_ONCE;
    float rows[N_PAIR_COLUMNS], *values = p->values;
    for (uint32_t b = from; b < to; b++) {
        pairs_columns(p, a, b, rows);
        for (uint32_t c = 0; c < N_PAIR_COLUMNS; c++)
            values[c * stride + b - from] = rows[c];
    }
    husk_status status =
        forest_score(&pair_model_builtin.same, values, to - from, stride, NULL, FOREST_BEST, p->memory, same);
    for (uint32_t i = 0; i < to - from && status == HUSK_OK; i++)
        same[i] = (float)(1 / (1 + exp(-(double)same[i])));
    return status;
}
