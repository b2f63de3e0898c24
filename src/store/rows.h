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
    const char *sql; /* as in sqlite_schema */
    uint32_t since;  /* the format version that introduced it */
} table_text;

/* Every table, in creation order. */
extern const table_text store_tables[];
extern const size_t store_n_tables;

/* The rows of one host. `id` is its number in the file. The checksum is stored in its row and compared when it is
 * read. */
husk_status rows_write_host(sqlite3 *db, int64_t id, const model_host *host, husk_error *error);
husk_status rows_read_host(sqlite3 *db, slice name, arena *memory, model_host *host, bool *found, husk_error *error);
/* A host's number, or -1. */
husk_status rows_find_host(sqlite3 *db, slice name, int64_t *id, husk_error *error);
/* Does a query with one parameter return a row? */
bool rows_have(sqlite3 *db, const char *sql, int64_t value);

/* user_version. */
uint32_t rows_format(sqlite3 *db);
husk_status rows_read_names(sqlite3 *db, arena *memory, slice **names, uint32_t *n, husk_error *error);

/* --- one statement: for the files that write and read single tables ----------------------------------------------- */

typedef struct rows {
    sqlite3 *db;
    sqlite3_stmt *statement;
    XXH3_state_t *sum;
    husk_error *error;
    husk_status status; /* the first failure; nothing is done after it */
    int column;
    uint32_t n_unsummed;
    unsigned char unsummed[512]; /* not added to the checksum yet: many small additions are slow */
    void *list;                  /* rows being read, whose number is not known yet */
    size_t list_bytes;
} rows;

void rows_begin(rows *r, const char *sql);
void rows_end(rows *r);
void rows_damaged(rows *r, const char *what);

/* A value of a row. A key is bound but not added to the checksum, since a host's number may differ between files;
 * numbers and texts are. */
typedef struct cell {
    enum { CELL_KEY, CELL_NUMBER, CELL_TEXT, CELL_NAME } kind;
    int64_t number;
    slice text;
} cell;

#define KEY(value)                                   \
    {                                                \
        .kind = CELL_KEY, .number = (int64_t)(value) \
    }
#define NUMBER(value)                                   \
    {                                                   \
        .kind = CELL_NUMBER, .number = (int64_t)(value) \
    }
#define TEXT(value)                        \
    {                                      \
        .kind = CELL_TEXT, .text = (value) \
    }
#define NAME(value)                        \
    {                                      \
        .kind = CELL_NAME, .text = (value) \
    } /* any bytes; invalid UTF-8 is replaced */

/* Bind and write one row with these values in order. */
#define ROW(r, ...) row_put(r, (const cell[]){ __VA_ARGS__ }, sizeof((const cell[]){ __VA_ARGS__ }) / sizeof(cell))
void row_put(rows *r, const cell *cells, size_t n);

/* Allocate room for the number of rows that a query returns; then run the query for a host, and for a class (or a
 * run) if it is not negative. */
void *rows_room(rows *r, const char *count_sql, int64_t id, int64_t class_number, size_t size, arena *memory,
                uint32_t *n);
void rows_query(rows *r, const char *sql, int64_t id, int64_t class_number);

/* For long tables, where counting first takes a third of the time of reading: place `i` (from 0 on) in a list that
 * grows, NULL and a failure if it can't; then the `n` places of the list, and one more, in `memory`. */
void *rows_place(rows *r, uint32_t i, size_t size);
void *rows_keep(rows *r, uint32_t n, size_t size, arena *memory);
bool row_next(rows *r);
int64_t get_number(rows *r);
uint32_t get_small(rows *r);
slice get_text(rows *r, arena *memory);

void write_counts(rows *r, const char *sql, int64_t id, int64_t class_number, const model_count *counts, uint32_t n);
model_count *read_counts(rows *r, const char *sql, int64_t id, int64_t class_number, arena *memory, uint32_t *n);

/* Status and message for an SQLite error. */
husk_status rows_failed(sqlite3 *db, husk_error *error);

/* Out of memory for rows: nothing is written or read from then on. */
void rows_no_memory(rows *r);

#endif
