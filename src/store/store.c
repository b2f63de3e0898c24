/* store.c - open .husk files defensively and replace them atomically.
 * A file may come from anywhere, so its header, size, schema and trees are checked before anything is trusted, and
 * SQLite runs no code that the file contains. It is opened as immutable: nobody writes into it, a new version is
 * another file. Cost: opening reads the whole file once (quick_check). Limits: one writer per file at a time. */
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system/files.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/url.h"
#include "store/rows.h"

/* Fixed, so that the same content gives the same bytes whatever SQLite's default. */
#define PAGE_SIZE 4096
/* The longest text or row a reader accepts. */
#define MAX_ROW_BYTES (1 << 20)

/* A file in memory, in messages. */
#define IN_MEMORY "the site file in memory"

struct store_writer {
    char *path;       /* as given */
    char *temporary;  /* path.new, or the URI of a database in memory */
    buffer *file;     /* where it goes if it is in memory; otherwise NULL */
    int lock;         /* the temporary file, locked */
    sqlite3 *db;      /* of the temporary file */
    store *old;       /* NULL if there was none */
    struct stat seen; /* the old file at the time it was opened */
    arena memory;     /* the old file's host names, then one old host at a time */
    slice *old_names;
    uint32_t n_old, next_old;
    int64_t next_id;
    memory_writer *memory_of; /* of the last host written, once it has pages to remember */
    bool committed;
};

/* --- reading ------------------------------------------------------------------------------------------------------ */

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The first 100 bytes identify the file, its length and its writer. */
static husk_status check_header(const char *path, const unsigned char *h, size_t len, off_t size, husk_error *error)
{
    if (len < 100 || memcmp(h, "SQLite format 3", 16) != 0 || big_endian(h + 68) != STORE_APPLICATION_ID)
        return error_set(error, HUSK_BAD_FILE, "%s: not a .husk file", path);
    uint32_t version = big_endian(h + 60);
    if (version > STORE_VERSION)
        return error_set(error, HUSK_NEWER_FILE, "%s: format %u was written by a newer husk, this one reads up to %u",
                         path, version, STORE_VERSION);
    if (version < STORE_OLDEST)
        return error_set(error, HUSK_BAD_FILE,
                         "%s: made by an older husk (format %u): remove it and learn the site again", path, version);
    uint32_t page = (uint32_t)h[16] << 8 | h[17];
    if (page != PAGE_SIZE || (uint64_t)big_endian(h + 28) * page != (uint64_t)size)
        return error_set(error, HUSK_BAD_FILE, "%s: damaged: expected %llu bytes", path,
                         (unsigned long long)big_endian(h + 28) * page);
    return HUSK_OK;
}

static husk_status read_header(const char *path, husk_error *error)
{
    unsigned char header[100];
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &st) != 0) {
        int reason = errno;
        if (fd >= 0)
            close(fd);
        return error_set(error, HUSK_IO, "%s: %s", path, strerror(reason));
    }
    ssize_t len = S_ISREG(st.st_mode) ? read(fd, header, sizeof header) : 0;
    close(fd);
    if (len < 0)
        return error_set(error, HUSK_IO, "%s: can't be read", path);
    return check_header(path, header, (size_t)len, st.st_size, error);
}

/* file:PATH?immutable=1, with special characters escaped. */
static char *uri_of(const char *path)
{
    buffer uri;
    buffer_init(&uri, HUSK_MAX_URL_BYTES);
    buffer_text(&uri, "file:");
    url_encode((slice){ path, strlen(path) }, "/._-", &uri);
    buffer_append(&uri, "?immutable=1", sizeof "?immutable=1");
    if (uri.status == HUSK_OK)
        return uri.data;
    buffer_free(&uri);
    return NULL;
}

/* Run nothing that the file contains, and allow nothing large in it. */
static void distrust(sqlite3 *db)
{
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, MAX_ROW_BYTES);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, 4096);
    sqlite3_limit(db, SQLITE_LIMIT_COLUMN, 32);
    sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 16);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(db, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
    sqlite3_exec(db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;", NULL, NULL, NULL);
}

/* The tables must match ours exactly, and nothing else may exist. */
static bool schema_fits(sqlite3 *db)
{
    size_t n_tables = store_n_tables - (rows_number(db, "PRAGMA user_version", 0) < STORE_VERSION_FIELDS);
    sqlite3_stmt *s = NULL;
    char ours[ROWS_SQL_BYTES];
    size_t n = 0;
    bool fits =
        sqlite3_prepare_v2(db, "SELECT type, name, sql FROM sqlite_schema ORDER BY rowid", -1, &s, NULL) == SQLITE_OK;
    int code = SQLITE_DONE;
    while (fits && (code = sqlite3_step(s)) == SQLITE_ROW) {
        const char *type = (const char *)sqlite3_column_text(s, 0);
        const char *sql = (const char *)sqlite3_column_text(s, 2);
        fits = n < n_tables && type && sql && strcmp(type, "table") == 0;
        if (fits)
            rows_create_sql(&store_tables[n++], ours);
        fits = fits && strcmp(sql, ours) == 0;
    }
    sqlite3_finalize(s);
    return fits && code == SQLITE_DONE && n == n_tables;
}

static bool trees_are_sound(sqlite3 *db)
{
    sqlite3_stmt *s = NULL;
    bool sound = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &s, NULL) == SQLITE_OK &&
                 sqlite3_step(s) == SQLITE_ROW && sqlite3_column_text(s, 0) &&
                 strcmp((const char *)sqlite3_column_text(s, 0), "ok") == 0;
    sqlite3_finalize(s);
    return sound;
}

