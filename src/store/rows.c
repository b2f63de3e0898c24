/* rows.c - rows of a .husk file's tables: one statement at a time, and whole tables by their description.
 * Rows are written in key order, so the same host always gives the same bytes. Every value written or read goes
 * through one checksum per host: SQLite detects a damaged tree, not a changed number. Cost: about a microsecond per
 * row. Limits: HUSK_MAX_HOST_BYTES per table, and the arena's cap. */
#include "store/rows.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arrays.h"
#include "base/buffer.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/system/portable.h"

/* What SQLite's codes mean here. tests/unit/test_rows.c makes them happen. */
static const struct {
    int code;
    husk_status status;
    const char *text;
} codes[] = {
    { SQLITE_NOMEM, HUSK_NO_MEMORY, "out of memory" },
    { SQLITE_CORRUPT, HUSK_BAD_FILE, "damaged" },
    { SQLITE_NOTADB, HUSK_BAD_FILE, "damaged, or not a .husk file" },
    { SQLITE_ERROR, HUSK_BAD_FILE, "its tables are not as expected" },
    { SQLITE_MISMATCH, HUSK_BAD_FILE, "damaged: a number is missing" },
    { SQLITE_CONSTRAINT, HUSK_BAD_FILE, "damaged: a row is there twice" },
    { SQLITE_TOOBIG, HUSK_LIMIT, "a row is too long" },
    { SQLITE_FULL, HUSK_IO, "no space left" },
    { SQLITE_IOERR, HUSK_IO, "can't be read or written" },
    { SQLITE_CANTOPEN, HUSK_IO, "can't be opened" },
    { SQLITE_READONLY, HUSK_IO, "can't be written" },
    { SQLITE_BUSY, HUSK_IO, "in use by another program" },
};

husk_status rows_failed(sqlite3 *db, const char *path, husk_error *error)
{
    int code = db ? sqlite3_errcode(db) & 0xff : SQLITE_NOMEM;
    const char *before = path ? path : "", *colon = path ? ": " : "";
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].code == code)
            return error_set(error, codes[i].status, "%s%s%s", before, colon, codes[i].text);
    return error_set(error, HUSK_IO, "%s%sthe database failed (SQLite's code %d)", before, colon, code);
}

/* --- one statement ------------------------------------------------------------------------------------------------ */

void rows_no_memory(rows *r)
{
    if (r->status == HUSK_OK)
        r->status = error_set(r->error, HUSK_NO_MEMORY, "out of memory");
}

static void rows_fail(rows *r)
{
    if (r->status == HUSK_OK)
        r->status = rows_failed(r->db, NULL, r->error);
}

void rows_damaged(rows *r, const char *what)
{
    if (r->status == HUSK_OK)
        r->status = error_set(r->error, HUSK_BAD_FILE, "%s", what);
}

void rows_begin(rows *r, const char *sql)
{
    if (r->status == HUSK_OK && sqlite3_prepare_v2(r->db, sql, -1, &r->statement, NULL) != SQLITE_OK)
        rows_fail(r);
    r->column = 0;
}

void rows_end(rows *r)
{
    sqlite3_finalize(r->statement);
    r->statement = NULL;
}

static void sum_flush(rows *r)
{
    XXH3_64bits_update(r->sum, r->unsummed, r->n_unsummed);
    r->n_unsummed = 0;
}

static void sum_bytes(rows *r, const void *data, size_t len)
{
    if (len > sizeof r->unsummed - r->n_unsummed)
        sum_flush(r);
    if (len > sizeof r->unsummed) {
        XXH3_64bits_update(r->sum, data, len);
        return;
    }
    memcpy(r->unsummed + r->n_unsummed, data, len);
    r->n_unsummed += (uint32_t)len;
}

static void sum_number(rows *r, int64_t value)
{
    uint64_t bytes = htole64((uint64_t)value);
    sum_bytes(r, &bytes, sizeof bytes);
}

static void sum_text(rows *r, slice text)
{
    sum_number(r, (int64_t)text.len);
    if (text.len)
        sum_bytes(r, text.data, text.len);
}

uint64_t rows_sum(rows *r)
{
    sum_flush(r);
    return checksum_end(r->sum);
}

static void put_key(rows *r, int64_t value)
{
    if (r->status == HUSK_OK && sqlite3_bind_int64(r->statement, ++r->column, value) != SQLITE_OK)
        rows_fail(r);
}

static void put_number(rows *r, int64_t value)
{
    put_key(r, value);
    sum_number(r, value);
}

