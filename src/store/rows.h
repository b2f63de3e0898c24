/* rows.h - rows of a .husk file's tables, written and read with one running checksum. Only for store/. */
#ifndef HUSK_STORE_ROWS_H
#define HUSK_STORE_ROWS_H

#include <sqlite3.h>

#include "base/arena.h"
#include "base/hash.h"
#include "store/store.h"

/* --- tables ------------------------------------------------------------------------------------------------------- */

/* A value of a row. Keys are bound but not added to the checksum, since a host's number may differ between files; a
 * record's members are. */
typedef enum cell_kind {
    CELL_HOST,   /* key: the host's number in the file */
    CELL_SUM,    /* no member: the checksum of everything written so far */
    CELL_OWNER,  /* key: the class or run that the records belong to; always the second column */
    CELL_PLACE,  /* key: the record's index */
    CELL_SMALL,  /* member: uint32_t */
    CELL_NUMBER, /* member: 64 bits */
    CELL_TEXT,   /* member: a slice of valid UTF-8 */
    CELL_NAME    /* member: a slice of any bytes; invalid UTF-8 is replaced */
} cell_kind;

typedef struct table_column {
    const char *name;
    cell_kind kind;
    size_t at; /* offset of the member */
} table_column;

/* One description for creating, writing and reading a table. */
typedef struct store_table {
    const char *name;
    uint32_t n_keys; /* the first columns are its primary key */
    size_t size;     /* of a record */
    table_column columns[16];
    const char *sql; /* how it is created, if not as the columns say */
} store_table;

/* Every table, in creation order. */
extern const store_table store_tables[];
extern const size_t store_n_tables;

/* The statement that creates a table, as in sqlite_schema. */
#define ROWS_SQL_BYTES 512
void rows_create_sql(const store_table *t, char sql[ROWS_SQL_BYTES]);

/* --- hosts: tables.c ---------------------------------------------------------------------------------------------- */

/* The rows of one host. `id` is its number in the file. The checksum is stored in its row and compared when it is
 * read (store_read_host). */
husk_status rows_write_host(sqlite3 *db, int64_t id, const model_host *host, husk_error *error);
/* A host's number, or -1. */
husk_status rows_find_host(sqlite3 *db, slice name, int64_t *id, husk_error *error);
/* The number that a query returns, with `value` for its parameter if it has one; 0 if it returns none. */
int64_t rows_number(sqlite3 *db, const char *sql, int64_t value);

/* Status and message for SQLite's last error, in our own words, after `path` unless it is NULL. No database: out of
 * memory. */
husk_status rows_failed(sqlite3 *db, const char *path, husk_error *error);

/* --- rows of one host --------------------------------------------------------------------------------------------- */

typedef struct rows {
    sqlite3 *db;
    sqlite3_stmt *statement;
    XXH3_state_t *sum;
    husk_error *error;
    husk_status status; /* the first failure; nothing is done after it */
    int64_t host;
    int64_t format; /* of the file that is read */
    arena *memory;  /* for what is read */
    int column;
    uint32_t n_unsummed;
    unsigned char unsummed[512]; /* not added to the checksum yet: many small additions are slow */
    void *list;                  /* rows being read, whose number is not known yet */
    size_t list_bytes;
} rows;

/* All rows of a table: `owner` is the class or run, if it has such a key. `where` is SQL: "", or " AND …". What is read
 * is in `memory`, with room for one more. */
void rows_write(rows *r, const store_table *t, int64_t owner, const void *records, uint32_t n);
void *rows_read(rows *r, const store_table *t, int64_t owner, const char *where, uint32_t *n);

/* The same of a statement that was begun. */
void *rows_collect(rows *r, const store_table *t, uint32_t *n);

/* Read one row at a time: begin, then row_next, and its values in order. */
void rows_select(rows *r, const store_table *t, int64_t owner, const char *where);
void rows_begin(rows *r, const char *sql);
void rows_end(rows *r);
void bind_text(rows *r, slice text); /* not part of the checksum */
bool row_next(rows *r);
int64_t get_number(rows *r);

/* The checksum of everything written or read. */
uint64_t rows_sum(rows *r);
/* For it: in checksum.c, so that a fuzz target can replace it. */
uint64_t checksum_end(const XXH3_state_t *sum);

void rows_damaged(rows *r, const char *what);
/* Out of memory for rows: nothing is written or read from then on. */
void rows_no_memory(rows *r);

/* --- memory.c: remembered pages, one compressed stream per host, in pieces ---------------------------------------- */

#define MEMORY_TABLE                                                                                                 \
    "CREATE TABLE memory (host INTEGER NOT NULL, place INTEGER NOT NULL, checksum INTEGER NOT NULL, bytes BLOB NOT " \
    "NULL, "                                                                                                         \
    "PRIMARY KEY (host, place)) WITHOUT ROWID"

typedef struct memory_writer memory_writer;
husk_status memory_writer_new(sqlite3 *db, int64_t host, memory_writer **out, husk_error *error);
husk_status memory_writer_add(memory_writer *w, const remembered_page *page, husk_error *error);
/* End the stream. Without this call nothing is stored. */
husk_status memory_writer_end(memory_writer *w, husk_error *error);
void memory_writer_free(memory_writer *w);

/* Copy a host's pieces unchanged from one file to another. BAD_FILE: one is damaged. */
husk_status memory_copy(sqlite3 *from, int64_t from_host, sqlite3 *to, int64_t to_host, husk_error *error);

husk_status memory_reader_new(sqlite3 *db, int64_t host, memory_reader **out, husk_error *error);

#endif
