/* clusters.c - a clustering as JSON, one line per cluster and join, so that grep and diff work, and as a picture: a
 * tree per site by the distances of its clusters. A cluster's number is the same in both. Cost: linear in pages. */
#include "write/site/clusters.h"

#include <math.h>
#include <stdio.h>

#include "base/arrays.h"
#include "base/escape.h"
#include "base/status.h"
#include "base/url.h"
#include "cluster/pairs/pair_model.h"

/* The pages of each cluster, in order: chains that end with UINT32_MAX. */
typedef struct members {
    uint32_t *next;  /* by page */
    uint32_t *first; /* by cluster */
    uint32_t *size;
    uint32_t *page_of; /* by document: the first of its pages */
    arena memory;
} members;

/* False: out of memory. */
static bool members_init(members *m, const husk_clustering *collection)
{
    size_t n = (size_t)collection->n_pages + 1, n_clusters = (size_t)collection->clusters.n_clusters + 1;
    arena_init(&m->memory, SIZE_MAX);
    m->next = arena_array(&m->memory, n, sizeof *m->next);
    m->first = arena_array(&m->memory, n_clusters, sizeof *m->first);
    m->size = arena_array(&m->memory, n_clusters, sizeof *m->size);
    m->page_of = arena_array(&m->memory, n, sizeof *m->page_of);
    if (!m->next || !m->first || !m->size || !m->page_of)
        return false;
    memset(m->first, 0xff, n_clusters * sizeof *m->first);
    memset(m->size, 0, n_clusters * sizeof *m->size);
    for (uint32_t d = collection->n_pages; d-- > 0;) {
        uint32_t c = collection_cluster_of(collection, d);
        m->next[d] = m->first[c];
        m->first[c] = d;
        m->size[c]++;
        m->page_of[collection->doc_of[d]] = d;
    }
    return true;
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void write_pages(const husk_clustering *collection, uint32_t cluster, const members *m, buffer *out)
{
    buffer_text(out, ", \"pages\": [");
    for (uint32_t d = m->first[cluster]; d != UINT32_MAX; d = m->next[d])
        json_string_after(out, d == m->first[cluster] ? "" : ", ",
                          (slice){ collection->id[d], strlen(collection->id[d]) });
    buffer_byte(out, ']');
}

static void write_clusters(const husk_clustering *collection, const members *m, buffer *out)
{
    cluster_way *way = collection->way;
    buffer_text(out, "  \"clusters\": [");
    for (uint32_t c = 0; c < collection->clusters.n_clusters; c++) {
        buffer_format(out, "%s\n    {\"cluster\": %u, \"size\": %u", c ? "," : "", c + 1, m->size[c]);
        if (collection->site_of)
            buffer_format(out, ", \"site\": %u", collection->site_of[c] + 1);
        if (way && way->tell_cluster)
            way->tell_cluster(way, collection, c, out);
        write_pages(collection, c, m, out);
        buffer_byte(out, '}');
    }
    buffer_text(out, "\n  ]");
}

/* Why each site was split or left whole: kinds.h. */
static void write_sites(const husk_clustering *collection, buffer *out)
{
    buffer_text(out, ",\n  \"sites\": [");
    for (uint32_t s = 0; s < collection->n_sites; s++) {
        const kinds_found *k = &collection->kinds[s];
        buffer_format(out,
                      "%s\n    {\"site\": %u, \"split\": %s, \"elements_explained\": %.4f, \"slots_explained\": %.4f, "
                      "\"bits_per_element\": %.4f}",
                      s ? "," : "", s + 1, k->slot ? "true" : "false", k->elements, k->slots, k->bits);
    }
    buffer_text(out, "\n  ]");
}

static void write_join_page(const husk_clustering *collection, const members *m, uint32_t doc, const char *before,
                            buffer *out)
{
    const char *id = collection->id[m->page_of[doc]];
    json_string_after(out, before, (slice){ id, strlen(id) });
}

static void write_joins(const husk_clustering *collection, const members *m, buffer *out)
{
    buffer_text(out, ",\n  \"joins\": [");
    for (uint32_t s = 0; s < collection->clusters.n_steps; s++) {
        const merge_step *step = &collection->clusters.step[s];
        write_join_page(collection, m, step->a, s ? ",\n    {\"a\": " : "\n    {\"a\": ", out);
        write_join_page(collection, m, step->b, ", \"b\": ", out);
        buffer_format(out, collection->site_of ? ", \"distance\": %.3f}" : ", \"saved\": %.3f}",
                      collection->site_of ? 1 - step->saved : step->saved);
    }
    buffer_text(out, collection->clusters.n_steps ? "\n  ]" : "]");
}

husk_status husk_clustering_json(const husk_clustering *collection, husk_output *output, husk_error *error)
{
    members m;
    buffer *out = &output->bytes;
    if (members_init(&m, collection)) {
        buffer_format(out, "{\n  \"method\": \"%s\",\n  \"n_pages\": %u,\n  \"n_clusters\": %u,\n  \"n_paths\": %u,\n",
                      collection->way ? collection->way->name : "auto", collection->n_pages,
                      collection->clusters.n_clusters, collection->found.n_paths);
        if (collection->way && collection->way->tell)
            collection->way->tell(collection->way, collection, out);
        write_clusters(collection, &m, out);
        if (collection->site_of)
            write_sites(collection, out);
        write_joins(collection, &m, out);
        buffer_text(out, "\n}\n");
    } else {
        out->status = HUSK_NO_MEMORY;
    }
    arena_free(&m.memory);
    return status_told(error, out->status, "writing clusters");
}

/* --- pictures ----------------------------------------------------------------------------------------------------- */

#define NUMBER_WIDTH 150 /* pixels */
#define LABEL_CHARS 42u

/* The end of a long id says more than its start. */
void picture_text(buffer *out, const char *id, size_t most, uint32_t size)
{
    size_t len = strlen(id), from = len > most ? len - most : 0;
    while (from < len && ((unsigned char)id[from] & 0xc0) == 0x80)
        from++;
    buffer_text(out, from ? "…" : "");
    escape_xml(out, (slice){ id + from, len - from }, ESCAPE_FOLD);
    if (size > 1)
        buffer_format(out, " (%u pages)", size);
    buffer_text(out, "</text>\n");
}

void picture_label(buffer *out, double y, const char *id, uint32_t size)
{
    buffer_format(out, "<text class=\"end\" x=\"%d\" y=\"%.0f\">", PICTURE_LABELS - 8, y + 4);
    picture_text(out, id, LABEL_CHARS, size);
}

void picture_line(buffer *out, double x1, double y1, double x2, double y2)
{
    buffer_format(out, "<path d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x1, y1, x2, y2);
}

void picture_begin(buffer *out, const husk_clustering *c, double height)
{
    int width = PICTURE_LABELS + PICTURE_WIDTH + NUMBER_WIDTH;
    char title[96];
    snprintf(title, sizeof title, "%u pages in %u cluster%s", c->n_pages, c->clusters.n_clusters,
             c->clusters.n_clusters == 1 ? "" : "s");
    buffer_format(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\" height=\"%.0f\" "
                  "role=\"img\">\n",
                  width, height, width, height);
    buffer_format(
        out,
        "<title>%s</title>\n<style>text{font:12px sans-serif;fill:#222}.end{text-anchor:end}"
        ".middle{text-anchor:middle;fill:#666}.title{font-size:16px}path{stroke:#555;fill:none}"
        ".scale{stroke:#ddd}.limit{stroke:#a4471a;stroke-dasharray:5 "
        "4}.bar{fill:#5b7fb5;stroke:none}.site{font-weight:bold}.number{font-weight:bold;text-anchor:middle;stroke:#"
        "fff;stroke-width:3px;paint-order:stroke}circle{fill-opacity:.75}a:hover circle{stroke:#222}</style>\n"
        "<rect width=\"%d\" height=\"%.0f\" fill=\"#fff\"/>\n<text class=\"title\" x=\"16\" y=\"26\">%s</text>\n",
        title, width, height, title);
}

/* --- the tree of each site ---------------------------------------------------------------------------------------- */

#define SITE_GAP 14
#define NAMED_HOSTS 3u
#define COUNTED_HOSTS 64u

/* A cluster is a wedge as long as its pages are apart; lines join what is further apart than pages of one kind. */
typedef struct cluster_tree {
    const husk_clustering *collection;
    const members *m;
    buffer *out;
    uint32_t *root, *next, *last; /* by cluster: chains of clusters to join, so that lines don't cross */
    double *x, *y;                /* by root: the end of its line; x is a distance */
} cluster_tree;

static double tree_x(double distance)
{
    return PICTURE_LABELS + PICTURE_WIDTH * distance;
}

/* "a.example, b.example and 3 more", by the URLs of its pages. */
static void write_hosts(const husk_clustering *collection, uint32_t site, buffer *out)
{
    slice host[COUNTED_HOSTS], path;
    uint32_t n = 0, k;
    for (uint32_t p = 0; p < collection->n_pages && n < COUNTED_HOSTS; p++) {
        slice id = { collection->id[p], strlen(collection->id[p]) }, origin = url_origin(id, &path);
        const char *name = memmem(origin.data, origin.len, "://", 3);
        if (name == NULL || collection->site_of[collection_cluster_of(collection, p)] != site)
            continue;
        host[n] = (slice){ name + 3, origin.len - (size_t)(name + 3 - origin.data) };
        for (k = 0; host[k].len != host[n].len || memcmp(host[k].data, host[n].data, host[n].len); k++)
            ;
        n += k == n;
    }
    for (k = 0; k < n && k < NAMED_HOSTS; k++) {
        buffer_text(out, k ? ", " : "");
        escape_xml(out, host[k], ESCAPE_FOLD);
    }
    if (n > NAMED_HOSTS)
        buffer_format(out, " and %u%s more", n - NAMED_HOSTS, n == COUNTED_HOSTS ? " or" : "");
    if (n == 0)
        buffer_format(out, "site %u", site + 1);
}

/* Chain the clusters that are joined; x becomes how far apart a cluster's own pages are. */
static void tree_chain(cluster_tree *t)
{
    const clustering *c = &t->collection->clusters;
    for (uint32_t i = 0; i < c->n_clusters; i++) {
        t->root[i] = t->last[i] = i;
        t->next[i] = UINT32_MAX;
    }
    for (uint32_t s = 0; s < c->n_steps; s++) {
        uint32_t a = c->cluster_of[c->step[s].a], b = c->cluster_of[c->step[s].b];
        if (a == b) {
            t->x[a] = fmax(t->x[a], 1 - c->step[s].saved);
            continue;
        }
        a = root_of(t->root, a), b = root_of(t->root, b);
        t->next[t->last[a]] = b;
        t->last[a] = t->last[b];
        t->root[b] = a;
    }
}

static void draw_cluster(cluster_tree *t, uint32_t cluster, double y)
{
    double half = fmin(PICTURE_ROW / 2. - 1, 2 + log2(t->m->size[cluster]));
    uint32_t first = t->m->first[cluster];
    t->y[cluster] = y;
    picture_label(t->out, y, t->collection->id[first], t->m->size[cluster]);
    buffer_format(t->out, "<text x=\"16\" y=\"%.0f\">cluster %u</text>\n", y + 4, cluster + 1);
    buffer_format(t->out, "<path class=\"bar\" d=\"M%d %.1fv%.1fL%.1f %.1fz\"/>\n", PICTURE_LABELS, y - half, 2 * half,
                  tree_x(t->x[cluster]) + 1, y);
}

/* A heading and a row per cluster; returns where the next site begins. */
static double draw_site(cluster_tree *t, uint32_t site, double y)
{
    uint32_t n_pages = 0, n_clusters = t->collection->clusters.n_clusters;
    for (uint32_t c = 0; c < n_clusters; c++)
        n_pages += t->collection->site_of[c] == site ? t->m->size[c] : 0;
    buffer_format(t->out, "<text class=\"site\" x=\"16\" y=\"%.0f\">", y + 4);
    write_hosts(t->collection, site, t->out);
    buffer_format(t->out, ": %u page%s</text>\n", n_pages, n_pages == 1 ? "" : "s");
    for (uint32_t c = 0; c < n_clusters; c++)
        if (t->collection->site_of[c] == site && root_of(t->root, c) == c)
            for (uint32_t leaf = c; leaf != UINT32_MAX; leaf = t->next[leaf])
                draw_cluster(t, leaf, y += PICTURE_ROW);
    return y + PICTURE_ROW + SITE_GAP;
}

static void draw_joins(cluster_tree *t)
{
    const clustering *c = &t->collection->clusters;
    for (uint32_t i = 0; i < c->n_clusters; i++)
        t->root[i] = i;
    for (uint32_t s = 0; s < c->n_steps; s++) {
        uint32_t a = root_of(t->root, c->cluster_of[c->step[s].a]), b = root_of(t->root, c->cluster_of[c->step[s].b]);
        double x = tree_x(1 - c->step[s].saved);
        if (a == b)
            continue;
        picture_line(t->out, tree_x(t->x[a]), t->y[a], x, t->y[a]);
        picture_line(t->out, tree_x(t->x[b]), t->y[b], x, t->y[b]);
        picture_line(t->out, x, t->y[a], x, t->y[b]);
        t->x[a] = 1 - c->step[s].saved;
        t->y[a] = (t->y[a] + t->y[b]) / 2;
        t->root[b] = a;
    }
}

/* Distances under the rows, and the one up to which pages are of one kind. */
static void draw_distances(buffer *out, double bottom)
{
    double limit = tree_x((double)pair_model_builtin.kinds_share);
    for (int k = 0; k <= 5; k++)
        buffer_format(
            out,
            "<path class=\"scale\" d=\"M%.1f %dV%.1f\"/>\n<text class=\"middle\" x=\"%.1f\" y=\"%.1f\">%.1f</text>\n",
            tree_x(k / 5.), PICTURE_TOP, bottom, tree_x(k / 5.), bottom + 16, k / 5.);
    buffer_format(
        out,
        "<path class=\"limit\" d=\"M%.1f %dV%.1f\"/>\n<text class=\"middle\" x=\"%.1f\" y=\"%d\">one kind</text>\n",
        limit, PICTURE_TOP, bottom, limit, PICTURE_TOP - 6);
    buffer_format(out,
                  "<text class=\"middle\" x=\"%.1f\" y=\"%.1f\">probability that pages are of different kinds</text>\n",
                  tree_x(.5), bottom + 32);
}

static husk_status draw_trees(const husk_clustering *collection, members *m, buffer *out)
{
    size_t n = (size_t)collection->clusters.n_clusters + 1;
    arena *memory = &m->memory;
    cluster_tree t = { collection,
                       m,
                       out,
                       arena_array(memory, n, 4),
                       arena_array(memory, n, 4),
                       arena_array(memory, n, 4),
                       arena_zeros(memory, n, sizeof *t.x),
                       arena_zeros(memory, n, sizeof *t.y) };
    if (!t.root || !t.next || !t.last || !t.x || !t.y)
        return HUSK_NO_MEMORY;
    double rows = collection->clusters.n_clusters + collection->n_sites, y = PICTURE_TOP + PICTURE_ROW / 2.;
    double bottom = PICTURE_TOP + rows * PICTURE_ROW + collection->n_sites * SITE_GAP;
    picture_begin(out, collection, bottom + 44);
    draw_distances(out, bottom);
    tree_chain(&t);
    for (uint32_t s = 0; s < collection->n_sites; s++)
        y = draw_site(&t, s, y);
    draw_joins(&t);
    buffer_text(out, "</svg>\n");
    return out->status;
}

husk_status husk_clustering_svg(const husk_clustering *collection, husk_output *output, husk_error *error)
{
    members m;
    buffer *out = &output->bytes;
    if (collection->way && collection->way->draw)
        return status_told(error, collection->way->draw(collection, out), "drawing clusters");
    husk_status status = members_init(&m, collection) ? draw_trees(collection, &m, out) : HUSK_NO_MEMORY;
    arena_free(&m.memory);
    return status_told(error, status, "drawing clusters");
}
