/* records.h - a page's record: one row, one column per slot of its class. */
#ifndef HUSK_WRITE_RECORDS_H
#define HUSK_WRITE_RECORDS_H

#include "base/buffer.h"
#include "records/columns.h"
#include "write/cells.h"

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

#endif
