/* layout.c - estimate a box for every node: lines and blocks as in an unstyled browser.
 * One pass over the preorder arrays with a stack of open elements: widths go down (indents, cells, sidebars, stated
 * widths), heights come up (lines of text, image sizes, rows as tall as their tallest cell). Cost: O(nodes + text).
 * Limits: style sheets are not read; sidebars are recognised by tag, role and name, since features of the margins
 * depend most on their position. Constants: bench_layout --fit, against Chromium's boxes. */
#include "chakrabarti-2007/layout.h"

#include <math.h>
#include <stdlib.h>

#include "chakrabarti-2007/style_hidden.h"
#include "chakrabarti-2007/text_size.h"

const layout_constants layout_defaults = {
    .page_width = 1280,
    .char_width = 8.4f,
    .line_height = 19,
    .margin = 2.7f,
    .indent = 24,
    .cell_chars = 36,
    .cell_padding = 5.7f,
    .side_width = .25f, /* not fitted: the side of a sidebar matters, its width hardly */
    .image_width = 60,  /* not fitted either: Chromium was not allowed to fetch images */
    .image_height = 40,
};

enum { FLOW, ROW, INLINE, SIDE };

typedef struct frame {
    uint32_t node;
    uint32_t flow; /* stack index of the block whose lines it is in; for a block, its own */
    int kind;
    float box_x, box_width; /* of the element */
    float x, width;         /* available for the rest of its contents */
    float top;              /* of its box */
    float cursor;           /* where the next line or block starts */
    float start;            /* for an inline element: the line's advance at its start */
    float advance;          /* of the lines not yet closed, as if they were one */
    float tallest;          /* item on those lines */
    float line;             /* height */
    float scale;            /* of the font */
    float pending;          /* bottom margin of the previous block */
    float bottom;           /* of sidebars and cells */
    float last_top;         /* of the last block in it */
    float want;             /* for a row: the total width its cells ask for */
} frame;

typedef struct flow {
    const husk_page *page;
    const layout_constants *k;
    layout *out;
    uint32_t *units_before; /* text width in narrow letters, like chars_before */
    frame *stack;
    uint32_t n_open;
    const uint8_t *hidden; /* by node: by the page's own style sheet; or NULL */
} flow;

/* --- what elements declare ---------------------------------------------------------------------------------------- */

/* A length like "120", "120px" or "50%" of `whole`; negative if it is not one. */
static float length_of(slice s, float whole)
{
    size_t i = 0;
    float value = 0, unit = 1;
    while (i < s.len && is_space(s.data[i]))
        i++;
    size_t first = i;
    for (; i < s.len && s.data[i] >= '0' && s.data[i] <= '9' && value < 1e6f; i++)
        value = value * 10 + (float)(s.data[i] - '0');
    if (i == first)
        return -1;
    if (i < s.len && s.data[i] == '.')
        for (i++; i < s.len && s.data[i] >= '0' && s.data[i] <= '9'; i++)
            value += (float)(s.data[i] - '0') * (unit /= 10);
    if (i < s.len && s.data[i] == '%')
        return value / 100 * whole;
    if (i + 1 < s.len && s.data[i] == 'e' && s.data[i + 1] == 'm')
        return value * 16;
    return value;
}

/* The value of `name` in an inline style: "float: left; width: 20%". */
static slice style_value(slice style, const char *name)
{
    size_t len = strlen(name), at = 0;
    while (at < style.len) {
        while (at < style.len && (is_space(style.data[at]) || style.data[at] == ';'))
            at++;
        size_t from = at;
        while (at < style.len && style.data[at] != ';')
            at++;
        slice part = { style.data + from, at - from };
        if (part.len > len && slice_is_nocase((slice){ part.data, len }, name) &&
            (part.data[len] == ':' || is_space(part.data[len]))) {
            const char *colon = memchr(part.data, ':', part.len);
            if (colon)
                return slice_trim((slice){ colon + 1, (size_t)(part.data + part.len - colon - 1) });
        }
    }
    return (slice){ NULL, 0 };
}

typedef struct stated {
    float width, height; /* negative: not given */
    bool floats;
} stated;