/* Check an opened database; `code` says whether it was opened. */
static husk_status store_of(const char *path, store *s, int code, store **out, husk_error *error)
{
    husk_status status = HUSK_OK;
    if (code != SQLITE_OK) {
        status = rows_failed(s, path, error);
    } else {
        distrust(s);
        if (!schema_fits(s))
            status = error_set(error, HUSK_BAD_FILE, "%s: damaged, or not a .husk file: unexpected tables", path);
        else if (!trees_are_sound(s))
            status = error_set(error, HUSK_BAD_FILE, "%s: damaged", path);
    }
    if (status == HUSK_OK)
        *out = s;
    else
        store_close(s);
    return status;
}

husk_status store_open(const char *path, store **out, husk_error *error)
{
    sqlite3 *db = NULL;
    *out = NULL;
    husk_status status = read_header(path, error);
    if (status != HUSK_OK)
        return status;
    char *uri = uri_of(path);
    if (uri == NULL)
        return error_set(error, HUSK_NO_MEMORY, "%s: out of memory", path);
    int code = sqlite3_open_v2(uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    free(uri);
    return store_of(path, db, code, out, error);
}

husk_status store_open_memory(slice bytes, store **out, husk_error *error)
{
    sqlite3 *db = NULL;
    *out = NULL;
    husk_status status = check_header(IN_MEMORY, (const unsigned char *)bytes.data, bytes.len, (off_t)bytes.len, error);
    unsigned char *copy = status == HUSK_OK ? sqlite3_malloc64(bytes.len) : NULL;
    if (copy == NULL)
        return status == HUSK_OK ? error_set(error, HUSK_NO_MEMORY, IN_MEMORY ": out of memory") : status;
    memcpy(copy, bytes.data, bytes.len);
    int code = sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) /* frees the copy with the database, or at once if it fails */
        code = sqlite3_deserialize(db, "main", copy, (sqlite3_int64)bytes.len, (sqlite3_int64)bytes.len,
                                   SQLITE_DESERIALIZE_READONLY | SQLITE_DESERIALIZE_FREEONCLOSE);
    else
        sqlite3_free(copy);
    return store_of(IN_MEMORY, db, code, out, error);
}

