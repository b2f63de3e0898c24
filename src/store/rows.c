/* rows.c - convert a host's arrays to rows and back.
 * Rows are written in key order, so the same host always gives the same bytes. Every value written or read goes
 * through one checksum per host: SQLite detects a damaged tree, not a changed number. Cost: about a microsecond per
 * row. Limits: HUSK_MAX_HOST_BYTES per table, and the arena's cap. */
#include "store/rows.h"

#include <assert.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/checked.h"
#include "base/limits.h"
#include "base/status.h"
#include "store/checksum.h"
#include "store/class_rows.h"
#include "store/column_rows.h"
#include "store/history_rows.h"
#include "store/memory.h"

const table_text store_tables[] = {
    { "host",
      "CREATE TABLE host (name TEXT NOT NULL PRIMARY KEY, id INTEGER NOT NULL, pages INTEGER NOT NULL, "
      "sampled INTEGER NOT NULL, fit INTEGER NOT NULL, fit_spread INTEGER NOT NULL, checksum INTEGER NOT NULL) WITHOUT "
      "ROWID",
      3 },
    { "class",
      "CREATE TABLE class (host INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, pages INTEGER NOT NULL, "
      "sampled INTEGER NOT NULL, distilled INTEGER NOT NULL, words INTEGER NOT NULL, template_words INTEGER NOT NULL, "
      "PRIMARY KEY (host, number)) WITHOUT ROWID",
      3 },
    { "token",
      "CREATE TABLE token (host INTEGER NOT NULL, class INTEGER NOT NULL, place INTEGER NOT NULL, hash INTEGER NOT "
      "NULL, "
      "kind INTEGER NOT NULL, support INTEGER NOT NULL, pages INTEGER NOT NULL, text TEXT NOT NULL, "
      "PRIMARY KEY (host, class, place)) WITHOUT ROWID",
      3 },
    { "slot",
      "CREATE TABLE slot (host INTEGER NOT NULL, class INTEGER NOT NULL, place INTEGER NOT NULL, pages INTEGER NOT "
      "NULL, "
      "most_tokens INTEGER NOT NULL, tokens INTEGER NOT NULL, texts INTEGER NOT NULL, words INTEGER NOT NULL, "
      "link_words INTEGER NOT NULL, PRIMARY KEY (host, class, place)) WITHOUT ROWID",
      3 },
    { "path",
      "CREATE TABLE path (host INTEGER NOT NULL, class INTEGER NOT NULL, hash INTEGER NOT NULL, pages INTEGER NOT "
      "NULL, "
      "PRIMARY KEY (host, class, hash)) WITHOUT ROWID",
      3 },
    { "text",
      "CREATE TABLE text (host INTEGER NOT NULL, hash INTEGER NOT NULL, pages INTEGER NOT NULL, "
      "PRIMARY KEY (host, hash)) WITHOUT ROWID",
      3 },
    { "link",
      "CREATE TABLE link (host INTEGER NOT NULL, hash INTEGER NOT NULL, pages INTEGER NOT NULL, "
      "PRIMARY KEY (host, hash)) WITHOUT ROWID",
      3 },
    { "name",
      "CREATE TABLE name (host INTEGER NOT NULL, hash INTEGER NOT NULL, pages INTEGER NOT NULL, "
      "PRIMARY KEY (host, hash)) WITHOUT ROWID",
      3 },
    { "area",
      "CREATE TABLE area (host INTEGER NOT NULL, hash INTEGER NOT NULL, score INTEGER NOT NULL, pages INTEGER NOT "
      "NULL, "
      "kind INTEGER NOT NULL, PRIMARY KEY (host, hash)) WITHOUT ROWID",
      3 },
    { "schema",
      "CREATE TABLE schema (host INTEGER NOT NULL, class INTEGER NOT NULL, hash INTEGER NOT NULL, pages INTEGER NOT "
      "NULL, "
      "PRIMARY KEY (host, class, hash)) WITHOUT ROWID",
      3 },
    { "trait",
      "CREATE TABLE trait (host INTEGER NOT NULL, class INTEGER NOT NULL, hash INTEGER NOT NULL, pages INTEGER NOT "
      "NULL, "
      "PRIMARY KEY (host, class, hash)) WITHOUT ROWID",
      3 },
    { "label", COLUMN_ROWS_LABEL, 3 },
    { "column", COLUMN_ROWS_COLUMN, 3 },
    { "locator", COLUMN_ROWS_LOCATOR, 3 },
    { "arrow",
      "CREATE TABLE arrow (host INTEGER NOT NULL, place INTEGER NOT NULL, from_class INTEGER NOT NULL, path INTEGER "
      "NOT NULL, "
      "to_class INTEGER NOT NULL, links INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (host, place)) WITHOUT ROWID",
      3 },
    { "page",
      "CREATE TABLE page (host INTEGER NOT NULL, place INTEGER NOT NULL, class INTEGER NOT NULL, id TEXT NOT NULL, "
      "PRIMARY KEY (host, place)) WITHOUT ROWID",
      3 },
    { "state", HISTORY_ROWS_STATE, 4 },
    { "seen", HISTORY_ROWS_SEEN, 4 },
    { "run", HISTORY_ROWS_RUN, 4 },
    { "run_class", HISTORY_ROWS_RUN_CLASS, 4 },
    { "memory", MEMORY_TABLE, 4 },
    { "kind",
      "CREATE TABLE kind (host INTEGER NOT NULL, class INTEGER NOT NULL, kind INTEGER NOT NULL, pages INTEGER NOT "
      "NULL, "
      "PRIMARY KEY (host, class, kind)) WITHOUT ROWID",
      4 },
    { "fact",
      "CREATE TABLE fact (host INTEGER NOT NULL, hash INTEGER NOT NULL, first INTEGER NOT NULL, second INTEGER NOT "
      "NULL, third INTEGER NOT NULL, PRIMARY KEY (host, hash)) WITHOUT ROWID",
      5 },
    { "model", "CREATE TABLE model (host INTEGER NOT NULL PRIMARY KEY, digest INTEGER NOT NULL) WITHOUT ROWID", 6 },
};
const size_t store_n_tables = sizeof store_tables / sizeof *store_tables;

