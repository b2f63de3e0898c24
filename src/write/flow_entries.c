/* flow_entries.c - what is open during a walk: lists and items, tables, their visible contents, and styles.
 * An entry is opened when something visible appears inside it, so that nothing empty is ever written; an entry whose
 * element has ended is closed by the next one. Cost: amortised one step per node. Limits: FLOW_MAX_DEPTH nested
 * structures, deeper ones are flattened. */
#include "write/flow.h"

#include "base/limits.h"

/* --- styles ------------------------------------------------------------------------------------------------------- */

/* May a text link to the link around it? */
static bool link_leads(flow *f)
{
    uint32_t link = f->style.layer[LAYER_LINK];
    if (f->link_node != link) {
        buffer_clear(&f->link);
        f->link_node = link;
        f->leads = element_address(f->page, page_attribute_value(f->page, link, ATTR_HREF), &f->link);
    }
    return f->leads;
}

/* The layers that the next piece wants, outermost first, code last. */
static unsigned wanted_layers(flow *f, bool is_text, uint8_t path[N_LAYERS])
{
    unsigned n = 0;
    uint32_t layers = f->layers;
    if (!is_text && f->sink->wants & FLOW_WANTS_PURE_CODE)
        layers &= ~(1u << LAYER_CODE);
    if (f->is_bold) {
        layers &= ~(1u << LAYER_STRONG);
        path[n++] = LAYER_STRONG;
    }
    for (unsigned i = 0; i < f->style.n; i++) {
        uint8_t layer = f->style.order[i];
        if (layers >> layer & 1 && layer != LAYER_CODE && (layer != LAYER_LINK || link_leads(f)))
            path[n++] = layer;
    }
    if (layers >> LAYER_CODE & 1 && f->style.layer[LAYER_CODE])
        path[n++] = LAYER_CODE;
    return n;
}

static uint32_t layer_value(const flow *f, unsigned layer)
{
    return layer == LAYER_STRONG && f->is_bold ? UINT32_MAX : f->style.layer[layer];
}

/* How many of the open layers stay. Two emphases of the same kind with nothing between them become one: their marks
 * would run together. */
static unsigned staying_layers(flow *f, const uint8_t *path, unsigned n)
{
    bool apart = f->space || f->breaks;
    unsigned i = 0;
    for (; i < n && i < f->open.n && f->open.layer[i] == path[i]; i++) {
        uint32_t value = layer_value(f, path[i]);
        bool merges = !apart && path[i] >= LAYER_STRONG && path[i] <= LAYER_RUBY;
        if (f->open.value[i] != value && !merges)
            break;
        f->open.value[i] = value;
    }
    return i;
}

static void close_layers(flow *f, unsigned stays)
{
    while (f->open.n > stays) {
        f->open.n--;
        f->sink->close_layer(f, f->open.layer[f->open.n]);
    }
}

static void open_layer(flow *f, uint8_t layer)
{
    f->open.layer[f->open.n] = layer;
    f->open.value[f->open.n++] = layer_value(f, layer);
    if (layer == LAYER_LINK) {
        buffer_clear(&f->open_link);
        buffer_append(&f->open_link, f->link.data, f->link.len);
    }
    f->sink->open_layer(f, layer);
}

/* Before a line break: close the layers that the piece after it lacks. */
static void end_styles(flow *f)
{
    uint8_t path[N_LAYERS];
    unsigned n = wanted_layers(f, false, path);
    close_layers(f, staying_layers(f, path, n));
}

/* Before each piece: closing marks, the space, opening marks. */
static void begin_styles(flow *f, slice text)
{
    uint8_t path[N_LAYERS];
    unsigned n = f->style.n || f->is_bold ? wanted_layers(f, text.len > 0, path) : 0;
    if (f->open.n)
        close_layers(f, staying_layers(f, path, n));
    if (f->sink->between)
        f->sink->between(f, text, f->open.n < n ? path[f->open.n] : N_LAYERS);
    if (f->space)
        buffer_byte(f->spaces, ' ');
    while (f->open.n < n)
        open_layer(f, path[f->open.n]);
}

/* --- runs --------------------------------------------------------------------------------------------------------- */

void flow_end_run(flow *f)
{
    if (f->in_run) {
        close_layers(f, 0);
        if (f->sink->run_end)
            f->sink->run_end(f);
    }
    f->in_run = false;
    f->space = false;
    f->breaks = 0;
}

