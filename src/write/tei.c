/* tei.c - a page as TEI P5 XML, valid against TEI's schema.
 * Each heading outside all other structures opens a <div>, nested by level, because TEI allows a <head> only at the
 * start of a division; every other heading is highlighted text. What TEI has no element for keeps its name in @rend.
 * Cost: linear. Limits: the buffer's cap; cut output stays well-formed. */
#include "base/escape.h"
#include "write/element.h"
#include "write/flow.h"

typedef struct tei_level {
    uint8_t kind;
    bool wrapped; /* an <item> was put around it, since a list contains only items */
    bool no_run;  /* nothing written in it yet */
    bool no_row;  /* TABLE: no row yet, so a caption may still be its <head> */
    bool as_row;  /* CAPTION: written as a row of one cell, since rows came before it */
    bool is_head; /* HEADING: a division's <head> */
    bool in_line; /* HEADING: inside something that takes only lines */
} tei_level;

typedef struct tei_writer {
    buffer *out;
    style_stack style;
    bool in_paragraph;
    tei_level levels[FLOW_MAX_DEPTH + 6]; /* by depth of structures */
    unsigned depth;
    uint8_t divisions[8]; /* the levels of the open headings' divisions, increasing */
    unsigned n_divisions;
    bool leading; /* the division before the first heading is open */
    bool any;     /* a division was written */
} tei_writer;

/* --- text and attributes ------------------------------------------------------------------------------------------ */

static void attribute(buffer *out, const char *name, slice value)
{
    buffer_byte(out, ' ');
    buffer_text(out, name);
    buffer_text(out, "=\"");
    escape_xml(out, value, ESCAPE_FOLD);
    buffer_byte(out, '"');
}

/* A URL as XML Schema's anyURI takes it: characters that a URL parser accepts and a URI may not have are
 * percent-encoded; brackets stay in a host. */
static void address_attribute(buffer *out, const char *name, slice address)
{
    size_t slashes = 0;
    bool fragment = false, has_host = address.len > 3 && memmem(address.data, address.len, "://", 3);
    buffer_format(out, " %s=\"", name);
    for (size_t i = 0; i < address.len; i++) {
        unsigned char c = (unsigned char)address.data[i];
        slashes += c == '/';
        bool hex = i + 2 < address.len && strchr("0123456789abcdefABCDEF", address.data[i + 1]) &&
                   strchr("0123456789abcdefABCDEF", address.data[i + 2]);
        bool odd = c <= 0x20 || c == 0x7f || strchr("\"<>\\^`{|}", c) ||
                   ((c == '[' || c == ']') && !(has_host && slashes == 2)) || (c == '%' && !hex) ||
                   (c == '#' && fragment);
        fragment |= c == '#';
        if (odd)
            buffer_format(out, "%%%02X", c);
        else
            buffer_append(out, c == '&' ? "&amp;" : (const char *)&c, c == '&' ? 5 : 1);
    }
    buffer_byte(out, '"');
}

/* <name>value</name> and `end`, if there is a value. */
static void leaf(buffer *out, const char *name, slice value, const char *end)
{
    if (value.len == 0)
        return;
    buffer_format(out, "<%s>", name);
    escape_xml(out, value, ESCAPE_FOLD);
    buffer_format(out, "</%s>%s", name, end);
}

static void newline(tei_writer *w)
{
    if (w->out->len && w->out->data[w->out->len - 1] != '\n')
        buffer_byte(w->out, '\n');
}

/* --- styles ------------------------------------------------------------------------------------------------------- */

static const char *const layer_tags[N_LAYERS] = {
    [LAYER_LINK] = "ref",  [LAYER_SCOPE] = "seg",   [LAYER_QUOTE] = "q",     [LAYER_QUOTE_INNER] = "q",
    [LAYER_STRONG] = "hi", [LAYER_EMPHASIS] = "hi", [LAYER_DELETED] = "del", [LAYER_MARK] = "hi",
    [LAYER_SUB] = "hi",    [LAYER_SUP] = "hi",      [LAYER_RUBY] = "hi",     [LAYER_READING] = "hi",
    [LAYER_KEY] = "hi",    [LAYER_CODE] = "code",
};

