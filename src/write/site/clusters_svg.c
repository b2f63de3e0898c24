/* clusters_svg.c - clusters as a picture: a bar per cluster and brackets for sites, or, where clusters were made by
 * joining, a bracket per join, over a scale of joins. A cluster's number is the one that the other outputs use.
 * Cost: linear in the leaves shown. Limits: 400 leaves; earlier joins are taken as done. */
#include <stdio.h>
#include <string.h>

#include "base/arrays.h"
#include "base/escape.h"
#include "write/site/clusters.h"

#define MAX_LEAVES 400u /* still readable */
#define ROW 18          /* pixels, like those below */
#define TOP 44
#define BOTTOM 40
#define LABEL_WIDTH 470
#define TREE_WIDTH 480
#define NUMBER_WIDTH 150
#define BAR_WIDTH 330
#define LABEL_CHARS 48u

typedef struct tree {
    const husk_clustering *collection;
    buffer *out;
    arena memory;
    uint32_t *root;   /* by page */
    uint32_t *joined; /* the same after the joins shown */
    uint32_t *size;   /* by root */
    uint32_t n_shown; /* joins shown: the last ones */
    uint32_t *next;   /* chains of leaves per root, so that brackets don't cross */
    uint32_t *last;
    double *x, *y; /* by root: current end of its line */
} tree;

/* The middle of a row. */
static double row_y(uint32_t row)
{
    return TOP + row * ROW + ROW / 2.;
}

/* The end of a long id says more than its start. */
static void label(tree *t, uint32_t row, const char *id, uint32_t size)
{
    size_t len = strlen(id), from = len > LABEL_CHARS ? len - LABEL_CHARS : 0;
    while (from < len && ((unsigned char)id[from] & 0xc0) == 0x80)
        from++;
    buffer_format(t->out, "<text class=\"end\" x=\"%d\" y=\"%.0f\">%s", LABEL_WIDTH - 8, row_y(row) + 4,
                  from ? "…" : "");
    escape_xml(t->out, (slice){ id + from, len - from }, ESCAPE_FOLD);
    if (size > 1)
        buffer_format(t->out, " (%u pages)", size);
    buffer_text(t->out, "</text>\n");
}

static void line(tree *t, double x1, double y1, double x2, double y2)
{
    buffer_format(t->out, "<path d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x1, y1, x2, y2);
}

static void svg_begin(tree *t, uint32_t n_rows)
{
    const husk_clustering *c = t->collection;
    int width = LABEL_WIDTH + TREE_WIDTH + NUMBER_WIDTH, height = TOP + (int)n_rows * ROW + BOTTOM;
    char title[96];
    snprintf(title, sizeof title, "%u pages in %u cluster%s", c->n_pages, c->clusters.n_clusters,
             c->clusters.n_clusters == 1 ? "" : "s");
    buffer_format(
        t->out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n",
        width, height, width, height);
    buffer_format(
        t->out,
        "<title>%s</title>\n<style>text{font:12px sans-serif;fill:#222}.end{text-anchor:end}"
        ".middle{text-anchor:middle;fill:#666}.title{font-size:16px}path{stroke:#555;fill:none}"
        ".scale{stroke:#bbb}rect.bar{fill:#5b7fb5}</style>\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n<text class=\"title\" x=\"16\" y=\"26\">%s</text>\n",
        title, width, height, title);
}

/* 1, 2 or 5 times a power of ten: at most five steps to `most`. */
static uint32_t scale_step(uint32_t most)
{
    uint32_t step = 1;
    for (uint32_t k = 0; most / step > 5; k++)
        step = step / (k % 3 == 1 ? 2 : 1) * (k % 3 == 1 ? 5 : 2);
    return step;
}

/* A scale under the rows, from 0 to `most` over `width` pixels. */
static void scale(tree *t, uint32_t n_rows, uint32_t most, double width, const char *unit)
{
    double top = row_y(0) - ROW / 2., bottom = row_y(n_rows) - ROW / 2. + 4;
    for (uint32_t at = 0, step = scale_step(most); at <= most; at += step) {
        double x = LABEL_WIDTH + width * at / (most ? most : 1);
        buffer_format(t->out, "<path class=\"scale\" d=\"M%.1f %.1fV%.1f\"/>\n", x, top, bottom);
        buffer_format(t->out, "<text class=\"middle\" x=\"%.1f\" y=\"%.1f\">%u%s%s</text>\n", x, bottom + 16, at,
                      at ? "" : " ", at ? "" : unit);
        if (at > UINT32_MAX - step)
            break;
    }
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
    uint32_t *chain_of = t->last; /* reused: the last leaf of each root's chain */
    for (uint32_t d = 0; d < n; d++) {
        t->next[d] = UINT32_MAX;
        chain_of[d] = d;
    }
    uint32_t *joined = t->joined;
    memcpy(joined, t->root, n * sizeof *joined);
    for (uint32_t s = begin; s < c->n_steps; s++) {
        uint32_t a = root_of(joined, c->step[s].a), b = root_of(joined, c->step[s].b);
        t->next[chain_of[a]] = b;
        chain_of[a] = chain_of[b];
        joined[b] = a;
    }
    for (uint32_t d = 0; d < n; d++)
        if (joined[d] == d)
            for (uint32_t leaf = d; leaf != UINT32_MAX; leaf = t->next[leaf]) {
                label(t, row, t->collection->id[leaf], t->size[leaf]);
                t->x[leaf] = LABEL_WIDTH;
                t->y[leaf] = row_y(row++);
            }
}

static void draw_joins(tree *t)
{
    const clustering *c = &t->collection->clusters;
    uint32_t begin = c->n_steps - t->n_shown;
    for (uint32_t s = begin; s < c->n_steps; s++) {
        uint32_t a = root_of(t->root, c->step[s].a), b = root_of(t->root, c->step[s].b);
        double x = LABEL_WIDTH + (double)TREE_WIDTH * (s - begin + 1) / (t->n_shown + 1);
        line(t, t->x[a], t->y[a], x, t->y[a]);
        line(t, t->x[b], t->y[b], x, t->y[b]);
        line(t, x, t->y[a], x, t->y[b]);
        t->x[a] = x;
        t->y[a] = (t->y[a] + t->y[b]) / 2;
        t->root[b] = a;
    }
    for (uint32_t d = 0; d < t->collection->n_pages; d++)
        if (t->root[d] == d) {
            line(t, t->x[d], t->y[d], LABEL_WIDTH + TREE_WIDTH, t->y[d]);
            buffer_format(t->out, "<text x=\"%d\" y=\"%.1f\">cluster %u</text>\n", LABEL_WIDTH + TREE_WIDTH + 8,
                          t->y[d] + 4, c->cluster_of[d] + 1);
        }
}

/* One cluster: its number and first page, and a bar as long as it has pages. */
static double bar(tree *t, uint32_t row, uint32_t cluster, uint32_t most)
{
    double y = row_y(row), width = (double)BAR_WIDTH * t->size[cluster] / most;
    label(t, row, t->collection->id[t->last[cluster]], 1);
    buffer_format(t->out, "<text x=\"16\" y=\"%.0f\">cluster %u</text>\n", y + 4, cluster + 1);
    buffer_format(t->out, "<rect class=\"bar\" x=\"%d\" y=\"%.0f\" width=\"%.1f\" height=\"%d\"/>\n", LABEL_WIDTH,
                  y - 5, width, 10);
    buffer_format(t->out, "<text x=\"%.1f\" y=\"%.0f\">%u</text>\n", LABEL_WIDTH + width + 6, y + 4, t->size[cluster]);
    return y;
}

/* Without joins: a row per cluster, brackets for sites and for the collection. */
static void draw_sites(tree *t)
{
    const husk_clustering *collection = t->collection;
    uint32_t row = 0, most = 1;
    double first = 0, at = 0, x = LABEL_WIDTH + BAR_WIDTH + 50, across = x + 24;
    for (uint32_t c = 0; c < collection->clusters.n_clusters; c++)
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): counted in a loop before */
        most = t->size[c] > most ? t->size[c] : most;
    scale(t, collection->clusters.n_clusters, most, BAR_WIDTH, "pages");
    for (uint32_t s = 0; s < collection->n_sites; s++) {
        double top = -1, bottom = 0;
        uint32_t pages = 0;
        for (uint32_t c = 0; c < collection->clusters.n_clusters; c++) {
            if (collection->site_of[c] != s)
                continue;
            bottom = bar(t, row++, c, most);
            top = top < 0 ? bottom : top;
            pages += t->size[c];
            line(t, x - 10, bottom, x, bottom);
        }
        line(t, x, top, x, bottom);
        at = (top + bottom) / 2;
        first = s ? first : at;
        line(t, x, at, across, at);
        buffer_format(t->out, "<text x=\"%.1f\" y=\"%.1f\">site %u: %u pages</text>\n", across + 8, at + 4, s + 1,
                      pages);
    }
    if (collection->n_sites > 1)
        line(t, across, first, across, at);
}

