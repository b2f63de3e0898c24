/* tei.c - a page as TEI P5 XML, valid against TEI's schema.
 * Each heading outside all other structures opens a <div>, nested by level, because TEI allows a <head> only at the
 * start of a division; every other heading is highlighted text. What TEI has no element for keeps its name in @rend.
 * Cost: linear. Limits: the buffer's cap; cut output stays well-formed. */
#include "base/escape.h"
#include "write/flow.h"

enum {
    WRAPPED = 1, /* an <item> was put around it, since a list contains only items */
    HEAD = 2,    /* HEADING: a division's <head> */
    IN_LINE = 4  /* HEADING: inside something that takes only lines */
};

typedef struct tei_writer {
    const char *paragraph_end; /* of the run's; NULL: it has none */
    uint8_t divisions[8];      /* the levels of the open headings' divisions, increasing */
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
        bool odd = c <= 0x20 || c == 0x7f || strchr("\"<>\\^`{|}", c) ||
                   ((c == '[' || c == ']') && !(has_host && slashes == 2)) ||
                   (c == '%' && hex_number(address, i + 1, 2) < 0) || (c == '#' && fragment);
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

/* --- styles ------------------------------------------------------------------------------------------------------- */

static const char *const layer_tags[N_LAYERS] = {
    [LAYER_LINK] = "ref",  [LAYER_SCOPE] = "seg",   [LAYER_QUOTE] = "q",     [LAYER_QUOTE_INNER] = "q",
    [LAYER_STRONG] = "hi", [LAYER_EMPHASIS] = "hi", [LAYER_DELETED] = "del", [LAYER_MARK] = "hi",
    [LAYER_SUB] = "hi",    [LAYER_SUP] = "hi",      [LAYER_RUBY] = "hi",     [LAYER_READING] = "hi",
    [LAYER_KEY] = "hi",    [LAYER_CODE] = "code",   [LAYER_NOTE] = "hi",
};

static const char *const layer_rends[N_LAYERS] = {
    [LAYER_STRONG] = "bold", [LAYER_EMPHASIS] = "italic", [LAYER_MARK] = "mark",
    [LAYER_SUB] = "sub",     [LAYER_SUP] = "sup",         [LAYER_RUBY] = "ruby",
    [LAYER_READING] = "rt",  [LAYER_KEY] = "kbd",         [LAYER_NOTE] = "note",
};

static void on_close_layer(flow *f, unsigned layer)
{
    buffer_format(f->out, "</%s>", layer_tags[layer]);
}

static void on_open_layer(flow *f, unsigned layer)
{
    buffer_format(f->out, "<%s", layer_tags[layer]);
    if (layer_rends[layer])
        buffer_format(f->out, " rend=\"%s\"", layer_rends[layer]);
    if (layer == LAYER_LINK)
        address_attribute(f->out, "target", (slice){ f->open_link.data, f->open_link.len });
    buffer_byte(f->out, '>');
}

/* What comes before the first heading gets its own division, since after a division only divisions may follow. */
static void lead(flow *f)
{
    tei_writer *w = f->writer;
    if (w->n_divisions == 0 && !w->leading) {
        buffer_text(f->out, "<div>\n");
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
    for (const flow_entry *e = f->entries; e < f->entries + f->n_entries; e++)
        if (e != entry && is_line_only(e->kind))
            return true;
    return false;
}

static bool is_list(const flow_entry *around)
{
    return around && (around->kind == FLOW_LIST || around->kind == FLOW_TERMS);
}

static void on_run(flow *f)
{
    tei_writer *w = f->writer;
    const flow_entry *around = flow_innermost(f);
    bool first = flow_is_first(f), line = is_in_line(f, NULL);
    lead(f);
    w->paragraph_end = line || (first && flow_holds_line(around)) ? NULL : is_list(around) ? "</item>\n" : "</p>\n";
    if (w->paragraph_end) {
        buffer_end_line(f->out);
        buffer_text(f->out, is_list(around) ? "<item>" : "<p>");
    } else if (!first) {
        buffer_text(f->out, "<lb/>");
    }
}

static void on_run_end(flow *f)
{
    tei_writer *w = f->writer;
    if (w->paragraph_end)
        buffer_text(f->out, w->paragraph_end);
}

static void on_text(flow *f, slice text)
{
    escape_xml(f->out, text, ESCAPE_FOLD);
}

static void on_image(flow *f, slice alt, slice address)
{
    buffer_text(f->out, "<figure>");
    if (address.len) {
        buffer_text(f->out, "<graphic");
        address_attribute(f->out, "url", address);
        buffer_text(f->out, "/>");
    }
    leaf(f->out, "figDesc", alt, "");
    buffer_text(f->out, "</figure>");
}

static void on_math(flow *f, slice tex, bool display)
{
    buffer_text(f->out, display ? "<formula notation=\"TeX\" rend=\"display\">" : "<formula notation=\"TeX\">");
    escape_xml(f->out, tex, 0);
    buffer_text(f->out, "</formula>");
}

static void on_break(flow *f)
{
    buffer_text(f->out, "<lb/>");
}

static void on_pre(flow *f, uint32_t node, slice text)
{
    slice language = element_code_language(f->page, node);
    bool line = is_in_line(f, NULL), wrapped = is_list(flow_innermost(f));
    flow_is_first(f);
    lead(f);
    if (!line)
        buffer_end_line(f->out);
    if (wrapped)
        buffer_text(f->out, "<item>");
    buffer_text(f->out, line ? "<code" : "<ab type=\"code\" xml:space=\"preserve\"><code");
    if (language.len)
        attribute(f->out, "lang", language);
    buffer_byte(f->out, '>');
    for (slice part; flow_next_part(f, &text, &part);)
        escape_xml(f->out, part, 0);
    buffer_text(f->out, line ? "</code>" : "</code></ab>");
    buffer_text(f->out, wrapped ? "</item>\n" : line ? "" : "\n");
}

static void on_rule(flow *f)
{
    lead(f);
    buffer_text(f->out, "<milestone unit=\"section\" rend=\"rule\"/>");
}

/* --- structures --------------------------------------------------------------------------------------------------- */

static void close_divisions(tei_writer *w, unsigned level, buffer *out)
{
    while (w->n_divisions && w->divisions[w->n_divisions - 1] >= level) {
        buffer_end_line(out);
        buffer_text(out, "</div>\n");
        w->n_divisions--;
    }
}

/* A heading of the page itself starts a division; inside anything else it is a line. */
static void open_heading(flow *f, flow_entry *heading)
{
    tei_writer *w = f->writer;
    if (heading > f->entries) {
        bool in_line = is_in_line(f, heading);
        heading->mark |= in_line ? IN_LINE : 0;
        lead(f);
        buffer_format(f->out, in_line ? "<hi rend=\"h%u\">" : "<p><hi rend=\"h%u\">", (unsigned)heading->level);
        return;
    }
    heading->mark |= HEAD;
    if (w->leading)
        buffer_text(f->out, "</div>\n");
    w->leading = false;
    w->any = true;
    close_divisions(w, heading->level, f->out);
    buffer_text(f->out, "<div>\n<head>");
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
    [FLOW_CAPTION] = { "<head>", "</head>" },
    [FLOW_ROW] = { "<row>", "</row>" },
    [FLOW_CELL] = { "", "</cell>" },
    [FLOW_FIGURE] = { "<figure>", "</figure>" },
    [FLOW_FIGURE_CAPTION] = { "<head>", "</head>" },
    [FLOW_SUMMARY] = { "<p rend=\"summary\">", "</p>" },
    [FLOW_DETAILS] = { "", "" },
    [FLOW_GROUP] = { "", "" },
};

static void open_cell(flow *f, const flow_entry *cell)
{
    buffer_text(f->out, f->page->tag[cell->node] == TAG_TH ? "<cell role=\"label\"" : "<cell");
    if (f->grid.colspan > 1)
        buffer_format(f->out, " cols=\"%u\"", (unsigned)f->grid.colspan);
    if (f->grid.rowspan > 1)
        buffer_format(f->out, " rows=\"%u\"", (unsigned)f->grid.rowspan);
    buffer_byte(f->out, '>');
}

static void on_open(flow *f, flow_entry *entry)
{
    flow_entry *around = entry > f->entries ? entry - 1 : NULL;
    buffer_end_line(f->out);
    if (entry->kind != FLOW_HEADING)
        lead(f);
    if (around)
        around->has_line = true;
    if (is_list(around) && entry->kind != FLOW_ITEM && entry->kind != FLOW_TERM && entry->kind != FLOW_DEFINITION) {
        entry->mark = WRAPPED;
        buffer_text(f->out, "<item>");
    }
    switch (entry->kind) {
    case FLOW_LIST:
        buffer_format(f->out, "<list rend=\"%s\">", entry->ordered ? "numbered" : "bulleted");
        break;
    case FLOW_ITEM:
        if (around->ordered)
            buffer_format(f->out, "<item n=\"%lld\">", (long long)entry->number);
        else
            buffer_text(f->out, "<item>");
        break;
    case FLOW_HEADING:
        open_heading(f, entry);
        break;
    case FLOW_CELL:
        open_cell(f, entry);
        break;
    default:
        buffer_text(f->out, kind_tags[entry->kind].open);
    }
}

static void on_close(flow *f, const flow_entry *entry)
{
    buffer_text(f->out, entry->kind != FLOW_HEADING ? kind_tags[entry->kind].close
                        : entry->mark & HEAD        ? "</head>"
                        : entry->mark & IN_LINE     ? "</hi>"
                                                    : "</hi></p>");
    buffer_text(f->out, entry->mark & WRAPPED ? "</item>\n" : "\n");
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
static void publication(const husk_page *page, const husk_metadata *m, buffer *out)
{
    slice host = url_host(page->url);
    buffer_text(out, "<publicationStmt>\n");
    leaf(out, "publisher", m->sitename.len ? m->sitename : host, "\n");
    buffer_text(out, m->sitename.len || host.len ? "" : "<publisher/>\n");
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

static void title_and_authors(const husk_metadata *m, buffer *out)
{
    leaf(out, "title", m->title, "\n");
    for (uint32_t i = 0; i < m->n_authors; i++)
        leaf(out, "author", m->authors[i], "\n");
}

static void source(const husk_page *page, const husk_metadata *m, buffer *out)
{
    slice address = m->url.len ? m->url : page->url;
    buffer_text(out, "<sourceDesc>\n<bibl>\n");
    title_and_authors(m, out);
    leaf(out, "publisher", m->sitename, "\n");
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

static void profile(const husk_metadata *m, buffer *out)
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

static void header(const husk_page *page, const husk_metadata *m, buffer *out)
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
    static const flow_sink sink = { { on_open, on_close, on_run, on_run_end, on_text, on_image, on_math, on_break,
                                      on_pre, on_rule, NULL, on_open_layer, on_close_layer, NULL },
                                    (1u << N_LAYERS) - 1,
                                    ESCAPE_MAX_LEN,
                                    FLOW_WANTS_LINKS | FLOW_WANTS_PURE_CODE };
    tei_writer w = { .n_divisions = 0 };
    buffer_format(out, "<div type=\"%s\">\n", type);
    husk_status status = flow_walk(page, options, &sink, &w, out);
    buffer_end_line(out);
    close_divisions(&w, 0, out);
    buffer_text(out, w.leading ? "</div>\n</div>\n" : w.any ? "</div>\n" : "<p/>\n</div>\n");
    return status;
}

static bool keeps_something(const husk_page *page, const write_options *options)
{
    for (uint32_t i = 0; options && options->keep && i < page->n_nodes; i++)
        if (options->keep[i])
            return true;
    return false;
}

husk_status write_tei(husk_page *page, const write_options *options, const write_options *comments,
                      const husk_metadata *metadata, buffer *out)
{
    husk_metadata least = { 0 };
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
