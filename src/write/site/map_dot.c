/* map_dot.c - the map of a site in Graphviz's language: classes as boxes, class links as arrows.
 * Every class links to nearly every other through the frame of its pages, so not all arrows can be shown: all
 * collections between two classes are one arrow; of each class those with most links are kept, and with many classes
 * those by which each is reached most. Targets of one class are then staggered over several columns, otherwise fifty
 * boxes would be in one. The line width of a box shows its size. Cost: one sort of the arrows. Limits: MAP_CLASSES
 * boxes. */
#include "write/site/map_dot.h"

#include <math.h>
#include <stdlib.h>

/* Characters per line of a name, and of an arrow's label. */
#define LINE_WIDTH 34u
#define LABEL_WIDTH 30u
#define LARGE_LABEL_WIDTH 22u
/* Columns over which a class's targets are spread in a large map. */
#define STAGGER 4u

/* All links from one class to another. */
typedef struct map_arrow {
    uint32_t from, to, n_links, n_collections;
    bool is_of_rest; /* from the box of the smallest classes */
    slice text;      /* of the collection with most links */
} map_arrow;

static void escaped(buffer *out, slice text, size_t width)
{
    size_t at = 0, on_line = 0, n_lines = 1;
    while (at < text.len) {
        size_t before = at;
        uint32_t c = utf8_next(text.data, text.len, &at);
        if (on_line >= width && n_lines == 3) {
            buffer_text(out, "…");
            return;
        }
        if (on_line >= width || (on_line >= width * 2 / 3 && c < 0x80 && strchr("/ ._-(", (int)c))) {
            buffer_text(out, "\\n");
            on_line = 0;
            n_lines++;
        }
        if (c == '"' || c == '\\')
            buffer_byte(out, '\\');
        if (c < 0x20 || c == 0xFFFD)
            buffer_byte(out, '?');
        else
            buffer_append(out, text.data + before, at - before);
        on_line++;
    }
}

static void shortened(buffer *out, slice text, size_t width)
{
    size_t n = 0, at = text.len;
    while (at > 0 && n < width) { /* the last steps of a path say most */
        at--;
        n += ((unsigned char)text.data[at] & 0xc0) != 0x80;
    }
    while (at > 0 && at < text.len && ((unsigned char)text.data[at] & 0xc0) == 0x80)
        at--;
    if (at > 0)
        buffer_text(out, "…");
    escaped(out, (slice){ text.data + at, text.len - at }, 2 * LABEL_WIDTH);
}

/* --- which classes ------------------------------------------------------------------------------------------------ */

typedef struct class_size {
    uint32_t place, n_pages;
} class_size;

static int by_size(const void *a, const void *b)
{
    const class_size *x = a, *y = b;
    if (x->n_pages != y->n_pages)
        return x->n_pages > y->n_pages ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* The box of each class: itself, or n_classes for those too small to have one. */
static uint32_t *boxes_choose(const model_host *host, uint32_t *n_rest, uint32_t *rest_pages)
{
    class_size *sizes = calloc(host->n_classes + 1u, sizeof *sizes);
    uint32_t *box = calloc(host->n_classes + 1u, sizeof *box);
    if (sizes == NULL || box == NULL) {
        free(sizes);
        free(box);
        return NULL;
    }
    for (uint32_t i = 0; i < host->n_classes; i++)
        sizes[i] = (class_size){ i, host->classes[i].n_pages };
    qsort(sizes, host->n_classes, sizeof *sizes, by_size);
    *n_rest = *rest_pages = 0;
    for (uint32_t i = 0; i < host->n_classes; i++) {
        bool shown = i < MAP_CLASSES;
        box[sizes[i].place] = shown ? sizes[i].place : host->n_classes;
        *n_rest += !shown;
        *rest_pages += shown ? 0 : sizes[i].n_pages;
    }
    free(sizes);
    return box;
}

/* --- which arrows ------------------------------------------------------------------------------------------------- */

static int by_ends(const void *a, const void *b)
{
    const map_arrow *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return x->n_links != y->n_links ? (x->n_links > y->n_links ? -1 : 1) : 0;
}

static int by_source(const void *a, const void *b)
{
    const map_arrow *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->n_links != y->n_links)
        return x->n_links > y->n_links ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static int by_target(const void *a, const void *b)
{
    const map_arrow *x = a, *y = b;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    if (x->is_of_rest != y->is_of_rest)
        return x->is_of_rest ? 1 : -1;
    if (x->n_links != y->n_links)
        return x->n_links > y->n_links ? -1 : 1;
    return (x->from > y->from) - (x->from < y->from);
}

static uint32_t arrows_join(const model_host *host, const uint32_t *box, map_arrow *arrows)
{
    uint32_t n = 0, kept = 0;
    for (uint32_t i = 0; i < host->n_arrows; i++) {
        const model_arrow *a = &host->arrows[i];
        uint32_t from = model_class_place(host->classes, host->n_classes, a->from),
                 to = model_class_place(host->classes, host->n_classes, a->to);
        if (from < host->n_classes && to < host->n_classes)
            arrows[n++] = (map_arrow){ box[from], box[to], a->n_links, 1, box[from] == host->n_classes, a->text };
    }
    qsort(arrows, n, sizeof *arrows, by_ends);
    for (uint32_t i = 0; i < n; i++) {
        map_arrow *last = kept ? &arrows[kept - 1] : NULL;
        if (last && last->from == arrows[i].from && last->to == arrows[i].to) {
            last->n_links += arrows[i].n_links;
            last->n_collections++;
        } else {
            arrows[kept++] = arrows[i];
        }
    }
    return kept;
}

/* Of each class the MAP_ARROWS arrows with most links from it; with many classes the MAP_WAYS with most links to it. */
static uint32_t arrows_choose(map_arrow *arrows, uint32_t n, bool is_large)
{
    uint32_t kept = 0, of_class = 0, last = UINT32_MAX;
    qsort(arrows, n, sizeof *arrows, is_large ? by_target : by_source);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t class_number = is_large ? arrows[i].to : arrows[i].from;
        of_class = class_number == last ? of_class : 0;
        last = class_number;
        if (arrows[i].from == arrows[i].to || of_class == (is_large ? MAP_WAYS : MAP_ARROWS))
            continue;
        of_class++;
        arrows[kept++] = arrows[i];
    }
    qsort(arrows, kept, sizeof *arrows, by_source);
    return kept;
}

