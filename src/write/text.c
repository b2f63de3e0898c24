/* text.c - a page as plain text.
 * A run is a line; an empty line is where a browser's default style sheet leaves space. Items have dashes or numbers
 * and are indented, a table row is a line with " | " between its cells, code keeps its lines. Cost: linear, close to
 * copying the text: whole crawls go through this writer. Limits: the buffer's cap. */
#include "write/flow.h"
#include "write/element.h"
#include "write/lines.h"

typedef struct text_writer {
    lines lines;
    style_stack style;
    bool links;
    bool list_begins; /* no item of the innermost list written yet */
    bool in_cell;
    bool cell_begins;
    uint32_t column; /* of the row's last cell */
} text_writer;

/* --- styles ------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *on, *off;
} marks[N_LAYERS] = {
    [LAYER_QUOTE] = { "“", "”" },
    [LAYER_QUOTE_INNER] = { "‘", "’" },
    [LAYER_READING] = { "(", ")" },
};

static void write_address(text_writer *w, flow *f, uint32_t link)
{
    buffer *out = w->lines.out;
    size_t before = out->len;
    buffer_text(out, " <");
    if (element_address(f->page, page_attribute_value(f->page, link, ATTR_HREF), out))
        buffer_byte(out, '>');
    else
        out->len = before;
}

static void close_styles(text_writer *w, flow *f, unsigned stays)
{
    while (w->style.n > stays) {
        unsigned layer = w->style.layer[--w->style.n];
        if (layer == LAYER_LINK)
            write_address(w, f, w->style.value[w->style.n]);
        else
            buffer_text(w->lines.out, marks[layer].off);
    }
}

static void open_styles(text_writer *w)
{
    for (unsigned layer; (layer = style_open(&w->style)) < N_LAYERS;)
        if (layer != LAYER_LINK)
            buffer_text(w->lines.out, marks[layer].on);
}

/* Close the layers that the next piece lacks. True: it has none that text shows. */
static bool end_styles(text_writer *w, flow *f)
{
    static const uint8_t shown[] = { LAYER_QUOTE, LAYER_QUOTE_INNER, LAYER_READING };
    const uint32_t *layer = f->style.layer;
    bool plain = !(layer[LAYER_QUOTE] | layer[LAYER_READING]) && !(w->links && layer[LAYER_LINK]);
    if (plain && w->style.n == 0)
        return true;
    flow_style *wanted = &w->style.wanted;
    memcpy(wanted->order, f->style.order, f->style.n);
    wanted->n = f->style.n;
    for (size_t i = 0; i < sizeof shown; i++)
        wanted->layer[shown[i]] = layer[shown[i]];
    wanted->layer[LAYER_LINK] = w->links ? layer[LAYER_LINK] : 0;
    close_styles(w, f, style_stays(&w->style, f->space));
    return plain;
}

/* Before each piece: closing marks, the space, opening marks. */
static void begin_piece(text_writer *w, flow *f)
{
    bool plain = end_styles(w, f);
    if (f->space)
        buffer_byte(w->lines.out, ' ');
    if (!plain)
        open_styles(w);
}

/* --- pieces ------------------------------------------------------------------------------------------------------- */

static void on_run(void *writer, flow *f)
{
    text_writer *w = writer;
    if (w->in_cell) {
        if (!w->cell_begins && !w->lines.fresh)
            buffer_byte(w->lines.out, ' ');
        w->cell_begins = false;
        w->lines.fresh = false;
        return;
    }
    lines_begin(&w->lines, f->gap);
}

static void on_run_end(void *writer, flow *f)
{
    close_styles(writer, f, 0);
}

static void on_text(void *writer, flow *f, slice text)
{
    text_writer *w = writer;
    if (!flow_room(f, w->lines.out, text.len + 1))
        return;
    begin_piece(w, f);
    lines_fold(w->lines.out, text);
}

static void on_image(void *writer, flow *f, slice alt, slice address)
{
    text_writer *w = writer;
    (void)address;
    if (!flow_room(f, w->lines.out, alt.len + 3))
        return;
    begin_piece(w, f);
    buffer_byte(w->lines.out, '[');
    lines_fold(w->lines.out, alt);
    buffer_byte(w->lines.out, ']');
}