void flow_settle(flow *f, bool for_list)
{
    while (f->n_entries && f->entries[f->n_entries - 1].end <= f->at) {
        flow_entry *top = &f->entries[f->n_entries - 1];
        if (for_list && top->kind == FLOW_ITEM && top->opened && f->n_entries > 1 && top[-1].end > f->at) {
            top->end = f->page->end[f->at];
            return;
        }
        if (top->opened) {
            flow_end_run(f);
            f->n_opened--;
            f->sink->close(f, top);
        }
        f->n_entries--;
    }
}

static void open_entries(flow *f)
{
    while (f->n_opened < f->n_entries) {
        flow_entry *entry = &f->entries[f->n_opened++];
        entry->opened = true;
        flow_room(f, 0);
        f->sink->open(f, entry);
    }
}

bool flow_inside(const flow *f, flow_kind kind)
{
    for (unsigned i = 0; i < f->n_opened; i++)
        if (f->entries[i].kind == kind)
            return true;
    return false;
}

bool flow_holds_line(const flow_entry *entry)
{
    static const unsigned kinds = 1u << FLOW_ITEM | 1u << FLOW_TERM | 1u << FLOW_DEFINITION | 1u << FLOW_HEADING |
                                  1u << FLOW_CAPTION | 1u << FLOW_CELL | 1u << FLOW_FIGURE_CAPTION | 1u << FLOW_SUMMARY;
    return kinds >> entry->kind & 1;
}

bool flow_is_nested(const flow *f, const flow_entry *item)
{
    for (const flow_entry *e = f->entries; e < item - 1; e++)
        if (e->kind == FLOW_ITEM)
            return true;
    return false;
}

bool flow_is_first(flow *f)
{
    flow_entry *around = flow_innermost(f);
    bool first = around && !around->has_line;
    if (around)
        around->has_line = true;
    return first;
}

/* The bytes of a piece's marks, or of a structure's tag, before they grow. */
#define MARK_BYTES 64
#define MAX_PART 4096

bool flow_room(flow *f, size_t len)
{
    const buffer *out = f->out;
    size_t margin = out->cap / 4 < 4096 ? out->cap / 4 : 4096, need = f->sink->growth * (len + MARK_BYTES);
    if (out->len <= out->cap - margin && need <= out->cap - margin - out->len)
        return true;
    f->stop = true;
    f->full = true;
    return false;
}

bool flow_next_part(flow *f, slice *text, slice *part)
{
    size_t n = text->len < MAX_PART ? text->len : utf8_valid_len(text->data, MAX_PART);
    *part = (slice){ text->data, n };
    *text = slice_from(*text, n);
    return n && flow_room(f, n);
}

/* --- structures --------------------------------------------------------------------------------------------------- */

static void place_outside_items(flow *f);

/* NOLINTNEXTLINE(misc-no-recursion): twice at most; an item is not placed */
flow_entry *flow_push_entry(flow *f, flow_kind kind, uint32_t end)
{
    flow_settle(f, kind == FLOW_LIST);
    if (kind != FLOW_ITEM)
        place_outside_items(f);
    if (f->n_entries >= FLOW_MAX_DEPTH)
        return NULL;
    flow_entry *entry = &f->entries[f->n_entries++];
    *entry = (flow_entry){ .kind = (uint8_t)kind, .node = f->at, .end = end, .step = 1, .number = 1 };
    return entry;
}

void flow_push_structure(flow *f, flow_kind kind)
{
    flow_push_entry(f, kind, f->page->end[f->at]);
}

/* The child of `ancestor` that contains `node`. */
static uint32_t child_holding(const husk_page *page, uint32_t ancestor, uint32_t node)
{
    while (page->parent[node] != ancestor && page->parent[node] != 0 && page->parent[node] != NODE_NONE)
        node = page->parent[node];
    return node;
}

/* Content in a list but outside its items: one item per child of the list. After stray items without a list, it ends
 * the list created for them. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static void place_outside_items(flow *f)
{
    flow_entry *top = flow_innermost(f);
    if (top && top->kind == FLOW_LIST && top->implied) {
        top->end = f->at;
        flow_settle(f, false);
        top = flow_innermost(f);
    }
    if (top == NULL || top->kind != FLOW_LIST)
        return;
    uint32_t child = child_holding(f->page, top->node, f->at);
    int64_t number = top->number;
    top->number += top->step;
    flow_entry *item = flow_push_entry(f, FLOW_ITEM, f->page->end[child]);
    if (item) {
        item->implied = true;
        item->number = number;
    }
}

void flow_begin_block(flow *f)
{
    flow_end_run(f);
    flow_settle(f, false);
    place_outside_items(f);
    open_entries(f);
    f->boundary = false;
    f->image = 0;
}

/* Something visible comes: open everything around it, and a run if there is none. */
static void begin_piece(flow *f)
{
    f->image = 0;
    if (f->in_run && !f->boundary && f->breaks < 2) {
        if (f->breaks) {
            f->space = false;
            flow_room(f, 0);
            end_styles(f);
            f->sink->line_break(f);
        }
        f->breaks = 0;
        return;
    }
    if (f->breaks > 1)
        f->gap = 2;
    flow_begin_block(f);
    f->sink->run(f);
    f->in_run = true;
    f->space = false;
    f->gap = 0;
}

