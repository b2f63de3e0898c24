/* table.h - classify a table as data or layout, count its columns, and place each cell. */
#ifndef HUSK_WRITE_TABLE_H
#define HUSK_WRITE_TABLE_H

#include "page/page.h"
#include "write/write.h"

/* Columns whose alignment is looked at. */
#define TABLE_ALIGNED 32

enum { ALIGN_NONE, ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT, N_ALIGNS };

/* The position of the next cell, row by row. A column that a cell of an earlier row extends into is skipped. */
typedef struct table_grid {
    uint32_t *covered; /* by column: rows below still covered by a cell with rowspan */
    size_t n_covered;  /* capacity of `covered` */
    uint32_t n_columns;
    uint32_t n_rows; /* started so far */
    uint32_t column; /* of the current cell */
    uint32_t colspan;
    uint32_t next; /* the first column after it */
    uint32_t rowspan;
    uint32_t reach;               /* the last row that an earlier cell extends into */
    uint32_t spare;               /* columns that spans may still take beyond one per cell */
    bool has_header;              /* the first row is a header */
    bool needs_head;              /* it is a table of long cells only because of an empty <thead> */
    uint8_t align[TABLE_ALIGNED]; /* ALIGN_…, by column: what most of its cells have */
} table_grid;

/* Is this a data table, to be written as a table? One scan of its nodes, ended by the first nested table, so that
 * nested tables cost no more than flat ones. If so, `grid` is ready for its first row; its memory is from
 * page->scratch. */
bool table_is_data(husk_page *page, uint32_t table, const write_options *options, table_grid *grid);

/* Does a row, or any other part of a page, show anything? */
bool table_shows(husk_page *page, uint32_t node, const write_options *options);

/* The next row; false if it is not written: it shows nothing and no cell extends into it. */
bool table_row(husk_page *page, uint32_t row, const write_options *options, table_grid *grid);
void table_cell(husk_page *page, uint32_t cell, table_grid *grid);

#endif
