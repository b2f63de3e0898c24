/* map_dot.c - the map of a site in Graphviz's language: classes as boxes, class links as arrows.
 * Every class links to nearly every other through the frame of its pages. Links at one place of nearly all classes
 * (menu, footer) are therefore no arrows: the box they lead to says so. All other links between two classes are one
 * arrow; of each class those with most links are kept, and with many classes those by which each is reached most.
 * Targets of one class are then spread over several rows, otherwise fifty boxes would be in one. An arrow's label
 * is a box too: arrows are drawn around boxes; it names the part of the page by words of the links' path. The line
 * width of a box shows its size. Cost: two sorts of the arrows.
 * Limits: MAP_CLASSES boxes. */
#include "write/site/sitefile.h"

#include <math.h>
#include <stdlib.h>

#include "base/arrays.h"
#include "base/system/child.h"
#include "base/limits.h"
#include "base/status.h"

/* Classes of a map that is still readable, and arrows of each. */
#define MAP_CLASSES 60u
#define MAP_ARROWS 4u
/* A map with more classes is large: each class gets the arrows from the MAP_WAYS classes that link to it most. */
#define MAP_FEW 12u
#define MAP_WAYS 1u
/* Characters per line of a name. */
#define LINE_WIDTH 34u
/* As many links per page are a list. */
#define LIST_LINKS 2u
/* Targets of one class in a row of a large map. */
#define IN_ROW 5u

typedef struct map_arrow {
    uint32_t from, to, n_links;
    bool is_of_rest; /* from the box of the smallest classes */
    bool is_frame;   /* its place is on nearly all classes */
    size_t part;     /* of `parts`, of the collection with most links */
    slice text;      /* its path */
} map_arrow;

/* Characters until the next ", " or the end. */
static size_t piece_width(slice text, size_t at)
{
    size_t width = 0;
    while (at < text.len && !(text.data[at] == ',' && at + 1 < text.len && text.data[at + 1] == ' ')) {
        utf8_next(text.data, text.len, &at);
        width++;
    }
    return width;
}

/* A line per piece of a list; a longer one is broken before a sign. At most three lines. */
static void escaped(buffer *out, slice text, size_t width)
{
    size_t at = 0, on_line = 0, n_lines = 1;
    bool fits = piece_width(text, 0) <= width;
    while (at < text.len) {
        size_t before = at;
        uint32_t c = utf8_next(text.data, text.len, &at);
        bool is_next = c == ' ' && before && text.data[before - 1] == ',' && piece_width(text, at) > 1;
        bool is_over = on_line >= width || (!fits && on_line >= width * 2 / 3 && c < 0x80 && strchr("/ ._-(", (int)c));
        if (is_over && n_lines == 3) {
            buffer_text(out, "…");
            return;
        }
        if (is_next || is_over) {
            buffer_text(out, "\\n");
            on_line = 0;
            n_lines++;
            fits = piece_width(text, at) <= width;
        }
        if (is_next)
            continue;
        if (c == '"' || c == '\\')
            buffer_byte(out, '\\');
        if (c < 0x20 || c == 0xFFFD)
            buffer_byte(out, '?');
        else
            buffer_append(out, text.data + before, at - before);
        on_line++;
    }
}

/* --- names of places ---------------------------------------------------------------------------------------------- */

/* What a reader calls the part of the page that a link is in, by a word of its path; of one step the first that fits.
 */
static const struct {
    const char *words, *name;
    bool is_frame; /* around every page */
} parts[] = {
    { "breadcrumb breadcrumbs crumbs breadcrumblist ", "breadcrumbs", true },
    { "next prev previous pagination pager paginator pagenav ", "next page", false },
    { "comment comments commentlist ", "comments", false },
    { "tags tagcloud categories ", "tags", false },
    { "author byline ", "author", false },
    { "related recommended similar ", "related pages", false },
    { "footer foot colophon ", "footer", true },
    { "sidebar aside widget widgets ", "sidebar", true },
    { "menu nav navbar navigation mainnav topnav ", "menu", true },
    { "header masthead logo brand ", "header", true },
};
#define NOT_A_PART (sizeof parts / sizeof *parts)

static bool is_heading_step(slice step)
{
    return step.len > 1 && step.data[0] == 'h' && step.data[1] >= '1' && step.data[1] <= '6';
}

