/* items.h - the items of a page as rows: JSON lines, CSV, or the cells of a table. */
#ifndef HUSK_WRITE_ITEMS_H
#define HUSK_WRITE_ITEMS_H

#include "base/buffer.h"
#include "records/item_fields.h"
#include "write/cells.h"

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
