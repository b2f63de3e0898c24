/* text.c - a page as plain text.
 * A run is a line; an empty line is where a browser's default style sheet leaves space. Items have dashes or numbers
 * and are indented, a table row is a line with " | " between its cells, code keeps its lines. Cost: linear, close to
 * copying the text: whole crawls go through this writer. Limits: the buffer's cap. */

#include <stdio.h>

#include "write/lines.h"

/* --- styles ------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *on, *off;
} marks[N_LAYERS] = {
    [LAYER_QUOTE] = { "“", "”" },
    [LAYER_QUOTE_INNER] = { "‘", "’" },
    [LAYER_READING] = { "(", ")" },
    [LAYER_NOTE] = { "(", ")" },
};

static void on_close_layer(flow *f, unsigned layer)
{
    if (layer != LAYER_LINK) {
        buffer_text(f->out, marks[layer].off);
        return;
    }
    buffer_text(f->out, " <");
    buffer_append(f->out, f->open_link.data, f->open_link.len);
    buffer_byte(f->out, '>');
}

static void on_open_layer(flow *f, unsigned layer)
{
    if (layer != LAYER_LINK)
        buffer_text(f->out, marks[layer].on);
}

/* --- pieces ------------------------------------------------------------------------------------------------------- */

static void on_run(flow *f)
{
    lines *l = f->writer;
    if (l->in_cell)
        lines_in_cell(l, " ");
    else
        lines_begin(l, f->gap);
}

static void on_text(flow *f, slice text)
{
    lines_fold(f->out, text);
}

static void on_image(flow *f, slice alt, slice address)
{
    (void)address;
    buffer_byte(f->out, '[');
    lines_fold(f->out, alt);
    buffer_byte(f->out, ']');
}

static void on_note(flow *f, const note *to)
{
    buffer_format(f->out, "[%s]", to->label);
}

static void on_math(flow *f, slice tex, bool display)
{
    buffer_text(f->out, display ? "$$" : "$");
    lines_fold(f->out, tex);
    buffer_text(f->out, display ? "$$" : "$");
}

static void on_break(flow *f)
{
    lines *l = f->writer;
    if (l->in_cell)
        buffer_byte(f->out, ' ');
    else
        lines_next(l);
}

static void on_pre(flow *f, uint32_t node, slice text)
{
    lines *l = f->writer;
    (void)node;
    if (!l->in_cell) {
        lines_begin(l, 2);
        lines_text(l, f, text);
        return;
    }
    lines_in_cell(l, " ");
    if (flow_room(f, text.len))
        lines_fold(f->out, text);
}

/* --- structures --------------------------------------------------------------------------------------------------- */

static void open_item(lines *l, flow *f, const flow_entry *item)
{
    char marker[16];
    const note *block =
        item->implied || f->page->tag[item->node] == TAG_LI ? NULL : notes_of_item(&f->notes, item->node);
    if (block)
        snprintf(marker, sizeof marker, "[%s] ", block->label);
    else
        lines_item_marker(item - 1, item, '.', marker);
    if (l->in_cell) {
        lines_in_cell(l, " ");
        buffer_text(f->out, marker);
        l->fresh = true;
        return;
    }
    bool apart = l->list_begins && !flow_is_nested(f, item);
    lines_push(l, marker, strlen(marker) > 3 ? "    " : "  ", apart ? f->gap : 1);
}

static void on_open(flow *f, flow_entry *entry)
{
    lines *l = f->writer;
    switch (entry->kind) {
    case FLOW_LIST:
        l->list_begins = true;
        break;
    case FLOW_ITEM:
        open_item(l, f, entry);
        l->list_begins = false;
        break;
    case FLOW_DEFINITION:
        if (!l->in_cell)
            lines_push(l, "    ", "    ", 1);
        break;
    case FLOW_ROW:
        lines_begin(l, f->grid.n_rows == 1 ? 2 : 1);
        l->column = 0;
        break;
    case FLOW_CELL:
        flow_room(f, 3 * (size_t)(f->grid.column - l->column));
        for (; l->column < f->grid.column; l->column++)
            buffer_text(f->out, " | ");
        l->in_cell = l->cell_begins = true;
        break;
    default:
        break;
    }
}

static void on_close(flow *f, const flow_entry *entry)
{
    lines *l = f->writer;
    switch (entry->kind) {
    case FLOW_ITEM:
    case FLOW_DEFINITION:
        if (!l->in_cell)
            lines_pop(l);
        break;
    case FLOW_CELL:
        l->in_cell = l->fresh = false;
        break;
    case FLOW_ROW: /* empty cells at its end */
        while (f->out->len && f->out->data[f->out->len - 1] == ' ')
            f->out->len--;
        break;
    default:
        break;
    }
}

husk_status write_text(husk_page *page, const write_options *options, buffer *out)
{
    static const flow_sink sink = { { on_open, on_close, on_run, NULL, on_text, on_image, on_math, on_break, on_pre,
                                      NULL, on_note, on_open_layer, on_close_layer, NULL },
                                    1u << LAYER_QUOTE | 1u << LAYER_QUOTE_INNER | 1u << LAYER_READING |
                                        1u << LAYER_NOTE | 1u << LAYER_LINK,
                                    1,
                                    FLOW_WANTS_NAMED };
    lines l = { .out = out };
    husk_status status = flow_walk(page, options, &sink, &l, out);
    lines_finish(&l);
    return status ?: out->status;
}
