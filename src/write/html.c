/* html.c - a page as clean HTML: few elements, few attributes, well-formed.
 * The output parses back to the same structures, so writing it again gives the same bytes (tests/fuzz/fuzz_write.c).
 * Only navigable URLs (http, https, ftp, mailto, tel) are kept; no scripts, styles or handlers. Cost: linear. Limits:
 * the buffer's cap. */
#include "base/escape.h"
#include "write/flow.h"

typedef struct html_writer {
    bool in_paragraph; /* the run is a <p> */
    size_t bare_start; /* the last bare run, which becomes a <p> if a second follows */
    size_t bare_end;
} html_writer;

/* --- text and attributes ------------------------------------------------------------------------------------------ */

static void escape(buffer *out, slice text)
{
    escape_html(out, text, ESCAPE_TEXT | ESCAPE_ATTRIBUTE | ESCAPE_RETURN);
}

/* Quotes need no escape in text. */
static void escape_folded(buffer *out, slice text)
{
    escape_html(out, text, ESCAPE_TEXT | ESCAPE_FOLD);
}

static void attribute(buffer *out, const char *name, slice value)
{
    element_write_attribute(out, (slice){ name, strlen(name) }, value);
}

static void copy_attribute(buffer *out, const husk_page *page, uint32_t node, uint16_t id, const char *name)
{
    slice value = slice_trim(page_attribute_value(page, node, id));
    if (value.len && value.len <= ELEMENT_MAX_LANGUAGE)
        attribute(out, name, value);
}

static void copy_language(buffer *out, const husk_page *page, uint32_t node)
{
    copy_attribute(out, page, node, ATTR_LANG, "lang");
    copy_attribute(out, page, node, ATTR_DIR, "dir");
}

/* --- styles ------------------------------------------------------------------------------------------------------- */

static const char *const layer_tags[N_LAYERS] = {
    [LAYER_LINK] = "a",      [LAYER_QUOTE] = "q",     [LAYER_QUOTE_INNER] = "q", [LAYER_STRONG] = "strong",
    [LAYER_EMPHASIS] = "em", [LAYER_DELETED] = "del", [LAYER_MARK] = "mark",     [LAYER_SUB] = "sub",
    [LAYER_SUP] = "sup",     [LAYER_RUBY] = "ruby",   [LAYER_READING] = "rt",    [LAYER_KEY] = "kbd",
    [LAYER_CODE] = "code",   [LAYER_NOTE] = "small",
};

static const char *layer_tag(const husk_page *page, unsigned layer, uint32_t node)
{
    if (layer != LAYER_SCOPE)
        return layer_tags[layer];
    return page->tag[node] == TAG_BDI ? "bdi" : page->tag[node] == TAG_BDO ? "bdo" : "span";
}

static void on_close_layer(flow *f, unsigned layer)
{
    buffer_format(f->out, "</%s>", layer_tag(f->page, layer, f->open.value[f->open.n]));
}

static void on_open_layer(flow *f, unsigned layer)
{
    uint32_t node = f->open.value[f->open.n - 1];
    buffer_format(f->out, "<%s", layer_tag(f->page, layer, node));
    if (layer == LAYER_LINK)
        attribute(f->out, "href", (slice){ f->open_link.data, f->open_link.len });
    if (layer == LAYER_SCOPE)
        copy_language(f->out, f->page, node);
    buffer_byte(f->out, '>');
}

/* --- runs --------------------------------------------------------------------------------------------------------- */

/* Turn the preceding bare run into a paragraph, as the next one will be. */
static void wrap_bare_run(html_writer *w, buffer *out)
{
    if (w->bare_end != out->len || w->bare_end == 0 || !buffer_reserve(out, 7))
        return;
    char *start = out->data + w->bare_start;
    memmove(start + 3, start, out->len - w->bare_start);
    memcpy(start, "<p>", 3);
    out->len += 3;
    buffer_text(out, "</p>");
}

static void on_run(flow *f)
{
    html_writer *w = f->writer;
    w->in_paragraph = !(flow_is_first(f) && flow_holds_line(flow_innermost(f)));
    if (w->in_paragraph) {
        wrap_bare_run(w, f->out);
        buffer_end_line(f->out);
        buffer_text(f->out, "<p>");
    } else {
        w->bare_start = f->out->len;
    }
    w->bare_end = 0;
}

