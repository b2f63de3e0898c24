/* records.c - a page's record as a JSON line, a line of CSV, or the cells of a table.
 * Values are written as on the page, white space collapsed; JSON also has typed numbers and dates. Cost: one pass
 * over the values. Limits: the buffer's cap. */
#include "write/records.h"

#include "base/json.h"
#include "write/write.h"

static void list_json(const record_row *row, column_values v, buffer *out)
{
    buffer_byte(out, '[');
    for (uint32_t i = 0; i < v.n; i++) {
        json_string_after(out, i ? "," : "", row->values[v.first + i]);
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
            json_string(out, row->values[v.first]);
    }
}

/* "typed" next to "fields": parsed numbers, money and dates; the fields keep the page's text. */
static void typed_json(const record_row *row, buffer *out)
{
    const model_class *c = row->page_class;
    bool any = false;
    for (uint32_t i = 0; c && i < c->n_columns; i++) {
        uint32_t type = c->columns[i].type;
        if (row->columns[i].n == 0 || (type != COLUMN_NUMBER && type != COLUMN_DATE))
            continue;
        slice text = row->values[row->columns[i].first];
        size_t start = out->len;
        json_string_after(out, any ? "," : ",\"typed\":{", c->columns[i].name);
        buffer_text(out, ":");
        bool known =
            type == COLUMN_NUMBER ? typed_number_json(text, out) : typed_date_json(text, row->month_first, out);
        any |= known;
        if (!known && out->status == HUSK_OK)
            out->len = start;
    }
    buffer_text(out, any ? "}" : "");
}

void write_record_json(const record_row *row, buffer *out)
{
    json_string_after(out, "{\"id\":", row->id);
    if (row->failed) {
        json_string_after(out, ",\"status\":\"failed\",\"reason\":", row->reason);
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
        buffer_append(out, row->values[v.first].data, row->values[v.first].len);
    return true;
}

/* --- CSV ---------------------------------------------------------------------------------------------------------- */

static void csv_field(const record_header *header, slice text, bool last, buffer *out)
{
    if (header->formulas)
        write_csv_field(text, last, out);
    else
        write_csv_plain_field(text, last, out);
}

void write_record_csv_header(const record_header *header, buffer *out)
{
    write_csv_field(SLICE("id"), false, out);
    write_csv_field(SLICE("class"), header->n == 0, out);
    for (uint32_t i = 0; i < header->n; i++)
        csv_field(header, header->names[i], i + 1 == header->n, out);
}

/* A list is one field with "; " between its items, as in the CSV of husk extract. */
static void cell_csv(const record_row *row, uint32_t column, buffer *out)
{
    column_values v = row->columns[column];
    for (uint32_t i = 0; i < v.n; i++) {
        buffer_text(out, i ? "; " : "");
        buffer_append(out, row->values[v.first + i].data, row->values[v.first + i].len);
    }
}

void write_record_csv(const record_row *row, const record_header *header, const uint32_t *places, buffer *out)
{
    buffer cell;
    buffer_init(&cell, out->cap);
    csv_field(header, row->id, false, out);
    if (row->page_class)
        buffer_format(&cell, "%u", row->page_class->number);
    else
        buffer_text(&cell, "none");
    write_csv_field((slice){ cell.data, cell.len }, header->n == 0, out);
    for (uint32_t i = 0; i < header->n; i++) {
        buffer_clear(&cell);
        if (row->page_class && places[i] != UINT32_MAX)
            cell_csv(row, places[i], &cell);
        csv_field(header, (slice){ cell.data, cell.len }, i + 1 == header->n, out);
    }
    if (cell.status != HUSK_OK && out->status == HUSK_OK) /* a cell that failed must not look empty */
        out->status = cell.status;
    buffer_free(&cell);
}
