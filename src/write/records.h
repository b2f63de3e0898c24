/* records.h - a page's record: one row, one column per slot of its class. */
#ifndef HUSK_WRITE_RECORDS_H
#define HUSK_WRITE_RECORDS_H

#include "base/buffer.h"
#include "records/columns.h"

typedef struct record_row {
    slice id;
    bool failed;                   /* the page could not be read */
    slice reason;                  /* why */
    const model_class *page_class; /* NULL: none */
    const column_values *columns;  /* by the class's columns: their values in `values` */
    const husk_value *values;
} record_row;

/* {"id": …, "class": …, "fields": {…}, "typed": {…}} and a newline. Columns without a value are omitted; lists are
 * arrays. "typed" is omitted if no column is a number or a date. */
void write_record_json(const record_row *row, buffer *out);

/* The columns of all classes of a file, each name once, in the order of classes and columns. */
typedef struct record_header {
    slice *names;
    uint32_t n;
} record_header;

/* RFC 4180: id, class, then the columns. `places`: for each header name the class's column, or UINT32_MAX. */
void write_record_csv_header(const record_header *header, buffer *out);
void write_record_csv(const record_row *row, const record_header *header, const uint32_t *places, buffer *out);

/* A column's value as one text: a list is a JSON array. False if it has none. */
bool write_record_cell(const record_row *row, uint32_t column, buffer *out);

#endif