static bool tree_init(tree *t, const husk_clustering *collection, buffer *out)
{
    size_t n = (size_t)collection->n_pages + 1;
    *t = (tree){ .collection = collection, .out = out };
    arena_init(&t->memory, SIZE_MAX);
    t->root = arena_array(&t->memory, n, sizeof *t->root);
    t->joined = arena_array(&t->memory, n, sizeof *t->joined);
    t->size = arena_array(&t->memory, n, sizeof *t->size);
    t->next = arena_array(&t->memory, n, sizeof *t->next);
    t->last = arena_array(&t->memory, n, sizeof *t->last);
    t->x = arena_array(&t->memory, n, sizeof *t->x);
    t->y = arena_array(&t->memory, n, sizeof *t->y);
    if (!t->root || !t->joined || !t->size || !t->next || !t->last || !t->x || !t->y)
        return false;
    for (uint32_t d = 0; d < collection->n_pages; d++) {
        t->root[d] = d;
        t->size[d] = 1;
        t->x[d] = t->y[d] = 0;
    }
    return true;
}

husk_status clusters_svg(const husk_clustering *collection, buffer *out)
{
    tree t;
    const clustering *c = &collection->clusters;
    bool ok = tree_init(&t, collection, out);
    if (ok && collection->site_of) {
        memset(t.size, 0, collection->n_pages * sizeof *t.size);
        for (uint32_t d = collection->n_pages; d-- > 0;) {
            t.size[c->cluster_of[d]]++;
            t.last[c->cluster_of[d]] = d; /* a cluster is named after its first page */
        }
        svg_begin(&t, c->n_clusters);
        draw_sites(&t);
    } else if (ok) {
        uint32_t most = c->n_clusters < MAX_LEAVES ? MAX_LEAVES - c->n_clusters : 0;
        t.n_shown = c->n_steps < most ? c->n_steps : most;
        svg_begin(&t, c->n_clusters + t.n_shown);
        scale(&t, c->n_clusters + t.n_shown, t.n_shown + 1, TREE_WIDTH, "joins");
        lay_out(&t);
        draw_joins(&t);
    }
    if (ok)
        buffer_text(out, "</svg>\n");
    arena_free(&t.memory);
    return ok ? out->status : HUSK_NO_MEMORY;
}