static void on_run_end(flow *f)
{
    html_writer *w = f->writer;
    if (w->in_paragraph)
        buffer_text(f->out, "</p>\n");
    else
        w->bare_end = f->out->len;
}

static void on_text(flow *f, slice text)
{
    escape_folded(f->out, text);
}

static void on_image(flow *f, slice alt, slice address)
{
    buffer_text(f->out, "<img");
    if (address.len)
        attribute(f->out, "src", address);
    attribute(f->out, "alt", alt);
    buffer_byte(f->out, '>');
}

/* MathML that parses back to the same formula, and that browsers without MathML show as TeX. */
static void on_math(flow *f, slice tex, bool display)
{
    buffer_text(f->out, display ? "<math display=\"block\"><semantics><mtext>" : "<math><semantics><mtext>");
    escape(f->out, tex);
    buffer_text(f->out, "</mtext><annotation encoding=\"application/x-tex\">");
    escape(f->out, tex);
    buffer_text(f->out, "</annotation></semantics></math>");
}

static void on_break(flow *f)
{
    buffer_text(f->out, "<br>\n");
}

static void on_pre(flow *f, uint32_t node, slice text)
{
    html_writer *w = f->writer;
    slice language = element_code_language(f->page, node);
    w->bare_end = 0;
    flow_is_first(f);
    buffer_end_line(f->out);
    buffer_text(f->out, "<pre><code");
    if (language.len) {
        buffer_text(f->out, " class=\"language-");
        escape(f->out, language);
        buffer_byte(f->out, '"');
    }
    buffer_byte(f->out, '>');
    for (slice part; flow_next_part(f, &text, &part);)
        escape(f->out, part);
    buffer_text(f->out, "</code></pre>\n");
}

static void on_rule(flow *f)
{
    buffer_end_line(f->out);
    flow_is_first(f);
    buffer_text(f->out, "<hr>\n");
}

/* --- structures --------------------------------------------------------------------------------------------------- */

static const char *const kind_tags[] = {
    [FLOW_QUOTE] = "blockquote", [FLOW_ITEM] = "li",
    [FLOW_TERMS] = "dl",         [FLOW_TERM] = "dt",
    [FLOW_DEFINITION] = "dd",    [FLOW_TABLE] = "table",
    [FLOW_CAPTION] = "caption",  [FLOW_ROW] = "tr",
    [FLOW_FIGURE] = "figure",    [FLOW_FIGURE_CAPTION] = "figcaption",
    [FLOW_DETAILS] = "details",  [FLOW_SUMMARY] = "summary",
    [FLOW_GROUP] = "div",
};

/* Cells of a <thead> are headings whatever their tag: no <thead> is written. */
static bool is_heading_cell(const husk_page *page, const flow_entry *cell)
{
    uint32_t row = page->parent[cell->node];
    return page->tag[cell->node] == TAG_TH ||
           (!cell->implied && page->tag[row] == TAG_TR && page->tag[page->parent[row]] == TAG_THEAD);
}

static const char *entry_tag(const husk_page *page, const flow_entry *e)
{
    static const char *const headings[] = { "h1", "h2", "h3", "h4", "h5", "h6" };
    switch (e->kind) {
    case FLOW_HEADING:
        return headings[e->level - 1];
    case FLOW_LIST:
        return e->ordered ? "ol" : "ul";
    case FLOW_CELL:
        return is_heading_cell(page, e) ? "th" : "td";
    default:
        return kind_tags[e->kind];
    }
}

static void list_attributes(buffer *out, const husk_page *page, flow_entry *list)
{
    int64_t first;
    int step;
    element_list_numbers(page, list->node, &first, &step);
    list->count = first;
    if (step < 0)
        buffer_text(out, " reversed");
    if (step < 0 || first != 1)
        buffer_format(out, " start=\"%lld\"", (long long)first);
    slice type = page_attribute_value(page, list->node, ATTR_TYPE);
    if (type.len == 1 && strchr("aAiI", type.data[0]))
        attribute(out, "type", type);
}

/* State an item's number if counting would not give it. */
static void item_attributes(buffer *out, flow_entry *list, const flow_entry *item)
{
    if (list->count != item->number)
        buffer_format(out, " value=\"%lld\"", (long long)item->number);
    list->count = item->number + list->step;
}

