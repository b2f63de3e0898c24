/* cells.h - rows of typed cells: the records of extract, the records of sites and items, in every form. */
#ifndef HUSK_WRITE_CELLS_H
#define HUSK_WRITE_CELLS_H

#include "base/buffer.h"
#include "base/text.h"

typedef enum cell_type { CELL_TEXT, CELL_INTEGER, CELL_REAL, CELL_LIST } cell_type;

/* What a row has in a column. */
typedef struct row_cell {
    cell_type type; /* always the column's */
    uint8_t digits; /* REAL: that are written after the point */
    bool known;
    slice text; /* TEXT; also what CSV says of an INTEGER that is not known */
    int64_t integer;
    double real;
    const slice *items; /* LIST: `n` of them */
    uint32_t n;
} row_cell;

static inline row_cell cell_text(slice text)
{
    return (row_cell){ .type = CELL_TEXT, .known = text.data != NULL, .text = text };
}

/* Of a C string, or NULL: not known. */
static inline row_cell cell_c_text(const char *text)
{
    return cell_text((slice){ text, text ? strlen(text) : 0 });
}

static inline row_cell cell_integer(int64_t integer, bool known)
{
    return (row_cell){ .type = CELL_INTEGER, .known = known, .integer = integer };
}

static inline row_cell cell_real(double real, unsigned digits, bool known)
{
    return (row_cell){ .type = CELL_REAL, .known = known, .digits = (uint8_t)digits, .real = real };
}

static inline row_cell cell_list(const slice *items, size_t n)
{
    return (row_cell){ .type = CELL_LIST, .known = n > 0, .items = items, .n = (uint32_t)n };
}

/* A number >= 0, rounded to so many digits after the point: printf takes many times as long. */
void write_fixed(double number, unsigned digits, buffer *out);

typedef enum row_form {
    ROW_CSV,          /* RFC 4180, where the items of a list are separated by "; " */
    ROW_PACKED,       /* for husk_parquet_add */
    ROW_JSON,         /* an object and a newline, without what is not known */
    ROW_JSON_INDENTED /* the same over several lines */
} row_form;

/* A row, or the columns of all rows, being written cell by cell: both by the same calls, so that they agree. */
typedef struct row_writer {
    buffer *out;
    row_form form;
    bool plain;   /* in CSV: no spreadsheet takes a field for a formula: if it starts with = + - or @, and is not a
                     number, it gets a leading ' */
    bool is_head; /* write the names and types, not the values; not in JSON */
    size_t start;
    uint32_t n;
} row_writer;
void row_begin(row_writer *row);
void row_add(row_writer *row, slice name, row_cell value);
/* In JSON: the name of a member, whose value the caller appends; and the value of a cell. */
void row_key(row_writer *row, slice name);
void cell_json(const row_cell *c, buffer *out);
void row_end(row_writer *row);

#endif
