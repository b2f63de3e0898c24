/* records.c - a page's record as a JSON line, a row of CSV or Parquet, or the cells of a table.
 * Values are written as on the page, white space collapsed; JSON also has typed numbers and dates. Cost: one pass
 * over the values. Limits: the buffer's cap. */
#include "write/records.h"

#include "base/escape.h"

/* A list is text in CSV, where a column may be one in some classes only. */
static row_cell cell_of(const record_row *row, uint32_t place, bool is_list)
{
    column_values v = { 0, 0 };
    if (row && row->page_class && place != UINT32_MAX)
        v = row->columns[place];
    const slice *texts = v.n ? &row->texts[v.first] : NULL;
    return is_list ? cell_list(texts, v.n) : cell_text(texts ? *texts : (slice){ NULL, 0 });
}

/* What the page has in a column of its class. */
static row_cell own_cell(const record_row *row, uint32_t column)
{
    return cell_of(row, column, row->page_class->columns[column].type == COLUMN_LIST);
}

static void fields_json(const record_row *row, buffer *out)
{
    const model_class *c = row->page_class;
    row_writer fields = { .out = out, .form = ROW_JSON };
    row_begin(&fields);
    for (uint32_t i = 0; c && i < c->n_columns; i++)
        row_add(&fields, c->columns[i].name, own_cell(row, i));
    buffer_byte(out, '}');
}

static void value_json(const husk_value *value, bool is_number, buffer *out)
{
    row_writer parts = { .out = out, .form = ROW_JSON };
    row_begin(&parts);
    row_key(&parts, SLICE("value"));
    if (is_number)
        buffer_append(out, value->typed.data, value->typed.len);
    else
        json_string(out, value->typed);
    if (value->currency.len)
        row_add(&parts, SLICE("currency"), cell_text(value->currency));
    if (value->unit.len)
        row_add(&parts, SLICE("unit"), cell_text(value->unit));
    buffer_byte(out, '}');
}

/* "typed" next to "fields": parsed numbers, money and dates; the fields keep the page's text. */
static void typed_json(const record_row *row, row_writer *record)
{
    const model_class *c = row->page_class;
    row_writer typed = { .out = record->out, .form = ROW_JSON };
    for (uint32_t i = 0; c && i < c->n_columns; i++) {
        const husk_value *value = &row->values[row->columns[i].first];
        if (row->columns[i].n == 0 || value->typed.len == 0)
            continue;
        if (typed.n == 0) {
            row_key(record, SLICE("typed"));
            row_begin(&typed);
        }
        row_key(&typed, c->columns[i].name);
        value_json(value, c->columns[i].type == COLUMN_NUMBER, record->out);
    }
    buffer_text(record->out, typed.n ? "}" : "");
}

void write_record_json(const record_row *row, buffer *out)
{
    row_writer record = { .out = out, .form = ROW_JSON };
    row_begin(&record);
    row_add(&record, SLICE("id"), cell_text(row->id));
    if (row->failed) {
        row_add(&record, SLICE("status"), cell_c_text("failed"));
        row_add(&record, SLICE("reason"), cell_text(row->reason));
    }
    row_key(&record, SLICE("class"));
    if (row->page_class)
        buffer_format(out, "%u", row->page_class->number);
    else
        buffer_text(out, "null");
    row_key(&record, SLICE("fields"));
    fields_json(row, out);
    typed_json(row, &record);
    row_end(&record);
}

bool write_record_cell(const record_row *row, uint32_t column, buffer *out)
{
    row_cell cell = own_cell(row, column);
    if (cell.known && cell.type == CELL_LIST)
        cell_json(&cell, out);
    else if (cell.known)
        buffer_append(out, cell.text.data, cell.text.len);
    return cell.known;
}

/* --- rows of cells ------------------------------------------------------------------------------------------------ */

static void put_row(const record_row *row, const record_header *header, const uint32_t *places, row_writer *to)
{
    const model_class *c = row ? row->page_class : NULL;
    row_cell number = cell_integer(c ? c->number : 0, c != NULL);
    number.text = SLICE("none");
    row_begin(to);
    row_add(to, SLICE("id"), cell_text(row ? row->id : (slice){ NULL, 0 }));
    row_add(to, SLICE("class"), number);
    for (uint32_t i = 0; i < header->n; i++)
        row_add(to, header->columns[i].name, cell_of(row, places ? places[i] : UINT32_MAX, header->columns[i].is_list));
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