static const char *const layer_rends[N_LAYERS] = {
    [LAYER_STRONG] = "bold", [LAYER_EMPHASIS] = "italic", [LAYER_MARK] = "mark",  [LAYER_SUB] = "sub",
    [LAYER_SUP] = "sup",     [LAYER_RUBY] = "ruby",       [LAYER_READING] = "rt", [LAYER_KEY] = "kbd",
};

static void close_styles(tei_writer *w, unsigned stays)
{
    while (w->style.n > stays)
        buffer_format(w->out, "</%s>", layer_tags[w->style.layer[--w->style.n]]);
}

static void open_styles(tei_writer *w)
{
    for (unsigned layer; (layer = style_open(&w->style)) < N_LAYERS;) {
        buffer_format(w->out, "<%s", layer_tags[layer]);
        if (layer_rends[layer])
            buffer_format(w->out, " rend=\"%s\"", layer_rends[layer]);
        if (layer == LAYER_LINK)
            address_attribute(w->out, "target", (slice){ w->style.address.data, w->style.address.len });
        buffer_byte(w->out, '>');
    }
}

/* Close the layers that the next piece lacks; `leaves_code`: it may not be in <code>, which contains only text. */
static void end_styles(tei_writer *w, flow *f, bool leaves_code)
{
    style_want(&w->style, f, true, !leaves_code);
    close_styles(w, style_stays(&w->style, f->space || f->breaks));
}

static void begin_piece(tei_writer *w, flow *f, bool leaves_code)
{
    end_styles(w, f, leaves_code);
    if (f->space)
        buffer_byte(w->out, ' ');
    open_styles(w);
}

/* What comes before the first heading gets its own division, since after a division only divisions may follow. */
static void lead(tei_writer *w)
{
    if (w->n_divisions == 0 && !w->leading) {
        buffer_text(w->out, "<div>\n");
        w->leading = w->any = true;
    }
}

/* --- runs --------------------------------------------------------------------------------------------------------- */

/* Elements that may not contain <p>. */
static bool is_line_only(uint8_t kind)
{
    return kind == FLOW_HEADING || kind == FLOW_CAPTION || kind == FLOW_FIGURE_CAPTION || kind == FLOW_SUMMARY ||
           kind == FLOW_TERM;
}

/* Is the walk inside something, other than `entry` itself, that takes only lines? */
static bool is_in_line(const flow *f, const flow_entry *entry)
{
    const flow_entry *e;
    for (unsigned i = 0; (e = flow_around(f, i)); i++)
        if (e != entry && is_line_only(e->kind))
            return true;
    return false;
}

/* Is the direct container a list? */
static bool is_list(const tei_writer *w)
{
    return w->depth && (w->levels[w->depth].kind == FLOW_LIST || w->levels[w->depth].kind == FLOW_TERMS);
}

static void on_run(void *writer, flow *f)
{
    tei_writer *w = writer;
    const flow_entry *around = flow_around(f, 0);
    bool first = w->levels[w->depth].no_run, line = is_in_line(f, NULL);
    w->levels[w->depth].no_run = false;
    lead(w);
    w->in_paragraph = !line && !(around && flow_holds_line(around) && first);
    if (w->in_paragraph) {
        newline(w);
        buffer_text(w->out, is_list(w) ? "<item>" : "<p>");
    } else if (!first) {
        buffer_text(w->out, "<lb/>");
    }
}

static void on_run_end(void *writer, flow *f)
{
    tei_writer *w = writer;
    (void)f;
    close_styles(w, 0);
    if (w->in_paragraph)
        buffer_text(w->out, is_list(w) ? "</item>\n" : "</p>\n");
    w->in_paragraph = false;
}

static void on_text(void *writer, flow *f, slice text)
{
    tei_writer *w = writer;
    if (!flow_room(f, w->out, ESCAPE_MAX_LEN * text.len + 512))
        return;
    begin_piece(w, f, false);
    escape_xml(w->out, text, ESCAPE_FOLD);
}

static void on_image(void *writer, flow *f, slice alt, slice address)
{
    tei_writer *w = writer;
    if (!flow_room(f, w->out, ESCAPE_MAX_LEN * (alt.len + address.len) + 512))
        return;
    begin_piece(w, f, true);
    buffer_text(w->out, "<figure>");
    if (address.len) {
        buffer_text(w->out, "<graphic");
        address_attribute(w->out, "url", address);
        buffer_text(w->out, "/>");
    }
    leaf(w->out, "figDesc", alt, "");
    buffer_text(w->out, "</figure>");
}

