/* flow.c - one walk over a page, as a reader sees it, that drives every writer.
 * A preorder loop with two small stacks: `frames` holds what ends a block or restores a style, `entries`
 * (flow_entries.c) the structures. Cost: a few steps per node, hidden subtrees in one; linear. Limits: FLOW_MAX_DEPTH
 * nested structures, deeper ones are flattened. */
#include "write/flow.h"

#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/limits.h"

/* The longest piece given to a writer, so that it can stop near its cap. */
#define MAX_PIECE 16384
/* Of a piece that is none. */
#define NO_TEXT ((slice){ NULL, 0 })

struct flow_frame {
    uint32_t end;
    uint8_t layer; /* the layer it switched on; N_LAYERS: a block */
    uint8_t gap;
};

/* --- frames ------------------------------------------------------------------------------------------------------- */

/* Between two blocks. */
static void set_boundary(flow *f, uint8_t gap)
{
    f->boundary = true;
    if (gap > f->gap)
        f->gap = gap;
}

static flow_frame *push_frame(flow *f)
{
    if (!array_grow_in(&f->page->scratch, &f->frames, &f->frames_room, f->n_frames + 1u, sizeof *f->frames)) {
        f->status = HUSK_NO_MEMORY;
        f->stop = true;
        return NULL;
    }
    return &f->frames[f->n_frames++];
}

/* The heading around the current position, or NULL. */
static flow_entry *open_heading(flow *f)
{
    flow_entry *top = flow_innermost(f);
    return top && top->kind == FLOW_HEADING && top->end > f->at ? top : NULL;
}

static void end_heading(flow *f)
{
    flow_entry *heading = open_heading(f);
    if (heading)
        heading->end = f->at;
}

/* Block boundaries inside a heading are only white space: a heading is one line. */
static void block_border(flow *f, uint8_t gap)
{
    if (open_heading(f))
        f->space = true;
    else
        set_boundary(f, gap);
}

static void pop_frames(flow *f)
{
    while (f->n_frames && f->frames[f->n_frames - 1].end <= f->at) {
        const flow_frame *frame = &f->frames[--f->n_frames];
        if (frame->layer < N_LAYERS)
            f->style.layer[f->style.order[--f->style.n]] = 0;
        else
            block_border(f, frame->gap);
    }
}

static void start_layer(flow *f, unsigned layer, uint32_t value)
{
    /* A style that is already on is not repeated, and code has no style inside but links. */
    if (f->style.layer[layer] || (f->style.layer[LAYER_CODE] && layer != LAYER_LINK))
        return;
    flow_frame *frame = push_frame(f);
    if (frame == NULL)
        return;
    *frame = (flow_frame){ .end = f->page->end[f->at], .layer = (uint8_t)layer };
    f->style.layer[layer] = value;
    f->style.order[f->style.n++] = (uint8_t)layer;
}

static void start_block(flow *f, uint8_t gap)
{
    flow_frame *frame = push_frame(f);
    if (frame == NULL)
        return;
    *frame = (flow_frame){ .end = f->page->end[f->at], .layer = N_LAYERS, .gap = gap };
    block_border(f, gap);
}

/* --- leaves ------------------------------------------------------------------------------------------------------- */

/* The white space at the start of a text. A no-break space counts: at the edge of bold text or of a line it only
 * separates, and CommonMark does not see the end of bold text after one. */
static size_t space_before(const char *p, const char *end)
{
    const char *start = p;
    while (p < end && (is_space(*p) || (end - p > 1 && memcmp(p, "\xc2\xa0", 2) == 0)))
        p += is_space(*p) ? 1 : 2;
    return (size_t)(p - start);
}

static size_t space_after(const char *start, const char *p)
{
    const char *end = p;
    while (p > start && (is_space(p[-1]) || (p - start > 1 && memcmp(p - 2, "\xc2\xa0", 2) == 0)))
        p -= is_space(p[-1]) ? 1 : 2;
    return (size_t)(end - p);
}