void bind_text(rows *r, slice text)
{
    if (r->status == HUSK_OK && sqlite3_bind_text64(r->statement, ++r->column, text.len ? text.data : "", text.len,
                                                    SQLITE_STATIC, SQLITE_UTF8) != SQLITE_OK)
        rows_fail(r);
}

static void put_text(rows *r, slice text)
{
    bind_text(r, text);
    sum_text(r, text);
}

/* A file name may be any bytes; invalid UTF-8 becomes U+FFFD, because texts are checked when read. */
static void put_name(rows *r, slice name)
{
    buffer valid;
    bool is_valid = utf8_valid_len(name.data, name.len) == name.len;
    buffer_init(&valid, name.len * 3 + 1);
    for (size_t at = 0; !is_valid && at < name.len;) {
        char bytes[4];
        buffer_append(&valid, bytes, utf8_put(utf8_next(name.data, name.len, &at), bytes));
    }
    slice text = !is_valid ? (slice){ valid.data, valid.len } : name;
    if (valid.status != HUSK_OK)
        rows_no_memory(r);
    else if (r->status == HUSK_OK && sqlite3_bind_text64(r->statement, ++r->column, text.len ? text.data : "", text.len,
                                                         SQLITE_TRANSIENT, SQLITE_UTF8) != SQLITE_OK)
        rows_fail(r);
    sum_text(r, text);
    buffer_free(&valid);
}

static void row_end(rows *r)
{
    r->column = 0;
    if (r->status == HUSK_OK && sqlite3_step(r->statement) != SQLITE_DONE)
        rows_fail(r);
    if (r->statement)
        sqlite3_reset(r->statement);
}