static void on_math(void *writer, flow *f, slice tex, bool display)
{
    tei_writer *w = writer;
    if (!flow_room(f, w->out, ESCAPE_MAX_LEN * tex.len + 512))
        return;
    begin_piece(w, f, true);
    buffer_text(w->out, display ? "<formula notation=\"TeX\" rend=\"display\">" : "<formula notation=\"TeX\">");
    escape_xml(w->out, tex, 0);
    buffer_text(w->out, "</formula>");
}

static void on_break(void *writer, flow *f)
{
    tei_writer *w = writer;
    flow_room(f, w->out, 64);
    end_styles(w, f, true);
    buffer_text(w->out, "<lb/>");
}

static void on_pre(void *writer, flow *f, uint32_t node, slice text)
{
    tei_writer *w = writer;
    slice language = element_code_language(f->page, node);
    bool line = is_in_line(f, NULL);
    w->levels[w->depth].no_run = false;
    lead(w);
    if (!line)
        newline(w);
    if (is_list(w))
        buffer_text(w->out, "<item>");
    buffer_text(w->out, line ? "<code" : "<ab type=\"code\" xml:space=\"preserve\"><code");
    /* TEI's word: no white space, letters and digits and a few marks */
    bool word = language.len > 0;
    for (size_t i = 0; i < language.len && word; i++)
        word = !is_space(language.data[i]) && language.data[i] != ':' && (unsigned char)language.data[i] > 0x20;
    if (word)
        attribute(w->out, "lang", language);
    buffer_byte(w->out, '>');
    while (text.len && flow_room(f, w->out, ESCAPE_MAX_LEN * 4096 + 512)) {
        size_t n = text.len < 4096 ? text.len : utf8_valid_len(text.data, 4096);
        escape_xml(w->out, (slice){ text.data, n }, 0);
        text = (slice){ text.data + n, text.len - n };
    }
    buffer_text(w->out, line ? "</code>" : "</code></ab>");
    buffer_text(w->out, is_list(w) ? "</item>\n" : line ? "" : "\n");
}

static void on_rule(void *writer, flow *f)
{
    tei_writer *w = writer;
    flow_room(f, w->out, 64);
    lead(w);
    buffer_text(w->out, "<milestone unit=\"section\" rend=\"rule\"/>");
}

/* --- structures --------------------------------------------------------------------------------------------------- */

static void close_divisions(tei_writer *w, unsigned level)
{
    while (w->n_divisions && w->divisions[w->n_divisions - 1] >= level) {
        newline(w);
        buffer_text(w->out, "</div>\n");
        w->n_divisions--;
    }
}

/* A heading of the page itself starts a division; inside anything else it is a line. */
static void open_heading(tei_writer *w, flow *f, const flow_entry *heading)
{
    tei_level *level = &w->levels[w->depth];
    level->is_head = w->depth == 1;
    level->in_line = !level->is_head && is_in_line(f, heading);
    if (!level->is_head) {
        lead(w);
        buffer_format(w->out, level->in_line ? "<hi rend=\"h%u\">" : "<p><hi rend=\"h%u\">", (unsigned)heading->level);
        return;
    }
    if (w->leading)
        buffer_text(w->out, "</div>\n");
    w->leading = false;
    w->any = true;
    close_divisions(w, heading->level);
    buffer_text(w->out, "<div>\n<head>");
    if (w->n_divisions < sizeof w->divisions)
        w->divisions[w->n_divisions++] = heading->level;
}

/* What depends only on the kind; DETAILS and GROUP have no element. */
static const struct {
    const char *open, *close;
} kind_tags[] = {
    [FLOW_QUOTE] = { "<quote>", "</quote>" },
    [FLOW_LIST] = { "", "</list>" },
    [FLOW_ITEM] = { "", "</item>" },
    [FLOW_TERMS] = { "<list rend=\"definitions\">", "</list>" },
    [FLOW_TERM] = { "<item rend=\"term\">", "</item>" },
    [FLOW_DEFINITION] = { "<item rend=\"definition\">", "</item>" },
    [FLOW_TABLE] = { "<table>", "</table>" },
    [FLOW_CAPTION] = { "", "</head>" },
    [FLOW_ROW] = { "<row>", "</row>" },
    [FLOW_CELL] = { "", "</cell>" },
    [FLOW_FIGURE] = { "<figure>", "</figure>" },
    [FLOW_FIGURE_CAPTION] = { "<head>", "</head>" },
    [FLOW_SUMMARY] = { "<p rend=\"summary\">", "</p>" },
    [FLOW_DETAILS] = { "", "" },
    [FLOW_GROUP] = { "", "" },
};

