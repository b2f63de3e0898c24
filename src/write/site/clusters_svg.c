/* clusters_svg.c - an agglomeration as a picture: each join is a bracket; unjoined clusters end at the right edge.
 * Cost: linear in the leaves shown. Limits: 400 leaves; earlier joins are taken as done. */
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/text.h"

#include "write/site/clusters.h"

#define MAX_LEAVES 400u /* still readable */
#define ROW 14          /* pixels, like the two below */
#define LABEL_WIDTH 420
#define TREE_WIDTH 480

typedef struct tree {
    const husk_clustering *collection;
    buffer *out;
    uint32_t *root;   /* by page */
    uint32_t *size;   /* by root */
    uint32_t n_shown; /* joins shown: the last ones */
    uint32_t *next;   /* chains of leaves per root, so that brackets don't cross */
    uint32_t *last;
    double *x, *y; /* by root: current end of its line */
} tree;

/* XML allows no control characters, and only valid UTF-8. */
static void escape(buffer *out, const char *text)
{
    size_t len = strlen(text);
    for (size_t at = 0; at < len;) {
        char bytes[4];
        size_t from = at;
        uint32_t point = utf8_next(text, len, &at);
        if (point >= 0x80) {
            bool is_allowed = point >= 0xa0 && point != 0xfffe && point != 0xffff;
            buffer_append(out, bytes, utf8_put(is_allowed ? point : 0xfffd, bytes));
            continue;
        }
        switch (text[from]) {
        case '&':
            buffer_text(out, "&amp;");
            break;
        case '<':
            buffer_text(out, "&lt;");
            break;
        case '>':
            buffer_text(out, "&gt;");
            break;
        case '"':
            buffer_text(out, "&quot;");
            break;
        default:
            buffer_byte(out, point < 32 || point == 127 ? ' ' : text[from]);
        }
    }
}

/* The end of a long id says more than its start. */
static void label(tree *t, int row, const char *id, uint32_t size)
{
    size_t len = strlen(id), from = len > 56 ? len - 56 : 0;
    while (from < len && ((unsigned char)id[from] & 0xc0) == 0x80)
        from++;
    buffer_format(t->out, "<text x=\"%d\" y=\"%d\">%s", LABEL_WIDTH - 6, row * ROW + 10, from ? "…" : "");
    escape(t->out, id + from);
    if (size > 1)
        buffer_format(t->out, " (%u pages)", size);
    buffer_text(t->out, "</text>\n");
}

static void line(tree *t, double x1, double y1, double x2, double y2)
{
    buffer_format(t->out, "<path d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x1, y1, x2, y2);
}

static void svg_begin(tree *t, uint32_t n_rows, const char *title)
{
    int width = LABEL_WIDTH + TREE_WIDTH + 20, height = (int)n_rows * ROW + ROW;
    buffer_format(
        t->out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n",
        width, height, width, height);
    buffer_text(t->out, "<title>");
    escape(t->out, title);
    buffer_text(t->out, "</title>\n<style>text{font:10px sans-serif;text-anchor:end;fill:currentColor}"
                        "path{stroke:currentColor;fill:none}</style>\n");
}

/* Lay the leaves out cluster by cluster, joined ones side by side: chains of leaves are linked in the order of the
 * joins. */
static uint32_t lay_out(tree *t)
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
    uint32_t *joined = malloc(((size_t)n + 1) * sizeof *joined);
    if (joined == NULL)
        return UINT32_MAX;
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
                label(t, (int)row, t->collection->id[leaf], t->size[leaf]);
                t->x[leaf] = LABEL_WIDTH;
                t->y[leaf] = row++ * ROW + 6.5;
            }
    free(joined);
    return row;
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
        if (t->root[d] == d)
            line(t, t->x[d], t->y[d], LABEL_WIDTH + TREE_WIDTH, t->y[d]);
}

/* AUTO: a row per cluster, brackets for sites and for the collection. */
static void draw_sites(tree *t)
{
    const husk_clustering *collection = t->collection;
    uint32_t row = 0;
    double first = 0, at = 0;
    for (uint32_t s = 0; s < collection->n_sites; s++) {
        double top = -1, bottom = 0;
        for (uint32_t c = 0; c < collection->clusters.n_clusters; c++) {
            if (collection->site_of[c] != s)
                continue;
            uint32_t d = t->last[c];
            label(t, (int)row, collection->id[d], t->size[c]);
            bottom = row++ * ROW + 6.5;
            top = top < 0 ? bottom : top;
            line(t, LABEL_WIDTH, bottom, LABEL_WIDTH + TREE_WIDTH / 3., bottom);
        }
        line(t, LABEL_WIDTH + TREE_WIDTH / 3., top, LABEL_WIDTH + TREE_WIDTH / 3., bottom);
        at = (top + bottom) / 2;
        first = s ? first : at;
        line(t, LABEL_WIDTH + TREE_WIDTH / 3., at, LABEL_WIDTH + 2 * TREE_WIDTH / 3., at);
    }
    if (collection->n_sites)
        line(t, LABEL_WIDTH + 2 * TREE_WIDTH / 3., first, LABEL_WIDTH + 2 * TREE_WIDTH / 3., at);
}

static bool tree_init(tree *t, const husk_clustering *collection, buffer *out)
{
    size_t n = (size_t)collection->n_pages + 1;
    *t = (tree){ .collection = collection, .out = out };
    t->root = malloc(n * sizeof *t->root);
    t->size = malloc(n * sizeof *t->size);
    t->next = malloc(n * sizeof *t->next);
    t->last = malloc(n * sizeof *t->last);
    t->x = calloc(n, sizeof *t->x);
    t->y = calloc(n, sizeof *t->y);
    if (!t->root || !t->size || !t->next || !t->last || !t->x || !t->y)
        return false;
    for (uint32_t d = 0; d < collection->n_pages; d++) {
        t->root[d] = d;
        t->size[d] = 1;
    }
    return true;
}

static void tree_free(tree *t)
{
    free(t->root);
    free(t->size);
    free(t->next);
    free(t->last);
    free(t->x);
    free(t->y);
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
        svg_begin(&t, c->n_clusters, "Clusters of pages, by site");
        draw_sites(&t);
    } else if (ok) {
        uint32_t most = c->n_clusters < MAX_LEAVES ? MAX_LEAVES - c->n_clusters : 0;
        t.n_shown = c->n_steps < most ? c->n_steps : most;
        svg_begin(&t, c->n_clusters + t.n_shown, "Clusters of pages, and the joins that made them");
        ok = lay_out(&t) != UINT32_MAX;
        if (ok)
            draw_joins(&t);
    }
    if (ok)
        buffer_text(out, "</svg>\n");
    tree_free(&t);
    return ok ? out->status : HUSK_NO_MEMORY;
}
