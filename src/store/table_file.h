/* table_file.h - a plain SQLite file for others to query: written once, it appears complete or not at all. */
#ifndef HUSK_STORE_TABLE_FILE_H
#define HUSK_STORE_TABLE_FILE_H

#include "base/text.h"
#include "husk/husk.h"

typedef struct table_file table_file;

/* Start a new file at `path`, replacing any existing one. IO: it can't be created there. */
husk_status table_file_open(const char *path, table_file **out, husk_error *error);

/* A table of text columns, numbered from 0 in order of creation. Names may contain anything; the second table of a
 * name gets a number. */
husk_status table_file_table(table_file *f, slice name, const slice *columns, uint32_t n, uint32_t *table,
                             husk_error *error);

/* A row; {NULL, 0} is NULL. */
husk_status table_file_insert(table_file *f, uint32_t table, const slice *values, uint32_t n, husk_error *error);

/* Put it in place, or at `path` if given. */
husk_status table_file_commit(table_file *f, const char *path, husk_error *error);

/* Without a commit, nothing has changed. */
void table_file_free(table_file *f);

#endif