static size_t step_part(slice step)
{
    size_t best = NOT_A_PART;
    for (size_t at = 0, from; at < step.len; at++) {
        char word[24];
        size_t len = 0;
        for (from = at; at < step.len && is_alpha(step.data[at]); at++)
            if (len < sizeof word)
                word[len++] = lower(step.data[at]);
        for (size_t i = 0; at > from && at - from < sizeof word && i < best; i++)
            if (slice_is_in((slice){ word, len }, parts[i].words))
                best = i;
    }
    return best;
}

/* The index in `parts` for a path's nearest step that has one. A heading in a page's header is no part of the frame. */
static size_t place_part(slice path)
{
    bool in_heading = false;
    for (size_t end = path.len; end > 0;) {
        size_t from = end;
        while (from > 0 && !(from >= 3 && memcmp(path.data + from - 3, " > ", 3) == 0))
            from--;
        slice step = { path.data + from, end - from };
        in_heading |= is_heading_step(step);
        size_t part = step_part(step);
        if (part < NOT_A_PART && !(in_heading && parts[part].is_frame))
            return part;
        end = from >= 3 ? from - 3 : 0;
    }
    return NOT_A_PART;
}

/* What the pages of a class are called, by its name's first word. */
static const char *pages_name(const model_class *c)
{
    static const char *const names[][2] = {
        { "article", "articles" }, { "product", "products" }, { "forum", "topics" }, { "collection", "collections" }
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_starts(c->name, names[i][0]))
            return names[i][1];
    return "pages";
}

/* --- which classes ------------------------------------------------------------------------------------------------ */

static uint32_t n_larger(const model_host *host, uint32_t place)
{
    uint32_t n = 0, n_pages = host->classes[place].n_pages;
    for (uint32_t i = 0; i < host->n_classes; i++)
        n += host->classes[i].n_pages > n_pages || (host->classes[i].n_pages == n_pages && i < place);
    return n;
}

/* The box of each class: itself, or n_classes for those too small to have one. */
static uint32_t *boxes_choose(const model_host *host, uint32_t *n_rest, uint32_t *rest_pages)
{
    uint32_t *box = calloc(host->n_classes + 1u, sizeof *box);
    *n_rest = *rest_pages = 0;
    for (uint32_t i = 0; box && i < host->n_classes; i++) {
        bool shown = n_larger(host, i) < MAP_CLASSES;
        box[i] = shown ? i : host->n_classes;
        *n_rest += !shown;
        *rest_pages += shown ? 0 : host->classes[i].n_pages;
    }
    return box;
}

/* --- which arrows ------------------------------------------------------------------------------------------------- */

static int by_ends(const void *a, const void *b)
{
    const map_arrow *x = a, *y = b;
    return ORDER_OF(x->from, y->from) ?: ORDER_OF(x->to, y->to) ?: ORDER_OF(y->n_links, x->n_links);
}

static int by_source(const void *a, const void *b)
{
    const map_arrow *x = a, *y = b;
    return ORDER_OF(x->from, y->from) ?: ORDER_OF(y->n_links, x->n_links) ?: ORDER_OF(x->to, y->to);
}

static int by_target(const void *a, const void *b)
{
    const map_arrow *x = a, *y = b;
    return ORDER_OF(x->to, y->to) ?: ORDER_OF(x->is_of_rest, y->is_of_rest) ?: ORDER_OF(y->n_links, x->n_links) ?: ORDER_OF(x->from, y->from);
}

/* Two menus are one place, also if they are written differently; other places are the same if their paths are. */
static int place_order(const map_arrow *a, const map_arrow *b)
{
    if (a->part == b->part && a->part < NOT_A_PART && parts[a->part].is_frame)
        return 0;
    return slice_order(a->text, b->text);
}

static int by_place(const void *a, const void *b)
{
    const map_arrow *x = a, *y = b;
    return ORDER_OF(x->to, y->to) ?: ORDER_OF(x->part, y->part) ?: place_order(x, y) ?: ORDER_OF(x->from, y->from);
}

static bool is_same_place(const map_arrow *a, const map_arrow *b)
{
    return a->to == b->to && a->part == b->part && place_order(a, b) == 0;
}

