/* markdown.c - a page as Markdown: CommonMark with GFM's tables, tasks and strike-through.
 * This file writes blocks, markdown_inline.c lines. The output, read back by a CommonMark parser, gives the same text
 * and structures (tests/roundtrip_markdown). A new list right after another, or a number out of order, uses the
 * other mark ("+" for "-", ")" for "."), which starts a new list. Cost: linear. Limits: the buffer's cap; a table's
 * empty cells are bounded by table.c. */
#include "write/markdown.h"

#include <stdio.h>

/* The largest item number in CommonMark. */
#define MAX_NUMBER 999999999

/* --- lists -------------------------------------------------------------------------------------------------------- */

/* The list at this depth: its mark, and the number of its next item. */
static char list_mark(markdown_writer *w, const flow_entry *list, const flow_entry *item)
{
    markdown_list *last = &w->lists[w->depth];
    char usual = list->ordered ? '.' : '-', other = list->ordered ? ')' : '+';
    if (w->lines.list_begins || (list->ordered && item->number != last->number + 1))
        last->mark = last->mark == usual ? other : usual;
    last->number = item->number;
    return last->mark;
}

static void open_item(markdown_writer *w, flow *f, const flow_entry *item)
{
    const flow_entry *list = item - 1;
    char marker[16], indent[17] = "                ";
    bool numbered = list->ordered && item->number >= 0 && item->number <= MAX_NUMBER;
    if (w->lines.in_cell) {
        lines_item_marker(list, item, '.', marker);
        lines_in_cell(&w->lines, "<br>");
        buffer_text(w->lines.out, marker);
        w->lines.fresh = true;
        return;
    }
    char mark = list_mark(w, list, item);
    if (numbered)
        lines_item_marker(list, item, mark, marker);
    else
        snprintf(marker, sizeof marker, "%c ", list->ordered ? '-' : mark);
    indent[strlen(marker)] = 0;
    /* A number other than 1 does not interrupt a line of text. */
    bool tight = !w->lines.list_begins || (flow_is_nested(f, item) && w->after_run && (!numbered || item->number == 1));
    lines_push(&w->lines, marker, indent, tight ? 1 : 2);
    bool is_done;
    if (!item->implied && element_task(f->page, item->node, &is_done))
        w->task = is_done ? "[x] " : "[ ] ";
    if (list->ordered && !numbered)
        buffer_format(w->lines.out, "%s%lld\\. ", item->number < 0 ? "\\" : "", (long long)item->number);
}