static void open_cell(tei_writer *w, flow *f, const flow_entry *cell)
{
    buffer_text(w->out, f->page->tag[cell->node] == TAG_TH ? "<cell role=\"label\"" : "<cell");
    if (f->grid.colspan > 1)
        buffer_format(w->out, " cols=\"%u\"", (unsigned)f->grid.colspan);
    if (f->grid.rowspan > 1)
        buffer_format(w->out, " rows=\"%u\"", (unsigned)f->grid.rowspan);
    buffer_byte(w->out, '>');
}

static void on_open(void *writer, flow *f, const flow_entry *entry)
{
    tei_writer *w = writer;
    flow_room(f, w->out, 512);
    newline(w);
    if (entry->kind != FLOW_HEADING)
        lead(w);
    tei_level *around = &w->levels[w->depth];
    around->no_run = false;
    bool lone = is_list(w) && entry->kind != FLOW_ITEM && entry->kind != FLOW_TERM && entry->kind != FLOW_DEFINITION;
    w->levels[++w->depth] = (tei_level){ .kind = entry->kind, .no_run = true, .no_row = true, .wrapped = lone };
    if (lone)
        buffer_text(w->out, "<item>");
    tei_level *level = &w->levels[w->depth];
    switch (entry->kind) {
    case FLOW_LIST:
        buffer_format(w->out, "<list rend=\"%s\">", entry->ordered ? "numbered" : "bulleted");
        break;
    case FLOW_ITEM:
        if (entry[-1].ordered)
            buffer_format(w->out, "<item n=\"%lld\">", (long long)entry->number);
        else
            buffer_text(w->out, "<item>");
        break;
    case FLOW_HEADING:
        open_heading(w, f, entry);
        break;
    case FLOW_CAPTION:
        level->as_row = !around->no_row;
        buffer_text(w->out, level->as_row ? "<row><cell rend=\"caption\">" : "<head>");
        break;
    case FLOW_CELL:
        open_cell(w, f, entry);
        break;
    default:
        around->no_row = around->no_row && entry->kind != FLOW_ROW;
        buffer_text(w->out, kind_tags[entry->kind].open);
    }
}

static const char *close_tag(const tei_writer *w, const flow_entry *entry)
{
    const tei_level *level = &w->levels[w->depth];
    if (entry->kind == FLOW_HEADING)
        return level->is_head ? "</head>" : level->in_line ? "</hi>" : "</hi></p>";
    return level->as_row ? "</cell></row>" : kind_tags[entry->kind].close;
}

static void on_close(void *writer, flow *f, const flow_entry *entry)
{
    tei_writer *w = writer;
    (void)f;
    buffer_text(w->out, close_tag(w, entry));
    buffer_text(w->out, w->levels[w->depth].wrapped ? "</item>\n" : "\n");
    w->depth--;
}

/* --- the document ------------------------------------------------------------------------------------------------- */

static void dated(buffer *out, const char *name, slice when)
{
    if (when.len == 0)
        return;
    buffer_format(out, "<%s", name);
    attribute(out, "when", when);
    buffer_text(out, "/>\n");
}

/* The publisher: the site, or its host; TEI requires one. */
static void publication(const husk_page *page, const page_metadata *m, buffer *out)
{
    slice host = url_host(page->url);
    buffer_text(out, "<publicationStmt>\n");
    leaf(out, "publisher", m->site.len ? m->site : host, "\n");
    buffer_text(out, m->site.len || host.len ? "" : "<publisher/>\n");
    dated(out, "date", m->published);
    if (m->license.len) {
        bool address = memchr(m->license.data, ':', m->license.len) && !memchr(m->license.data, ' ', m->license.len);
        buffer_text(out, "<availability><licence");
        if (address)
            address_attribute(out, "target", m->license);
        buffer_byte(out, '>');
        leaf(out, "p", m->license, "</licence></availability>\n");
    }
    buffer_text(out, "</publicationStmt>\n");
}