/* Mark the links at one place that two thirds of the classes have, and what they lead to. */
static void frame_mark(map_arrow *arrows, uint32_t n, uint32_t n_boxes, bool *is_framed)
{
    uint32_t last;
    qsort(arrows, n, sizeof *arrows, by_place);
    for (uint32_t i = 0; i < n; i = last) {
        uint32_t sources = 0;
        for (last = i; last < n && is_same_place(&arrows[i], &arrows[last]); last++)
            sources += last == i || arrows[last].from != arrows[last - 1].from;
        bool is_frame = sources > 2 && sources * 3 >= n_boxes * 2;
        is_framed[arrows[i].to] |= is_frame;
        for (uint32_t k = i; k < last; k++)
            arrows[k].is_frame = is_frame;
    }
}

/* One arrow for all links from one class to another, without those of the frame. */
static uint32_t arrows_join(const model_host *host, const uint32_t *box, uint32_t n_boxes, map_arrow *arrows,
                            bool *is_framed)
{
    uint32_t n = 0, kept = 0;
    for (uint32_t i = 0; i < host->n_arrows; i++) {
        const model_arrow *a = &host->arrows[i];
        uint32_t from = model_class_place(host->classes, host->n_classes, a->from),
                 to = model_class_place(host->classes, host->n_classes, a->to);
        if (from < host->n_classes && to < host->n_classes)
            arrows[n++] = (map_arrow){ box[from],           box[to], a->n_links, box[from] == host->n_classes, false,
                                       place_part(a->text), a->text };
    }
    frame_mark(arrows, n, n_boxes, is_framed);
    qsort(arrows, n, sizeof *arrows, by_ends);
    for (uint32_t i = 0; i < n; i++) {
        map_arrow *last = kept ? &arrows[kept - 1] : NULL;
        if (arrows[i].is_frame)
            continue;
        if (last && last->from == arrows[i].from && last->to == arrows[i].to)
            last->n_links += arrows[i].n_links;
        else
            arrows[kept++] = arrows[i];
    }
    return kept;
}

/* Of each class the MAP_ARROWS arrows with most links from it; with many classes the MAP_WAYS with most links to it.
 * To what is linked from everywhere, only arrows of several links per page. */
static uint32_t arrows_choose(map_arrow *arrows, uint32_t n, const model_host *host, const bool *is_framed)
{
    bool is_large = host->n_classes > MAP_FEW;
    uint32_t kept = 0, of_class = 0, last = UINT32_MAX;
    qsort(arrows, n, sizeof *arrows, is_large ? by_target : by_source);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t class_number = is_large ? arrows[i].to : arrows[i].from;
        of_class = class_number == last ? of_class : 0;
        last = class_number;
        if (arrows[i].from == arrows[i].to || of_class == (is_large ? MAP_WAYS : MAP_ARROWS))
            continue;
        if (is_framed[arrows[i].to] && arrows[i].from < host->n_classes &&
            arrows[i].n_links <= host->classes[arrows[i].from].n_pages)
            continue;
        of_class++;
        arrows[kept++] = arrows[i];
    }
    qsort(arrows, kept, sizeof *arrows, by_source);
    return kept;
}

/* Of two boxes, which is above the other: what is linked from everywhere, then the class with fewer pages. */
static bool is_above(const model_host *host, const bool *is_framed, uint32_t a, uint32_t b)
{
    if (a == host->n_classes || b == host->n_classes)
        return b == host->n_classes;
    if (is_framed[a] != is_framed[b])
        return is_framed[a];
    if (host->classes[a].n_pages != host->classes[b].n_pages)
        return host->classes[a].n_pages < host->classes[b].n_pages;
    return a < b;
}

/* "menu", "list of articles", or nothing for a few links somewhere. */
static bool name_write(const map_arrow *a, const model_host *host, buffer *out)
{
    const model_class *from = a->from < host->n_classes ? &host->classes[a->from] : NULL;
    uint32_t read = from && from->n_sampled && from->n_sampled < from->n_pages ? from->n_sampled
                    : from                                                     ? from->n_pages
                                                                               : 1;
    if (a->part < NOT_A_PART)
        buffer_text(out, parts[a->part].name);
    else if (from && a->n_links >= (uint64_t)read * LIST_LINKS)
        buffer_format(out, "list of %s", a->to < host->n_classes ? pages_name(&host->classes[a->to]) : "pages");
    else
        return false;
    return true;
}