static stated stated_of(const husk_page *page, uint32_t node, float whole)
{
    stated s = { -1, -1, false };
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
        const page_attribute *attribute = &page->attributes[a];
        slice value = { attribute->value, attribute->value_len };
        if (attribute->id == ATTR_WIDTH && s.width < 0) {
            s.width = length_of(value, whole);
        } else if (attribute->id == ATTR_HEIGHT && s.height < 0) {
            s.height = length_of(value, whole);
        } else if (attribute->id == ATTR_STYLE && value.len) {
            slice width = style_value(value, "width"), height = style_value(value, "height");
            s.width = width.len ? length_of(width, whole) : s.width;
            s.height = height.len ? length_of(height, whole) : s.height;
            s.floats = slice_has_nocase(style_value(value, "float"), "t"); /* left, right */
        }
    }
    return s;
}

static bool names_side(slice s)
{
    return s.len >= 5 && memchr(s.data, 's', s.len) &&
           (slice_has_nocase(s, "sidebar") || slice_has_nocase(s, "side-bar") || slice_has_nocase(s, "sidenav"));
}

/* A sidebar beside what comes before or after it. */
static bool is_side(const husk_page *page, uint32_t node)
{
    uint16_t tag = page->tag[node];
    if (tag == TAG_ASIDE)
        return true;
    if (tag != TAG_DIV && tag != TAG_NAV && tag != TAG_SECTION)
        return false;
    slice role = page_attribute_value(page, node, ATTR_ROLE);
    return (role.len && slice_is_nocase(role, "complementary")) ||
           names_side(page_attribute_value(page, node, ATTR_CLASS)) ||
           names_side(page_attribute_value(page, node, ATTR_ID));
}

static float scale_of(uint16_t tag)
{
    switch (tag) {
    case TAG_H1:
        return 2;
    case TAG_H2:
        return 1.5f;
    case TAG_H3:
        return 1.17f;
    case TAG_H5:
    case TAG_SMALL:
    case TAG_SUB:
    case TAG_SUP:
        return .83f;
    case TAG_H6:
        return .67f;
    default:
        return 1;
    }
}

static float margin_of(uint16_t tag, float margin)
{
    switch (tag) {
    case TAG_P:
    case TAG_UL:
    case TAG_OL:
    case TAG_DL:
    case TAG_PRE:
    case TAG_BLOCKQUOTE:
    case TAG_FIGURE:
        return margin;
    case TAG_H1:
    case TAG_H2:
    case TAG_H3:
    case TAG_H4:
    case TAG_H5:
    case TAG_H6:
        return margin * 1.25f;
    case TAG_HR:
    case TAG_BODY:
        return margin / 2;
    default:
        return 0;
    }
}

