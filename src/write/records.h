/* records.h - a page's record, one row with a column per slot of its class, and a page's items, a row each. */
#ifndef HUSK_WRITE_RECORDS_H
#define HUSK_WRITE_RECORDS_H

#include "base/buffer.h"
#include "records/columns.h"
#include "write/cells.h"
#include "records/item_fields.h"

typedef struct record_row {
    slice id;
    bool failed;                   /* the page could not be read */
    slice reason;                  /* why */
    const model_class *page_class; /* NULL: none */
    const column_values *columns;  /* by the class's columns: their values in `values` */
    const husk_value *values;
    const slice *texts; /* theirs */
} record_row;

/* {"id": …, "class": …, "fields": {…}, "typed": {…}} and a newline. Columns without a value are omitted; lists are
 * arrays. "typed" is omitted if no column is a number or a date. */
void write_record_json(const record_row *row, buffer *out);

/* The columns of all classes of a file, each name once, in the order of classes and columns. */
typedef struct record_column {
    slice name;
    bool is_list; /* in one of the classes */
} record_column;

typedef struct record_header {
    record_column *columns;
    uint32_t n;
} record_header;

/* As rows of cells: id, class, then the columns; for Parquet, or CSV in which no cell is a formula. `places`: for each
 * column the class's, or UINT32_MAX. */
void write_record_head(const record_header *header, row_form form, buffer *out);
void write_record_row(const record_row *row, const record_header *header, const uint32_t *places, row_form form,
                      buffer *out);

/* What is known of a class's column, as a JSON line. */
void write_schema_line(slice host, const model_class *c, const model_column *column, buffer *out);

/* A column's value as one text: a list is a JSON array. False if it has none. */
bool write_record_cell(const record_row *row, uint32_t column, buffer *out);

/* The value `text` of a column of this type; strings that are not part of `text` are in `memory`. `month_first`: how
 * 03/04/2025 is read. False: out of memory. */
bool typed_value(slice text, husk_column_type type, bool month_first, arena *memory, husk_value *out);

/* --- the items of a page: JSON lines, CSV, or the cells of a table ------------------------------------------------ */

/* A page's regions, and the items of one of them. */
typedef struct item_sheet {
    slice id, url;
    uint32_t class_number; /* 0: none */
    size_t most_bytes;     /* of its rows: a long id is in each */
    item_table table;
} item_sheet;

/* The columns of a row, in order: id, url, class, region, item, parent, depth, mark, and the fields. */
#define ITEM_HEAD_COLUMNS 8u
#define ITEM_COLUMNS (ITEM_HEAD_COLUMNS + N_ITEM_FIELDS)
slice item_column_name(uint32_t column);

/* A row for each item; in CSV no cell is a formula. LIMIT: the rows after most_bytes are left out. */
void write_items_head(row_form form, buffer *out);
husk_status write_items(const item_sheet *sheet, row_form form, buffer *out);
/* A line for each column: its name, and whether it is a number or text. */
void write_items_schema(buffer *out);
/* A line for each region: how many items it has, and what they say. */
void write_regions_json(const item_sheet *sheet, buffer *out);

row_cell item_cell(const item_sheet *sheet, uint32_t i, uint32_t column);

#endif
