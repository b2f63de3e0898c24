/* report.c - the page itself, shaded: its elements are written again with a mark on those where a segment begins.
 * Nothing is loaded and no script runs: the file forbids both (Content-Security-Policy), scripts, styles' addresses,
 * event handlers and frames are left out as well. Hovering is the browser's own tooltip. Cost: the page's size. */
#include "write/report.h"

typedef struct report {
    const husk_page *page;
    const logistic_model *model;
    const pagelevel_verdict *verdict;
    buffer *out;
    uint32_t *number; /* by scored node: of its segment */
} report;

static const char head[] = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\n"
                           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                           "'unsafe-inline'; img-src data:\">\n";

/* The names are long so that no page's own style sheet means them. */
static const char style[] =
    "<style>\n"
    "body { margin: 0; }\n"
    ".husk-report-bar { font: 14px/1.5 sans-serif; color: #222; background: #fff; padding: 12px 16px; border-bottom: "
    "2px solid #444; }\n"
    ".husk-report-bar table { border-collapse: collapse; font-size: 13px; }\n"
    ".husk-report-bar td, .husk-report-bar th { padding: 2px 10px; border-bottom: 1px solid #ddd; text-align: left; "
    "vertical-align: top; }\n"
    ".husk-report-bar details { margin-top: 6px; max-height: 40vh; overflow: auto; }\n"
    ".husk-report-key { display: inline-block; padding: 0 8px; margin-right: 12px; }\n"
    ".husk-report-page { position: relative; padding: 12px; background: #fff; color: #111; overflow: auto; }\n"
    "[data-husk-segment] { outline: 2px solid #2a7; outline-offset: -1px; }\n"
    "[data-husk-segment=template] { outline: 2px dashed #c40; background: repeating-linear-gradient(135deg, "
    "rgba(204,68,0,.10) 0 8px, "
    "rgba(204,68,0,.18) 8px 16px) !important; }\n"
    "[data-husk-segment]:hover { outline-width: 3px; }\n"
    "</style>\n";

/* --- escaping ----------------------------------------------------------------------------------------------------- */

static void escape(buffer *out, slice text, bool quoted)
{
    size_t from = 0;
    for (size_t i = 0; i < text.len; i++) {
        const char *entity = NULL;
        switch (text.data[i]) {
        case '&':
            entity = "&amp;";
            break;
        case '<':
            entity = "&lt;";
            break;
        case '>':
            entity = "&gt;";
            break;
        case '"':
            entity = quoted ? "&quot;" : NULL;
            break;
        default:
            break;
        }
        if (!entity)
            continue;
        buffer_append(out, text.data + from, i - from);
        buffer_text(out, entity);
        from = i + 1;
    }
    if (from < text.len)
        buffer_append(out, text.data + from, text.len - from);
}

/* --- attributes --------------------------------------------------------------------------------------------------- */

/* Names that are written as they stand need no escaping; others are left out. */
static bool is_plain_name(const page_attribute *a)
{
    for (uint16_t i = 0; i < a->name_len; i++) {
        char c = lower(a->name[i]);
        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9' && i) && !(c == '-' && i))
            return false;
    }
    return a->name_len > 0;
}

/* Looks are kept; what would load, run, move the page or mimic our marks is not. */
static bool is_kept(const page_attribute *a)
{
    static const char *const kept[] = { "class",       "dir",     "lang",   "width",   "height",
                                        "colspan",     "rowspan", "align",  "valign",  "bgcolor",
                                        "color",       "size",    "face",   "border",  "cellpadding",
                                        "cellspacing", "start",   "type",   "alt",     "value",
                                        "placeholder", "open",    "hidden", "checked", "style" };
    slice name = { a->name, a->name_len }, value = { a->value, a->value_len };
    if (a->id == ATTR_STYLE)
        return !slice_has_nocase(value, "url") && !slice_has_nocase(value, "position") &&
               !slice_has_nocase(value, "import");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (slice_is(name, kept[i]))
            return true;
    return false;
}

