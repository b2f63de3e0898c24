/* table.h - what a table is: data or layout, how many columns, where each cell stands. */
#ifndef HUSK_WRITE_TABLE_H
#define HUSK_WRITE_TABLE_H

#include "page/page.h"
#include "write/write.h"

/* The place of the next cell, row by row. A column that a cell of an earlier row reaches down into is passed over. */
typedef struct table_grid {
    uint32_t *covered;  /* by column: rows below that are still covered by a cell with rowspan */
    uint32_t n_covered; /* columns that `covered` has room for */
    uint32_t n_columns;
    uint32_t n_rows; /* begun so far */
    uint32_t column; /* of the current cell */
    uint32_t colspan;
    uint32_t next; /* the first column after it */
    uint32_t rowspan;
    uint32_t reach;  /* the last row that an earlier cell reaches down into */
    uint32_t spare;  /* columns that spans may still take beyond one a cell */
    bool has_header; /* the first row is one of headings */
} table_grid;

/* Is the table made of data, to be written as a table? One scan of its nodes, ended by the first table inside it, so
 * that nested tables cost no more than flat ones. If so, `grid` is ready for its first row; its memory is of
 * page->scratch. */
bool table_is_data(husk_page *page, uint32_t table, const write_options *options, table_grid *grid);

/* Does a row, or any other part of a page, show anything? */
bool table_shows(husk_page *page, uint32_t node, const write_options *options);

/* The next row; false when it is none to write: it shows nothing and no cell reaches down into it. */
bool table_row(husk_page *page, uint32_t row, const write_options *options, table_grid *grid);
void table_cell(husk_page *page, uint32_t cell, table_grid *grid);

#endif