static void on_note(void *writer, flow *f, const note *to)
{
    text_writer *w = writer;
    if (!flow_room(f, w->lines.out, 64))
        return;
    begin_piece(w, f);
    buffer_format(w->lines.out, "[%s]", to->label);
}

static void on_math(void *writer, flow *f, slice tex, bool display)
{
    text_writer *w = writer;
    if (!flow_room(f, w->lines.out, tex.len + 5))
        return;
    begin_piece(w, f);
    buffer_text(w->lines.out, display ? "$$" : "$");
    lines_fold(w->lines.out, tex);
    buffer_text(w->lines.out, display ? "$$" : "$");
}

static void on_break(void *writer, flow *f)
{
    text_writer *w = writer;
    end_styles(w, f);
    if (w->in_cell)
        buffer_byte(w->lines.out, ' ');
    else if (flow_room(f, w->lines.out, w->lines.len + 1u))
        lines_next(&w->lines);
}

static void on_pre(void *writer, flow *f, uint32_t node, slice text)
{
    text_writer *w = writer;
    (void)node;
    if (w->in_cell) {
        on_run(w, f);
        if (flow_room(f, w->lines.out, text.len))
            lines_fold(w->lines.out, text);
        return;
    }
    lines_begin(&w->lines, 2);
    lines_text(&w->lines, f, text);
}

/* --- structures --------------------------------------------------------------------------------------------------- */

static void open_item(text_writer *w, flow *f, const flow_entry *item)
{
    char marker[16];
    lines_item_marker(item - 1, item, '-', '.', marker);
    if (w->in_cell) {
        on_run(w, f);
        buffer_text(w->lines.out, marker);
        w->lines.fresh = true;
        return;
    }
    bool apart = w->list_begins && !flow_is_nested(f, item);
    lines_push(&w->lines, marker, strlen(marker) > 3 ? "    " : "  ", apart ? f->gap : 1);
}

static void on_open(void *writer, flow *f, const flow_entry *entry)
{
    text_writer *w = writer;
    flow_room(f, w->lines.out, w->lines.len + 32u);
    switch (entry->kind) {
    case FLOW_LIST:
        w->list_begins = true;
        break;
    case FLOW_ITEM:
        open_item(w, f, entry);
        w->list_begins = false;
        break;
    case FLOW_DEFINITION:
        if (!w->in_cell)
            lines_push(&w->lines, "    ", "    ", 1);
        break;
    case FLOW_ROW:
        lines_begin(&w->lines, f->grid.n_rows == 1 ? 2 : 1);
        w->column = 0;
        break;
    case FLOW_CELL:
        flow_room(f, w->lines.out, 3 * (size_t)(f->grid.column - w->column) + 8);
        for (; w->column < f->grid.column; w->column++)
            buffer_text(w->lines.out, " | ");
        w->in_cell = w->cell_begins = true;
        break;
    default:
        break;
    }
}

static void on_close(void *writer, flow *f, const flow_entry *entry)
{
    text_writer *w = writer;
    (void)f;
    switch (entry->kind) {
    case FLOW_ITEM:
    case FLOW_DEFINITION:
        if (!w->in_cell)
            lines_pop(&w->lines);
        break;
    case FLOW_CELL:
        w->in_cell = w->lines.fresh = false;
        break;
    case FLOW_ROW: /* empty cells at its end */
        while (w->lines.out->len && w->lines.out->data[w->lines.out->len - 1] == ' ')
            w->lines.out->len--;
        break;
    default:
        break;
    }
}

husk_status write_text(husk_page *page, const write_options *options, buffer *out)
{
    static const flow_sink sink = { on_open, on_close, on_run, on_run_end, on_text, on_image,
                                    on_math, on_break, on_pre, NULL,       on_note };
    text_writer w = { .lines = { .out = out }, .links = options->links };
    husk_status status = flow_walk(page, options, &sink, &w, FLOW_WANTS_NAMED);
    lines_finish(&w.lines);
    return status ?: out->status;
}
