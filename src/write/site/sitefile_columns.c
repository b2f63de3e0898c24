/* sitefile_columns.c - the columns of a class's records, as a table or as JSON.
 * The table has a line per column: name, type, a bar for the share of pages with a value, and sample values. */
#include "base/json.h"
#include "base/limits.h"
#include "write/site/sitefile.h"

static const char *const types[N_COLUMN_TYPES] = { "text", "number", "date", "link", "image", "list" };

/* Maximum width of the name column, in code points. */
#define MOST_NAME 32
#define BAR 10
#define LINE 100 /* characters */

static size_t name_width(slice name)
{
    size_t n = 0;
    for (size_t at = 0; at < name.len; n++)
        utf8_next(name.data, name.len, &at);
    return n;
}

/* As much of the text as fits a line, with an ellipsis if cut. */
static void put_cut(buffer *out, slice text, size_t width)
{
    size_t at = 0, cut = 0, n = 0;
    for (; at < text.len && n < width; n++) {
        if (n + 1 < width)
            cut = at;
        utf8_next(text.data, text.len, &at);
    }
    buffer_visible(out, text.data, at < text.len ? cut : text.len);
    if (at < text.len)
        buffer_text(out, "…");
}

static void pad(buffer *out, size_t width, size_t to)
{
    for (; width < to; width++)
        buffer_byte(out, ' ');
}

void write_columns_text(const model_class *c, uint32_t most, buffer *out)
{
    uint32_t n = c->n_columns < most ? c->n_columns : most;
    uint32_t of = c->n_sampled < HUSK_MAX_COLUMN_PAGES ? c->n_sampled : HUSK_MAX_COLUMN_PAGES;
    size_t widest = 0;
    for (uint32_t i = 0; i < n; i++) {
        size_t width = name_width(c->columns[i].name);
        widest = width > widest && width <= MOST_NAME ? width : widest;
    }
    if (c->n_columns)
        buffer_format(out, "    %u columns, learned from %u pages:\n", c->n_columns, of);
    for (uint32_t i = 0; i < n; i++) {
        const model_column *column = &c->columns[i];
        buffer_text(out, "    ");
        buffer_visible(out, column->name.data, column->name.len);
        pad(out, name_width(column->name), widest);
        buffer_format(out, "  %-6s  ", types[column->type]);
        uint32_t percent = of ? (uint32_t)(((uint64_t)column->pages * 100 + of / 2) / of) : 0;
        for (uint32_t k = 0; k < BAR; k++)
            buffer_byte(out, k * BAR < percent ? '#' : '.');
        buffer_format(out, " %3u %%  ", percent);
        size_t used = 4 + (name_width(column->name) > widest ? name_width(column->name) : widest) + 10 + BAR + 8;
        put_cut(out, column->example, used + 20 < LINE ? LINE - used : 20);
        buffer_byte(out, '\n');
    }
    if (n < c->n_columns)
        buffer_format(out, "    and %u more\n", c->n_columns - n);
}

void write_columns_json(const model_class *c, buffer *out)
{
    buffer_text(out, ", \"columns\": [");
    for (uint32_t i = 0; i < c->n_columns; i++) {
        const model_column *column = &c->columns[i];
        buffer_text(out, i ? ",\n   {\"name\": " : "\n   {\"name\": ");
        json_string(out, column->name);
        buffer_format(out, ", \"type\": \"%s\", \"pages\": %u, \"different\": %u, \"ways\": %u, \"example\": ",
                      types[column->type], column->pages, column->distinct, column->n_locators);
        json_string(out, column->example);
        buffer_byte(out, '}');
    }
    buffer_byte(out, ']');
}