static void cell_attributes(buffer *out, const table_grid *grid)
{
    if (grid->colspan > 1)
        buffer_format(out, " colspan=\"%u\"", (unsigned)grid->colspan);
    if (grid->rowspan > 1)
        buffer_format(out, " rowspan=\"%u\"", (unsigned)grid->rowspan);
}

static void on_open(flow *f, flow_entry *entry)
{
    html_writer *w = f->writer;
    buffer_end_line(f->out);
    buffer_format(f->out, "<%s", entry_tag(f->page, entry));
    if (!entry->implied)
        copy_language(f->out, f->page, entry->node);
    if (entry->kind == FLOW_LIST && entry->ordered)
        list_attributes(f->out, f->page, entry);
    else if (entry->kind == FLOW_ITEM && entry[-1].ordered)
        item_attributes(f->out, entry - 1, entry);
    else if (entry->kind == FLOW_CELL)
        cell_attributes(f->out, &f->grid);
    buffer_byte(f->out, '>');
    if (entry->kind == FLOW_TABLE && f->grid.needs_head)
        buffer_text(f->out, "<thead></thead>");
    w->bare_end = 0;
}

static void on_close(flow *f, const flow_entry *entry)
{
    html_writer *w = f->writer;
    buffer_format(f->out, "</%s>\n", entry_tag(f->page, entry));
    w->bare_end = 0;
}

/* --- pages -------------------------------------------------------------------------------------------------------- */

husk_status write_html(husk_page *page, const write_options *options, buffer *out)
{
    static const flow_sink sink = { { on_open, on_close, on_run, on_run_end, on_text, on_image, on_math, on_break,
                                      on_pre, on_rule, NULL, on_open_layer, on_close_layer, NULL },
                                    (1u << N_LAYERS) - 1,
                                    ESCAPE_MAX_LEN,
                                    FLOW_WANTS_GROUPS | FLOW_WANTS_SOURCE_SPACE | FLOW_WANTS_LINKS };
    html_writer w = { .in_paragraph = false };
    write_options all = *options;
    all.images = true;
    if (options->title.len) {
        buffer_text(out, "<h1>");
        escape_folded(out, options->title);
        buffer_text(out, "</h1>\n");
    }
    husk_status status = flow_walk(page, &all, &sink, &w, out);
    buffer_end_line(out);
    return status;
}

static void meta_tag(buffer *out, const char *name, slice value)
{
    buffer_text(out, "<meta");
    attribute(out, "name", (slice){ name, strlen(name) });
    attribute(out, "content", value);
    buffer_text(out, ">\n");
}

static void write_metadata(buffer *out, const husk_metadata *m)
{
    metadata_field fields[METADATA_FIELDS];
    metadata_fields(m, fields);
    for (size_t i = 1; i < METADATA_FIELDS; i++)
        for (size_t k = 0; k < fields[i].n; k++)
            meta_tag(out, fields[i].name, fields[i].values[k]);
}

/* The head may use part of the output; a longer title is dropped. */
static void write_head(buffer *out, const husk_page *page, const husk_metadata *metadata)
{
    buffer title;
    buffer_init(&title, out->cap / 32);
    if (metadata && metadata->title.len)
        buffer_append(&title, metadata->title.data, metadata->title.len);
    else if (page->title != NODE_NONE)
        page_text(page, page->title, &title);
    buffer_text(out, "<meta charset=\"utf-8\">\n<title>");
    if (title.status == HUSK_OK)
        escape_folded(out, (slice){ title.data, title.len });
    buffer_text(out, "</title>\n");
    if (metadata)
        write_metadata(out, metadata);
    if (title.status == HUSK_NO_MEMORY)
        out->status = HUSK_NO_MEMORY;
    buffer_free(&title);
}

husk_status write_html_document(husk_page *page, const write_options *options, const husk_metadata *metadata,
                                buffer *out)
{
    buffer_text(out, "<!DOCTYPE html>\n<html");
    if (page->html != NODE_NONE)
        copy_language(out, page, page->html);
    buffer_text(out, ">\n<head>\n");
    write_head(out, page, metadata);
    buffer_text(out, "</head>\n<body>\n");
    husk_status status = write_html(page, options, out);
    buffer_text(out, "</body>\n</html>\n");
    return status ?: out->status;
}