static void write_attributes(report *r, uint32_t node)
{
    const husk_page *page = r->page;
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
        const page_attribute *at = &page->attributes[a];
        if (!is_plain_name(at) || !is_kept(at))
            continue;
        buffer_byte(r->out, ' ');
        buffer_append(r->out, at->name, at->name_len);
        buffer_text(r->out, "=\"");
        escape(r->out, (slice){ at->value, at->value_len }, true);
        buffer_byte(r->out, '"');
    }
    if (page->tag[node] == TAG_A && page_attribute_find(page, node, ATTR_HREF))
        buffer_text(r->out, " href=\"#\""); /* looks like a link, leads nowhere */
}

/* --- marks -------------------------------------------------------------------------------------------------------- */

static bool is_template(const report *r, uint32_t k)
{
    return pagelevel_is_template(r->verdict, r->model, r->verdict->tree.node[k]);
}

static const char *reason(const report *r, uint32_t k)
{
    const pagelevel_verdict *v = r->verdict;
    return logistic_reason(r->model, v->tree.area[k], v->features + (size_t)k * N_NODE_FEATURES, v->usual,
                           is_template(r, k));
}

/* Of content, as in labels; inside, as in the paper, a score is that of template. */
static void write_score(buffer *out, uint8_t template)
{
    unsigned level = 255u - template;
    buffer_format(out, "%u.%02u", level / 255u, level % 255u * 100u / 255u);
}

static void write_mark(report *r, uint32_t k)
{
    const pagelevel_verdict *v = r->verdict;
    buffer_format(r->out, " data-husk-segment=\"%s\" title=\"segment %u: %s, score ",
                  is_template(r, k) ? "template" : "content", r->number[k], is_template(r, k) ? "template" : "content");
    write_score(r->out, v->smoothed[k]);
    buffer_text(r->out, " (");
    write_score(r->out, v->score[k]);
    buffer_format(r->out, " before smoothing): %s\"", reason(r, k));
}

/* --- the page ----------------------------------------------------------------------------------------------------- */

/* Elements whose inside is not shown, or would be foreign here. */
static bool is_left_out(const husk_page *page, uint32_t node)
{
    switch (page->tag[node]) {
    case TAG_SCRIPT:
    case TAG_STYLE:
    case TAG_LINK:
    case TAG_META:
    case TAG_BASE:
    case TAG_TITLE:
    case TAG_IFRAME:
    case TAG_FRAME:
    case TAG_OBJECT:
    case TAG_EMBED:
    case TAG_NOSCRIPT:
    case TAG_TEMPLATE:
    case TAG_AUDIO:
    case TAG_VIDEO:
    case TAG_CANVAS:
    case TAG_SOURCE:
    case TAG_TRACK:
    case TAG_TEXTAREA:
    case TAG_PLAINTEXT:
    case TAG_XMP:
        return true;
    default:
        return page->tag[node] >= TAG_OWN || (page->flags[node] & (NODE_FOREIGN | NODE_SILENT)) != 0;
    }
}

static void open_element(report *r, uint32_t node)
{
    slice name = page_tag_name(r->page, r->page->tag[node]);
    uint32_t k = r->verdict->tree.keeper[node];
    buffer_byte(r->out, '<');
    buffer_append(r->out, name.data, name.len);
    write_attributes(r, node);
    if (k != NODE_NONE && r->verdict->tree.node[k] == node && r->verdict->segment[k] == k)
        write_mark(r, k);
    buffer_byte(r->out, '>');
}

static void close_element(report *r, uint32_t node)
{
    if (tag_kind(r->page->tag[node]) & KIND_VOID)
        return;
    slice name = page_tag_name(r->page, r->page->tag[node]);
    buffer_text(r->out, "</");
    buffer_append(r->out, name.data, name.len);
    buffer_byte(r->out, '>');
}

