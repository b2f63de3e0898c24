/* flow_entries.c - what is open during a walk: lists and items, tables, their visible contents, and styles.
 * An entry is opened when something visible appears inside it, so that nothing empty is ever written; an entry whose
 * element has ended is closed by the next one. Cost: amortised one step per node. Limits: FLOW_MAX_DEPTH nested
 * structures, deeper ones are flattened. */
#include "write/flow.h"

#include "base/limits.h"
#include "write/element.h"
#include "write/visible.h"

/* --- runs --------------------------------------------------------------------------------------------------------- */

void flow_end_run(flow *f)
{
    if (f->in_run)
        f->sink->run_end(f->writer, f);
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
            f->sink->close(f->writer, f, top);
        }
        f->n_entries--;
    }
}

static void open_entries(flow *f)
{
    while (f->n_opened < f->n_entries) {
        flow_entry *entry = &f->entries[f->n_opened++];
        entry->opened = true;
        f->sink->open(f->writer, f, entry);
    }
}

const flow_entry *flow_around(const flow *f, unsigned i)
{
    return i < f->n_entries ? &f->entries[f->n_entries - 1 - i] : NULL;
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

bool flow_room(flow *f, const buffer *out, size_t need)
{
    size_t margin = out->cap / 4 < 4096 ? out->cap / 4 : 4096;
    if (out->len <= out->cap - margin && need <= out->cap - margin - out->len)
        return true;
    f->stop = true;
    f->full = true;
    return false;
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

void flow_begin_piece(flow *f)
{
    f->image = 0;
    if (f->in_run && !f->boundary && f->breaks < 2) {
        if (f->breaks) {
            f->space = false;
            f->sink->line_break(f->writer, f);
        }
        f->breaks = 0;
        return;
    }
    if (f->breaks > 1)
        f->gap = 2;
    flow_begin_block(f);
    f->sink->run(f->writer, f);
    f->in_run = true;
    f->space = false;
    f->gap = 0;
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

/* --- styles ------------------------------------------------------------------------------------------------------- */

style_stack style_begin(void)
{
    style_stack s = { .n = 0 };
    buffer_init(&s.address, 4 * HUSK_MAX_URL_BYTES);
    return s;
}

husk_status style_end(style_stack *s, husk_status status)
{
    if (s->address.status == HUSK_NO_MEMORY)
        status = HUSK_NO_MEMORY;
    buffer_free(&s->address);
    return status;
}

/* The layers of `want`, outermost first, code last. */
static unsigned path_of(const flow_style *want, uint8_t path[N_LAYERS])
{
    unsigned n = 0;
    for (unsigned i = 0; i < want->n; i++)
        if (want->layer[want->order[i]] && want->order[i] != LAYER_CODE)
            path[n++] = want->order[i];
    if (want->layer[LAYER_CODE])
        path[n++] = LAYER_CODE;
    return n;
}

static bool merges(unsigned layer)
{
    return layer >= LAYER_STRONG && layer <= LAYER_RUBY;
}

void style_want(style_stack *s, flow *f, bool links, bool code)
{
    uint32_t link = f->style.layer[LAYER_LINK];
    s->wanted = f->style;
    if (links && link && s->link != link) {
        buffer_clear(&s->address);
        s->link = link;
        s->leads = element_address(f->page, page_attribute_value(f->page, link, ATTR_HREF), &s->address);
    }
    if (!links || !s->leads)
        s->wanted.layer[LAYER_LINK] = 0;
    if (!code)
        s->wanted.layer[LAYER_CODE] = 0;
}

unsigned style_stays(style_stack *s, bool apart)
{
    uint8_t path[N_LAYERS];
    unsigned n = path_of(&s->wanted, path), i = 0;
    for (; i < n && i < s->n && s->layer[i] == path[i]; i++) {
        uint32_t value = s->wanted.layer[path[i]];
        if (s->value[i] != value && (apart || !merges(path[i])))
            break;
        s->value[i] = value;
    }
    return i;
}

unsigned style_next(const style_stack *s)
{
    uint8_t path[N_LAYERS];
    return s->n < path_of(&s->wanted, path) ? path[s->n] : N_LAYERS;
}

unsigned style_open(style_stack *s)
{
    unsigned layer = style_next(s);
    if (layer < N_LAYERS) {
        s->layer[s->n] = (uint8_t)layer;
        s->value[s->n++] = s->wanted.layer[layer];
    }
    return layer;
}