bool flow_start_piece(flow *f, slice text, size_t len)
{
    begin_piece(f);
    bool room = flow_room(f, len);
    if (room)
        begin_styles(f, text);
    return room;
}

void flow_start_list(flow *f, bool ordered)
{
    flow_settle(f, true);
    const flow_entry *around = flow_innermost(f);
    if (around && around->kind == FLOW_LIST && !around->implied)
        return; /* a list that starts with a list: one level is enough */
    flow_entry *list = flow_push_entry(f, FLOW_LIST, f->page->end[f->at]);
    if (list == NULL || !ordered)
        return;
    list->ordered = true;
    element_list_numbers(f->page, f->at, &list->number, &list->step);
}

void flow_start_item(flow *f)
{
    flow_settle(f, false);
    flow_entry *top = flow_innermost(f);
    if (top && top->kind == FLOW_ITEM) { /* an item directly inside an item: treat it as the next item */
        top->end = f->at;
        flow_settle(f, false);
        top = flow_innermost(f);
    }
    if (top == NULL || top->kind != FLOW_LIST) {
        uint32_t parent = f->page->parent[f->at];
        top = flow_push_entry(f, FLOW_LIST, f->page->end[parent]);
        if (top == NULL)
            return;
        top->implied = true;
    }
    int64_t number = top->number;
    element_item_number(f->page, f->at, &number);
    top->number = number + top->step;
    flow_entry *item = flow_push_entry(f, FLOW_ITEM, f->page->end[f->at]);
    if (item)
        item->number = number;
}

bool flow_is_in(flow *f, flow_kind kind)
{
    flow_settle(f, false);
    return f->n_entries && f->entries[f->n_entries - 1].kind == kind;
}

void flow_start_part(flow *f, flow_kind kind, flow_kind whole)
{
    if (flow_is_in(f, whole))
        flow_push_structure(f, kind);
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

/* Data tables, their rows and cells are opened at once: an empty cell keeps its place. */
static uint32_t open_structure(flow *f, flow_kind kind)
{
    flow_push_structure(f, kind);
    open_entries(f);
    return f->at + 1;
}

uint32_t flow_start_table(flow *f)
{
    flow_settle(f, false);
    if (f->n_entries + 4 >= FLOW_MAX_DEPTH || flow_inside(f, FLOW_TABLE) ||
        !table_is_data(f->page, f->at, f->options, &f->grid))
        return f->at + 1;
    if (!f->options->tables)
        return f->page->end[f->at];
    flow_begin_block(f);
    return open_structure(f, FLOW_TABLE);
}

uint32_t flow_start_row(flow *f)
{
    if (!flow_is_in(f, FLOW_TABLE))
        return f->at + 1;
    if (!table_row(f->page, f->at, f->options, &f->grid))
        return f->page->end[f->at];
    flow_end_run(f);
    return open_structure(f, FLOW_ROW);
}

uint32_t flow_start_cell(flow *f)
{
    if (!flow_is_in(f, FLOW_ROW))
        return f->at + 1;
    table_cell(f->page, f->at, &f->grid);
    flow_end_run(f);
    return open_structure(f, FLOW_CELL);
}

/* A caption comes before the rows; a later one becomes a row of its own. */
uint32_t flow_start_caption(flow *f)
{
    if (!flow_is_in(f, FLOW_TABLE))
        return f->at + 1;
    if (!table_shows(f->page, f->at, f->options))
        return f->page->end[f->at];
    flow_push_structure(f, f->grid.n_rows ? FLOW_ROW : FLOW_CAPTION);
    if (f->grid.n_rows == 0)
        return f->at + 1;
    table_row(f->page, f->at, f->options, &f->grid);
    table_cell(f->page, f->at, &f->grid);
    return open_structure(f, FLOW_CELL);
}
