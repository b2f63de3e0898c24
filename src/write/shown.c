/* shown.c - a judged page for the web page and the report: its safe HTML, and everything known of each block.
 * The HTML can run and load nothing, and every judged text in it is marked. Tags and attributes come from two
 * allow-lists: anything else is dropped (scripts, frames, media, foreign content) or becomes a span (custom elements).
 * No URL, style or name of the page is kept, so the output is the same however often it is parsed and written again.
 * Labels and reasons are those of `husk label`. Cost: the page's size, and one alignment. Limits: the buffer's cap. */
#include "base/escape.h"
#include "base/limits.h"
#include "write/element.h"
#include "write/judged.h"
#include "write/site/sitefile.h"

/* A segment: the largest element whose judged texts all have one label. */
typedef struct shown {
    husk_verdict *v;
    uint32_t *number;    /* by text node: its block's index in the verdict, or NODE_NONE */
    uint32_t *segment;   /* by block of the verdict: its segment's element, or NODE_NONE */
    uint8_t *is_segment; /* by node */
    uint32_t *slot;      /* by block: slot of its class's template, or TEMPLATE_NONE */
    buffer *out;
    buffer piece; /* a string before it is escaped */
} shown;

/* --- blocks of texts, segments of blocks -------------------------------------------------------------------------- */

static void number_texts(const husk_verdict *v, uint32_t *of_block, uint32_t *number)
{
    const husk_page *page = v->page;
    for (size_t i = 0; i < v->n_blocks; i++) {
        for (uint32_t t = v->parts[i].first; v->by_texts && t <= v->parts[i].last; t++)
            number[v->texts[t].node] = (uint32_t)i;
        if (!v->by_texts && v->parts[i].block != NODE_NONE)
            of_block[v->parts[i].block] = (uint32_t)i;
    }
    for (uint32_t node = 1; !v->by_texts && v->is_judged && node < page->n_nodes; node++)
        if (page->block_of[node] != NODE_NONE)
            number[node] = of_block[page->block_of[node]];
}

enum { SAYS_CONTENT = 1, SAYS_TEMPLATE = 2 };

/* Segments are found top down: a node's segment is its parent's, or itself if all its texts agree. */
static void find_segments(const husk_verdict *v, const uint32_t *number, uint8_t *says, uint32_t *of_node,
                          uint32_t *segment)
{
    const husk_page *page = v->page;
    for (uint32_t node = page->n_nodes; node-- > 1;) {
        if (number[node] != NODE_NONE)
            says[node] = v->blocks[number[node]].label == HUSK_TEMPLATE ? SAYS_TEMPLATE : SAYS_CONTENT;
        says[page->parent[node]] |= says[node];
    }
    for (uint32_t node = page->body + 1; node < page->end[page->body]; node++) {
        uint32_t above = of_node[page->parent[node]];
        bool agrees = says[node] == SAYS_CONTENT || says[node] == SAYS_TEMPLATE;
        bool is_element = !(page->flags[node] & NODE_TEXT);
        of_node[node] = above != NODE_NONE ? above : agrees && is_element ? node : NODE_NONE;
        if (number[node] != NODE_NONE && segment[number[node]] == NODE_NONE)
            segment[number[node]] = of_node[node];
    }
}

static uint32_t *nodes_none(arena *memory, size_t n)
{
    uint32_t *nodes = arena_array(memory, n + 1, sizeof *nodes);
    if (nodes)
        memset(nodes, 0xff, (n + 1) * sizeof *nodes);
    return nodes;
}

/* The blocks of texts and the segments of blocks, in `memory`. NO_MEMORY. */
static husk_status mark_page(shown *s, arena *memory)
{
    const husk_verdict *v = s->v;
    const husk_page *page = v->page;
    uint32_t *of_block = nodes_none(memory, page->n_blocks), *of_node = nodes_none(memory, page->n_nodes);
    uint8_t *says = arena_zeros(memory, (size_t)page->n_nodes + 1, sizeof *says);
    s->is_segment = arena_zeros(memory, (size_t)page->n_nodes + 1, sizeof *s->is_segment);
    s->number = nodes_none(memory, page->n_nodes);
    s->segment = nodes_none(memory, v->n_blocks);
    if (!of_block || !of_node || !says || !s->is_segment || !s->number || !s->segment)
        return HUSK_NO_MEMORY;
    number_texts(v, of_block, s->number);
    if (v->is_judged && page->body != NODE_NONE)
        find_segments(v, s->number, says, of_node, s->segment);
    for (size_t i = 0; i < v->n_blocks; i++)
        if (s->segment[i] != NODE_NONE)
            s->is_segment[s->segment[i]] = 1;
    return HUSK_OK;
}

/* --- tags and attributes ------------------------------------------------------------------------------------------ */

