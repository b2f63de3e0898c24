/* cluster_map.c - clusters in two dimensions: discs of dots, one per page, which open their pages.
 * Discs pull each other the more tag paths their pages share, and push each other away where they overlap: neighbours
 * are alike, and the picture has no void. Cost: O(n^2) for n dots. Limits: MAP_DOTS pages, evenly chosen; clusters
 * without any of them are not drawn. */
#include "write/site/clusters.h"

#include <math.h>

#include "base/escape.h"
#include "base/status.h"

#define MAP_DOTS 600u
#define ROUNDS 500
#define PULL .3       /* of the way to those alike, per round */
#define SINK .003     /* of the way to the middle */
#define DISC_GAP 2.5  /* between discs, in radii of a dot */
#define MAP_SIDE 620. /* pixels, like those below */
#define MAP_LEFT 16
#define LARGEST_DOT 13.
#define LEGEND_LEFT 690
#define LEGEND_ROWS 34u
#define LEGEND_CHARS 37u

/* A cluster's dots; units are radii of a dot until all are scaled. */
typedef struct disc {
    double x, y, r;
    uint32_t n, cluster;
} disc;

typedef struct cluster_map {
    const husk_clustering *collection;
    uint32_t n, stride; /* every stride-th page is a dot */
    disc *discs;        /* n of them */
    uint32_t *place;    /* by cluster: its disc */
    float *like;        /* n * n: the mean Jaccard similarity of the path sets of two discs' pages, then its share */
} cluster_map;

static double page_likeness(const husk_clustering *collection, uint32_t page, uint32_t other)
{
    const doc_sets *sets = &collection->found.sets;
    uint32_t a = collection->doc_of[page], b = collection->doc_of[other], n_a = doc_size(sets, a),
             n_b = doc_size(sets, b);
    double common = common_items(doc_items(sets, a), n_a, doc_items(sets, b), n_b);
    return n_a + n_b ? common / (n_a + n_b - common) : 1;
}

static void compare_discs(cluster_map *m)
{
    for (uint32_t p = 0; p < m->collection->n_pages; p += m->stride)
        for (uint32_t q = 0; q < p; q += m->stride) {
            uint32_t a = m->place[collection_cluster_of(m->collection, p)],
                     b = m->place[collection_cluster_of(m->collection, q)];
            double like = page_likeness(m->collection, p, q) / m->discs[a].n / m->discs[b].n;
            m->like[(size_t)a * m->n + b] += (float)like;
            m->like[(size_t)b * m->n + a] += a == b ? 0 : (float)like;
        }
}

/* Of what a disc has in common with all others; squares, so that most is with few. */
static void share_likeness(cluster_map *m)
{
    for (uint32_t i = 0; i < m->n; i++) {
        float sum = 1e-6F, *row = m->like + (size_t)i * m->n;
        for (uint32_t k = 0; k < m->n; k++) {
            row[k] = k == i ? 0 : row[k] * row[k];
            sum += row[k];
        }
        for (uint32_t k = 0; k < m->n; k++)
            row[k] /= sum;
    }
}

/* The discs of the clusters that have dots, on a spiral at first. */
static bool map_init(cluster_map *m, const husk_clustering *collection, arena *memory)
{
    size_t room = (size_t)collection->clusters.n_clusters + 1;
    uint32_t stride = (collection->n_pages + MAP_DOTS - 1) / MAP_DOTS;
    *m = (cluster_map){ .collection = collection, .stride = stride ? stride : 1 };
    m->discs = arena_zeros(memory, room, sizeof *m->discs);
    m->place = arena_array(memory, room, sizeof *m->place);
    if (!m->discs || !m->place)
        return false;
    memset(m->place, 0xff, room * sizeof *m->place);
    for (uint32_t p = 0; p < collection->n_pages; p += m->stride) {
        uint32_t c = collection_cluster_of(collection, p);
        if (m->place[c] == UINT32_MAX)
            m->discs[m->place[c] = m->n++].cluster = c;
        disc *to = &m->discs[m->place[c]];
        to->r = 1 + 1.9 / sqrt(2) * sqrt(++to->n);
    }
    for (uint32_t i = 0; i < m->n; i++) {
        m->discs[i].x = 8 * sqrt(i) * cos(i * 2.399963);
        m->discs[i].y = 8 * sqrt(i) * sin(i * 2.399963);
    }
    m->like = arena_zeros(memory, (size_t)m->n * m->n + 1, sizeof *m->like);
    return m->like;
}

/* Together by a share of the way, or apart if they are nearer than a share of their size. */
static void move(disc *a, disc *b, double pull, double size)
{
    double x = b->x - a->x, y = b->y - a->y, length = sqrt(x * x + y * y), least = (a->r + b->r + DISC_GAP) * size;
    if (length <= 0)
        return;
    double by =
        (length < least ? (least - length) / length : -pull) / (a->r + b->r); /* the smaller one moves further */
    a->x -= x * by * b->r, a->y -= y * by * b->r;
    b->x += x * by * a->r, b->y += y * by * a->r;
}

/* Discs begin as points, which can pass each other, and grow; at the end there is no pull, so that none overlap. */
static void settle(cluster_map *m)
{
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < m->n; i++) {
            bool is_end = round >= ROUNDS * 4 / 5;
            double size = fmin(1, round / (ROUNDS * .6));
            m->discs[i].x *= is_end ? 1 : 1 - SINK, m->discs[i].y *= is_end ? 1 : 1 - SINK;
            for (uint32_t k = 0; k < i; k++)
                move(&m->discs[k], &m->discs[i], is_end ? 0 : PULL * (double)m->like[(size_t)i * m->n + k], size);
        }
}

