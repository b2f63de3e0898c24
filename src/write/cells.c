/* cells.c - rows of typed cells as lines of CSV (RFC 4180), as JSON, or packed for parquet.c.
 * CSV: fields with a comma, a quote or a line break are quoted; lines end in CR LF. Packed: lengths and numbers as this
 * machine has them, because both sides are in one process. Cost: two passes over a text. Limits: the buffer's cap. */
#include "write/cells.h"

#include <inttypes.h>
#include <math.h>

#include "base/escape.h"

static double scale_of(unsigned digits)
{
    static const double scales[] = { 1, 10, 100, 1000 };
    return scales[digits];
}

void write_fixed(double number, unsigned digits, buffer *out)
{
    char text[32];
    size_t at = sizeof text;
    uint64_t n = (uint64_t)(number * scale_of(digits) + .5);
    for (unsigned made = 0; n > 0 || made <= digits; made++, n /= 10) {
        if (made == digits && digits > 0)
            text[--at] = '.';
        text[--at] = (char)('0' + n % 10);
    }
    buffer_append(out, text + at, sizeof text - at);
}

/* --- CSV ---------------------------------------------------------------------------------------------------------- */

/* A spreadsheet takes text that starts with these for a formula; a number may start with them. */
static bool is_formula(slice text)
{
    if (text.len == 0 || strchr("=+-@\t\r", text.data[0]) == NULL)
        return false;
    size_t i = text.data[0] == '-' || text.data[0] == '+';
    bool is_number = i && i < text.len;
    for (; i < text.len && is_number; i++)
        is_number = (text.data[i] >= '0' && text.data[i] <= '9') || text.data[i] == '.' || text.data[i] == ',';
    return !is_number;
}

static bool is_special(slice text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] == ',' || text.data[i] == '"' || text.data[i] == '\n' || text.data[i] == '\r')
            return true;
    return false;
}

/* The inside of a quoted field. */
static void put_quoted(slice text, buffer *out)
{
    while (text.len) {
        const char *quote = memchr(text.data, '"', text.len);
        size_t n = quote ? (size_t)(quote - text.data) + 1 : text.len;
        buffer_append(out, text.data, n);
        if (quote)
            buffer_byte(out, '"');
        text = slice_from(text, n);
    }
}

/* A field of `n` texts. */
static void put_texts(const slice *texts, uint32_t n, bool plain, buffer *out)
{
    bool quoted = false;
    for (uint32_t i = 0; i < n && !quoted; i++)
        quoted = is_special(texts[i]);
    buffer_text(out, quoted ? "\"" : "");
    if (n && plain && is_formula(texts[0]))
        buffer_byte(out, '\'');
    for (uint32_t i = 0; i < n; i++) {
        buffer_text(out, i ? "; " : "");
        if (quoted)
            put_quoted(texts[i], out);
        else
            buffer_append(out, texts[i].data, texts[i].len);
    }
    buffer_text(out, quoted ? "\"" : "");
}

static void put_field(const row_cell *c, bool plain, buffer *out)
{
    if (c->type == CELL_LIST)
        put_texts(c->items, c->n, plain, out);
    else if (c->type == CELL_TEXT || !c->known)
        put_texts(&c->text, 1, plain, out);
    else if (c->type == CELL_INTEGER)
        buffer_format(out, "%" PRId64, c->integer);
    else
        write_fixed(c->real, c->digits, out);
}

/* --- packed ------------------------------------------------------------------------------------------------------- */

static void pack_number(uint32_t number, buffer *out)
{
    buffer_append(out, (const char *)&number, sizeof number);
}

static void pack_text(slice text, buffer *out)
{
    pack_number((uint32_t)text.len, out);
    buffer_append(out, text.data, text.len);
}

/* The same number as in CSV and JSON. */
static double rounded(const row_cell *c)
{
    double scale = scale_of(c->digits);
    return floor(c->real * scale + .5) / scale;
}

static void pack_cell(const row_cell *c, buffer *out)
{
    double real = c->type == CELL_REAL ? rounded(c) : 0;
    buffer_byte(out, c->known);
    if (!c->known)
        return;
    if (c->type == CELL_TEXT)
        pack_text(c->text, out);
    else if (c->type == CELL_INTEGER)
        buffer_append(out, (const char *)&c->integer, sizeof c->integer);
    else if (c->type == CELL_REAL)
        buffer_append(out, (const char *)&real, sizeof real);
    else
        pack_number(c->n, out);
    for (uint32_t i = 0; c->type == CELL_LIST && i < c->n; i++)
        pack_text(c->items[i], out);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

void row_key(row_writer *row, slice name)
{
    bool indented = row->form == ROW_JSON_INDENTED;
    buffer_text(row->out, row->n++ ? "," : "");
    buffer_text(row->out, indented ? "\n  " : "");
    json_string(row->out, name);
    buffer_text(row->out, indented ? ": " : ":");
}

void cell_json(const row_cell *c, buffer *out)
{
    if (c->type == CELL_TEXT)
        json_string(out, c->text);
    else if (c->type != CELL_LIST)
        put_field(c, false, out);
    for (uint32_t i = 0; c->type == CELL_LIST && i < c->n; i++) {
        buffer_byte(out, i ? ',' : '[');
        json_string(out, c->items[i]);
    }
    buffer_text(out, c->type == CELL_LIST ? "]" : "");
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static bool is_json(const row_writer *row)
{
    return row->form >= ROW_JSON;
}

void row_begin(row_writer *row)
{
    row->n = 0;
    row->start = row->out->len;
    if (is_json(row))
        buffer_byte(row->out, '{');
    else if (row->form == ROW_PACKED && row->is_head)
        pack_number(0, row->out);
}

void row_add(row_writer *row, slice name, row_cell value)
{
    buffer *out = row->out;
    if (is_json(row)) {
        if (value.known) {
            row_key(row, name);
            cell_json(&value, out);
        }
        return;
    }
    if (row->form == ROW_CSV && row->n > 0)
        buffer_byte(out, ',');
    row->n++;
    if (row->form == ROW_PACKED && row->is_head) {
        buffer_byte(out, (char)value.type);
        pack_text(name, out);
    } else if (row->form == ROW_PACKED) {
        pack_cell(&value, out);
    } else if (row->is_head) {
        put_texts(&name, 1, row->plain, out);
    } else {
        put_field(&value, row->plain, out);
    }
}

void row_end(row_writer *row)
{
    if (is_json(row))
        buffer_text(row->out, row->form == ROW_JSON ? "}\n" : "\n}\n");
    else if (row->form == ROW_CSV)
        buffer_text(row->out, "\r\n");
    else if (row->is_head && row->out->status == HUSK_OK)
        memcpy(row->out->data + row->start, &row->n, sizeof row->n);
}
