/* safe_page.c - a judged page as HTML that can run and load nothing, with every judged text marked.
 * Tags and attributes come from two allow-lists: anything else is dropped (scripts, frames, media, foreign content)
 * or becomes a span (custom elements). No URL, style or name of the page is kept, so the output is the same however
 * often it is parsed and written again. Cost: the page's size. */
#include "write/safe_page.h"

#include "base/escape.h"
#include "write/element.h"

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

husk_status safe_page_mark(const husk_verdict *v, arena *memory, safe_page *marks)
{
    const husk_page *page = v->page;
    uint32_t *of_block = nodes_none(memory, page->n_blocks), *of_node = nodes_none(memory, page->n_nodes);
    uint8_t *says = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *says);
    marks->number = nodes_none(memory, page->n_nodes);
    marks->segment = nodes_none(memory, v->n_blocks);
    if (!of_block || !of_node || !says || !marks->number || !marks->segment)
        return HUSK_NO_MEMORY;
    memset(says, 0, (size_t)page->n_nodes + 1);
    number_texts(v, of_block, marks->number);
    if (v->is_judged && page->body != NODE_NONE)
        find_segments(v, marks->number, says, of_node, marks->segment);
    return HUSK_OK;
}

/* --- tags and attributes ------------------------------------------------------------------------------------------ */

/* What to do with an element. */
typedef enum fate { LEFT_OUT, AS_IT_IS, AS_SPAN, AS_DIV } fate;

/* Controls become boxes: a select shows only one of its texts, and no text of a dialog or of closed details is
 * visible. */
static fate fate_of(const husk_page *page, uint32_t node)
{
    uint16_t tag = (uint16_t)page->tag[node];
    if (page->flags[node] & (NODE_FOREIGN | NODE_SILENT))
        return LEFT_OUT;
    if (page->tag[node] >= TAG_OWN)
        return AS_SPAN;
    switch (tag) {
    case TAG_PLAINTEXT:
    case TAG_XMP:
    case TAG_LISTING:
    case TAG_SELECT:
    case TAG_OPTGROUP:
    case TAG_OPTION:
    case TAG_DETAILS:
    case TAG_SUMMARY:
    case TAG_DIALOG:
    case TAG_FORM:
    case TAG_FIELDSET:
    case TAG_LEGEND:
    case TAG_MARQUEE:
    case TAG_FRAMESET:
    case TAG_BODY:
    case TAG_HTML:
        return AS_DIV;
    case TAG_BUTTON:
    case TAG_LABEL:
    case TAG_OUTPUT:
    case TAG_METER:
    case TAG_PROGRESS:
    case TAG_SLOT:
    case TAG_MAP:
    case TAG_PICTURE:
    case TAG_NOBR:
        return AS_SPAN;
    case TAG_INPUT:
    case TAG_AREA:
    case TAG_MATH:
    case TAG_ANNOTATION:
    case TAG_SEMANTICS:
        return LEFT_OUT;
    default:
        return tag_kind(page->tag[node]) & KIND_SILENT ? LEFT_OUT : AS_IT_IS;
    }
}

static slice name_of(const husk_page *page, uint32_t node)
{
    switch (fate_of(page, node)) {
    case AS_SPAN:
        return SLICE("span");
    case AS_DIV:
        return SLICE("div");
    default:
        return page_tag_name(page, page->tag[node]);
    }
}

/* Only what reading order and the shape of tables and lists depend on. */
static bool is_kept(slice name)
{
    static const char *const kept[] = { "dir", "lang", "colspan", "rowspan", "start", "reversed", "alt" };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (slice_is(name, kept[i]))
            return true;
    return false;
}

static void write_attributes(const husk_page *page, uint32_t node, const uint8_t *is_segment, buffer *out)
{
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
        const page_attribute *at = &page->attributes[a];
        if (is_kept((slice){ at->name, at->name_len }))
            element_write_attribute(out, (slice){ at->name, at->name_len }, (slice){ at->value, at->value_len });
    }
    if (is_segment[node])
        buffer_format(out, " data-husk-segment=\"%u\"", node);
}

/* --- the page ----------------------------------------------------------------------------------------------------- */

typedef struct writer {
    const husk_page *page;
    const safe_page *marks;
    const uint8_t *is_segment; /* by node */
    buffer *out;
} writer;

static void mark_text(const writer *w, uint32_t node)
{
    uint32_t number = w->marks->number[node];
    if (number != NODE_NONE)
        buffer_format(w->out, "<span data-husk=\"%u\">", number);
    escape_html(w->out, w->page->text[node], ESCAPE_TEXT | ESCAPE_ATTRIBUTE);
    if (number != NODE_NONE)
        buffer_text(w->out, "</span>");
}

static void open_element(const writer *w, uint32_t node)
{
    slice name = name_of(w->page, node);
    buffer_byte(w->out, '<');
    buffer_append(w->out, name.data, name.len);
    write_attributes(w->page, node, w->is_segment, w->out);
    buffer_byte(w->out, '>');
}

static void close_element(const writer *w, uint32_t node)
{
    if (tag_kind(w->page->tag[node]) & KIND_VOID)
        return;
    slice name = name_of(w->page, node);
    buffer_text(w->out, "</");
    buffer_append(w->out, name.data, name.len);
    buffer_byte(w->out, '>');
}

/* The body's children in order; an element is closed when the walk has passed its end. */
static void write_body(const writer *w)
{
    const husk_page *page = w->page;
    uint32_t body = page->body, open = body;
    for (uint32_t i = body + 1; i < page->end[body];) {
        for (; open != body && page->end[open] <= i; open = page->parent[open])
            close_element(w, open);
        if (page->flags[i] & NODE_TEXT) {
            mark_text(w, i);
            i++;
        } else if (fate_of(page, i) == LEFT_OUT) {
            i = page->end[i];
        } else {
            open_element(w, i);
            if (page->end[i] > i + 1 && !(tag_kind(page->tag[i]) & KIND_VOID))
                open = i;
            else
                close_element(w, i);
            i = open == i ? i + 1 : page->end[i];
        }
    }
    for (; open != body; open = page->parent[open])
        close_element(w, open);
}

void safe_page_write(const husk_verdict *v, const safe_page *marks, buffer *out)
{
    husk_page *page = v->page;
    arena_mark mark = arena_save(&page->scratch);
    uint8_t *is_segment = arena_array(&page->scratch, (size_t)page->n_nodes + 1, sizeof *is_segment);
    if (is_segment == NULL) {
        out->status = HUSK_NO_MEMORY;
        return;
    }
    memset(is_segment, 0, (size_t)page->n_nodes + 1);
    for (size_t i = 0; i < v->n_blocks; i++)
        if (marks->segment[i] != NODE_NONE)
            is_segment[marks->segment[i]] = 1;
    writer w = { .page = page, .marks = marks, .is_segment = is_segment, .out = out };
    if (v->is_judged && page->body != NODE_NONE)
        write_body(&w);
    arena_restore(&page->scratch, mark);
}
