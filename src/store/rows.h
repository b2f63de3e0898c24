/* rows.h - rows of a .husk file's tables, written and read with one running checksum. Only for store/. */
#ifndef HUSK_STORE_ROWS_H
#define HUSK_STORE_ROWS_H

#include <sqlite3.h>

#include "base/arena.h"
#include "base/hash.h"
#include "husk/husk.h"
#include "store/model.h"

typedef struct table_text {
    const char *name;
    const char *sql; /* as sqlite_schema has it */
} table_text;

/* Every table, in the order of its making. */
extern const table_text store_tables[];
extern const size_t store_n_tables;

/* One host's rows. `id` is its number in the file. The checksum goes into its row, and is compared when it is read. */
husk_status rows_write_host(sqlite3 *db, int64_t id, const model_host *host, husk_error *error);
husk_status rows_read_host(sqlite3 *db, slice name, arena *memory, model_host *host, bool *found, husk_error *error);
husk_status rows_read_names(sqlite3 *db, arena *memory, slice **names, uint32_t *n, husk_error *error);

/* A status and words for what SQLite says. */
husk_status rows_failed(sqlite3 *db, husk_error *error);

#endif