/* Into the picture; returns the radius of a dot. */
static double fit(disc *discs, uint32_t n)
{
    double left = 0, right = 0, top = 0, bottom = 0;
    for (uint32_t i = 0; i < n; i++) {
        left = fmin(left, discs[i].x - discs[i].r), right = fmax(right, discs[i].x + discs[i].r);
        top = fmin(top, discs[i].y - discs[i].r - 2), bottom = fmax(bottom, discs[i].y + discs[i].r);
    }
    double scale = fmin(LARGEST_DOT, MAP_SIDE / fmax(fmax(right - left, bottom - top), 1));
    for (uint32_t i = 0; i < n; i++) {
        discs[i].x = MAP_LEFT + MAP_SIDE / 2 + (discs[i].x - (left + right) / 2) * scale;
        discs[i].y = PICTURE_TOP + MAP_SIDE / 2 + (discs[i].y - (top + bottom) / 2) * scale;
        discs[i].r *= scale;
    }
    return scale;
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

/* Of eight colours: a site's, or, of one site, a cluster's. */
static void write_colour(const husk_clustering *collection, uint32_t cluster, buffer *out)
{
    static const char *const colours[] = { "#2f6fb5", "#b04a2a", "#1b7a55", "#9b3a8c",
                                           "#8a6a00", "#5b57b8", "#5a7a12", "#0f7480" };
    uint32_t of = collection->site_of && collection->n_sites > 1 ? collection->site_of[cluster] : cluster;
    buffer_format(out, " fill=\"%s\"", colours[of % (sizeof colours / sizeof *colours)]);
}

/* A page as the k-th dot of its disc: dots on a spiral, each turned on by the golden angle. */
static void draw_dot(const husk_clustering *collection, uint32_t page, const disc *in, uint32_t k, double r,
                     buffer *out)
{
    const char *id = collection->id[page];
    slice text = { id, strlen(id) };
    double angle = k * 2.399963, far = in->n > 1 ? 1.9 / sqrt(2) * r * sqrt(k + .3) : 0;
    bool is_link = strncmp(id, "https://", 8) == 0 || strncmp(id, "http://", 7) == 0 || strchr(id, ':') == NULL;
    if (is_link) {
        buffer_text(out, "<a href=\"");
        escape_xml(out, text, ESCAPE_FOLD);
        buffer_text(out, "\">");
    }
    buffer_format(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"", in->x + far * cos(angle), in->y + far * sin(angle),
                  r * .85);
    write_colour(collection, in->cluster, out);
    buffer_text(out, "><title>");
    escape_xml(out, text, ESCAPE_FOLD);
    buffer_format(out, "</title></circle>%s\n", is_link ? "</a>" : "");
}

/* A disc with its number above, and its line in the list beside the map. */
static void draw_disc(const cluster_map *m, uint32_t row, double r, buffer *out)
{
    const husk_clustering *collection = m->collection;
    const disc *in = &m->discs[row];
    uint32_t n_pages = 0, k = 0, first = 0;
    for (uint32_t p = collection->n_pages; p-- > 0;) {
        if (collection_cluster_of(collection, p) != in->cluster)
            continue;
        first = p;
        n_pages++;
        if (p % m->stride == 0)
            draw_dot(collection, p, in, k++, r, out);
    }
    buffer_format(out, "<text class=\"number\" x=\"%.1f\" y=\"%.1f\">%u</text>\n", in->x, in->y - in->r - 2,
                  in->cluster + 1);
    if (row >= LEGEND_ROWS)
        return;
    double y = PICTURE_TOP + 20 + row * (double)PICTURE_ROW;
    buffer_format(out, "<rect x=\"%d\" y=\"%.0f\" width=\"10\" height=\"10\"", LEGEND_LEFT, y - 5);
    write_colour(collection, in->cluster, out);
    buffer_format(out, "/>\n<text x=\"%d\" y=\"%.0f\">%u  ", LEGEND_LEFT + 18, y + 4, in->cluster + 1);
    picture_text(out, collection->id[first], LEGEND_CHARS, n_pages);
}

husk_status husk_clustering_map(const husk_clustering *collection, husk_output *output, husk_error *error)
{
    cluster_map m;
    arena memory;
    buffer *out = &output->bytes;
    if (collection->n_pages && collection->found.sets.first == NULL)
        return error_set(error, HUSK_LIMIT, "a map of more pages than are held in memory");
    arena_init(&memory, SIZE_MAX);
    bool ok = map_init(&m, collection, &memory);
    if (ok) {
        compare_discs(&m);
        share_likeness(&m);
        settle(&m);
        double r = fit(m.discs, m.n);
        picture_begin(out, collection, PICTURE_TOP + MAP_SIDE + 20);
        for (uint32_t i = 0; i < m.n; i++)
            draw_disc(&m, i, r, out);
        if (m.n > LEGEND_ROWS)
            buffer_format(out, "<text x=\"%d\" y=\"%.0f\">and %u more</text>\n", LEGEND_LEFT + 18,
                          PICTURE_TOP + 24 + LEGEND_ROWS * (double)PICTURE_ROW, m.n - LEGEND_ROWS);
        buffer_text(out, "</svg>\n");
    }
    arena_free(&memory);
    return status_told(error, ok ? out->status : HUSK_NO_MEMORY, "drawing the map");
}