/* A note is an item of its own, with its label. Returns whether the item is one. */
static bool open_note(markdown_writer *w, flow *f, const flow_entry *item)
{
    char marker[16];
    const note *n = w->lines.in_cell || item->implied || w->depth ? NULL : notes_of_item(&f->notes, item->node);
    if (n == NULL)
        return false;
    snprintf(marker, sizeof marker, "[^%s]: ", n->label);
    lines_push(&w->lines, marker, "    ", 2);
    w->lists[w->depth].mark = 0;
    return true;
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static void table_rule(markdown_writer *w, const flow *f)
{
    lines_next(&w->lines);
    static const char *const rules[N_ALIGNS] = { "| --- ", "| :-- ", "| :-: ", "| --: " };
    for (uint32_t c = 0; c < f->grid.n_columns; c++)
        buffer_text(w->lines.out, rules[c < TABLE_ALIGNED ? f->grid.align[c] : ALIGN_NONE]);
    buffer_byte(w->lines.out, '|');
}

/* GFM tables start with a header row: if the page has none, an empty one. */
static void open_row(markdown_writer *w, flow *f)
{
    lines_begin(&w->lines, f->grid.n_rows == 1 ? 2 : 1);
    w->lines.column = 0;
    if (f->grid.n_rows > 1 || f->grid.has_header)
        return;
    for (uint32_t c = 0; c < f->grid.n_columns; c++)
        buffer_text(w->lines.out, "|   ");
    buffer_byte(w->lines.out, '|');
    table_rule(w, f);
    lines_next(&w->lines);
}

static void close_row(markdown_writer *w, flow *f)
{
    bool header = f->grid.n_rows == 1 && f->grid.has_header;
    for (; header && w->lines.column < f->grid.n_columns; w->lines.column++)
        buffer_text(w->lines.out, "|   ");
    buffer_byte(w->lines.out, '|');
    if (header)
        table_rule(w, f);
    w->after_run = false;
}

static void open_cell(markdown_writer *w, flow *f)
{
    flow_room(f, 4 * (size_t)(f->grid.column - w->lines.column));
    for (; w->lines.column < f->grid.column; w->lines.column++)
        buffer_text(w->lines.out, "|   ");
    buffer_text(w->lines.out, "| ");
    w->lines.column++;
    w->lines.in_cell = w->lines.cell_begins = true;
}

/* Alerts are those of GitHub. */
static void open_quote(markdown_writer *w, unsigned alert)
{
    static const char *const names[] = { [ALERT_NOTE] = "NOTE",
                                         [ALERT_TIP] = "TIP",
                                         [ALERT_IMPORTANT] = "IMPORTANT",
                                         [ALERT_WARNING] = "WARNING",
                                         [ALERT_CAUTION] = "CAUTION" };
    lines_push(&w->lines, "> ", "> ", 2);
    if (alert == ALERT_NONE || w->depth)
        return;
    buffer_format(w->lines.out, "[!%s]", names[alert]);
    lines_next(&w->lines);
    w->lines.fresh = true;
}

/* --- structures --------------------------------------------------------------------------------------------------- */

static void on_open(flow *f, flow_entry *entry)
{
    markdown_writer *w = f->writer;
    w->task = NULL;
    switch (entry->kind) {
    case FLOW_QUOTE:
        if (!w->lines.in_cell)
            open_quote(w, entry->level);
        break;
    case FLOW_LIST:
        w->lines.list_begins = true;
        break;
    case FLOW_ITEM:
        if (open_note(w, f, entry)) {
            w->lines.list_begins = true; /* what follows is not of one list with it */
        } else {
            open_item(w, f, entry);
            w->lines.list_begins = false;
        }
        break;
    case FLOW_HEADING:
        w->heading = entry->level;
        break;
    case FLOW_TERM:
    case FLOW_SUMMARY:
        f->is_bold = true;
        break;
    case FLOW_ROW:
        open_row(w, f);
        break;
    case FLOW_CELL:
        open_cell(w, f);
        break;
    default:
        break;
    }
    if (entry->kind == FLOW_QUOTE || entry->kind == FLOW_ITEM) {
        w->lists[++w->depth] = (markdown_list){ 0 };
        w->after_run = false;
    }
}

static void on_close(flow *f, const flow_entry *entry)
{
    markdown_writer *w = f->writer;
    switch (entry->kind) {
    case FLOW_QUOTE:
    case FLOW_ITEM:
        w->depth--;
        if (!w->lines.in_cell)
            lines_pop(&w->lines);
        w->after_run = false;
        if (entry->kind == FLOW_QUOTE)
            w->lists[w->depth].mark = 0;
        break;
    case FLOW_HEADING:
        w->heading = 0;
        break;
    case FLOW_TERM:
    case FLOW_SUMMARY:
        f->is_bold = false;
        break;
    case FLOW_ROW:
        close_row(w, f);
        break;
    case FLOW_CELL:
        buffer_byte(w->lines.out, ' ');
        w->lines.in_cell = w->lines.fresh = false;
        break;
    case FLOW_TABLE:
        w->lists[w->depth].mark = 0;
        break;
    default:
        break;
    }
}

/* A block that is not a list separates the lists around it. */
static void begin_block(markdown_writer *w)
{
    lines_begin(&w->lines, 2);
    w->lists[w->depth].mark = 0;
}

static void on_run(flow *f)
{
    markdown_writer *w = f->writer;
    if (w->lines.in_cell) {
        lines_in_cell(&w->lines, "<br>");
    } else {
        begin_block(w);
        for (unsigned i = 0; i < w->heading; i++)
            buffer_byte(w->lines.out, '#');
        if (w->heading)
            buffer_byte(w->lines.out, ' ');
        else if (w->task)
            buffer_text(w->lines.out, w->task);
    }
    w->task = NULL;
    markdown_run(w);
}

static void on_pre(flow *f, uint32_t node, slice text)
{
    markdown_writer *w = f->writer;
    buffer *out = w->lines.out;
    if (w->lines.in_cell) {
        lines_in_cell(&w->lines, "<br>");
        if (flow_room(f, text.len))
            markdown_code(w, text);
        return;
    }
    size_t fence = markdown_longest_run(text, '`') + 1;
    if (fence < 3)
        fence = 3;
    if (!flow_room(f, fence + w->lines.len))
        return;
    slice language = element_code_language(f->page, node);
    begin_block(w);
    w->task = NULL; /* it must begin a line of text */
    for (size_t i = 0; i < fence; i++)
        buffer_byte(out, '`');
    buffer_append(out, language.data, language.len);
    lines_next(&w->lines);
    lines_text(&w->lines, f, text);
    lines_next(&w->lines);
    for (size_t i = 0; i < fence; i++)
        buffer_byte(out, '`');
    w->after_run = false;
}

/* Not "---": after "- " that would be one long rule. */
static void on_rule(flow *f)
{
    markdown_writer *w = f->writer;
    if (w->lines.in_cell)
        return;
    begin_block(w);
    buffer_text(w->lines.out, "***");
    w->after_run = false;
}

husk_status write_markdown(husk_page *page, const write_options *options, buffer *out)
{
    static const flow_sink sink = { { on_open, on_close, on_run, markdown_run_end, markdown_text, markdown_image,
                                      markdown_math, markdown_break, on_pre, on_rule, markdown_note,
                                      markdown_open_layer, markdown_close_layer, markdown_between },
                                    (1u << N_LAYERS) - 1 - (1u << LAYER_SCOPE) - (1u << LAYER_RUBY),
                                    3,
                                    FLOW_WANTS_PURE_CODE | FLOW_WANTS_ALERTS };
    markdown_writer w = { .lines = { .out = out } };
    buffer_init(&w.code, out->cap);
    if (options->title.len)
        markdown_title(&w, options->title);
    husk_status status = flow_walk(page, options, &sink, &w, out);
    lines_finish(&w.lines);
    if (w.code.status == HUSK_NO_MEMORY)
        status = HUSK_NO_MEMORY;
    buffer_free(&w.code);
    return status ?: out->status;
}
