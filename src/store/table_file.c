/* table_file.c - write rows to a plain SQLite file.
 * It is written under a temporary name in the same directory, without a journal, and renamed at the end. One
 * transaction; SQLite's cache spills, so memory stays constant for any number of rows. Cost: a few microseconds per
 * row. */
#include "store/table_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arrays.h"
#include "base/buffer.h"
#include "base/system/durable.h"
#include "base/status.h"

#define MAX_SQL_BYTES ((size_t)4 << 20) /* a table with HUSK_MAX_CSV_COLUMNS long names */

struct table_file {
    sqlite3 *db;
    char *path, *temporary;
    sqlite3_stmt **inserts;
    uint32_t n_tables;
    size_t room;
    bool committed;
};

static husk_status failed(table_file *f, husk_error *error)
{
    int code = sqlite3_errcode(f->db) & 0xff;
    return error_set(error, code == SQLITE_NOMEM ? HUSK_NO_MEMORY : HUSK_IO, "%s: %s", f->path, sqlite3_errmsg(f->db));
}

/* An empty file with an unused name and the permissions of the umask. */
static bool make_temporary(table_file *f)
{
    if (asprintf(&f->temporary, "%s.XXXXXX", f->path) < 0) {
        f->temporary = NULL;
        return false;
    }
    int fd = mkostemp(f->temporary, O_CLOEXEC);
    if (fd < 0) {
        free(f->temporary);
        f->temporary = NULL;
        return false;
    }
    mode_t mask = umask(0);
    umask(mask);
    bool done = fchmod(fd, 0666 & ~mask) == 0;
    close(fd);
    return done;
}