typedef enum fate { AS_IT_IS, AS_SPAN, AS_DIV, LEFT_OUT } fate;

/* Controls become boxes: a select shows only one of its texts, and no text of a dialog or of closed details is
 * visible. */
static const uint8_t fates[TAG_OWN] = {
    [TAG_PLAINTEXT] = AS_DIV,    [TAG_XMP] = AS_DIV,         [TAG_LISTING] = AS_DIV,  [TAG_SELECT] = AS_DIV,
    [TAG_OPTGROUP] = AS_DIV,     [TAG_OPTION] = AS_DIV,      [TAG_DETAILS] = AS_DIV,  [TAG_SUMMARY] = AS_DIV,
    [TAG_DIALOG] = AS_DIV,       [TAG_FORM] = AS_DIV,        [TAG_FIELDSET] = AS_DIV, [TAG_LEGEND] = AS_DIV,
    [TAG_MARQUEE] = AS_DIV,      [TAG_FRAMESET] = AS_DIV,    [TAG_BODY] = AS_DIV,     [TAG_HTML] = AS_DIV,
    [TAG_BUTTON] = AS_SPAN,      [TAG_LABEL] = AS_SPAN,      [TAG_OUTPUT] = AS_SPAN,  [TAG_METER] = AS_SPAN,
    [TAG_PROGRESS] = AS_SPAN,    [TAG_SLOT] = AS_SPAN,       [TAG_MAP] = AS_SPAN,     [TAG_PICTURE] = AS_SPAN,
    [TAG_NOBR] = AS_SPAN,        [TAG_INPUT] = LEFT_OUT,     [TAG_AREA] = LEFT_OUT,   [TAG_MATH] = LEFT_OUT,
    [TAG_ANNOTATION] = LEFT_OUT, [TAG_SEMANTICS] = LEFT_OUT,
};

static fate fate_of(const husk_page *page, uint32_t node)
{
    uint16_t tag = page->tag[node];
    if (page->flags[node] & (NODE_FOREIGN | NODE_SILENT))
        return LEFT_OUT;
    if (tag >= TAG_OWN)
        return AS_SPAN;
    return fates[tag] == AS_IT_IS && tag_kind(tag) & KIND_SILENT ? LEFT_OUT : (fate)fates[tag];
}

static slice name_of(const husk_page *page, uint32_t node)
{
    fate f = fate_of(page, node);
    return f == AS_SPAN ? SLICE("span") : f == AS_DIV ? SLICE("div") : page_tag_name(page, page->tag[node]);
}

/* Only what reading order and the shape of tables and lists depend on. */
static const char kept[] = "dir lang colspan rowspan start reversed alt ";

static void write_attributes(const husk_page *page, uint32_t node, const uint8_t *is_segment, buffer *out)
{
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
        const page_attribute *at = &page->attributes[a];
        if (slice_is_in((slice){ at->name, at->name_len }, kept))
            element_write_attribute(out, (slice){ at->name, at->name_len }, (slice){ at->value, at->value_len });
    }
    if (is_segment[node])
        buffer_format(out, " data-husk-segment=\"%u\"", node);
}

/* --- the page ----------------------------------------------------------------------------------------------------- */

static void mark_text(shown *s, uint32_t node)
{
    uint32_t number = s->number[node];
    if (number != NODE_NONE)
        buffer_format(&s->piece, "<span data-husk=\"%u\">", number);
    escape_html(&s->piece, s->v->page->text[node], ESCAPE_TEXT | ESCAPE_ATTRIBUTE);
    if (number != NODE_NONE)
        buffer_text(&s->piece, "</span>");
}

static void open_element(shown *s, uint32_t node)
{
    slice name = name_of(s->v->page, node);
    buffer_byte(&s->piece, '<');
    buffer_append(&s->piece, name.data, name.len);
    write_attributes(s->v->page, node, s->is_segment, &s->piece);
    buffer_byte(&s->piece, '>');
}

static void close_element(shown *s, uint32_t node)
{
    if (!(tag_kind(s->v->page->tag[node]) & KIND_VOID))
        element_write_end(&s->piece, name_of(s->v->page, node));
}

/* The contents of the body in order; an element is closed when the walk has passed its end. Each judged text is in
 * <span data-husk="its block">; a segment's element has data-husk-segment="its node". */
static void write_body(shown *s)
{
    const husk_page *page = s->v->page;
    uint32_t body = page->body, open = body;
    for (uint32_t i = body + 1; i < page->end[body];) {
        for (; open != body && page->end[open] <= i; open = page->parent[open])
            close_element(s, open);
        if (page->flags[i] & NODE_TEXT) {
            mark_text(s, i);
            i++;
        } else if (fate_of(page, i) == LEFT_OUT) {
            i = page->end[i];
        } else {
            open_element(s, i);
            if (page->end[i] > i + 1 && !(tag_kind(page->tag[i]) & KIND_VOID))
                open = i;
            else
                close_element(s, i);
            i = open == i ? i + 1 : page->end[i];
        }
    }
    for (; open != body; open = page->parent[open])
        close_element(s, open);
}