static float indent_of(uint16_t tag, float indent)
{
    switch (tag) {
    case TAG_UL:
    case TAG_OL:
    case TAG_DD:
    case TAG_BLOCKQUOTE:
    case TAG_FIGURE:
        return indent;
    case TAG_BODY:
        return 8;
    case TAG_FIELDSET:
        return 14;
    default:
        return 0;
    }
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

static float room(const frame *f)
{
    return f->width > 20 ? f->width : 20;
}

static float open_height(const frame *f)
{
    if (f->advance <= 0)
        return 0;
    float lines = ceilf(f->advance / room(f)) * f->line;
    return f->tallest > f->line ? lines + f->tallest - f->line : lines;
}

static void close_lines(frame *f)
{
    f->cursor += open_height(f);
    f->advance = f->tallest = 0;
}

static void flow_text(flow *fl, uint32_t node)
{
    const husk_page *page = fl->page;
    frame *top = &fl->stack[fl->n_open - 1], *f = &fl->stack[top->flow];
    float unit = fl->k->char_width * top->scale;
    if (page->flags[node] & NODE_PRE) {
        text_size m = text_measure(page->text[node]);
        f->cursor += (float)m.lines * f->line;
        f->advance += (float)m.last_units * unit;
        return;
    }
    if (page->flags[node] & NODE_BLANK) {
        f->advance += f->advance > 0 ? unit : 0;
        return;
    }
    f->advance += (float)(fl->units_before[node + 1] - fl->units_before[node]) * unit;
}

/* --- elements with their own size --------------------------------------------------------------------------------- */

/* The size of an element whose contents are not laid out; false for all others. */
static bool atom_size(const flow *fl, uint32_t node, float whole, float *width, float *height)
{
    uint32_t units = fl->units_before[fl->page->end[node]] - fl->units_before[node];
    switch (fl->page->tag[node]) {
    case TAG_IMG:
        *width = fl->k->image_width, *height = fl->k->image_height;
        break;
    case TAG_INPUT:
        *width = 170, *height = 21;
        break;
    case TAG_SELECT:
        *width = units > 40 ? 180 : 40 + 7 * (float)units, *height = 20;
        break;
    case TAG_TEXTAREA:
        *width = 180, *height = 36;
        break;
    case TAG_IFRAME:
    case TAG_VIDEO:
    case TAG_CANVAS:
    case TAG_EMBED:
    case TAG_OBJECT:
        *width = 300, *height = 150;
        break;
    case TAG_AUDIO:
        *width = 300, *height = 54;
        break;
    case TAG_SVG:
        *width = 300, *height = 150;
        break;
    default:
        return false;
    }
    slice type =
        fl->page->tag[node] == TAG_INPUT ? page_attribute_value(fl->page, node, ATTR_TYPE) : (slice){ NULL, 0 };
    if (type.len && slice_is_nocase(type, "hidden"))
        *width = *height = 0;
    else if (type.len && (slice_is_nocase(type, "checkbox") || slice_is_nocase(type, "radio")))
        *width = *height = 16;
    stated s = stated_of(fl->page, node, whole);
    if (s.width >= 0 && s.height < 0 && *width > 0)
        *height *= s.width / *width;
    else if (s.height >= 0 && s.width < 0 && *height > 0)
        *width *= s.height / *height;
    *width = s.width >= 0 ? s.width : *width;
    *height = s.height >= 0 ? s.height : *height;
    return true;
}

static void place_atom(flow *fl, uint32_t node, float width, float height)
{
    frame *f = &fl->stack[fl->stack[fl->n_open - 1].flow];
    width = width < f->width ? width : room(f);
    float line = floorf(f->advance / room(f));
    fl->out->box[node] = (layout_box){ f->x + f->advance - line * room(f), f->cursor + line * f->line, width, height };
    f->advance += width;
    f->tallest = height > f->tallest ? height : f->tallest;
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

static float cell_want(const flow *fl, uint32_t cell, float whole)
{
    stated s = stated_of(fl->page, cell, whole);
    if (s.width >= 0)
        return s.width;
    float units = (float)(fl->units_before[fl->page->end[cell]] - fl->units_before[cell]);
    units = units < fl->k->cell_chars ? units : fl->k->cell_chars;
    return units * fl->k->char_width + fl->k->cell_padding;
}

static float row_want(const flow *fl, uint32_t row, float whole)
{
    float want = 0;
    for (uint32_t c = row + 1; c < fl->page->end[row]; c = fl->page->end[c])
        if (fl->page->tag[c] == TAG_TD || fl->page->tag[c] == TAG_TH)
            want += cell_want(fl, c, whole);
    return want;
}

/* A table is as wide as its widest row asks for. */
static float table_width(const flow *fl, uint32_t table, float whole)
{
    float widest = 0;
    const husk_page *page = fl->page;
    for (uint32_t c = table + 1; c < page->end[table];) {
        uint16_t tag = page->tag[c];
        if (tag == TAG_TR) {
            float want = row_want(fl, c, whole);
            widest = want > widest ? want : widest;
        }
        bool inside = tag == TAG_TBODY || tag == TAG_THEAD || tag == TAG_TFOOT;
        c = inside ? c + 1 : page->end[c];
    }
    return widest < whole ? widest : whole;
}

static frame *push(flow *fl, uint32_t node, int kind, float x, float top, float width)
{
    const frame *before = &fl->stack[fl->n_open - 1];
    frame *f = &fl->stack[fl->n_open];
    *f = (frame){ .node = node,
                  .flow = fl->n_open,
                  .kind = kind,
                  .box_x = x,
                  .box_width = width,
                  .x = x,
                  .width = width,
                  .top = top,
                  .cursor = top,
                  .bottom = top,
                  .last_top = top,
                  .scale = before->scale * scale_of(fl->page->tag[node]) };
    f->line = fl->k->line_height * f->scale;
    fl->n_open++;
    return f;
}

static void open_cell(flow *fl, frame *row, uint32_t node)
{
    float share = row->want > 0 ? cell_want(fl, node, row->box_width) / row->want : 1;
    float width = share * row->box_width, x = row->x;
    row->x += width;
    frame *f = push(fl, node, FLOW, x, row->top, width);
    f->cursor += fl->k->cell_padding / 2;
}

/* On the left if nothing comes before it, with what follows beside it; otherwise on the right, beside the last block.
 */
static void open_side(flow *fl, frame *f, uint32_t node, float width)
{
    close_lines(f);
    bool is_left = f->cursor - f->top < 2 * f->line;
    float x = is_left ? f->x : f->x + f->width - width;
    if (is_left) {
        f->x += width;
        f->width -= width;
    }
    push(fl, node, SIDE, x, is_left ? f->cursor : f->last_top, width);
}

static void open_block(flow *fl, uint32_t node)
{
    frame *before = &fl->stack[fl->n_open - 1], *f = &fl->stack[before->flow];
    uint16_t tag = fl->page->tag[node];
    if (f->kind == ROW && (tag == TAG_TD || tag == TAG_TH)) {
        open_cell(fl, f, node);
        return;
    }
    stated s = stated_of(fl->page, node, f->width);
    if (f->width > 600 && is_side(fl->page, node)) {
        open_side(fl, f, node, s.width > 0 && s.width < f->width ? s.width : fl->k->side_width * f->width);
        return;
    }
    if (s.floats && s.width > 0 && s.width < f->width * .5f) {
        open_side(fl, f, node, s.width);
        return;
    }
    close_lines(f);
    float margin = margin_of(tag, fl->k->margin), indent = indent_of(tag, fl->k->indent);
    f->cursor += margin > f->pending ? margin : f->pending;
    f->pending = 0;
    f->last_top = f->cursor;
    float width = tag == TAG_TABLE ? table_width(fl, node, f->width) : f->width;
    width = s.width > 0 && s.width < f->width ? s.width : width;
    frame *own = push(fl, node, tag == TAG_TR ? ROW : FLOW, f->x, f->cursor, width);
    own->x += indent;
    own->width -= tag == TAG_BODY || tag == TAG_BLOCKQUOTE || tag == TAG_FIELDSET ? 2 * indent : indent;
    if (own->kind == ROW)
        own->want = row_want(fl, node, width);
}

static void open_inline(flow *fl, uint32_t node)
{
    const frame *before = &fl->stack[fl->n_open - 1];
    uint32_t at = before->flow;
    float scale = before->scale;
    frame *f = &fl->stack[fl->n_open++];
    *f = (frame){ .node = node,
                  .flow = at,
                  .kind = INLINE,
                  .top = fl->stack[at].cursor,
                  .start = fl->stack[at].advance,
                  .scale = scale * scale_of(fl->page->tag[node]) };
    if (fl->page->tag[node] == TAG_BUTTON)
        fl->stack[at].advance += 16;
}

/* --- closing ------------------------------------------------------------------------------------------------------ */

static void close_inline(flow *fl, const frame *own)
{
    const frame *f = &fl->stack[own->flow];
    layout_box *box = &fl->out->box[own->node];
    if (f->cursor != own->top) { /* it contained blocks */
        *box = (layout_box){ f->x, own->top, f->width, f->cursor + open_height(f) - own->top };
        return;
    }
    float first = floorf(own->start / room(f)), last = floorf(f->advance / room(f));
    if (f->advance <= own->start)
        *box = (layout_box){ f->x, f->cursor + first * f->line, 0, 0 };
    else if (first == last)
        *box = (layout_box){ f->x + own->start - first * room(f), f->cursor + first * f->line, f->advance - own->start,
                             f->tallest > f->line ? f->tallest : f->line };
    else
        *box = (layout_box){ f->x, f->cursor + first * f->line, f->width, (last - first + 1) * f->line };
}

static void close_block(flow *fl, frame *own)
{
    close_lines(own);
    uint16_t tag = fl->page->tag[own->node];
    float bottom = own->cursor > own->bottom ? own->cursor : own->bottom;
    if (tag == TAG_TD || tag == TAG_TH)
        bottom += fl->k->cell_padding / 2;
    fl->out->box[own->node] = (layout_box){ own->box_x, own->top, own->box_width, bottom - own->top };
    if (own->node == 0)
        return;
    frame *outer = &fl->stack[fl->stack[fl->n_open - 1].flow];
    if (own->kind == SIDE || outer->kind == ROW) {
        outer->bottom = bottom > outer->bottom ? bottom : outer->bottom;
    } else {
        outer->cursor = bottom;
        outer->pending = margin_of(tag, fl->k->margin);
    }
}

static void close_until(flow *fl, uint32_t node)
{
    while (fl->n_open && fl->page->end[fl->stack[fl->n_open - 1].node] <= node) {
        frame own = fl->stack[--fl->n_open];
        if (own.kind == INLINE)
            close_inline(fl, &own);
        else
            close_block(fl, &own);
    }
}

/* --- the page ----------------------------------------------------------------------------------------------------- */

/* Table parts count as blocks in the list of names, and a button is inline. */
static bool is_block(const husk_page *page, uint32_t node)
{
    return (tag_kind(page->tag[node]) & KIND_BLOCK) && page->tag[node] != TAG_BUTTON;
}

static void walk(flow *fl)
{
    const husk_page *page = fl->page;
    fl->stack[0] =
        (frame){ .width = fl->k->page_width, .box_width = fl->k->page_width, .line = fl->k->line_height, .scale = 1 };
    fl->n_open = 1;
    for (uint32_t i = 1; i < page->n_nodes;) {
        float width, height;
        close_until(fl, i);
        if (page->flags[i] & NODE_TEXT) {
            if (!(page->flags[i] & (NODE_SILENT | NODE_HIDDEN)))
                flow_text(fl, i);
            i++;
            /* NOLINTNEXTLINE(bugprone-branch-clone): silent elements are passed over too, unless they are atoms */
        } else if ((page->flags[i] & NODE_HIDDEN) || (fl->hidden && fl->hidden[i])) {
            i = page->end[i];
        } else if (atom_size(fl, i, fl->stack[fl->stack[fl->n_open - 1].flow].width, &width, &height)) {
            place_atom(fl, i, width, height);
            i = page->end[i];
        } else if (page->flags[i] & NODE_SILENT) {
            i = page->end[i];
        } else if (page->tag[i] == TAG_BR) {
            frame *f = &fl->stack[fl->stack[fl->n_open - 1].flow];
            f->cursor += f->advance > 0 ? 0 : f->line;
            close_lines(f);
            i++;
        } else {
            if (is_block(page, i))
                open_block(fl, i);
            else
                open_inline(fl, i);
            i++;
        }
    }
    close_until(fl, page->n_nodes);
}

static uint32_t deepest(husk_page *page)
{
    uint32_t most = 0;
    arena_mark mark = arena_save(&page->scratch);
    uint32_t *depth = arena_array(&page->scratch, page->n_nodes, sizeof *depth);
    if (!depth)
        return UINT32_MAX;
    depth[0] = 0;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        depth[i] = depth[page->parent[i]] + 1;
        most = depth[i] > most ? depth[i] : most;
    }
    arena_restore(&page->scratch, mark);
    return most;
}

/* "x y width height", as scripts/render writes them; false for anything else. */
static bool read_box(slice s, layout_box *box)
{
    float numbers[4];
    size_t at = 0;
    if (s.len == 0) /* `data` may be NULL */
        return false;
    for (int k = 0; k < 4; k++) {
        while (at < s.len && is_space(s.data[at]))
            at++;
        bool negative = at < s.len && s.data[at] == '-';
        at += negative;
        float value = length_of((slice){ s.data + at, s.len - at }, 0);
        if (value < 0 || at >= s.len || is_space(s.data[at]))
            return false;
        numbers[k] = negative ? -value : value;
        while (at < s.len && !is_space(s.data[at]))
            at++;
    }
    *box = (layout_box){ numbers[0], numbers[1], numbers[2], numbers[3] };
    return box->width >= 0 && box->height >= 0;
}

static bool read_boxes(const husk_page *page, layout *out)
{
    if (page->body == NODE_NONE ||
        !read_box(page_attribute_value(page, page->body, ATTR_DATA_HUSK_BOX), &out->box[page->body]))
        return false;
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if (!(page->flags[i] & NODE_TEXT) && !read_box(page_attribute_value(page, i, ATTR_DATA_HUSK_BOX), &out->box[i]))
            out->box[i] = (layout_box){ 0 };
    out->box[0] = out->box[page->html == NODE_NONE ? page->body : page->html];
    return true;
}

husk_status page_layout(husk_page *page, const layout_constants *constants, layout *out)
{
    *out = (layout){ 0 };
    flow fl = { .page = page, .k = constants ? constants : &layout_defaults, .out = out };
    uint32_t n = page->n_nodes, depth = deepest(page);
    out->box = arena_array(&page->scratch, n, sizeof *out->box);
    if (depth == UINT32_MAX || !out->box || !text_measure_page(page, out, &fl.units_before))
        return HUSK_NO_MEMORY;
    memset(out->box, 0, n * sizeof *out->box);
    out->is_real = !fl.k->ignore_boxes && read_boxes(page, out);
    if (!out->is_real) {
        fl.stack = arena_array(&page->scratch, (size_t)depth + 2, sizeof *fl.stack);
        if (!fl.stack)
            return HUSK_NO_MEMORY;
        fl.hidden = style_hidden(page);
        walk(&fl);
    }
    for (uint32_t i = 1; i < n; i++)
        if (page->flags[i] & NODE_TEXT)
            out->box[i] = out->box[page->parent[i]];
    out->width = out->box[0].width;
    out->height = out->box[0].height;
    return HUSK_OK;
}
