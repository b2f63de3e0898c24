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
#include <sys/stat.h>
#include <unistd.h>

#include "base/arrays.h"
#include "base/system/files.h"
#include "base/status.h"
#include "store/rows.h"

struct table_file {
    sqlite3 *db;
    char *path, *temporary;
    sqlite3_stmt **inserts;
    uint32_t n_tables;
    size_t room;
    bool committed;
};

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
        status = rows_failed(f->db, f->path, error);
    if (status == HUSK_OK)
        *out = f;
    else
        table_file_free(f);
    return status;
}

static bool table_exists(table_file *f, const char *name)
{
    sqlite3_stmt *s = NULL;
    bool found = sqlite3_prepare_v2(f->db, "SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE", -1, &s, NULL) ==
                     SQLITE_OK &&
                 sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW;
    sqlite3_finalize(s);
    return found;
}

/* "name", or "name_2" and so on if there is such a table. */
static char *free_name(table_file *f, slice name)
{
    char *apart = sqlite3_mprintf("%.*s", (int)name.len, name.data);
    for (unsigned number = 2; apart && table_exists(f, apart); number++) {
        sqlite3_free(apart);
        apart = sqlite3_mprintf("%.*s_%u", (int)name.len, name.data, number);
    }
    return apart;
}

static char *create_sql(const char *table, const slice *columns, uint32_t n)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(sql, "CREATE TABLE \"%w\"", table);
    for (uint32_t i = 0; i < n; i++)
        sqlite3_str_appendf(sql, "%s\"%.*w\" TEXT", i ? ", " : " (", (int)columns[i].len, columns[i].data);
    sqlite3_str_appendall(sql, ")");
    return sqlite3_str_finish(sql);
}

static char *insert_sql(const char *table, uint32_t n)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(sql, "INSERT INTO \"%w\"", table);
    for (uint32_t i = 0; i < n; i++)
        sqlite3_str_appendall(sql, i ? ", ?" : " VALUES (?");
    sqlite3_str_appendall(sql, ")");
    return sqlite3_str_finish(sql);
}

husk_status table_file_table(table_file *f, slice name, const slice *columns, uint32_t n, uint32_t *table,
                             husk_error *error)
{
    bool has_room = array_grow(&f->inserts, &f->room, (size_t)f->n_tables + 1, sizeof *f->inserts);
    char *apart = has_room ? free_name(f, name) : NULL;
    char *create = apart ? create_sql(apart, columns, n) : NULL, *insert = apart ? insert_sql(apart, n) : NULL;
    husk_status status = HUSK_OK;
    if (create == NULL || insert == NULL)
        status = error_set(error, HUSK_NO_MEMORY, "%s: out of memory", f->path);
    else if (sqlite3_exec(f->db, create, NULL, NULL, NULL) != SQLITE_OK ||
             sqlite3_prepare_v2(f->db, insert, -1, &f->inserts[f->n_tables], NULL) != SQLITE_OK)
        status = rows_failed(f->db, f->path, error);
    else
        *table = f->n_tables++;
    sqlite3_free(apart);
    sqlite3_free(create);
    sqlite3_free(insert);
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
    husk_status status = done && sqlite3_step(s) == SQLITE_DONE ? HUSK_OK : rows_failed(f->db, f->path, error);
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
        return rows_failed(f->db, f->path, error);
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
