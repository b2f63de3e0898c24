/* records.c - a page's record as a JSON line, a row of CSV or Parquet, or the cells of a table.
 * Values are written as on the page, white space collapsed; JSON also has typed numbers and dates. Cost: one pass
 * over the values. Limits: the buffer's cap. */
#include "write/records.h"

#include "base/escape.h"

static void put_string(husk_string text, buffer *out)
{
    json_string(out, (slice){ text.data, text.len });
}

/* A member of the object for a typed value, if it is known. */
static void put_member(const char *name, husk_string text, buffer *out)
{
    if (text.len == 0)
        return;
    buffer_format(out, ",\"%s\":", name);
    put_string(text, out);
}

static void list_json(const record_row *row, column_values v, buffer *out)
{
    buffer_byte(out, '[');
    for (uint32_t i = 0; i < v.n; i++) {
        buffer_text(out, i ? "," : "");
        put_string(row->values[v.first + i].text, out);
    }
    buffer_byte(out, ']');
}

static void fields_json(const record_row *row, buffer *out)
{
    const model_class *c = row->page_class;
    bool first = true;
    for (uint32_t i = 0; c && i < c->n_columns; i++) {
        column_values v = row->columns[i];
        if (v.n == 0)
            continue;
        buffer_text(out, first ? "" : ",");
        first = false;
        json_string(out, c->columns[i].name);
        buffer_text(out, ":");
        if (c->columns[i].type == COLUMN_LIST)
            list_json(row, v, out);
        else
            put_string(row->values[v.first].text, out);
    }
}

/* "typed" next to "fields": parsed numbers, money and dates; the fields keep the page's text. */
static void typed_json(const record_row *row, buffer *out)
{
    const model_class *c = row->page_class;
    bool any = false;
    for (uint32_t i = 0; c && i < c->n_columns; i++) {
        const husk_value *value = &row->values[row->columns[i].first];
        if (row->columns[i].n == 0 || value->typed.len == 0)
            continue;
        buffer_text(out, any ? "," : ",\"typed\":{");
        any = true;
        json_string(out, c->columns[i].name);
        buffer_text(out, ":{\"value\":");
        if (c->columns[i].type == COLUMN_NUMBER)
            buffer_append(out, value->typed.data, value->typed.len);
        else
            put_string(value->typed, out);
        put_member("currency", value->currency, out);
        put_member("unit", value->unit, out);
        buffer_byte(out, '}');
    }
    buffer_text(out, any ? "}" : "");
}

void write_record_json(const record_row *row, buffer *out)
{
    buffer_text(out, "{\"id\":");
    json_string(out, row->id);
    if (row->failed) {
        buffer_text(out, ",\"status\":\"failed\",\"reason\":");
        json_string(out, row->reason);
    }
    if (row->page_class)
        buffer_format(out, ",\"class\":%u,\"fields\":{", row->page_class->number);
    else
        buffer_text(out, ",\"class\":null,\"fields\":{");
    fields_json(row, out);
    buffer_byte(out, '}');
    typed_json(row, out);
    buffer_text(out, "}\n");
}

bool write_record_cell(const record_row *row, uint32_t column, buffer *out)
{
    column_values v = row->columns[column];
    if (v.n == 0)
        return false;
    if (row->page_class->columns[column].type == COLUMN_LIST)
        list_json(row, v, out);
    else
        buffer_append(out, row->values[v.first].text.data, row->values[v.first].text.len);
    return true;
}

/* --- rows of cells ------------------------------------------------------------------------------------------------ */

/* A list is text in CSV, where a column may be one in some classes only. */
static row_cell cell_of(const record_row *row, const record_column *column, uint32_t place)
{
    column_values v = { 0, 0 };
    if (row && row->page_class && place != UINT32_MAX)
        v = row->columns[place];
    if (column->is_list)
        return cell_list(v.n ? &row->texts[v.first] : NULL, v.n);
    return cell_text(v.n ? row->texts[v.first] : (slice){ NULL, 0 });
}

static void put_row(const record_row *row, const record_header *header, const uint32_t *places, row_writer *to)
{
    const model_class *c = row ? row->page_class : NULL;
    row_cell number = cell_integer(c ? c->number : 0, c != NULL);
    number.text = SLICE("none");
    row_begin(to);
    row_add(to, SLICE("id"), cell_text(row ? row->id : (slice){ NULL, 0 }));
    row_add(to, SLICE("class"), number);
    for (uint32_t i = 0; i < header->n; i++)
        row_add(to, header->columns[i].name, cell_of(row, &header->columns[i], places ? places[i] : UINT32_MAX));
    row_end(to);
}

void write_record_head(const record_header *header, row_form form, buffer *out)
{
    put_row(NULL, header, NULL, &(row_writer){ .out = out, .form = form, .plain = true, .is_head = true });
}

void write_record_row(const record_row *row, const record_header *header, const uint32_t *places, row_form form,
                      buffer *out)
{
    put_row(row, header, places, &(row_writer){ .out = out, .form = form, .plain = true });
}

void write_schema_line(slice host, const model_class *c, const model_column *column, buffer *out)
{
    uint32_t of = c->n_sampled < HUSK_MAX_COLUMN_PAGES ? c->n_sampled : HUSK_MAX_COLUMN_PAGES;
    uint32_t until = column->until ?: c->state.retired;
    json_string_after(out, "{\"host\":", host);
    buffer_format(out, ",\"class\":%u", c->number);
    json_string_after(out, ",\"name\":", column->name);
    buffer_format(out, ",\"type\":\"%s\",\"since\":%u", column_type_name(column->type), column->since);
    if (until) {
        buffer_format(out, ",\"until\":%u}\n", until);
        return;
    }
    buffer_format(out, ",\"pages\":%u,\"of\":%u,\"distinct\":%u", column->pages, of, column->distinct);
    json_string_after(out, ",\"example\":", column->example);
    buffer_text(out, "}\n");
}