/* The body's children in order; an element is closed when the walk has passed its end. */
static void write_page(report *r)
{
    const husk_page *page = r->page;
    uint32_t body = page->body, open = body;
    for (uint32_t i = body + 1; i < page->end[body];) {
        for (; open != body && page->end[open] <= i; open = page->parent[open])
            close_element(r, open);
        if (page->flags[i] & NODE_TEXT) {
            escape(r->out, page->text[i], false);
            i++;
        } else if (is_left_out(page, i)) {
            i = page->end[i];
        } else {
            open_element(r, i);
            if (page->end[i] > i + 1 && !(tag_kind(page->tag[i]) & KIND_VOID))
                open = i;
            else
                close_element(r, i);
            i = open == i ? i + 1 : page->end[i];
        }
    }
    for (; open != body; open = page->parent[open])
        close_element(r, open);
}

/* --- what stands above it ----------------------------------------------------------------------------------------- */

static void write_row(report *r, uint32_t k)
{
    const pagelevel_verdict *v = r->verdict;
    uint32_t node = v->tree.node[k];
    slice tag = page_tag_name(r->page, r->page->tag[node]), class = page_attribute_value(r->page, node, ATTR_CLASS);
    buffer_format(r->out, "<tr><td>%u<td>%s<td>", r->number[k], is_template(r, k) ? "template" : "content");
    write_score(r->out, v->smoothed[k]);
    buffer_text(r->out, "<td>");
    escape(r->out, tag, false);
    buffer_text(r->out, class.len ? " class " : "");
    escape(r->out, class, false);
    buffer_format(r->out, "<td>%u<td>%s</tr>\n", layout_words(&v->boxes, r->page, node), reason(r, k));
}

static void write_bar(report *r)
{
    const pagelevel_verdict *v = r->verdict;
    uint32_t n_template = 0;
    for (uint32_t k = 0; k < v->tree.n; k++)
        n_template += v->segment[k] == k && is_template(r, k);
    buffer_text(r->out, "<div class=\"husk-report-bar\"><b>");
    escape(r->out, r->page->id, false);
    buffer_format(r->out,
                  "</b><br>%u segments, %u of them template; boxes %s. <span class=\"husk-report-key\" "
                  "data-husk-segment=\"content\">"
                  "content</span><span class=\"husk-report-key\" data-husk-segment=\"template\">template</span>Hover "
                  "for score and reason.\n",
                  v->n_segments, n_template, v->boxes.is_real ? "from a browser" : "estimated");
    buffer_text(r->out, "<details><summary>All "
                        "segments</summary><table><tr><th>segment<th>label<th>score<th>element<th>words<th>why</tr>\n");
    for (uint32_t k = 0; k < v->tree.n; k++)
        if (v->segment[k] == k)
            write_row(r, k);
    buffer_text(r->out, "</table></details></div>\n");
}

husk_status report_write(const husk_page *page, const logistic_model *model, const pagelevel_verdict *verdict,
                         buffer *out)
{
    report r = { .page = page, .model = model, .verdict = verdict, .out = out };
    arena memory;
    arena_init(&memory, SIZE_MAX / 2);
    r.number = arena_array(&memory, verdict->tree.n, sizeof *r.number);
    if (!r.number)
        return HUSK_NO_MEMORY;
    for (uint32_t k = 0, n = 0; k < verdict->tree.n; k++)
        r.number[k] = verdict->segment[k] == k ? n++ : 0;
    buffer_text(out, head);
    buffer_text(out, "<title>husk report: ");
    escape(out, page->id, false);
    buffer_text(out, "</title>\n");
    buffer_text(out, style);
    buffer_text(out, "</head><body>\n");
    write_bar(&r);
    buffer_text(out, "<div class=\"husk-report-page\"");
    if (verdict->tree.n)
        write_mark(&r, 0);
    buffer_text(out, ">\n");
    if (verdict->tree.n)
        write_page(&r);
    buffer_text(out, "\n</div></body></html>\n");
    arena_free(&memory);
    return out->status;
}