static void write_piece(flow *f, slice text)
{
    if (flow_start_piece(f, text, text.len))
        f->sink->text(f, text);
}

static void on_plain(flow *f, slice text)
{
    const char *end = text.data + text.len, *p = text.data + space_before(text.data, end);
    if (p > text.data)
        f->space = true;
    const char *last = end - space_after(p, end);
    if (p == last)
        return;
    slice piece = { p, (size_t)(last - p) };
    if ((unsigned char)*p >= 0xc2 && shows_nothing(piece) && (!f->in_run || f->boundary || f->breaks > 1)) {
        f->space = true;
        return;
    }
    while (piece.len > MAX_PIECE) {
        size_t n = MAX_PIECE;
        while (n > MAX_PIECE - 8 && ((unsigned char)piece.data[n] & 0xc0) == 0x80)
            n--;
        /* White space at the cut goes to neither half. */
        size_t next = n;
        while (n && is_space(piece.data[n - 1]))
            n--;
        while (is_space(piece.data[next]))
            next++;
        if (n)
            write_piece(f, (slice){ piece.data, n });
        f->space = next > n;
        piece.data += next;
        piece.len -= next;
    }
    write_piece(f, piece);
    f->space = last < end;
}

static void write_math(flow *f, slice tex, bool display)
{
    if (flow_start_piece(f, NO_TEXT, 2 * tex.len))
        f->sink->math(f, tex, display);
    f->space = false;
}

/* Does a script of the page render TeX? Looked up for the first text that may contain some. */
static bool draws_tex(flow *f)
{
    if (f->draws_tex == TEX_UNKNOWN)
        f->draws_tex = element_draws_tex(f->page) ? TEX_DRAWN : TEX_PLAIN;
    return f->draws_tex == TEX_DRAWN;
}

/* Text, and the TeX in it if a script of the page renders it. */
static void on_text(flow *f, slice text)
{
    slice tex;
    size_t from, to;
    unsigned unclosed = 0;
    bool display, marked = f->draws_tex != TEX_PLAIN && !f->style.layer[LAYER_CODE] &&
                           (memchr(text.data, '\\', text.len) || memchr(text.data, '$', text.len));
    while (marked && draws_tex(f) && element_find_tex(text, &tex, &from, &to, &display, &unclosed)) {
        if (from)
            on_plain(f, (slice){ text.data, from });
        write_math(f, tex, display);
        text = (slice){ text.data + to, text.len - to };
    }
    if (text.len)
        on_plain(f, text);
}

/* The same image again in the next block, with nothing in between: one for phones and one for large screens, or one
 * until the other is loaded. In a line it may count (five stars), in a table each cell has its own. */
static bool is_shown_twice(const flow *f, uint64_t image)
{
    return image == f->image && f->boundary && !flow_inside(f, FLOW_TABLE);
}

static void on_image(flow *f)
{
    slice tex, alt = slice_trim(page_attribute_value(f->page, f->at, ATTR_ALT));
    if (!is_selected(f->options, f->at))
        return;
    if (element_image_is_formula(f->page, f->at, &tex)) {
        write_math(f, tex, false);
        return;
    }
    if (element_image_is_emoticon(f->page, f->at, &tex)) {
        on_plain(f, tex);
        return;
    }
    if (!f->options->images || element_image_is_pixel(f->page, f->at))
        return;
    if (shows_nothing(alt))
        alt.len = 0;
    buffer_clear(&f->address);
    slice source = f->sink->wants & FLOW_WANTS_NAMED ? (slice){ NULL, 0 } : element_image_source(f->page, f->at);
    if (source.len)
        element_address(f->page, source, &f->address);
    uint64_t image = f->address.len ? hash_bytes(f->address.data, f->address.len) : 0;
    if (f->sink->wants & FLOW_WANTS_NAMED ? alt.len == 0 : image == 0 || is_shown_twice(f, image))
        return;
    slice address = { f->address.data, f->address.len };
    if (flow_start_piece(f, NO_TEXT, alt.len + address.len))
        f->sink->image(f, alt, address);
    f->space = false;
    f->image = image;
}

