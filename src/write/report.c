/* report.c - the page itself, shaded: its elements are written again, and every text with its block's label.
 * What is said of a block is what `husk label` says of it. Nothing is loaded and no script runs: the file forbids both
 * (Content-Security-Policy), scripts, styles' addresses, event handlers and frames are left out as well. Hovering is
 * the browser's own tooltip. Cost: the page's size. */
#include "write/report.h"

#include "base/limits.h"

typedef struct report {
    const husk_page *page;
    husk_verdict *v;
    buffer *out;
    buffer words;     /* a reason before it is escaped */
    uint32_t *number; /* by text node: of its block in the verdict, or NODE_NONE */
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
    "[data-husk-label] { outline: 1px solid #2a7; }\n"
    "[data-husk-label=template] { outline: 1px dashed #c40; background: repeating-linear-gradient(135deg, "
    "rgba(204,68,0,.10) 0 8px, "
    "rgba(204,68,0,.18) 8px 16px) !important; }\n"
    "[data-husk-main] { background: rgba(34,170,119,.12); }\n"
    "[data-husk-label]:hover { outline-width: 2px; }\n"
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

static const char *label_of(const husk_block *b)
{
    return b->label == HUSK_TEMPLATE ? "template" : "content";
}

static void write_reason(report *r, size_t i, bool quoted)
{
    buffer_clear(&r->words);
    verdict_why(r->v, i, &r->words);
    escape(r->out, (slice){ r->words.data ? r->words.data : "", r->words.len }, quoted);
}

/* By text node, which block of the verdict it is of. */
static bool number_texts(report *r, arena *memory)
{
    const husk_verdict *v = r->v;
    uint32_t *of_block = arena_array(memory, (size_t)r->page->n_blocks + 1, sizeof *of_block);
    r->number = arena_array(memory, (size_t)r->page->n_nodes + 1, sizeof *r->number);
    if (of_block == NULL || r->number == NULL)
        return false;
    memset(of_block, 0xff, ((size_t)r->page->n_blocks + 1) * sizeof *of_block);
    memset(r->number, 0xff, ((size_t)r->page->n_nodes + 1) * sizeof *r->number);
    for (size_t i = 0; i < v->n_blocks; i++) {
        for (uint32_t t = v->parts[i].first; v->by_texts && t <= v->parts[i].last; t++)
            r->number[v->texts[t].node] = (uint32_t)i;
        if (!v->by_texts)
            of_block[v->parts[i].block] = (uint32_t)i;
    }
    for (uint32_t node = 1; !v->by_texts && v->is_judged && node < r->page->n_nodes; node++)
        if (r->page->block_of[node] != NODE_NONE)
            r->number[node] = of_block[r->page->block_of[node]];
    return true;
}

static void write_text(report *r, uint32_t node)
{
    uint32_t i = r->number[node];
    if (i == NODE_NONE) {
        escape(r->out, r->page->text[node], false);
        return;
    }
    const husk_block *b = &r->v->blocks[i];
    buffer_format(r->out, "<span data-husk-block=\"%u\" data-husk-label=\"%s\"%s title=\"block %u: %s, score %.2f", i,
                  label_of(b), b->is_main ? " data-husk-main" : "", i, label_of(b), (double)b->score);
    if (b->role != HUSK_ROLE_NONE)
        buffer_format(r->out, ", %s", husk_role_name(b->role));
    buffer_text(r->out, b->is_main ? ", main content. " : ". ");
    write_reason(r, i, true);
    buffer_text(r->out, "\">");
    escape(r->out, r->page->text[node], false);
    buffer_text(r->out, "</span>");
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
    buffer_byte(r->out, '<');
    buffer_append(r->out, name.data, name.len);
    write_attributes(r, node);
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
            write_text(r, i);
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

static void write_row(report *r, size_t i)
{
    const husk_block *b = &r->v->blocks[i];
    buffer_format(r->out, "<tr><td>%zu<td>%s<td>%s<td>%.2f<td>%s<td>", i, label_of(b), b->is_main ? "main" : "",
                  (double)b->score, b->role == HUSK_ROLE_NONE ? "" : husk_role_name(b->role));
    buffer_clear(&r->words);
    verdict_path(r->v, r->v->parts[i].element, &r->words);
    escape(r->out, (slice){ r->words.data ? r->words.data : "", r->words.len }, false);
    buffer_text(r->out, "<td>");
    write_reason(r, i, false);
    buffer_text(r->out, "</tr>\n");
}

static void write_page_line(report *r)
{
    const husk_judgement *j = &r->v->judgement;
    size_t n_template = 0, n_main = 0;
    for (size_t i = 0; i < r->v->n_blocks; i++) {
        n_template += r->v->blocks[i].label == HUSK_TEMPLATE;
        n_main += r->v->blocks[i].is_main;
    }
    buffer_format(r->out, "</b><br>%zu blocks, %zu template, %zu main content", r->v->n_blocks, n_template, n_main);
    if (j->kind)
        buffer_format(r->out, "; kind: %s", j->kind);
    if (j->confidence >= 0)
        buffer_format(r->out, ", confidence %.2f", (double)j->confidence);
    if (j->page_class)
        buffer_format(r->out, "; class %u", j->page_class);
    if (j->has_fit)
        buffer_format(r->out, ", fit %.2f", j->fit);
}

static void write_bar(report *r)
{
    buffer_text(r->out, "<div class=\"husk-report-bar\"><b>");
    escape(r->out, r->page->id, false);
    write_page_line(r);
    buffer_text(r->out,
                ". <span class=\"husk-report-key\" data-husk-label=\"content\" data-husk-main>main content</span>"
                "<span class=\"husk-report-key\" data-husk-label=\"content\">content</span>"
                "<span class=\"husk-report-key\" data-husk-label=\"template\">template</span>"
                "Hover for score and reason.\n"
                "<details><summary>All blocks</summary><table><tr><th>block<th>label<th>main<th>score<th>role"
                "<th>element<th>why</tr>\n");
    for (size_t i = 0; i < r->v->n_blocks; i++)
        write_row(r, i);
    buffer_text(r->out, "</table></details></div>\n");
}

husk_status report_write(husk_verdict *v, buffer *out)
{
    report r = { .page = v->page, .v = v, .out = out };
    arena memory;
    arena_init(&memory, HUSK_MAX_PAGE_ARENA);
    buffer_init(&r.words, HUSK_MAX_OUTPUT_BYTES);
    husk_status status = verdict_blocks(v);
    if (status == HUSK_OK && number_texts(&r, &memory)) {
        buffer_text(out, head);
        buffer_text(out, "<title>husk report: ");
        escape(out, v->page->id, false);
        buffer_text(out, "</title>\n");
        buffer_text(out, style);
        buffer_text(out, "</head><body>\n");
        write_bar(&r);
        buffer_text(out, "<div class=\"husk-report-page\">\n");
        if (v->is_judged && v->page->body != NODE_NONE)
            write_page(&r);
        buffer_text(out, "\n</div></body></html>\n");
        status = r.words.status != HUSK_OK ? r.words.status : out->status;
    } else if (status == HUSK_OK) {
        status = HUSK_NO_MEMORY;
    }
    buffer_free(&r.words);
    arena_free(&memory);
    return status;
}
