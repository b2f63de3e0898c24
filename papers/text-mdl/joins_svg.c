/* joins_svg.c - clusters that were made by joining, as a picture: a tree that grows to the right, with a bracket per
 * join, over a scale of joins. Leaves are pages or, for many pages, the clusters before the last joins. Cost: linear in
 * the leaves. Limits: 400 leaves; earlier joins are taken as done. */
#include <string.h>

#include "base/arrays.h"
#include "text-mdl/methods.h"
#include "write/site/clusters.h"

#define MAX_LEAVES 400u /* still readable */

typedef struct tree {
    const husk_clustering *collection;
    buffer *out;
    uint32_t *root;   /* by page */
    uint32_t *joined; /* the same after the joins shown */
    uint32_t *size;   /* by root */
    uint32_t n_shown; /* joins shown: the last ones */
    uint32_t *next;   /* chains of leaves per root, so that brackets don't cross */
    uint32_t *last;   /* by root: of its chain */
    double *x, *y;    /* by root: current end of its line */
} tree;

static double row_y(uint32_t row)
{
    return PICTURE_TOP + row * PICTURE_ROW + PICTURE_ROW / 2.;
}

/* Lay the leaves out cluster by cluster, joined ones side by side: chains of leaves are linked in the order of the
 * joins. */
static void lay_out(tree *t)
{
    const clustering *c = &t->collection->clusters;
    uint32_t n = t->collection->n_pages, begin = c->n_steps - t->n_shown, row = 0;
    for (uint32_t s = 0; s < begin; s++) {
        uint32_t a = root_of(t->root, c->step[s].a), b = root_of(t->root, c->step[s].b);
        t->root[b] = a;
        t->size[a] += t->size[b];
    }
    for (uint32_t d = 0; d < n; d++) {
        t->next[d] = UINT32_MAX;
        t->last[d] = d;
    }
    memcpy(t->joined, t->root, n * sizeof *t->joined);
    for (uint32_t s = begin; s < c->n_steps; s++) {
        uint32_t a = root_of(t->joined, c->step[s].a), b = root_of(t->joined, c->step[s].b);
        t->next[t->last[a]] = b;
        t->last[a] = t->last[b];
        t->joined[b] = a;
    }
    for (uint32_t d = 0; d < n; d++)
        if (t->joined[d] == d)
            for (uint32_t leaf = d; leaf != UINT32_MAX; leaf = t->next[leaf]) {
                picture_label(t->out, row_y(row), t->collection->id[leaf], t->size[leaf]);
                t->x[leaf] = PICTURE_LABELS;
                t->y[leaf] = row_y(row++);
            }
}

/* 1, 2 or 5 times a power of ten: at most five steps to `most`. */
static uint32_t scale_step(uint32_t most)
{
    uint32_t step = 1;
    for (uint32_t k = 0; most / step > 5; k++)
        step = step / (k % 3 == 1 ? 2 : 1) * (k % 3 == 1 ? 5 : 2);
    return step;
}

/* A scale of joins under the rows. */
static void draw_scale(buffer *out, uint32_t n_rows, uint32_t most)
{
    double top = row_y(0) - PICTURE_ROW / 2., bottom = row_y(n_rows) - PICTURE_ROW / 2. + 4;
    for (uint32_t at = 0, step = scale_step(most); at <= most; at += step) {
        double x = PICTURE_LABELS + (double)PICTURE_WIDTH * at / (most ? most : 1);
        buffer_format(out, "<path class=\"scale\" d=\"M%.1f %.1fV%.1f\"/>\n", x, top, bottom);
        buffer_format(out, "<text class=\"middle\" x=\"%.1f\" y=\"%.1f\">%u%s</text>\n", x, bottom + 16, at,
                      at ? "" : " joins");
        if (at > UINT32_MAX - step)
            break;
    }
}

static void draw_joins(tree *t)
{
    const clustering *c = &t->collection->clusters;
    uint32_t begin = c->n_steps - t->n_shown;
    for (uint32_t s = begin; s < c->n_steps; s++) {
        uint32_t a = root_of(t->root, c->step[s].a), b = root_of(t->root, c->step[s].b);
        double x = PICTURE_LABELS + (double)PICTURE_WIDTH * (s - begin + 1) / (t->n_shown + 1);
        picture_line(t->out, t->x[a], t->y[a], x, t->y[a]);
        picture_line(t->out, t->x[b], t->y[b], x, t->y[b]);
        picture_line(t->out, x, t->y[a], x, t->y[b]);
        t->x[a] = x;
        t->y[a] = (t->y[a] + t->y[b]) / 2;
        t->root[b] = a;
    }
    for (uint32_t d = 0; d < t->collection->n_pages; d++)
        if (t->root[d] == d) {
            picture_line(t->out, t->x[d], t->y[d], PICTURE_LABELS + PICTURE_WIDTH, t->y[d]);
            buffer_format(t->out, "<text x=\"%d\" y=\"%.1f\">cluster %u</text>\n", PICTURE_LABELS + PICTURE_WIDTH + 8,
                          t->y[d] + 4, c->cluster_of[d] + 1);
        }
}

static bool tree_init(tree *t, arena *memory)
{
    size_t n = (size_t)t->collection->n_pages + 1;
    t->root = arena_array(memory, n, sizeof *t->root);
    t->joined = arena_array(memory, n, sizeof *t->joined);
    t->size = arena_array(memory, n, sizeof *t->size);
    t->next = arena_array(memory, n, sizeof *t->next);
    t->last = arena_array(memory, n, sizeof *t->last);
    t->x = arena_array(memory, n, sizeof *t->x);
    t->y = arena_array(memory, n, sizeof *t->y);
    if (!t->root || !t->joined || !t->size || !t->next || !t->last || !t->x || !t->y)
        return false;
    for (uint32_t d = 0; d < t->collection->n_pages; d++) {
        t->root[d] = d;
        t->size[d] = 1;
        t->x[d] = t->y[d] = 0;
    }
    return true;
}

husk_status joins_svg(const husk_clustering *collection, buffer *out)
{
    const clustering *c = &collection->clusters;
    uint32_t most = c->n_clusters < MAX_LEAVES ? MAX_LEAVES - c->n_clusters : 0;
    tree t = { .collection = collection, .out = out, .n_shown = c->n_steps < most ? c->n_steps : most };
    arena memory;
    arena_init(&memory, SIZE_MAX);
    bool ok = tree_init(&t, &memory);
    if (ok) {
        picture_begin(out, collection, PICTURE_TOP + (c->n_clusters + t.n_shown) * PICTURE_ROW + 40.);
        draw_scale(out, c->n_clusters + t.n_shown, t.n_shown + 1);
        lay_out(&t);
        draw_joins(&t);
        buffer_text(out, "</svg>\n");
    }
    arena_free(&memory);
    return ok ? out->status : HUSK_NO_MEMORY;
}