static void label_write(const map_arrow *a, const model_host *host, bool is_large, buffer *out)
{
    buffer_text(out, " [shape=plain, style=solid, class=place, fontsize=10, fontcolor=\"#444444\", label=\"");
    bool has_name = name_write(a, host, out);
    if (!is_large || !has_name)
        buffer_format(out, "%s%u link%s", has_name ? "\\n" : "", a->n_links, a->n_links == 1 ? "" : "s");
    buffer_text(out, "\"];\n");
}

static void tooltip_write(const map_arrow *a, buffer *out)
{
    buffer_format(out, "tooltip=\"%u link%s, most at ", a->n_links, a->n_links == 1 ? "" : "s");
    escaped(out, a->text, MODEL_TEXT_BYTES);
    buffer_byte(out, '"');
}

/* Two lines, from box to label and from label to box. An arrow up is drawn backwards, so that it is as short as one
 * down. */
static void arrow_write(const map_arrow *a, const model_host *site, uint32_t host, uint32_t number, uint32_t length,
                        bool is_down, bool is_large, buffer *out)
{
    double width = 1 + log10(1 + a->n_links) / 2;
    buffer_format(out, "  l%u_%u", host, number);
    label_write(a, site, is_large, out);
    buffer_format(out, "  h%u_%u -> l%u_%u [penwidth=%.1f, dir=%s, ", host, is_down ? a->from : a->to, host, number,
                  width, is_down ? "none" : "back");
    tooltip_write(a, out);
    buffer_format(out, "];\n  l%u_%u -> h%u_%u [penwidth=%.1f, dir=%s, minlen=%u, ", host, number, host,
                  is_down ? a->to : a->from, width, is_down ? "forward" : "none", length);
    tooltip_write(a, out);
    buffer_text(out, "];\n");
}

static void arrows_write(const model_host *host, const map_arrow *arrows, uint32_t n, const bool *is_framed,
                         uint32_t number, buffer *out)
{
    bool is_large = host->n_classes > MAP_FEW;
    for (uint32_t i = 0, of_class = 0; i < n; i++) {
        const map_arrow *a = &arrows[i];
        of_class = i && arrows[i - 1].from == a->from ? of_class + 1 : 0;
        arrow_write(a, host, number, i, is_large ? 1 + of_class / IN_ROW : 1,
                    is_large || is_above(host, is_framed, a->from, a->to), is_large, out);
    }
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
        shared.len = same_start(shared, name);
    }
    while (shared.len && shared.data[shared.len - 1] != '/')
        shared.len--;
    return n > 1 ? shared.len : 0;
}

static void box_write(const model_class *c, uint32_t host, uint32_t place, size_t skip, bool is_framed, buffer *out)
{
    buffer_format(out, "  h%u_%u [label=\"class %u\\n", host, place, c->number);
    escaped(out, c->name.len ? (slice){ c->name.data + skip, c->name.len - skip } : SLICE("?"), LINE_WIDTH);
    buffer_format(out, "\\n%u page%s", c->n_pages, c->n_pages == 1 ? "" : "s");
    if (c->words && c->n_tokens) /* a single page has no template */
        buffer_format(out, ", %u %% template", percent(c->template_words, c->words));
    buffer_format(out, "%s\", penwidth=%.1f];\n", is_framed ? "\\nlinked from everywhere" : "",
                  1 + log10(1 + c->n_pages));
}

static bool has_arrow(const map_arrow *arrows, uint32_t n, uint32_t box)
{
    for (uint32_t i = 0; i < n; i++)
        if (arrows[i].from == box || arrows[i].to == box)
            return true;
    return false;
}

/* Boxes without arrows, which would all be in one long row, in several: each is below the one a row before it. */
static void rows_write(const map_arrow *arrows, uint32_t n, const uint32_t *box, uint32_t n_classes, uint32_t number,
                       buffer *out)
{
    uint32_t above[IN_ROW], found = 0;
    for (uint32_t i = 0; i < n_classes; i++) {
        if (box[i] != i || has_arrow(arrows, n, i))
            continue;
        if (found >= IN_ROW)
            buffer_format(out, "  h%u_%u -> h%u_%u [style=invis];\n", number, above[found % IN_ROW], number, i);
        above[found++ % IN_ROW] = i;
    }
}