void store_close(store *s)
{
    sqlite3_close(s);
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

/* Opened, locked and still under its name? Another writer may have renamed it in between. */
static bool lock_once(const char *temporary, int *fd, int *reason)
{
    struct stat mine, there;
    *reason = 0;
    *fd = open(temporary, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (*fd < 0) {
        *reason = errno;
        return false;
    }
    if (flock(*fd, LOCK_EX | LOCK_NB) == 0 && fstat(*fd, &mine) == 0 && stat(temporary, &there) == 0 &&
        mine.st_ino == there.st_ino && mine.st_dev == there.st_dev)
        return true;
    close(*fd); /* not ours: must not be removed */
    *fd = -1;
    return false;
}

/* The temporary file, empty and locked. One left by a killed writer is reused. */
static husk_status lock_temporary(store_writer *w, husk_error *error)
{
    int reason = 0;
    for (int tries = 0; tries < 4 && reason == 0; tries++)
        if (lock_once(w->temporary, &w->lock, &reason)) {
            if (ftruncate(w->lock, 0) == 0)
                return HUSK_OK;
            return error_set(error, HUSK_IO, "%s: %s", w->temporary, strerror(errno));
        }
    if (reason)
        return error_set(error, HUSK_IO, "%s: %s", w->temporary, strerror(reason));
    return error_set(error, HUSK_IO, "%s: being written by another husk", w->path);
}

/* Create the tables. Nobody relies on the file until it is renamed, so there is no journal. */
static husk_status make_tables(store_writer *w, husk_error *error)
{
    char settings[240];
    snprintf(settings, sizeof settings,
             "PRAGMA page_size = %d; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA encoding = 'UTF-8'; "
             "PRAGMA application_id = %d; PRAGMA user_version = %d; BEGIN",
             PAGE_SIZE, STORE_APPLICATION_ID, STORE_VERSION);
    int flags = w->file ? SQLITE_OPEN_CREATE | SQLITE_OPEN_URI : 0;
    int code = sqlite3_open_v2(w->temporary, &w->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | flags, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(w->db, settings, NULL, NULL, NULL);
    for (size_t i = 0; code == SQLITE_OK && i < store_n_tables; i++) {
        char sql[ROWS_SQL_BYTES];
        rows_create_sql(&store_tables[i], sql);
        code = sqlite3_exec(w->db, sql, NULL, NULL, NULL);
    }
    if (code == SQLITE_OK)
        return HUSK_OK;
    return rows_failed(w->db, w->temporary, error);
}

/* The existing file, if any: its hosts are kept unless they are rewritten. */
static husk_status open_old(store_writer *w, husk_error *error)
{
    if (stat(w->path, &w->seen) != 0)
        return errno == ENOENT ? HUSK_OK : error_set(error, HUSK_IO, "%s: %s", w->path, strerror(errno));
    husk_status status = store_open(w->path, &w->old, error);
    return status == HUSK_OK ? store_hosts(w->old, &w->memory, &w->old_names, &w->n_old, error) : status;
}

store_models store_models_of(store *s, uint64_t digest)
{
    if (rows_number(s, "SELECT 1 FROM model WHERE digest <> ? LIMIT 1", (int64_t)digest))
        return STORE_MODELS_OTHER;
    return rows_number(s, "SELECT 1 FROM host WHERE id NOT IN (SELECT host FROM model) LIMIT 1", 0)
               ? STORE_MODELS_UNKNOWN
               : STORE_MODELS_SAME;
}

husk_status husk_site_check(const char *path, husk_error *error)
{
    struct stat there;
    store *s = NULL;
    char *copy = strdup(path);
    if (copy == NULL)
        return error_set(error, HUSK_NO_MEMORY, "%s: out of memory", path);
    husk_status status =
        access(dirname(copy), W_OK | X_OK) == 0 ? HUSK_OK : error_set(error, HUSK_IO, "%s: %s", path, strerror(errno));
    free(copy);
    if (status == HUSK_OK && stat(path, &there) == 0)
        status = store_open(path, &s, error);
    store_close(s);
    return status;
}

static store_writer *writer_new(const char *path, const char *temporary)
{
    store_writer *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->lock = -1;
    w->next_id = 1;
    arena_init(&w->memory, HUSK_MAX_HOST_BYTES);
    w->path = strdup(path);
    if (w->path && asprintf(&w->temporary, "%s%s", temporary ? temporary : path, temporary ? "" : ".new") >= 0)
        return w;
    w->temporary = NULL;
    store_writer_free(w);
    return NULL;
}

/* The end of both ways to open a writer. */
static husk_status writer_ready(store_writer *w, husk_status status, store_writer **out, husk_error *error)
{
    status = status ?: make_tables(w, error);
    if (status == HUSK_OK)
        *out = w;
    else
        store_writer_free(w);
    return status;
}

husk_status store_writer_open(const char *path, store_writer **out, husk_error *error)
{
    *out = NULL;
    store_writer *w = writer_new(path, NULL);
    if (w == NULL)
        return error_set(error, HUSK_NO_MEMORY, "%s: out of memory", path);
    husk_status status = open_old(w, error);
    status = status ?: lock_temporary(w, error);
    return writer_ready(w, status, out, error);
}

husk_status store_writer_open_memory(slice before, buffer *file, store_writer **out, husk_error *error)
{
    *out = NULL;
    store_writer *w =
        writer_new(IN_MEMORY, "file:husk?vfs=memdb"); /* the same pages as in a file, of this handle only */
    if (w == NULL)
        return error_set(error, HUSK_NO_MEMORY, IN_MEMORY ": out of memory");
    w->file = file;
    husk_status status = before.data ? store_open_memory(before, &w->old, error) : HUSK_OK;
    if (status == HUSK_OK && w->old)
        status = store_hosts(w->old, &w->memory, &w->old_names, &w->n_old, error);
    return writer_ready(w, status, out, error);
}

/* All pages of the last host have been written. */
static husk_status end_memory(store_writer *w, husk_error *error)
{
    husk_status status = w->memory_of ? memory_writer_end(w->memory_of, error) : HUSK_OK;
    memory_writer_free(w->memory_of);
    w->memory_of = NULL;
    return status;
}

static husk_status copy_memory(store_writer *w, slice name, int64_t id, husk_error *error)
{
    int64_t from;
    husk_status status = rows_find_host(w->old, name, &from, error);
    return status == HUSK_OK ? memory_copy(w->old, from, w->db, id, error) : status;
}

/* Copy the old hosts that sort before `name`, or all that remain; skip the one with that name. */
static husk_status keep_old(store_writer *w, const slice *name, husk_error *error)
{
    while (w->next_old < w->n_old) {
        int order = name ? slice_order(w->old_names[w->next_old], *name) : -1;
        if (order > 0)
            break;
        slice old = w->old_names[w->next_old++];
        if (order == 0)
            continue;
        model_host host;
        bool found;
        arena_mark mark = arena_save(&w->memory);
        husk_status status = store_read_host(w->old, old, &w->memory, &host, &found, error);
        status = status ?: rows_write_host(w->db, w->next_id, &host, error);
        status = status ?: copy_memory(w, old, w->next_id++, error);
        arena_restore(&w->memory, mark);
        if (status != HUSK_OK)
            return status;
    }
    return HUSK_OK;
}

husk_status store_writer_old(store_writer *w, slice name, arena *memory, model_host *host, bool *found,
                             husk_error *error)
{
    *found = false;
    return w->old ? store_read_host(w->old, name, memory, host, found, error) : HUSK_OK;
}

husk_status store_writer_memory(store_writer *w, slice name, memory_reader **out, husk_error *error)
{
    int64_t id = -1;
    *out = NULL;
    if (w->old == NULL)
        return HUSK_OK;
    husk_status status = rows_find_host(w->old, name, &id, error);
    return status == HUSK_OK ? memory_reader_new(w->old, id, out, error) : status;
}

husk_status store_write_memory(store_writer *w, const remembered_page *page, husk_error *error)
{
    husk_status status = w->memory_of ? HUSK_OK : memory_writer_new(w->db, w->next_id - 1, &w->memory_of, error);
    return status == HUSK_OK ? memory_writer_add(w->memory_of, page, error) : status;
}

husk_status store_write_host(store_writer *w, const model_host *host, husk_error *error)
{
    husk_status status = end_memory(w, error);
    status = status ?: keep_old(w, &host->name, error);
    return status == HUSK_OK ? rows_write_host(w->db, w->next_id++, host, error) : status;
}

/* Is the old file still the one that was read? A husk that ignores our lock may have replaced it. */
static bool old_unchanged(const store_writer *w)
{
    struct stat now;
    if (stat(w->path, &now) != 0)
        return w->old == NULL && errno == ENOENT;
    return w->old && now.st_ino == w->seen.st_ino && now.st_size == w->seen.st_size &&
           now.st_mtim.tv_sec == w->seen.st_mtim.tv_sec && now.st_mtim.tv_nsec == w->seen.st_mtim.tv_nsec;
}

static husk_status copy_to_memory(store_writer *w, husk_error *error)
{
    sqlite3_int64 len = 0;
    unsigned char *bytes = sqlite3_serialize(w->db, "main", &len, 0);
    if (bytes)
        buffer_append(w->file, (const char *)bytes, (size_t)len);
    husk_status status = bytes ? w->file->status : HUSK_NO_MEMORY;
    sqlite3_free(bytes);
    return status == HUSK_OK ? HUSK_OK : error_set(error, status, IN_MEMORY ": %s", husk_status_text(status));
}

husk_status store_commit(store_writer *w, husk_error *error)
{
    husk_status status = end_memory(w, error);
    status = status ?: keep_old(w, NULL, error);
    if (status != HUSK_OK)
        return status;
    if (sqlite3_exec(w->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        return rows_failed(w->db, w->temporary, error);
    if (w->file)
        return copy_to_memory(w, error);
    int closed = sqlite3_close(w->db);
    w->db = NULL;
    if (closed != SQLITE_OK || fsync(w->lock) != 0)
        return error_set(error, HUSK_IO, "%s: can't be written", w->temporary);
    if (!old_unchanged(w))
        return error_set(error, HUSK_IO, "%s: changed by another program while being written", w->path);
    if (rename(w->temporary, w->path) != 0)
        return error_set(error, HUSK_IO, "%s: %s", w->path, strerror(errno));
    w->committed = true;
    if (!sync_folder(w->path))
        return error_set(error, HUSK_IO, "%s: %s", w->path, strerror(errno));
    return HUSK_OK;
}

void store_writer_free(store_writer *w)
{
    if (w == NULL)
        return;
    memory_writer_free(w->memory_of);
    sqlite3_close(w->db);
    store_close(w->old);
    if (w->lock >= 0 && !w->committed)
        unlink(w->temporary);
    if (w->lock >= 0)
        close(w->lock);
    arena_free(&w->memory);
    free(w->path);
    free(w->temporary);
    free(w);
}
