/* column_rows.h - the rows of a class's columns. Only for store/. */
#ifndef HUSK_STORE_COLUMN_ROWS_H
#define HUSK_STORE_COLUMN_ROWS_H

#include "store/rows.h"

#define COLUMN_ROWS_LABEL                                                                                         \
    "CREATE TABLE label (host INTEGER NOT NULL, class INTEGER NOT NULL, hash INTEGER NOT NULL, rank INTEGER NOT " \
    "NULL, "                                                                                                      \
    "PRIMARY KEY (host, class, hash)) WITHOUT ROWID"
#define COLUMN_ROWS_COLUMN                                                                                             \
    "CREATE TABLE column (host INTEGER NOT NULL, class INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, " \
    "type INTEGER NOT NULL, pages INTEGER NOT NULL, different INTEGER NOT NULL, example TEXT NOT NULL, "               \
    "PRIMARY KEY (host, class, place)) WITHOUT ROWID"
#define COLUMN_ROWS_LOCATOR                                                                                            \
    "CREATE TABLE locator (host INTEGER NOT NULL, class INTEGER NOT NULL, place INTEGER NOT NULL, number INTEGER NOT " \
    "NULL, "                                                                                                           \
    "kind INTEGER NOT NULL, key INTEGER NOT NULL, ordinal INTEGER NOT NULL, PRIMARY KEY (host, class, place, "         \
    "number)) WITHOUT ROWID"

/* Failures are in r->status. */
void column_rows_write(rows *r, int64_t id, const model_class *c);
void column_rows_read(rows *r, int64_t id, model_class *c, arena *memory);

#endif