typedef struct host_map {
    uint32_t *box; /* by class */
    bool *is_framed;
    map_arrow *arrows;
    uint32_t n_arrows, n_rest, rest_pages;
} host_map;

static bool host_map_init(host_map *m, const model_host *host)
{
    m->box = boxes_choose(host, &m->n_rest, &m->rest_pages);
    m->is_framed = calloc(host->n_classes + 1u, sizeof *m->is_framed);
    m->arrows = calloc(host->n_arrows + 1u, sizeof *m->arrows);
    if (!m->box || !m->is_framed || !m->arrows)
        return false;
    uint32_t n_boxes = host->n_classes - m->n_rest + (m->n_rest > 0);
    m->n_arrows = arrows_join(host, m->box, n_boxes, m->arrows, m->is_framed);
    m->n_arrows = arrows_choose(m->arrows, m->n_arrows, host, m->is_framed);
    return true;
}

static void host_write(const model_host *host, uint32_t number, buffer *out)
{
    host_map m = { 0 };
    bool ok = host_map_init(&m, host);
    size_t skip = ok ? shared_folders(host, m.box) : 0;
    for (uint32_t i = 0; ok && i < host->n_classes; i++)
        if (m.box[i] == i)
            box_write(&host->classes[i], number, i, skip, m.is_framed[i], out);
    if (ok && m.n_rest)
        buffer_format(out, "  h%u_%u [label=\"%u smaller classes\\n%u pages\", style=\"rounded,dashed\"];\n", number,
                      host->n_classes, m.n_rest, m.rest_pages);
    if (ok) {
        rows_write(m.arrows, m.n_arrows, m.box, host->n_classes, number, out);
        arrows_write(host, m.arrows, m.n_arrows, m.is_framed, number, out);
    } else {
        out->status = HUSK_NO_MEMORY;
    }
    free(m.box);
    free(m.is_framed);
    free(m.arrows);
}

void map_dot(const model_host *hosts, uint32_t n, buffer *out)
{
    bool is_large = false;
    for (uint32_t i = 0; i < n; i++)
        is_large |= hosts[i].n_classes > MAP_FEW;
    buffer_format(out,
                  "digraph site {\n"
                  "  graph [rankdir=TB, nodesep=%s, ranksep=%s, splines=true, fontname=\"Helvetica\", bgcolor=white];\n"
                  "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#eef3fa\", color=\"#3b5b8c\", "
                  "fontname=\"Helvetica\", fontsize=12%s];\n"
                  "  edge [color=\"#8a8a8a\", arrowsize=0.7];\n",
                  is_large ? "0.12" : "0.3", is_large ? "0.2" : "0.3", is_large ? ", margin=\"0.08,0.04\"" : "");
    if (n == 1) {
        buffer_text(out, "  graph [labelloc=t, fontsize=14, label=\"");
        escaped(out, hosts[0].name, 3 * LINE_WIDTH);
        buffer_format(out, "%s%u page%s in %u class%s\\n \"];\n", hosts[0].name.len ? ": " : "", hosts[0].n_pages,
                      hosts[0].n_pages == 1 ? "" : "s", hosts[0].n_classes, hosts[0].n_classes == 1 ? "" : "es");
    }
    for (uint32_t i = 0; i < n; i++)
        host_write(&hosts[i], i, out);
    buffer_text(out, "}\n");
}

/* Graphviz runs as a child process: the library does not link it and the 20 libraries it needs, and survives its
 * crashes. Its layout takes about a second for MAP_CLASSES boxes. */
husk_status map_svg(const model_host *hosts, uint32_t n, buffer *out, husk_error *error)
{
    char *const argv[] = { "dot", "-Tsvg", NULL };
    husk_error why = { 0 };
    buffer graph;
    buffer_init(&graph, out->cap);
    map_dot(hosts, n, &graph);
    husk_status status = graph.status;
    if (status)
        error_set(error, status, "%s", husk_status_text(status));
    else if ((status = child_run(argv, (slice){ graph.data, graph.len }, HUSK_MAX_DRAW_SECONDS, out, &why)))
        error_set(error, status, "can't draw the map: %s (from Graphviz; Debian: graphviz)", why.message);
    buffer_free(&graph);
    return status;
}