static void on_math(flow *f)
{
    buffer_clear(&f->scratch);
    if (f->options->keep && !table_shows(f->page, f->at, f->options))
        return;
    bool display = false;
    bool tex = element_math(f->page, f->at, &f->scratch, &display);
    slice text = { f->scratch.data, f->scratch.len };
    if (tex)
        write_math(f, text, display);
    else if (text.len)
        on_text(f, text);
}

static void on_pre(flow *f)
{
    buffer_clear(&f->scratch);
    element_pre_text(f->page, f->at, f->options, &f->scratch);
    if (f->scratch.len == 0)
        return;
    end_heading(f);
    f->gap = 2;
    flow_begin_block(f);
    f->sink->pre(f, f->at, (slice){ f->scratch.data, f->scratch.len });
    set_boundary(f, 2);
}

static void on_rule(flow *f)
{
    end_heading(f);
    set_boundary(f, 2);
    if (!is_selected(f->options, f->at))
        return;
    flow_begin_block(f);
    if (f->sink->rule && flow_room(f, 0))
        f->sink->rule(f);
    set_boundary(f, 2);
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

static const uint8_t layer_of[TAG_OWN] = {
    [TAG_B] = LAYER_STRONG,      [TAG_STRONG] = LAYER_STRONG,  [TAG_I] = LAYER_EMPHASIS,   [TAG_EM] = LAYER_EMPHASIS,
    [TAG_CITE] = LAYER_EMPHASIS, [TAG_DFN] = LAYER_EMPHASIS,   [TAG_VAR] = LAYER_EMPHASIS, [TAG_DEL] = LAYER_DELETED,
    [TAG_S] = LAYER_DELETED,     [TAG_STRIKE] = LAYER_DELETED, [TAG_MARK] = LAYER_MARK,    [TAG_SUB] = LAYER_SUB,
    [TAG_SUP] = LAYER_SUP,       [TAG_RUBY] = LAYER_RUBY,      [TAG_RT] = LAYER_READING,   [TAG_RTC] = LAYER_READING,
    [TAG_KBD] = LAYER_KEY,       [TAG_CODE] = LAYER_CODE,      [TAG_SAMP] = LAYER_CODE,    [TAG_TT] = LAYER_CODE,
};

/* The last letter or mark of an element's text (`last`), or the first. 0: it has no text, or only this one letter. */
static uint32_t edge_of_text(const husk_page *page, uint32_t element, bool last)
{
    slice found = { NULL, 0 };
    for (uint32_t i = element + 1; i < page->end[element] && (last || found.len == 0); i++)
        found = page->flags[i] & NODE_TEXT ? page->text[i] : found;
    size_t at = last && found.len ? found.len - 1 : 0, next;
    while (last && at > 0 && ((unsigned char)found.data[at] & 0xc0) == 0x80)
        at--;
    next = at;
    uint32_t edge = found.len ? utf8_next(found.data, found.len, &next) : 0;
    return next - at < found.len ? edge : 0;
}

/* The link or <span> that ended right before `element`, with no space between; `element` if there is none. */
static uint32_t touching(const husk_page *page, uint32_t element)
{
    uint32_t before = element - 1, parent = page->parent[element];
    while (before != parent && page->parent[before] != parent)
        before = page->parent[before];
    uint16_t tag = page->tag[before];
    return before != parent && (tag == TAG_A || tag == TAG_SPAN) ? before : element;
}

/* Does a link start right where another ended? Style sheets keep such links apart, as tags or buttons. Two to one page,
 * or with a single letter, are one that an editor split. */
static bool is_next_link(const husk_page *page, uint32_t link)
{
    uint32_t before = touching(page, link);
    return page->tag[before] == TAG_A && before != link &&
           !slice_same(page_attribute_value(page, before, ATTR_HREF), page_attribute_value(page, link, ATTR_HREF)) &&
           is_word(edge_of_text(page, before, true)) && is_word(edge_of_text(page, link, false));
}

/* Can a word or a sentence end with it? */
static bool is_end(uint32_t c)
{
    return c > 0x7f ? is_word(c) && lower_point(c) == c : (c >= 'a' && c <= 'z') || c == '.' || c == '!' || c == '?';
}

/* Does a <span> or a link start with a capital right where another ended with a small letter or a sentence? Style
 * sheets set such spans on lines of their own: a maker and a product, a name and an office. */
static bool is_next_span(const husk_page *page, uint32_t span)
{
    uint32_t before = touching(page, span);
    uint32_t first = before != span && (page->tag[before] == TAG_SPAN || page->tag[span] == TAG_SPAN)
                         ? edge_of_text(page, span, false)
                         : 0;
    return first != 0 && lower_point(first) != first && is_end(edge_of_text(page, before, true));
}

/* Must a space keep it apart from the link or <span> before it? The spans of code are its colours. HTML keeps links as
 * they are, but no spans. */
static bool is_apart(const flow *f, uint32_t i)
{
    if (!f->style.layer[LAYER_CODE] && is_next_span(f->page, i))
        return true;
    return f->page->tag[i] == TAG_A && !(f->sink->wants & FLOW_WANTS_SOURCE_SPACE) && is_next_link(f->page, i);
}

/* An inline element without a layer of its own. Returns the next node. */
static uint32_t on_group(flow *f, uint32_t i)
{
    if ((f->sink->wants & FLOW_WANTS_GROUPS) && (f->page->tag[i] == TAG_BDI || element_has_language(f->page, i)))
        start_layer(f, LAYER_SCOPE, i);
    return i + 1;
}

/* Returns the next node. */
static uint32_t on_inline(flow *f, uint16_t tag)
{
    husk_page *page = f->page;
    uint32_t i = f->at;
    if (tag >= TAG_OWN)
        return i + 1;
    unsigned layer = layer_of[tag];
    if (layer) {
        start_layer(f, layer, i);
        return i + 1;
    }
    switch (tag) {
    case TAG_A:
        if (page->flags[i] & NODE_LINK && page_attribute_find(page, i, ATTR_HREF)) {
            f->space = f->space || is_apart(f, i);
            start_layer(f, LAYER_LINK, i);
        }
        return i + 1;
    case TAG_SPAN:
        f->space = f->space || is_apart(f, i);
        if (element_is_side_note(page, i)) {
            f->space = true;
            start_layer(f, LAYER_NOTE, i);
            return i + 1;
        }
        return on_group(f, i);
    case TAG_BR:
        f->breaks++;
        if (open_heading(f)) {
            f->breaks = 0;
            f->space = true;
        }
        return i + 1;
    case TAG_IMG:
        on_image(f);
        return i + 1;
    case TAG_Q:
        start_layer(f, f->style.layer[LAYER_QUOTE] ? LAYER_QUOTE_INNER : LAYER_QUOTE, i);
        return i + 1;
    case TAG_MATH:
        on_math(f);
        return page->end[i];
    case TAG_RP:
        return page->end[i];
    default:
        return on_group(f, i);
    }
}

/* How a block's structure starts. */
typedef enum block_start {
    START_GROUP,
    START_WHOLE,
    START_PART,
    START_HEADING,
    START_LIST,
    START_ORDERED,
    START_ITEM,
    START_TABLE,
    START_ROW,
    START_CELL,
    START_CAPTION,
    START_SELECT,
    START_OPTION
} block_start;

typedef struct block_rule {
    uint8_t is_apart;     /* an empty line separates it from its neighbours, as in browsers' default style sheets */
    uint8_t ends_heading; /* one that already has text: it was never closed, or wraps more than a heading */
    uint8_t start;
    uint8_t kind, whole; /* WHOLE, PART: the structure; PART: what it is a part of */
} block_rule;

static const block_rule rules[TAG_OWN] = {
    [TAG_P] = { 1, 1, START_GROUP, 0, 0 },
    [TAG_H1... TAG_H6] = { 1, 1, START_HEADING, 0, 0 },
    [TAG_UL] = { 1, 1, START_LIST, 0, 0 },
    [TAG_MENU] = { 1, 1, START_LIST, 0, 0 },
    [TAG_DIR] = { 1, 1, START_LIST, 0, 0 },
    [TAG_OL] = { 1, 1, START_ORDERED, 0, 0 },
    [TAG_LI] = { 0, 0, START_ITEM, 0, 0 },
    [TAG_DL] = { 1, 1, START_WHOLE, FLOW_TERMS, 0 },
    [TAG_DT] = { 0, 0, START_PART, FLOW_TERM, FLOW_TERMS },
    [TAG_DD] = { 0, 0, START_PART, FLOW_DEFINITION, FLOW_TERMS },
    [TAG_BLOCKQUOTE] = { 1, 1, START_WHOLE, FLOW_QUOTE, 0 },
    [TAG_FIGURE] = { 1, 1, START_WHOLE, FLOW_FIGURE, 0 },
    [TAG_FIGCAPTION] = { 0, 0, START_PART, FLOW_FIGURE_CAPTION, FLOW_FIGURE },
    [TAG_DETAILS] = { 1, 1, START_WHOLE, FLOW_DETAILS, 0 },
    [TAG_SUMMARY] = { 0, 0, START_PART, FLOW_SUMMARY, FLOW_DETAILS },
    [TAG_TABLE] = { 1, 1, START_TABLE, 0, 0 },
    [TAG_TR] = { 0, 0, START_ROW, 0, 0 },
    [TAG_TD] = { 0, 0, START_CELL, 0, 0 },
    [TAG_TH] = { 0, 0, START_CELL, 0, 0 },
    [TAG_CAPTION] = { 1, 0, START_CAPTION, 0, 0 },
    [TAG_SECTION] = { 1, 1, START_GROUP, 0, 0 },
    [TAG_ARTICLE] = { 1, 1, START_GROUP, 0, 0 },
    [TAG_FORM] = { 1, 1, START_GROUP, 0, 0 },
    [TAG_MAIN] = { 1, 0, START_GROUP, 0, 0 },
    [TAG_NAV] = { 1, 0, START_GROUP, 0, 0 },
    [TAG_ASIDE] = { 1, 0, START_GROUP, 0, 0 },
    [TAG_HEADER] = { 1, 0, START_GROUP, 0, 0 },
    [TAG_FOOTER] = { 1, 0, START_GROUP, 0, 0 },
    [TAG_FIELDSET] = { 1, 0, START_GROUP, 0, 0 },
    [TAG_HGROUP] = { 1, 0, START_GROUP, 0, 0 },
    [TAG_SELECT] = { 0, 0, START_SELECT, 0, 0 },
    [TAG_OPTION] = { 0, 0, START_OPTION, 0, 0 },
};

/* No group fits between a structure and its parts. */
static void start_group(flow *f)
{
    if (!(f->sink->wants & FLOW_WANTS_GROUPS) || f->at == f->page->html || !element_has_language(f->page, f->at))
        return;
    if (!flow_is_in(f, FLOW_LIST) && !flow_is_in(f, FLOW_TERMS) && !flow_is_in(f, FLOW_TABLE) &&
        !flow_is_in(f, FLOW_ROW))
        flow_push_structure(f, FLOW_GROUP);
}

static void start_heading(flow *f, uint16_t tag)
{
    flow_entry *heading = flow_push_entry(f, FLOW_HEADING, f->page->end[f->at]);
    if (heading)
        heading->level = (uint8_t)(tag - TAG_H1 + 1);
}

/* A note or a warning, for writers that have a form for it. False: it is none. */
static bool start_alert(flow *f)
{
    uint32_t title;
    element_alert_kind kind = f->sink->wants & FLOW_WANTS_ALERTS ? element_alert(f->page, f->at, &title) : ALERT_NONE;
    flow_entry *quote =
        kind && !flow_inside(f, FLOW_TABLE) ? flow_push_entry(f, FLOW_QUOTE, f->page->end[f->at]) : NULL;
    if (quote == NULL)
        return false;
    quote->level = (uint8_t)kind;
    f->alert_title = title;
    return true;
}

/* Open a structure; returns the next node. */
static uint32_t start_structure(flow *f, uint16_t tag, const block_rule *rule)
{
    switch ((block_start)rule->start) {
    case START_GROUP:
        if (!start_alert(f))
            start_group(f);
        break;
    case START_WHOLE:
        flow_push_structure(f, (flow_kind)rule->kind);
        break;
    case START_PART:
        flow_start_part(f, (flow_kind)rule->kind, (flow_kind)rule->whole);
        break;
    case START_HEADING:
        start_heading(f, tag);
        break;
    case START_LIST:
    case START_ORDERED:
        flow_start_list(f, rule->start == START_ORDERED);
        break;
    case START_ITEM:
        flow_start_item(f);
        break;
    case START_TABLE:
        return flow_start_table(f);
    case START_ROW:
        return flow_start_row(f);
    case START_CELL:
        return flow_start_cell(f);
    case START_CAPTION:
        return flow_start_caption(f);
    case START_SELECT:
        f->option = element_seen_option(f->page, f->at);
        break;
    case START_OPTION:
        return f->at == f->option ? f->at + 1 : f->page->end[f->at];
    }
    return f->at + 1;
}

static uint32_t on_block(flow *f, uint16_t tag)
{
    switch (tag) {
    case TAG_HR:
        on_rule(f);
        return f->at + 1;
    case TAG_PRE:
    case TAG_LISTING:
    case TAG_XMP:
    case TAG_PLAINTEXT:
        on_pre(f);
        return f->page->end[f->at];
    default:
        break;
    }
    static const block_rule other;
    const block_rule *rule = tag < TAG_OWN ? &rules[tag] : &other;
    flow_entry *heading = open_heading(f);
    if (heading && heading->opened && rule->ends_heading) {
        heading->end = f->at;
        heading = NULL;
    }
    start_block(f, rule->is_apart ? 2 : 1);
    if (rule->start == START_GROUP && f->notes.n_notes && notes_of_item(&f->notes, f->at)) {
        flow_start_item(f);
        return f->at + 1;
    }
    return heading ? f->at + 1 : start_structure(f, tag, rule);
}

/* Text that is hidden only from screen readers is shown between its neighbours. */
static bool is_sign(const husk_page *page, uint32_t node)
{
    return !(page->flags[node] & NODE_TEXT) && page_attribute_find(page, node, ATTR_ARIA_HIDDEN) &&
           next_spoken(page, node + 1, page->end[node]) < page->end[node];
}

/* Write a reference to a footnote, or omit a link back. False: the node is neither. */
static bool on_note_mark(flow *f, uint32_t i)
{
    while (f->next_mark < f->notes.n_marks && f->notes.marks[f->next_mark].node < i)
        f->next_mark++;
    const note_mark *mark = &f->notes.marks[f->next_mark];
    if (f->next_mark == f->notes.n_marks || mark->node != i)
        return false;
    if (mark->note == NOTES_MAX)
        return true;
    if (flow_start_piece(f, NO_TEXT, NOTES_LABEL))
        f->sink->note(f, &f->notes.notes[mark->note]);
    f->space = false;
    return true;
}

static uint32_t on_node(flow *f, uint32_t i)
{
    const husk_page *page = f->page;
    uint8_t flags = page->flags[i];
    if (flags & UNWRITTEN) {
        slice tex;
        bool display;
        if (page->tag[i] == TAG_SCRIPT && is_selected(f->options, i) && element_script_tex(page, i, &tex, &display))
            write_math(f, tex, display);
        else if (is_sign(page, i))
            f->space = true;
        return page->end[i];
    }
    if (flags & NODE_TEXT) {
        if (flags & NODE_BLANK)
            f->space = true;
        else if (is_selected(f->options, i))
            on_text(f, page->text[i]);
        return i + 1;
    }
    uint16_t tag = page->tag[i];
    if ((f->next_mark < f->notes.n_marks && on_note_mark(f, i)) || i == f->alert_title || element_is_machinery(page, i))
        return page->end[i];
    return tag_kind(tag) & KIND_BLOCK ? on_block(f, tag) : on_inline(f, tag);
}

/* Is the walk inside a structure? What is not written may still count there: an item before it, a cell next to it. */
static bool in_structure(const flow *f)
{
    return f->n_entries && f->entries[0].end > f->at;
}

/* Skip subtrees before the first written node, and everything after the last. */
static uint32_t skip_unwritten(const flow *f, node_range range)
{
    uint32_t at = f->at;
    if ((at >= range.first && at < range.end) || in_structure(f))
        return at;
    if (at >= range.end)
        return f->page->n_nodes;
    while (at < range.first && f->page->end[at] <= range.first)
        at = f->page->end[at];
    return at;
}

static uint32_t layers_of(const flow_sink *sink, const write_options *options)
{
    bool links = options->links || sink->wants & FLOW_WANTS_LINKS;
    return links ? sink->layers : sink->layers & ~(1u << LAYER_LINK);
}

husk_status flow_walk(husk_page *page, const write_options *options, const flow_sink *sink, void *writer, buffer *out)
{
    flow f = { .page = page, .options = options, .sink = sink, .writer = writer, .out = out, .spaces = out };
    f.layers = layers_of(sink, options);
    if (visible_mark(page, options) != HUSK_OK)
        return HUSK_NO_MEMORY;
    slice url = page->url;
    if (url.len == 0) { /* for this walk its links are resolved against the URL that it declares */
        page->url = element_own_address(page);
        page->base_ready = false;
    }
    arena_mark mark = arena_save(&page->scratch);
    if (sink->note && notes_find(page, options, &f.notes) != HUSK_OK) {
        f.status = HUSK_NO_MEMORY;
        f.stop = true;
    }
    buffer_init(&f.scratch, page->options.max_bytes + 1);
    buffer_init(&f.address, 4 * HUSK_MAX_URL_BYTES);
    buffer_init(&f.link, 4 * HUSK_MAX_URL_BYTES);
    buffer_init(&f.open_link, 4 * HUSK_MAX_URL_BYTES);
    node_range range = written_nodes(page, options);
    for (f.at = 1; f.at < page->n_nodes && !f.stop;) {
        pop_frames(&f);
        uint32_t next = skip_unwritten(&f, range);
        f.at = next != f.at ? next : on_node(&f, f.at);
    }
    f.at = UINT32_MAX; /* after everything */
    flow_end_run(&f);
    flow_settle(&f, false);
    buffer *own[] = { &f.scratch, &f.address, &f.link, &f.open_link };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        f.status = own[i]->status == HUSK_NO_MEMORY ? HUSK_NO_MEMORY : f.status;
        buffer_free(own[i]);
    }
    if (f.full && f.status == HUSK_OK)
        f.status = HUSK_LIMIT;
    if (url.len == 0) {
        page->url = url;
        page->base_ready = false;
    }
    arena_restore(&page->scratch, mark);
    return f.status ?: out->status;
}
