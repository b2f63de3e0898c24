/* clusters.c - a clustering as JSON, one line per cluster and join, so that grep and diff work, and as a picture: a bar
 * per cluster and brackets for sites. A cluster's number is the same in both. Cost: linear in pages. */
#include "write/site/clusters.h"

#include <stdio.h>

#include "base/escape.h"

/* The pages of each cluster, in order: chains that end with UINT32_MAX. */
typedef struct members {
    uint32_t *next;  /* by page */
    uint32_t *first; /* by cluster */
    uint32_t *size;
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
    if (!m->next || !m->first || !m->size)
        return false;
    memset(m->first, 0xff, n_clusters * sizeof *m->first);
    memset(m->size, 0, n_clusters * sizeof *m->size);
    for (uint32_t d = collection->n_pages; d-- > 0;) {
        uint32_t c = collection_cluster_of(collection, d);
        m->next[d] = m->first[c];
        m->first[c] = d;
        m->size[c]++;
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

static void write_joins(const husk_clustering *collection, buffer *out)
{
    buffer_text(out, ",\n  \"joins\": [");
    for (uint32_t s = 0; s < collection->clusters.n_steps; s++) {
        const merge_step *step = &collection->clusters.step[s];
        json_string_after(out, s ? ",\n    {\"a\": " : "\n    {\"a\": ",
                          (slice){ collection->id[step->a], strlen(collection->id[step->a]) });
        json_string_after(out, ", \"b\": ", (slice){ collection->id[step->b], strlen(collection->id[step->b]) });
        buffer_format(out, ", \"saved\": %.3f}", step->saved);
    }
    buffer_text(out, collection->clusters.n_steps ? "\n  ]" : "]");
}

void clusters_json(const husk_clustering *collection, buffer *out)
{
    members m;
    if (members_init(&m, collection)) {
        buffer_format(out, "{\n  \"method\": \"%s\",\n  \"n_pages\": %u,\n  \"n_clusters\": %u,\n  \"n_paths\": %u,\n",
                      collection->way ? collection->way->name : "auto", collection->n_pages,
                      collection->clusters.n_clusters, collection->found.n_paths);
        if (collection->way && collection->way->tell)
            collection->way->tell(collection->way, collection, out);
        write_clusters(collection, &m, out);
        if (collection->site_of)
            write_sites(collection, out);
        write_joins(collection, out);
        buffer_text(out, "\n}\n");
    } else {
        out->status = HUSK_NO_MEMORY;
    }
    arena_free(&m.memory);
}

/* --- pictures ----------------------------------------------------------------------------------------------------- */

#define TOP 44 /* pixels, like those below */
#define BOTTOM 40
#define NUMBER_WIDTH 150
#define BAR_WIDTH 330
#define LABEL_CHARS 48u

double picture_y(uint32_t row)
{
    return TOP + row * PICTURE_ROW + PICTURE_ROW / 2.;
}

/* The end of a long id says more than its start. */
void picture_label(buffer *out, uint32_t row, const char *id, uint32_t size)
{
    size_t len = strlen(id), from = len > LABEL_CHARS ? len - LABEL_CHARS : 0;
    while (from < len && ((unsigned char)id[from] & 0xc0) == 0x80)
        from++;
    buffer_format(out, "<text class=\"end\" x=\"%d\" y=\"%.0f\">%s", PICTURE_LABELS - 8, picture_y(row) + 4,
                  from ? "…" : "");
    escape_xml(out, (slice){ id + from, len - from }, ESCAPE_FOLD);
    if (size > 1)
        buffer_format(out, " (%u pages)", size);
    buffer_text(out, "</text>\n");
}

void picture_line(buffer *out, double x1, double y1, double x2, double y2)
{
    buffer_format(out, "<path d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x1, y1, x2, y2);
}

void picture_begin(buffer *out, const husk_clustering *c, uint32_t n_rows)
{
    int width = PICTURE_LABELS + PICTURE_WIDTH + NUMBER_WIDTH, height = TOP + (int)n_rows * PICTURE_ROW + BOTTOM;
    char title[96];
    snprintf(title, sizeof title, "%u pages in %u cluster%s", c->n_pages, c->clusters.n_clusters,
             c->clusters.n_clusters == 1 ? "" : "s");
    buffer_format(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n",
        width, height, width, height);
    buffer_format(
        out,
        "<title>%s</title>\n<style>text{font:12px sans-serif;fill:#222}.end{text-anchor:end}"
        ".middle{text-anchor:middle;fill:#666}.title{font-size:16px}path{stroke:#555;fill:none}"
        ".scale{stroke:#bbb}rect.bar{fill:#5b7fb5}</style>\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n<text class=\"title\" x=\"16\" y=\"26\">%s</text>\n",
        title, width, height, title);
}

/* One cluster: its number and first page, and a bar as long as it has pages. */
static double bar(const husk_clustering *collection, const members *m, uint32_t row, uint32_t cluster, uint32_t most,
                  buffer *out)
{
    double y = picture_y(row), width = (double)BAR_WIDTH * m->size[cluster] / most;
    picture_label(out, row, collection->id[m->first[cluster]], 1);
    buffer_format(out, "<text x=\"16\" y=\"%.0f\">cluster %u</text>\n", y + 4, cluster + 1);
    buffer_format(out, "<rect class=\"bar\" x=\"%d\" y=\"%.0f\" width=\"%.1f\" height=\"%d\"/>\n", PICTURE_LABELS,
                  y - 5, width, 10);
    buffer_format(out, "<text x=\"%.1f\" y=\"%.0f\">%u</text>\n", PICTURE_LABELS + width + 6, y + 4, m->size[cluster]);
    return y;
}

/* A row per cluster, brackets for sites and for the collection. */
static void draw_sites(const husk_clustering *collection, const members *m, buffer *out)
{
    uint32_t row = 0, most = 1, n_clusters = collection->clusters.n_clusters;
    double first = 0, at = 0, x = PICTURE_LABELS + BAR_WIDTH + 50, across = x + 24;
    for (uint32_t c = 0; c < n_clusters; c++)
        most = m->size[c] > most ? m->size[c] : most;
    picture_begin(out, collection, n_clusters);
    for (uint32_t s = 0; s < collection->n_sites; s++) {
        double top = -1, bottom = 0;
        uint32_t pages = 0;
        for (uint32_t c = 0; c < n_clusters; c++) {
            if (collection->site_of[c] != s)
                continue;
            bottom = bar(collection, m, row++, c, most, out);
            top = top < 0 ? bottom : top;
            pages += m->size[c];
            picture_line(out, x - 10, bottom, x, bottom);
        }
        picture_line(out, x, top, x, bottom);
        at = (top + bottom) / 2;
        first = s ? first : at;
        picture_line(out, x, at, across, at);
        buffer_format(out, "<text x=\"%.1f\" y=\"%.1f\">site %u: %u pages</text>\n", across + 8, at + 4, s + 1, pages);
    }
    if (collection->n_sites > 1)
        picture_line(out, across, first, across, at);
    buffer_text(out, "</svg>\n");
}

husk_status clusters_svg(const husk_clustering *collection, buffer *out)
{
    members m;
    if (collection->way && collection->way->draw)
        return collection->way->draw(collection, out);
    bool ok = members_init(&m, collection);
    if (ok)
        draw_sites(collection, &m, out);
    arena_free(&m.memory);
    return ok ? out->status : HUSK_NO_MEMORY;
}