husk_status table_file_open(const char *path, table_file **out, husk_error *error)
{
    struct stat there;
    *out = NULL;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return error_set(error, HUSK_IO, "%s: not a regular file", path);
    table_file *f = calloc(1, sizeof *f);
    if (f == NULL || (f->path = strdup(path)) == NULL) {
        free(f);
        return error_set(error, HUSK_NO_MEMORY, "%s: out of memory", path);
    }
    husk_status status = HUSK_OK;
    if (!make_temporary(f))
        status = error_set(error, HUSK_IO, "%s: %s", path, strerror(errno));
    else if (sqlite3_open_v2(f->temporary, &f->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK ||
             sqlite3_exec(f->db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN", NULL, NULL, NULL) !=
                 SQLITE_OK)
        status = failed(f, error);
    if (status == HUSK_OK)
        *out = f;
    else
        table_file_free(f);
    return status;
}

/* "name", with quotes doubled. */
static void put_name(buffer *sql, slice name)
{
    buffer_byte(sql, '"');
    for (size_t i = 0; i < name.len; i++) {
        if (name.data[i] == '"')
            buffer_byte(sql, '"');
        if (name.data[i])
            buffer_byte(sql, name.data[i]);
    }
    buffer_byte(sql, '"');
}

static bool table_exists(table_file *f, const char *name, int len)
{
    sqlite3_stmt *s = NULL;
    bool found = sqlite3_prepare_v2(f->db, "SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE", -1, &s, NULL) ==
                     SQLITE_OK &&
                 sqlite3_bind_text(s, 1, name, len, SQLITE_STATIC) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW;
    sqlite3_finalize(s);
    return found;
}

static void create_sql(buffer *sql, slice table, const slice *columns, uint32_t n)
{
    buffer_text(sql, "CREATE TABLE ");
    put_name(sql, table);
    for (uint32_t i = 0; i < n; i++) {
        buffer_text(sql, i ? ", " : " (");
        put_name(sql, columns[i]);
        buffer_text(sql, " TEXT");
    }
    buffer_append(sql, ")", 2); /* with the final NUL */
}

static void insert_sql(buffer *sql, slice table, uint32_t n)
{
    buffer_text(sql, "INSERT INTO ");
    put_name(sql, table);
    for (uint32_t i = 0; i < n; i++)
        buffer_text(sql, i ? ", ?" : " VALUES (?");
    buffer_append(sql, ")", 2);
}

static husk_status make_table(table_file *f, slice name, const slice *columns, uint32_t n, buffer *sql,
                              husk_error *error)
{
    create_sql(sql, name, columns, n);
    if (sql->status != HUSK_OK)
        return error_set(error, sql->status, "%s: too many columns", f->path);
    if (sqlite3_exec(f->db, sql->data, NULL, NULL, NULL) != SQLITE_OK)
        return failed(f, error);
    buffer_clear(sql);
    insert_sql(sql, name, n);
    if (sql->status != HUSK_OK)
        return error_set(error, sql->status, "%s: too many columns", f->path);
    return sqlite3_prepare_v2(f->db, sql->data, -1, &f->inserts[f->n_tables], NULL) == SQLITE_OK ? HUSK_OK
                                                                                                 : failed(f, error);
}

husk_status table_file_table(table_file *f, slice name, const slice *columns, uint32_t n, uint32_t *table,
                             husk_error *error)
{
    buffer sql, apart;
    if (!array_grow(&f->inserts, &f->room, (size_t)f->n_tables + 1, sizeof *f->inserts))
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    buffer_init(&sql, MAX_SQL_BYTES);
    buffer_init(&apart, MAX_SQL_BYTES);
    buffer_append(&apart, name.data, name.len);
    for (unsigned number = 2; table_exists(f, apart.data, (int)apart.len) && apart.status == HUSK_OK; number++) {
        buffer_clear(&apart);
        buffer_append(&apart, name.data, name.len);
        buffer_format(&apart, "_%u", number);
    }
    husk_status status = apart.status == HUSK_OK
                             ? make_table(f, (slice){ apart.data, apart.len }, columns, n, &sql, error)
                             : error_set(error, apart.status, "%s: %s", f->path, husk_status_text(apart.status));
    if (status == HUSK_OK)
        *table = f->n_tables++;
    buffer_free(&sql);
    buffer_free(&apart);
    return status;
}

husk_status table_file_insert(table_file *f, uint32_t table, const slice *values, uint32_t n, husk_error *error)
{
    sqlite3_stmt *s = f->inserts[table];
    bool done = true;
    for (uint32_t i = 0; i < n && done; i++)
        done = (values[i].data
                    ? sqlite3_bind_text64(s, (int)i + 1, values[i].data, values[i].len, SQLITE_STATIC, SQLITE_UTF8)
                    : sqlite3_bind_null(s, (int)i + 1)) == SQLITE_OK;
    husk_status status = done && sqlite3_step(s) == SQLITE_DONE ? HUSK_OK : failed(f, error);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return status;
}

static void end_statements(table_file *f)
{
    for (uint32_t i = 0; i < f->n_tables; i++)
        sqlite3_finalize(f->inserts[i]);
    f->n_tables = 0;
}

static bool sync_file(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool done = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return done;
}

husk_status table_file_commit(table_file *f, const char *path, husk_error *error)
{
    path = path ? path : f->path;
    end_statements(f);
    if (sqlite3_exec(f->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        return failed(f, error);
    int closed = sqlite3_close(f->db);
    f->db = NULL;
    if (closed != SQLITE_OK || !sync_file(f->temporary) || rename(f->temporary, path) != 0)
        return error_set(error, HUSK_IO, "%s: %s", path, strerror(errno));
    f->committed = true;
    return sync_folder(path) ? HUSK_OK : error_set(error, HUSK_IO, "%s: %s", path, strerror(errno));
}

void table_file_free(table_file *f)
{
    if (f == NULL)
        return;
    end_statements(f);
    free(f->inserts);
    sqlite3_close(f->db);
    if (f->temporary && !f->committed)
        unlink(f->temporary);
    free(f->temporary);
    free(f->path);
    free(f);
}