husk_status rows_failed(sqlite3 *db, husk_error *error)
{
    int code = sqlite3_errcode(db) & 0xff;
    husk_status status = code == SQLITE_NOMEM                              ? HUSK_NO_MEMORY
                         : code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? HUSK_BAD_FILE
                         : code == SQLITE_ERROR || code == SQLITE_MISMATCH ? HUSK_BAD_FILE
                                                                           : HUSK_IO;
    return error_set(error, status, "%s", sqlite3_errmsg(db));
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
        r->status = rows_failed(r->db, r->error);
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

static uint64_t sum_end(rows *r)
{
    sum_flush(r);
    return checksum_end(r->sum);
}

/* A key is bound but not added to the checksum, since a host's number may differ between files. */
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

static void bind_text(rows *r, slice text)
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

void row_put(rows *r, const cell *cells, size_t n)
{
    for (size_t i = 0; i < n; i++)
        switch (cells[i].kind) {
        case CELL_KEY:
            put_key(r, cells[i].number);
            break;
        case CELL_NUMBER:
            put_number(r, cells[i].number);
            break;
        case CELL_TEXT:
            put_text(r, cells[i].text);
            break;
        case CELL_NAME:
            put_name(r, cells[i].text);
            break;
        }
    row_end(r);
}

/* The next row, if any. */
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

uint32_t get_small(rows *r)
{
    int64_t value = get_number(r);
    if (value < 0 || value > UINT32_MAX)
        rows_damaged(r, "a number is out of range");
    return (uint32_t)value;
}

/* Why an allocation failed: the host's cap, or system memory. */
static husk_status rows_full(rows *r, const arena *memory)
{
    return memory->no_memory ? error_set(r->error, HUSK_NO_MEMORY, "out of memory")
                             : error_set(r->error, HUSK_LIMIT, "a host is too large");
}

slice get_text(rows *r, arena *memory)
{
    if (sqlite3_column_type(r->statement, r->column) != SQLITE_TEXT)
        rows_damaged(r, "a text is not one");
    const char *data = (const char *)sqlite3_column_text(r->statement, r->column);
    size_t len = (size_t)sqlite3_column_bytes(r->statement, r->column++);
    if (data == NULL)
        data = "", len = 0;
    if (utf8_valid_len(data, len) != len)
        rows_damaged(r, "a text is not valid");
    slice copy = { arena_copy(memory, data, len), len };
    if (copy.data == NULL) {
        if (r->status == HUSK_OK)
            r->status = rows_full(r, memory);
        copy = (slice){ "", 0 };
    }
    sum_text(r, copy);
    return copy;
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

void write_counts(rows *r, const char *sql, int64_t id, int64_t class_number, const model_count *counts, uint32_t n)
{
    rows_begin(r, sql);
    for (uint32_t i = 0; i < n && r->status == HUSK_OK; i++) {
        assert(i == 0 || (int64_t)counts[i - 1].hash < (int64_t)counts[i].hash); /* read back in this order */
        if (class_number >= 0)
            ROW(r, KEY(id), KEY(class_number), NUMBER(counts[i].hash), NUMBER(counts[i].pages));
        else
            ROW(r, KEY(id), NUMBER(counts[i].hash), NUMBER(counts[i].pages));
    }
    rows_end(r);
}

static void write_arrows(rows *r, int64_t id, const model_host *host)
{
    rows_begin(r, "INSERT INTO arrow VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < host->n_arrows && r->status == HUSK_OK; i++) {
        ROW(r, KEY(id), KEY(i), NUMBER(host->arrows[i].from), NUMBER(host->arrows[i].path), NUMBER(host->arrows[i].to),
            NUMBER(host->arrows[i].n_links), TEXT(host->arrows[i].text));
    }
    rows_end(r);
}

static void write_areas(rows *r, int64_t id, const model_host *host)
{
    rows_begin(r, "INSERT INTO area VALUES (?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < host->n_areas && r->status == HUSK_OK; i++) {
        ROW(r, KEY(id), NUMBER(host->areas[i].hash), NUMBER(host->areas[i].score), NUMBER(host->areas[i].pages),
            NUMBER(host->areas[i].kind));
    }
    rows_end(r);
}

/* Pack eight bytes into a number, the first lowest. */
static uint64_t eight_facts(const uint8_t *facts)
{
    uint64_t number = 0;
    for (unsigned k = 0; k < 8; k++)
        number |= (uint64_t)facts[k] << (8 * k);
    return number;
}

static void write_models(rows *r, int64_t id, const model_host *host)
{
    rows_begin(r, "INSERT INTO model VALUES (?, ?)");
    if (host->models)
        ROW(r, KEY(id), NUMBER(host->models));
    rows_end(r);
}

static void write_facts(rows *r, int64_t id, const model_host *host)
{
    rows_begin(r, "INSERT INTO fact VALUES (?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < host->n_areas && r->status == HUSK_OK; i++) {
        const model_area *a = &host->areas[i];
        if (a->has_facts)
            ROW(r, KEY(id), NUMBER(a->hash), NUMBER(eight_facts(a->facts)), NUMBER(eight_facts(a->facts + 8)),
                NUMBER(eight_facts(a->facts + 16)));
    }
    rows_end(r);
}

static void write_pages(rows *r, int64_t id, const model_host *host)
{
    rows_begin(r, "INSERT INTO page VALUES (?, ?, ?, ?)");
    for (uint32_t i = 0; i < host->n_pages && r->status == HUSK_OK; i++) {
        ROW(r, KEY(id), KEY(i), NUMBER(host->pages[i].class_number), NAME(host->pages[i].id));
    }
    rows_end(r);
}

/* The host's own row comes last, with the checksum of all the others. */
static void write_host_row(rows *r, int64_t id, const model_host *host)
{
    rows_begin(r, "INSERT INTO host VALUES (?, ?, ?, ?, ?, ?, ?)");
    put_text(r, host->name);
    put_key(r, id);
    put_number(r, host->n_pages);
    put_number(r, host->n_sampled);
    put_number(r, host->fit);
    put_number(r, host->fit_spread);
    put_key(r, (int64_t)sum_end(r));
    row_end(r);
    rows_end(r);
}

husk_status rows_write_host(sqlite3 *db, int64_t id, const model_host *host, husk_error *error)
{
    rows r = { .db = db, .error = error, .sum = XXH3_createState() };
    if (r.sum == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    XXH3_64bits_reset(r.sum);
    class_rows_write(&r, id, host);
    write_counts(&r, "INSERT INTO text VALUES (?, ?, ?)", id, -1, host->texts, host->n_texts);
    write_counts(&r, "INSERT INTO link VALUES (?, ?, ?)", id, -1, host->links, host->n_links);
    write_counts(&r, "INSERT INTO name VALUES (?, ?, ?)", id, -1, host->names, host->n_names);
    write_areas(&r, id, host);
    write_facts(&r, id, host);
    write_models(&r, id, host);
    write_arrows(&r, id, host);
    write_pages(&r, id, host);
    history_rows_write(&r, id, host);
    write_host_row(&r, id, host);
    XXH3_freeState(r.sum);
    return r.status;
}

/* --- reading: the same order -------------------------------------------------------------------------------------- */

/* Allocate room for the number of rows that a query returns; NULL and a failure if impossible. Not part of the
 * checksum. */
void *rows_room(rows *r, const char *count_sql, int64_t id, int64_t class_number, size_t size, arena *memory,
                uint32_t *n)
{
    *n = 0;
    rows_begin(r, count_sql);
    put_key(r, id);
    if (class_number >= 0)
        put_key(r, class_number);
    int64_t count = row_next(r) ? sqlite3_column_int64(r->statement, 0) : 0;
    rows_end(r);
    if (r->status != HUSK_OK)
        return NULL;
    void *room = count >= 0 && count < UINT32_MAX ? arena_array(memory, (size_t)count + 1, size) : NULL;
    if (room == NULL) {
        r->status = rows_full(r, memory);
        return NULL;
    }
    *n = (uint32_t)count;
    return room;
}

void rows_query(rows *r, const char *sql, int64_t id, int64_t class_number)
{
    rows_begin(r, sql);
    put_key(r, id);
    if (class_number >= 0)
        put_key(r, class_number);
}

void *rows_place(rows *r, uint32_t i, size_t size)
{
    size_t need;
    bool fits = i < UINT32_MAX && size_mul((size_t)i + 1, size, &need) && need <= HUSK_MAX_HOST_BYTES;
    if (fits && need > r->list_bytes) {
        size_t bytes = r->list_bytes ? r->list_bytes * 2 : (size_t)16 << 10;
        bytes = bytes < need ? need : bytes;
        void *list = realloc(r->list, bytes);
        if (list == NULL) {
            rows_no_memory(r);
            return NULL;
        }
        r->list = list;
        r->list_bytes = bytes;
    }
    if (!fits && r->status == HUSK_OK)
        r->status = error_set(r->error, HUSK_LIMIT, "a host is too large");
    return fits ? (char *)r->list + (size_t)i * size : NULL;
}

void *rows_keep(rows *r, uint32_t n, size_t size, arena *memory)
{
    void *room = r->status == HUSK_OK ? arena_array(memory, (size_t)n + 1, size) : NULL;
    if (room == NULL && r->status == HUSK_OK)
        r->status = rows_full(r, memory);
    if (room && n)
        memcpy(room, r->list, n * size);
    return room;
}

model_count *read_counts(rows *r, const char *sql, int64_t id, int64_t class_number, arena *memory, uint32_t *n)
{
    model_count *at;
    *n = 0;
    rows_query(r, sql, id, class_number);
    while (row_next(r) && (at = rows_place(r, *n, sizeof *at))) {
        *at = (model_count){ .hash = (uint64_t)get_number(r) };
        at->pages = get_small(r);
        ++*n;
    }
    rows_end(r);
    model_count *counts = rows_keep(r, *n, sizeof *counts, memory);
    *n = counts ? *n : 0;
    return counts;
}

static void read_arrows(rows *r, int64_t id, model_host *host, arena *memory)
{
    uint32_t i = 0;
    host->arrows = rows_room(r, "SELECT count(*) FROM arrow WHERE host = ?", id, -1, sizeof *host->arrows, memory,
                             &host->n_arrows);
    rows_query(r, "SELECT from_class, path, to_class, links, text FROM arrow WHERE host = ? ORDER BY place", id, -1);
    for (; i < host->n_arrows && row_next(r); i++) {
        model_arrow *a = &host->arrows[i];
        a->from = get_small(r);
        a->path = (uint64_t)get_number(r);
        a->to = get_small(r);
        a->n_links = get_small(r);
        a->text = get_text(r, memory);
    }
    rows_end(r);
    host->n_arrows = i;
}

static void read_areas(rows *r, int64_t id, model_host *host, arena *memory)
{
    uint32_t n = 0;
    model_area *a;
    rows_query(r, "SELECT hash, score, pages, kind FROM area WHERE host = ? ORDER BY hash", id, -1);
    while (row_next(r) && (a = rows_place(r, n, sizeof *a))) {
        *a = (model_area){ .hash = (uint64_t)get_number(r) };
        a->score = get_small(r);
        a->pages = get_small(r);
        a->kind = get_small(r);
        n++;
        if (a->score > 255 || a->kind > AREA_IN_CONTAINER)
            rows_damaged(r, "a path's verdict is out of range");
    }
    rows_end(r);
    host->areas = rows_keep(r, n, sizeof *host->areas, memory);
    host->n_areas = host->areas ? n : 0;
}

/* Rows are in the order of the areas, whose hashes they carry. */
static void read_facts(rows *r, int64_t id, model_host *host)
{
    uint32_t i = 0;
    rows_query(r, "SELECT hash, first, second, third FROM fact WHERE host = ? ORDER BY hash", id, -1);
    while (row_next(r)) {
        uint64_t hash = (uint64_t)get_number(r);
        while (i < host->n_areas && host->areas[i].hash != hash)
            i++;
        for (unsigned k = 0; k < AREA_FACTS / 8; k++) {
            uint64_t number = (uint64_t)get_number(r);
            for (unsigned byte = 0; i < host->n_areas && byte < 8; byte++)
                host->areas[i].facts[k * 8 + byte] = (uint8_t)(number >> (8 * byte));
        }
        if (i == host->n_areas) {
            rows_damaged(r, "facts of no place");
            break;
        }
        host->areas[i++].has_facts = true;
    }
    rows_end(r);
}

static void read_models(rows *r, int64_t id, model_host *host)
{
    rows_query(r, "SELECT digest FROM model WHERE host = ?", id, -1);
    if (row_next(r))
        host->models = (uint64_t)get_number(r);
    rows_end(r);
}

static void read_pages(rows *r, int64_t id, model_host *host, arena *memory)
{
    uint32_t n, i = 0;
    host->pages = rows_room(r, "SELECT count(*) FROM page WHERE host = ?", id, -1, sizeof *host->pages, memory, &n);
    rows_query(r, "SELECT class, id FROM page WHERE host = ? ORDER BY place", id, -1);
    for (; i < n && row_next(r); i++) {
        host->pages[i] = (model_page){ .class_number = get_small(r) };
        host->pages[i].id = get_text(r, memory);
    }
    rows_end(r);
    host->n_pages = i;
}

/* The host's number and checksum, or false. */
static bool find_host(rows *r, slice name, int64_t *id, uint64_t *checksum)
{
    rows_begin(r, "SELECT id, checksum FROM host WHERE name = ?");
    bind_text(r, name);
    bool found = row_next(r);
    if (found) {
        *id = sqlite3_column_int64(r->statement, 0);
        *checksum = (uint64_t)sqlite3_column_int64(r->statement, 1);
    }
    rows_end(r);
    return found;
}

uint32_t rows_format(sqlite3 *db)
{
    sqlite3_stmt *s = NULL;
    uint32_t format = 0;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
        format = (uint32_t)sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return format;
}

bool rows_have(sqlite3 *db, const char *sql, int64_t value)
{
    sqlite3_stmt *s = NULL;
    bool any = sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_bind_int64(s, 1, value) == SQLITE_OK &&
               sqlite3_step(s) == SQLITE_ROW;
    sqlite3_finalize(s);
    return any;
}

static void read_host_row(rows *r, slice name, model_host *host, arena *memory)
{
    rows_begin(r, "SELECT name, pages, sampled, fit, fit_spread FROM host WHERE name = ?");
    bind_text(r, name);
    if (row_next(r)) {
        host->name = get_text(r, memory);
        if (get_small(r) != host->n_pages)
            rows_damaged(r, "pages are missing");
        host->n_sampled = get_small(r);
        host->fit = get_small(r);
        host->fit_spread = get_small(r);
    }
    rows_end(r);
}

static void read_host(rows *r, int64_t id, slice name, model_host *host, arena *memory)
{
    class_rows_read(r, id, host, memory);
    host->texts =
        read_counts(r, "SELECT hash, pages FROM text WHERE host = ? ORDER BY hash", id, -1, memory, &host->n_texts);
    host->links =
        read_counts(r, "SELECT hash, pages FROM link WHERE host = ? ORDER BY hash", id, -1, memory, &host->n_links);
    host->names =
        read_counts(r, "SELECT hash, pages FROM name WHERE host = ? ORDER BY hash", id, -1, memory, &host->n_names);
    read_areas(r, id, host, memory);
    if (rows_format(r->db) >= 5)
        read_facts(r, id, host);
    if (rows_format(r->db) >= 6)
        read_models(r, id, host);
    read_arrows(r, id, host, memory);
    read_pages(r, id, host, memory);
    if (rows_format(r->db) >= 4)
        history_rows_read(r, id, host, memory);
    read_host_row(r, name, host, memory);
}

husk_status rows_read_host(sqlite3 *db, slice name, arena *memory, model_host *host, bool *found, husk_error *error)
{
    *host = (model_host){ 0 };
    rows r = { .db = db, .error = error, .sum = XXH3_createState() };
    if (r.sum == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    int64_t id = 0;
    uint64_t checksum = 0;
    *found = find_host(&r, name, &id, &checksum);
    XXH3_64bits_reset(r.sum);
    if (*found) {
        read_host(&r, id, name, host, memory);
        if (sum_end(&r) != checksum)
            rows_damaged(&r, "a checksum does not fit");
    }
    free(r.list);
    XXH3_freeState(r.sum);
    return r.status;
}

husk_status rows_read_names(sqlite3 *db, arena *memory, slice **names, uint32_t *n, husk_error *error)
{
    rows r = { .db = db, .error = error, .sum = XXH3_createState() };
    if (r.sum == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    XXH3_64bits_reset(r.sum);
    uint32_t i = 0;
    *names = rows_room(&r, "SELECT count(*) FROM host WHERE ? >= 0", 0, -1, sizeof **names, memory, n);
    rows_begin(&r, "SELECT name FROM host ORDER BY name");
    for (; i < *n && row_next(&r); i++)
        (*names)[i] = get_text(&r, memory);
    rows_end(&r);
    *n = i;
    XXH3_freeState(r.sum);
    return r.status;
}

husk_status rows_find_host(sqlite3 *db, slice name, int64_t *id, husk_error *error)
{
    rows r = { .db = db, .error = error };
    uint64_t checksum;
    *id = -1;
    find_host(&r, name, id, &checksum);
    return r.status;
}
