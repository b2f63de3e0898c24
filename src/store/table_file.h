/* table_file.h - rows for others to query: a plain SQLite file that is written once and appears whole or not at all. */
#ifndef HUSK_STORE_TABLE_FILE_H
#define HUSK_STORE_TABLE_FILE_H

#include "base/text.h"
#include "husk/husk.h"

typedef struct table_file table_file;

/* Begin a new file in the place of `path`, if there is one. IO: it can't be made there. */
husk_status table_file_open(const char *path, table_file **out, husk_error *error);

/* A table of text columns, numbered from 0 as they come. Names may hold anything; of two tables of one name the second
 * gets a number. */
husk_status table_file_table(table_file *f, slice name, const slice *columns, uint32_t n, uint32_t *table,
                             husk_error *error);

/* A row; {NULL, 0} is NULL. */
husk_status table_file_insert(table_file *f, uint32_t table, const slice *values, uint32_t n, husk_error *error);

/* Put it in place, or with a `path` under that name. */
husk_status table_file_commit(table_file *f, const char *path, husk_error *error);

/* Without a commit before it: as if nothing had happened. */
void table_file_free(table_file *f);

#endif