static void arrows_write(const model_host *host, uint32_t number, const uint32_t *box, buffer *out)
{
    map_arrow *arrows = calloc(host->n_arrows + 1u, sizeof *arrows);
    bool is_large = host->n_classes > MAP_FEW;
    uint32_t n = arrows ? arrows_choose(arrows, arrows_join(host, box, arrows), is_large) : 0, of_class = 0;
    for (uint32_t i = 0; i < n; i++) {
        const map_arrow *a = &arrows[i];
        of_class = i && arrows[i - 1].from == a->from ? of_class + 1 : 0;
        buffer_format(out, "  h%u_%u -> h%u_%u [penwidth=%.1f, label=\"", (unsigned)number, (unsigned)a->from,
                      (unsigned)number, (unsigned)a->to, 1 + log10(1 + a->n_links) / 2);
        shortened(out, a->text, is_large ? LARGE_LABEL_WIDTH : LABEL_WIDTH);
        if (a->n_collections > 1 && !is_large)
            buffer_format(out, "\\nand %u more", (unsigned)a->n_collections - 1);
        buffer_format(out, "\", tooltip=\"%u links\", minlen=%u];\n", (unsigned)a->n_links,
                      is_large ? 1 + of_class % STAGGER : 1);
    }
    free(arrows);
}

/* --- boxes -------------------------------------------------------------------------------------------------------- */

/* The length of the directories common to all names in boxes, which are omitted. */
static size_t shared_folders(const model_host *host, const uint32_t *box)
{
    slice shared = { NULL, 0 };
    uint32_t n = 0;
    for (uint32_t i = 0; i < host->n_classes; i++) {
        slice name = host->classes[i].name;
        if (box[i] != i)
            continue;
        shared = n++ ? shared : name;
        size_t same = 0;
        while (same < shared.len && same < name.len && shared.data[same] == name.data[same])
            same++;
        shared.len = same;
    }
    while (shared.len && shared.data[shared.len - 1] != '/')
        shared.len--;
    return n > 1 ? shared.len : 0;
}

static void box_write(const model_class *c, uint32_t host, uint32_t place, size_t skip, buffer *out)
{
    buffer_format(out, "  h%u_%u [label=\"", (unsigned)host, (unsigned)place);
    escaped(out, c->name.len ? (slice){ c->name.data + skip, c->name.len - skip } : SLICE("?"), LINE_WIDTH);
    buffer_format(out, "\\n%u page%s", (unsigned)c->n_pages, c->n_pages == 1 ? "" : "s");
    if (c->words && c->n_tokens) /* a single page has no template */
        buffer_format(out, ", %u %% template", (unsigned)(100 * c->template_words / c->words));
    buffer_format(out, "\", penwidth=%.1f];\n", 1 + log10(1 + c->n_pages));
}

static void host_write(const model_host *host, uint32_t number, buffer *out)
{
    uint32_t n_rest, rest_pages, *box = boxes_choose(host, &n_rest, &rest_pages);
    if (box == NULL) {
        out->status = HUSK_NO_MEMORY;
        return;
    }
    size_t skip = shared_folders(host, box);
    for (uint32_t i = 0; i < host->n_classes; i++)
        if (box[i] == i)
            box_write(&host->classes[i], number, i, skip, out);
    if (n_rest)
        buffer_format(out, "  h%u_%u [label=\"%u smaller classes\\n%u pages\", style=\"rounded,dashed\"];\n",
                      (unsigned)number, (unsigned)host->n_classes, (unsigned)n_rest, (unsigned)rest_pages);
    arrows_write(host, number, box, out);
    free(box);
}

void map_dot(const model_host *hosts, uint32_t n, buffer *out)
{
    bool is_large = false;
    for (uint32_t i = 0; i < n; i++)
        is_large |= hosts[i].n_classes > MAP_FEW;
    buffer_format(
        out,
        "digraph site {\n"
        "  graph [rankdir=LR, nodesep=%s, ranksep=%s, splines=true, fontname=\"Helvetica\", bgcolor=white];\n"
        "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#eef3fa\", color=\"#3b5b8c\", "
        "fontname=\"Helvetica\", fontsize=12%s];\n"
        "  edge [color=\"#8a8a8a\", fontname=\"Helvetica\", fontsize=8, fontcolor=\"#555555\", arrowsize=0.7];\n",
        is_large ? "0.12" : "0.3", is_large ? "0.35" : "1.1", is_large ? ", margin=\"0.08,0.04\"" : "");
    for (uint32_t i = 0; i < n; i++)
        host_write(&hosts[i], i, out);
    buffer_text(out, "}\n");
}