/* --- everything known --------------------------------------------------------------------------------------------- */

static void write_piece(shown *s, const char *name)
{
    buffer_format(s->out, "\"%s\":", name);
    json_string(s->out, (slice){ s->piece.data ? s->piece.data : "", s->piece.len });
    buffer_clear(&s->piece);
}

static void write_share(shown *s, const char *name, float share)
{
    if (share < 0)
        return;
    buffer_format(s->out, ",\"%s\":", name);
    write_fixed(share, 3, s->out);
}

static void write_evidence(shown *s, const husk_block *b)
{
    static const char *const by[] = { "page", "site", "both", "text", "token" };
    write_share(s, "score", b->score);
    write_share(s, "main_score", b->main_probability);
    write_share(s, "page", b->page);
    write_share(s, "site", b->site);
    buffer_format(s->out, ",\"by\":\"%s\"", by[b->by]);
    if (b->of)
        buffer_format(s->out, ",\"pages\":%u,\"of\":%u", b->pages, b->of);
    if (b->role != HUSK_ROLE_NONE)
        buffer_format(s->out, ",\"role\":\"%s\"", husk_role_name(b->role));
    if (b->is_hidden)
        buffer_text(s->out, ",\"hidden\":true");
}

static bool write_block(shown *s, size_t i)
{
    const husk_block *b = &s->v->blocks[i];
    buffer_format(s->out, "%s{\"n\":%zu,", i ? ",\n" : "", i);
    bool room = verdict_path(s->v, s->v->parts[i].element, &s->piece);
    write_piece(s, "path");
    json_string_after(s->out, ",\"text\":", (slice){ b->text.data, b->text.len });
    buffer_format(s->out, ",\"label\":\"%s\",\"main\":%s", husk_label_name(b->label), b->is_main ? "true" : "false");
    write_evidence(s, b);
    if (s->segment[i] != NODE_NONE)
        buffer_format(s->out, ",\"segment\":%u", s->segment[i]);
    if (s->slot[i] != TEMPLATE_NONE)
        buffer_format(s->out, ",\"slot\":%u", s->slot[i]);
    buffer_text(s->out, ",\"reasons\":");
    verdict_write_reasons(s->v, i, true, s->out);
    buffer_byte(s->out, '}');
    return room;
}

/* --- slots -------------------------------------------------------------------------------------------------------- */

/* The page's tokens are aligned with its class's template, as in learning: unmatched tokens are between two matched
 * ones. HUSK_MAX_ALIGN_BYTES; a page too long for it has no slots. */

static const model_class *class_of(const husk_verdict *v, uint32_t *place)
{
    uint32_t number = v->judgement.page_class;
    if (v->host == NULL || number == 0)
        return NULL;
    const model_host *host = &v->host->model;
    *place = model_class_place(host->classes, host->n_classes, number);
    return *place < host->n_classes && host->classes[*place].n_tokens ? &host->classes[*place] : NULL;
}

/* Of the slots from..to, the one that most of the learned pages fill with text: if template tokens are missing on
 * this page, its text may be in any of them. */
static uint32_t likely_slot(const model_class *c, uint32_t from, uint32_t to)
{
    uint32_t best = from;
    for (uint32_t i = from; i <= to; i++)
        if (c->slots[i].texts && (c->slots[best].texts == 0 || c->slots[i].pages > c->slots[best].pages))
            best = i;
    return best;
}

static void fill(const model_class *c, const page_token *tokens, uint32_t n, const uint32_t *places, uint32_t *slots)
{
    uint32_t from = 0; /* the template token that is still to come */
    for (uint32_t i = 0; i < n;) {
        uint32_t end = i;
        while (end < n && places[end] == TEMPLATE_NONE)
            end++;
        uint32_t to = end < n ? places[end] : c->n_tokens, slot = end > i ? likely_slot(c, from, to) : 0;
        for (; i < end; i++)
            if (tokens[i].kind == TOKEN_TEXT)
                slots[tokens[i].node] = slot;
        from = to + (to < c->n_tokens);
        i = end + 1;
    }
}

/* By node, in `memory`: the template token that its text comes before, or TEMPLATE_NONE: it is part of the template,
 * not a text, or the page has no class with a template. *out is NULL if no node has a slot. NO_MEMORY. */