bool row_next(rows *r)
{
    r->column = 0;
    if (r->status != HUSK_OK)
        return false;
    int code = sqlite3_step(r->statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        rows_fail(r);
    return code == SQLITE_ROW;
}

int64_t get_number(rows *r)
{
    if (sqlite3_column_type(r->statement, r->column) != SQLITE_INTEGER)
        rows_damaged(r, "a number is not one");
    int64_t value = sqlite3_column_int64(r->statement, r->column++);
    sum_number(r, value);
    return value;
}

static uint32_t get_small(rows *r)
{
    int64_t value = get_number(r);
    if (value < 0 || value > UINT32_MAX)
        rows_damaged(r, "a number is out of range");
    return (uint32_t)value;
}

/* Why an allocation failed: the host's cap, or system memory. */
static husk_status rows_full(rows *r)
{
    return r->memory->no_memory ? error_set(r->error, HUSK_NO_MEMORY, "out of memory")
                                : error_set(r->error, HUSK_LIMIT, "a host is too large");
}

static slice get_text(rows *r)
{
    if (sqlite3_column_type(r->statement, r->column) != SQLITE_TEXT)
        rows_damaged(r, "a text is not one");
    const char *data = (const char *)sqlite3_column_text(r->statement, r->column);
    size_t len = (size_t)sqlite3_column_bytes(r->statement, r->column++);
    if (data == NULL)
        data = "", len = 0;
    if (utf8_valid_len(data, len) != len)
        rows_damaged(r, "a text is not valid");
    slice copy = { arena_copy(r->memory, data, len), len };
    if (copy.data == NULL) {
        if (r->status == HUSK_OK)
            r->status = rows_full(r);
        copy = (slice){ "", 0 };
    }
    sum_text(r, copy);
    return copy;
}

/* Place `i` in a list that grows, since counting rows first takes a third of the time of reading them; NULL and a
 * failure if it can't. */
static void *list_place(rows *r, uint32_t i, size_t size)
{
    size_t need;
    bool fits = i < UINT32_MAX && size_mul((size_t)i + 1, size, &need) && need <= HUSK_MAX_HOST_BYTES;
    if (fits && !array_grow(&r->list, &r->list_bytes, need, 1)) {
        rows_no_memory(r);
        return NULL;
    }
    if (!fits && r->status == HUSK_OK)
        r->status = error_set(r->error, HUSK_LIMIT, "a host is too large");
    return fits ? (char *)r->list + (size_t)i * size : NULL;
}

/* --- whole tables ------------------------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void add(char sql[ROWS_SQL_BYTES], const char *format, ...)
{
    size_t len = strlen(sql);
    va_list args;
    va_start(args, format);
    vsnprintf(sql + len, ROWS_SQL_BYTES - len, format, args);
    va_end(args);
}

void rows_create_sql(const store_table *t, char sql[ROWS_SQL_BYTES])
{
    sql[0] = 0;
    if (t->sql) {
        add(sql, "%s", t->sql);
        return;
    }
    add(sql, "CREATE TABLE %s (", t->name);
    for (const table_column *c = t->columns; c->name; c++)
        add(sql, "%s %s NOT NULL, ", c->name, c->kind == CELL_TEXT || c->kind == CELL_NAME ? "TEXT" : "INTEGER");
    for (uint32_t i = 0; i < t->n_keys; i++)
        add(sql, "%s%s", i ? ", " : "PRIMARY KEY (", t->columns[i].name);
    add(sql, ")) WITHOUT ROWID");
}

static void rows_insert(rows *r, const store_table *t)
{
    char sql[ROWS_SQL_BYTES] = "";
    add(sql, "INSERT INTO %s VALUES (", t->name);
    for (const table_column *c = t->columns; c->name; c++)
        add(sql, c == t->columns ? "?" : ", ?");
    add(sql, ")");
    rows_begin(r, sql);
}

static bool is_member(const table_column *c)
{
    return c->kind >= CELL_SMALL;
}

void rows_select(rows *r, const store_table *t, int64_t owner, const char *where)
{
    char sql[ROWS_SQL_BYTES] = "";
    const char *between = "SELECT ";
    for (const table_column *c = t->columns; c->name; c++)
        if (is_member(c)) {
            add(sql, "%s%s", between, c->name);
            between = ", ";
        }
    add(sql, " FROM %s WHERE host = ?", t->name);
    if (t->columns[1].kind == CELL_OWNER)
        add(sql, " AND %s = ?", t->columns[1].name);
    add(sql, "%s", where);
    between = " ORDER BY ";
    for (uint32_t i = 1; i < t->n_keys; i++)
        if (t->columns[i].kind != CELL_OWNER) {
            add(sql, "%s%s", between, t->columns[i].name);
            between = ", ";
        }
    rows_begin(r, sql);
    put_key(r, r->host);
    if (t->columns[1].kind == CELL_OWNER)
        put_key(r, owner);
}

static void write_row(rows *r, const store_table *t, int64_t owner, const char *record, uint32_t place)
{
    const int64_t keys[] = { [CELL_HOST] = r->host, [CELL_OWNER] = owner, [CELL_PLACE] = place };
    for (const table_column *c = t->columns; c->name; c++)
        if (!is_member(c))
            put_key(r, c->kind == CELL_SUM ? (int64_t)rows_sum(r) : keys[c->kind]);
        else if (c->kind == CELL_SMALL)
            put_number(r, *(const uint32_t *)(record + c->at));
        else if (c->kind == CELL_NUMBER)
            put_number(r, *(const int64_t *)(record + c->at));
        else
            (c->kind == CELL_TEXT ? put_text : put_name)(r, *(const slice *)(record + c->at));
    row_end(r);
}

void rows_write(rows *r, const store_table *t, int64_t owner, const void *records, uint32_t n)
{
    rows_insert(r, t);
    for (uint32_t i = 0; i < n && r->status == HUSK_OK; i++)
        write_row(r, t, owner, (const char *)records + (size_t)i * t->size, i);
    rows_end(r);
}

static void read_row(rows *r, const store_table *t, char *record)
{
    memset(record, 0, t->size);
    for (const table_column *c = t->columns; c->name; c++)
        if (c->kind == CELL_SMALL)
            *(uint32_t *)(record + c->at) = get_small(r);
        else if (c->kind == CELL_NUMBER)
            *(int64_t *)(record + c->at) = get_number(r);
        else if (is_member(c))
            *(slice *)(record + c->at) = get_text(r);
}

void *rows_collect(rows *r, const store_table *t, uint32_t *n)
{
    char *record;
    *n = 0;
    for (; row_next(r) && (record = list_place(r, *n, t->size)); ++*n)
        read_row(r, t, record);
    rows_end(r);
    void *records = r->status == HUSK_OK ? arena_array(r->memory, (size_t)*n + 1, t->size) : NULL;
    if (records == NULL && r->status == HUSK_OK)
        r->status = rows_full(r);
    if (records && *n)
        memcpy(records, r->list, *n * t->size);
    *n = records ? *n : 0;
    return records;
}

void *rows_read(rows *r, const store_table *t, int64_t owner, const char *where, uint32_t *n)
{
    rows_select(r, t, owner, where);
    return rows_collect(r, t, n);
}