static void title_and_authors(const page_metadata *m, buffer *out)
{
    leaf(out, "title", m->title, "\n");
    for (uint32_t i = 0; i < m->n_authors; i++)
        leaf(out, "author", m->authors[i], "\n");
}

static void source(const husk_page *page, const page_metadata *m, buffer *out)
{
    slice address = m->url.len ? m->url : page->url;
    buffer_text(out, "<sourceDesc>\n<bibl>\n");
    title_and_authors(m, out);
    leaf(out, "publisher", m->site, "\n");
    dated(out, "date", m->published);
    if (address.len) {
        buffer_text(out, "<ref");
        address_attribute(out, "target", address);
        buffer_byte(out, '>');
        escape_xml(out, address, ESCAPE_FOLD);
        buffer_text(out, "</ref>\n");
    }
    buffer_text(out, "</bibl>\n</sourceDesc>\n");
}

static void profile(const page_metadata *m, buffer *out)
{
    buffer_text(out, "<profileDesc>\n");
    if (m->description.len) {
        buffer_text(out, "<abstract>");
        leaf(out, "p", m->description, "\n");
        buffer_text(out, "</abstract>\n");
    }
    if (m->language.len) {
        buffer_text(out, "<langUsage><language");
        attribute(out, "ident", m->language);
        buffer_text(out, "/></langUsage>\n");
    }
    if (m->n_tags) {
        buffer_text(out, "<textClass><keywords>\n");
        for (uint32_t i = 0; i < m->n_tags; i++)
            leaf(out, "term", m->tags[i], "\n");
        buffer_text(out, "</keywords></textClass>\n");
    }
    buffer_text(out, "</profileDesc>\n");
}

static void header(const husk_page *page, const page_metadata *m, buffer *out)
{
    buffer_text(out, "<teiHeader>\n<fileDesc>\n<titleStmt>\n");
    buffer_text(out, m->title.len ? "" : "<title/>\n");
    title_and_authors(m, out);
    buffer_text(out, "</titleStmt>\n");
    publication(page, m, out);
    source(page, m, out);
    buffer_text(out, "</fileDesc>\n");
    if (m->description.len || m->language.len || m->n_tags)
        profile(m, out);
    if (m->modified.len) {
        buffer_text(out, "<revisionDesc>");
        dated(out, "change", m->modified);
        buffer_text(out, "</revisionDesc>\n");
    }
    buffer_text(out, "</teiHeader>\n");
}

static husk_status body(husk_page *page, const write_options *options, const char *type, buffer *out)
{
    static const flow_sink sink = { on_open, on_close, on_run, on_run_end, on_text, on_image,
                                    on_math, on_break, on_pre, on_rule,    NULL };
    tei_writer w = { .out = out, .style = style_begin() };
    buffer_format(out, "<div type=\"%s\">\n", type);
    husk_status status = flow_walk(page, options, &sink, &w, 0);
    newline(&w);
    close_divisions(&w, 0);
    buffer_text(out, w.leading ? "</div>\n</div>\n" : w.any ? "</div>\n" : "<p/>\n</div>\n");
    return style_end(&w.style, status);
}

static bool keeps_something(const husk_page *page, const write_options *options)
{
    for (uint32_t i = 0; options && options->keep && i < page->n_nodes; i++)
        if (options->keep[i])
            return true;
    return false;
}

husk_status write_tei(husk_page *page, const write_options *options, const write_options *comments,
                      const page_metadata *metadata, buffer *out)
{
    page_metadata least = { 0 };
    buffer title;
    buffer_init(&title, out->cap);
    if (metadata == NULL && page->title != NODE_NONE)
        page_text(page, page->title, &title);
    least.title = (slice){ title.data, title.len < 4096 ? title.len : 0 };
    buffer_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<TEI xmlns=\"http://www.tei-c.org/ns/1.0\">\n");
    header(page, metadata ? metadata : &least, out);
    buffer_free(&title);
    buffer_text(out, "<text>\n<body>\n");
    husk_status status = body(page, options, "entry", out);
    if (status == HUSK_OK && keeps_something(page, comments))
        status = body(page, comments, "comments", out);
    buffer_text(out, "</body>\n</text>\n</TEI>\n");
    return status ?: out->status;
}