static husk_status slots_of(const husk_verdict *v, arena *memory, uint32_t **out)
{
    page_token *tokens;
    uint32_t n, place;
    aligner al;
    *out = NULL;
    const model_class *c = class_of(v, &place);
    if (c == NULL)
        return HUSK_OK;
    husk_status status = page_tokens(v->page, memory, &tokens, &n);
    uint32_t *places = status == HUSK_OK ? nodes_none(memory, n) : NULL;
    uint32_t *slots = places ? nodes_none(memory, v->page->n_nodes) : NULL;
    if (slots == NULL)
        return HUSK_NO_MEMORY;
    aligner_init(&al, HUSK_MAX_ALIGN_BYTES);
    status = template_match(v->host->templates[place], &al, tokens, n, memory, places);
    aligner_free(&al);
    if (status != HUSK_OK)
        return status == HUSK_LIMIT ? HUSK_OK : status;
    fill(c, tokens, n, places, slots);
    *out = slots;
    return HUSK_OK;
}

/* A block's slot is that of its first text with one. */
static husk_status find_slots(shown *s, arena *memory)
{
    uint32_t *of_node;
    husk_status status = slots_of(s->v, memory, &of_node);
    s->slot = nodes_none(memory, s->v->n_blocks);
    if (status != HUSK_OK || s->slot == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t node = 0; of_node && node < s->v->page->n_nodes; node++) {
        uint32_t block = s->number[node];
        if (block != NODE_NONE && s->slot[block] == TEMPLATE_NONE)
            s->slot[block] = of_node[node];
    }
    return HUSK_OK;
}

/* The direction of the page's text, which its body does not say if its root does. */
static void write_direction(const husk_page *page, buffer *out)
{
    slice dir = page->body == NODE_NONE ? (slice){ NULL, 0 } : page_attribute_value(page, page->body, ATTR_DIR);
    if (dir.len == 0 && page->html != NODE_NONE)
        dir = page_attribute_value(page, page->html, ATTR_DIR);
    if (slice_is_nocase(dir, "rtl"))
        buffer_text(out, ",\"dir\":\"rtl\"");
}

husk_status shown_write(husk_verdict *v, buffer *out)
{
    shown s = { .v = v, .out = out };
    arena memory;
    arena_init(&memory, HUSK_MAX_PAGE_ARENA);
    buffer_init(&s.piece, HUSK_MAX_OUTPUT_BYTES);
    husk_status status = verdict_blocks(v, true);
    status = status ?: mark_page(&s, &memory);
    status = status ?: find_slots(&s, &memory);
    if (status == HUSK_OK) {
        if (v->is_judged && v->page->body != NODE_NONE)
            write_body(&s);
        write_piece(&s, "html");
        write_direction(v->page, out);
        buffer_text(out, ",\"blocks\":[");
        size_t start = out->len, most = page_output_cap(v->page);
        for (size_t i = 0; status == HUSK_OK && i < v->n_blocks; i++)
            status = out->len - start > most ? HUSK_LIMIT : write_block(&s, i) ? HUSK_OK : HUSK_NO_MEMORY;
        buffer_text(out, status == HUSK_LIMIT ? "],\"cut\":true" : "]");
    }
    if (s.piece.status != HUSK_OK)
        status = out->status = s.piece.status;
    buffer_free(&s.piece);
    arena_free(&memory);
    return status;
}

/* --- the report --------------------------------------------------------------------------------------------------- */

/* One HTML file: the web page's own views, with their data inside: JSON in a script element of that type, which
 * browsers do not run; it contains no "<", so nothing in it ends that element. The file's policy allows its own script
 * by hash and nothing else. */

/* In JSON, "<" occurs only in strings, where it may be escaped. Done in place, from the end: a page has many bytes. */
void report_data_escape(buffer *json, size_t from)
{
    static const char escaped[] = "\\u003c";
    size_t n = sizeof escaped - 1, more = 0, end = json->len;
    for (size_t i = from; i < end; i++)
        more += json->data[i] == '<' ? n - 1 : 0;
    if (more == 0 || !buffer_reserve(json, more))
        return;
    json->len += more;
    for (size_t at = json->len; at > end;) {
        if (json->data[--end] != '<') {
            json->data[--at] = json->data[end];
        } else {
            at -= n;
            memcpy(json->data + at, escaped, n);
        }
    }
}

/* The map is there if Graphviz is available to draw it. */
husk_status report_site_write(const model_host *host, const bool *wanted, buffer *out)
{
    buffer map;
    size_t start = out->len;
    buffer_init(&map, HUSK_MAX_OUTPUT_BYTES);
    write_host_view(host, wanted, out);
    if (map_svg(host, 1, &map, NULL) == HUSK_OK && out->status == HUSK_OK) {
        out->len--; /* the closing brace */
        json_string_after(out, ",\"map\":", (slice){ map.data, map.len });
        buffer_byte(out, '}');
    }
    report_data_escape(out, start);
    buffer_free(&map);
    return out->status;
}
