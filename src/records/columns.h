/* columns.h - the columns of a class's records: learned from its sampled pages, and read from any page of the class. */
#ifndef HUSK_RECORDS_COLUMNS_H
#define HUSK_RECORDS_COLUMNS_H

#include "base/arena.h"
#include "page/page.h"
#include "records/locate.h"
#include "store/model.h"

/* --- learning ----------------------------------------------------------------------------------------------------- */

typedef struct column_builder column_builder;

/* `site` and `host` are borrowed; the site's labels are those of the class, the host's areas are judged. */
column_builder *column_builder_new(const locate_site *site, const model_host *host);
void column_builder_free(column_builder *b);

/* Add a page of the class. Pages beyond HUSK_MAX_COLUMN_PAGES or the memory limit are skipped. */
husk_status columns_add(column_builder *b, husk_page *page);

/* The class's columns, best first, at most HUSK_MAX_COLUMNS, in `memory`. `worth`: what the model of their worth sees
 * of them (judge/columns.h), N_WORTH_COLUMNS for each; NULL if it is of no interest. */
husk_status columns_finish(column_builder *b, arena *memory, model_column **columns, uint32_t *n, float *worth);

/* Give the columns of `now`, learned in run `run`, the names that `before`, the same host learned earlier, has for
 * them, and list those that are gone; `before` is borrowed, or NULL. False if out of memory. */
bool columns_keep_names(const model_host *before, model_host *now, uint32_t run, arena *memory);

/* "text", "number", "date", "link", "image" or "list". */
const char *column_type_name(uint32_t type);

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* A class's locators prepared for look-up; borrows the host and the class. Any number of threads may read it. */
typedef struct column_index column_index;
column_index *column_index_new(const model_host *host, const model_class *c);
void column_index_free(column_index *index);

/* Is the value written without the label that its text starts with ("Height: 6-8")? It is if the column is located by
 * that label or has its name. */
bool column_drops_label(const model_column *column, const husk_page *page, const located_value *value);

/* A column's values on a page: [first, first + n) of `picked`. */
typedef struct column_values {
    uint32_t first, n;
} column_values;

typedef struct page_record {
    located_value *values;
    uint32_t *picked;       /* indices of values */
    column_values *columns; /* by the class's columns */
} page_record;

/* In `memory`. */
husk_status columns_read(const column_index *index, husk_page *page, arena *memory, page_record *out);

#endif
