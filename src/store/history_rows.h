/* history_rows.h - the rows of a host's history. Only for store/. */
#ifndef HUSK_STORE_HISTORY_ROWS_H
#define HUSK_STORE_HISTORY_ROWS_H

#include "store/rows.h"

#define HISTORY_ROWS_STATE                                                                                             \
    "CREATE TABLE state (host INTEGER NOT NULL, class INTEGER NOT NULL, born INTEGER NOT NULL, met INTEGER NOT NULL, " \
    "absent INTEGER NOT NULL, retired INTEGER NOT NULL, back INTEGER NOT NULL, PRIMARY KEY (host, class)) WITHOUT "    \
    "ROWID"
#define HISTORY_ROWS_SEEN                                                                                          \
    "CREATE TABLE seen (host INTEGER NOT NULL, place INTEGER NOT NULL, hash INTEGER NOT NULL, PRIMARY KEY (host, " \
    "place)) WITHOUT ROWID"
#define HISTORY_ROWS_RUN                                                                                               \
    "CREATE TABLE run (host INTEGER NOT NULL, number INTEGER NOT NULL, runs INTEGER NOT NULL, date INTEGER NOT NULL, " \
    "pages INTEGER NOT NULL, fresh INTEGER NOT NULL, fit INTEGER NOT NULL, changed INTEGER NOT NULL, drift INTEGER "   \
    "NOT NULL, "                                                                                                       \
    "PRIMARY KEY (host, number)) WITHOUT ROWID"
#define HISTORY_ROWS_RUN_CLASS                                                                                        \
    "CREATE TABLE run_class (host INTEGER NOT NULL, run INTEGER NOT NULL, class INTEGER NOT NULL, pages INTEGER NOT " \
    "NULL, "                                                                                                          \
    "fit INTEGER NOT NULL, event INTEGER NOT NULL, PRIMARY KEY (host, run, class)) WITHOUT ROWID"

/* Failures are in r->status. Classes and pages are written or read before; reading splits the classes into those in
 * use and retired ones. */
void history_rows_write(rows *r, int64_t id, const model_host *host);
void history_rows_read(rows *r, int64_t id, model_host *host, arena *memory);

#endif
