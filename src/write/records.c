/* records.c - a page's record as a JSON line, a line of CSV, or the cells of a table.
 * Values are written as on the page, white space collapsed; JSON also has typed numbers and dates. Cost: one pass
 * over the values. Limits: the buffer's cap. */
#include "write/records.h"

#include "base/date.h"
#include "base/json.h"
#include "write/write.h"

/* --- numbers, money and dates ------------------------------------------------------------------------------------- */

/* Which mark is the decimal point: of two different ones the last; a single comma before three digits separates
 * thousands, and so does a repeated mark. A sign that several countries use ("$", "kr") stays a sign: nothing is
 * guessed. Limits: numbers of up to 30 digits. */

typedef struct currency_sign {
    const char *sign, *code;
} currency_sign;

/* Longer signs first: "US$" before "$". */
static const currency_sign signs[] = {
    { "US$", "USD" }, { "CA$", "CAD" }, { "AU$", "AUD" }, { "NZ$", "NZD" }, { "HK$", "HKD" }, { "R$", "BRL" },
    { "€", "EUR" },   { "£", "GBP" },   { "₹", "INR" },   { "₽", "RUB" }, { "₩", "KRW" },   { "₺", "TRY" },
    { "₴", "UAH" },   { "₫", "VND" },   { "₪", "ILS" },   { "฿", "THB" },   { "zł", "PLN" },  { "Kč", "CZK" },
    { "$", "$" },     { "¥", "¥" },     { "￥", "¥" },    { "円", "JPY" },  { "元", "CNY" },  { "원", "KRW" },
    { "USD", "USD" }, { "EUR", "EUR" }, { "GBP", "GBP" }, { "CHF", "CHF" }, { "JPY", "JPY" }, { "CAD", "CAD" },
    { "AUD", "AUD" }, { "SEK", "SEK" }, { "NOK", "NOK" }, { "DKK", "DKK" }, { "PLN", "PLN" }, { "CNY", "CNY" },
    { "INR", "INR" }, { "kr", "kr" },
};

static slice currency_in(slice text)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (text.len && memmem(text.data, text.len, signs[i].sign, strlen(signs[i].sign)) != NULL)
            return (slice){ signs[i].code, strlen(signs[i].code) };
    return (slice){ "", 0 };
}

/* The length of a mark between two digits at `at`, or 0: . , ' or a no-break space. */
static size_t mark_len(slice text, size_t at)
{
    static const char *const marks[] = { ".", ",", "'", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x99" };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t n = strlen(marks[i]);
        if (text.len - at > n && memcmp(text.data + at, marks[i], n) == 0 && is_digit(text.data[at + n]))
            return n;
    }
    return 0;
}

/* The position of the decimal mark in a run of digits and marks; its length if there is none. */
static size_t decimal_mark(slice run)
{
    size_t last = run.len, points = 0, commas = 0;
    for (size_t i = 0; i < run.len; i++) {
        bool mark = run.data[i] == '.' || run.data[i] == ',';
        last = mark ? i : last;
        points += run.data[i] == '.';
        commas += run.data[i] == ',';
    }
    if (last == run.len)
        return last;
    bool comma = run.data[last] == ',';
    if ((comma ? commas : points) > 1)
        return run.len;
    return comma && points == 0 && run.len - last == 4 ? run.len : last;
}

static bool copy_digits(slice run, bool negative, char *out, size_t room)
{
    size_t n = 0, mark = decimal_mark(run);
    bool started = false;
    if (negative)
        out[n++] = '-';
    for (size_t i = 0; i < run.len; i++) {
        if (n + 3 > room)
            return false;
        if (i == mark && !started)
            out[n++] = '0';
        if (i == mark)
            out[n++] = '.', started = true;
        bool leading = run.data[i] == '0' && !started && i + 1 < run.len && i + 1 != mark;
        if (is_digit(run.data[i]) && !leading)
            out[n++] = run.data[i], started = true;
    }
    out[n] = 0;
    return started;
}

/* What follows the number, without the no-break space before it and brackets around both; empty if it has no letter or
 * sign of a unit. */
static slice unit_of(slice after)
{
    while (after.len >= 2 && memcmp(after.data, "\xc2\xa0", 2) == 0)
        after = slice_trim((slice){ after.data + 2, after.len - 2 });
    while (after.len && memchr(")].,;:", after.data[after.len - 1], 6))
        after = slice_trim((slice){ after.data, after.len - 1 });
    bool plain = true; /* brackets and the like */
    for (size_t i = 0; i < after.len; i++)
        plain &= memchr("()[].,;:+-/ ", after.data[i], 12) != NULL;
    return plain ? (slice){ "", 0 } : after;
}

static bool is_minus(slice text, size_t at)
{
    return (at >= 1 && text.data[at - 1] == '-') || (at >= 3 && memcmp(text.data + at - 3, "\xe2\x88\x92", 3) == 0);
}

typedef struct typed_number {
    char digits[32]; /* a JSON number, as a C string */
    slice currency; /* ISO 4217 if the sign is unambiguous; the sign itself if several countries use it; otherwise empty
                     */
    slice unit;     /* directly after the number, or empty */
} typed_number;

/* The number in `text`; false if it has none or too many digits. */
static bool read_number(slice text, typed_number *out)
{
    const char *colon = text.len ? memmem(text.data, text.len, ": ", 2) : NULL; /* "Price: $5" */
    size_t from = colon ? (size_t)(colon - text.data) : 0, to;
    while (from < text.len && !is_digit(text.data[from]))
        from++;
    for (to = from; to < text.len;) {
        size_t mark = is_digit(text.data[to]) ? 1 : mark_len(text, to);
        if (mark == 0)
            break;
        to += mark;
    }
    if (from == to)
        return false;
    slice before = { text.data, from }, after = slice_trim((slice){ text.data + to, text.len - to });
    out->currency = currency_in(before);
    out->currency = out->currency.len ? out->currency : currency_in(after);
    out->unit = out->currency.len || after.len > 24 ? (slice){ "", 0 } : unit_of(after);
    return copy_digits((slice){ text.data + from, to - from }, is_minus(text, from), out->digits, sizeof out->digits);
}

bool typed_number_json(slice text, buffer *out)
{
    typed_number n;
    if (!read_number(text, &n))
        return false;
    buffer_format(out, "{\"value\":%s", n.digits);
    if (n.currency.len) {
        json_string_after(out, ",\"currency\":", n.currency);
    }
    if (n.unit.len) {
        json_string_after(out, ",\"unit\":", n.unit);
    }
    buffer_byte(out, '}');
    return true;
}

bool typed_date_json(slice text, bool month_first, buffer *out)
{
    date d;
    char iso[DATE_MAX_ISO];
    if (text.len > DATE_MAX_TEXT || !date_parse(text, month_first ? DATE_MONTH_FIRST : DATE_DAY_FIRST, DATE_TEXT, &d))
        return false;
    json_string_after(out, "{\"value\":", (slice){ iso, date_iso(&d, true, iso) });
    buffer_byte(out, '}');
    return true;
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

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
