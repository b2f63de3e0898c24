/* test_rows.c - every status of SQLite that can reach a user is made to happen, and said in our own words. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/rows.h"

static char folder[] = "/tmp/husk-rows-XXXXXX";

static const char *place(const char *name)
{
    static char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static sqlite3 *opened(const char *name, int flags)
{
    sqlite3 *db = NULL;
    sqlite3_open_v2(place(name), &db, flags, NULL);
    return db;
}

static sqlite3 *filled(const char *name)
{
    sqlite3 *db = opened(name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    sqlite3_exec(db,
                 "CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, x TEXT UNIQUE);"
                 "INSERT OR IGNORE INTO t VALUES (1, 'a')",
                 NULL, NULL, NULL);
    return db;
}

/* What follows `name`'s head, or all of it, becomes bytes of no meaning. */
static void damage(const char *name, long from)
{
    sqlite3_close(filled(name));
    FILE *file = fopen(place(name), "r+b");
    assert_non_null(file);
    fseek(file, from, SEEK_SET);
    for (int i = 0; i < 8000; i++)
        fputc('x', file);
    fclose(file);
}

static sqlite3 *run(sqlite3 *db, const char *sql)
{
    sqlite3_exec(db, sql, NULL, NULL, NULL);
    return db;
}

static sqlite3 *make_no_memory(void)
{
    sqlite3 *db = filled("memory");
    sqlite3_hard_heap_limit64(1);
    run(db, "INSERT INTO t VALUES (2, hex(zeroblob(5000000)))");
    sqlite3_hard_heap_limit64(0);
    return db;
}

static sqlite3 *make_corrupt(void)
{
    damage("corrupt", 100);
    return run(opened("corrupt", SQLITE_OPEN_READWRITE), "SELECT * FROM t");
}

static sqlite3 *make_no_database(void)
{
    damage("nothing", 0);
    return run(opened("nothing", SQLITE_OPEN_READWRITE), "SELECT * FROM t");
}

static sqlite3 *make_error(void)
{
    return run(filled("error"), "SELECT * FROM other");
}

static sqlite3 *make_mismatch(void)
{
    return run(filled("mismatch"), "INSERT INTO t VALUES ('text', 'b')");
}

static sqlite3 *make_constraint(void)
{
    return run(filled("constraint"), "INSERT INTO t VALUES (2, 'a')");
}

static sqlite3 *make_too_big(void)
{
    sqlite3 *db = filled("big");
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1000);
    return run(db, "INSERT INTO t VALUES (2, hex(zeroblob(900)))");
}

static sqlite3 *make_full(void)
{
    return run(run(filled("full"), "PRAGMA max_page_count = 1"), "INSERT INTO t VALUES (2, hex(zeroblob(900000)))");
}

static sqlite3 *make_cant_open(void)
{
    return opened("none/such", SQLITE_OPEN_READWRITE);
}

static sqlite3 *make_read_only(void)
{
    sqlite3_close(filled("locked"));
    return run(opened("locked", SQLITE_OPEN_READONLY), "INSERT INTO t VALUES (2, 'b')");
}

static sqlite3 *make_busy(void)
{
    sqlite3 *other = run(filled("busy"), "BEGIN EXCLUSIVE");
    sqlite3 *db = run(opened("busy", SQLITE_OPEN_READWRITE), "INSERT INTO t VALUES (2, 'b')");
    sqlite3_close(other);
    return db;
}

/* The file may not grow. */
static sqlite3 *make_io_error(void)
{
    struct rlimit before, small;
    sqlite3 *db = filled("short");
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 20000;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    run(db, "PRAGMA journal_mode = OFF; INSERT INTO t VALUES (2, hex(zeroblob(900000)))");
    setrlimit(RLIMIT_FSIZE, &before);
    return db;
}

static int interrupt(void *unused)
{
    (void)unused;
    return 1;
}

static sqlite3 *make_unknown(void)
{
    sqlite3 *db = filled("interrupted");
    sqlite3_progress_handler(db, 1, interrupt, NULL);
    return run(db, "SELECT * FROM t");
}

static const struct {
    sqlite3 *(*make)(void);
    int code;
    husk_status status;
    const char *text;
} cases[] = {
    { make_no_memory, SQLITE_NOMEM, HUSK_NO_MEMORY, "out of memory" },
    { make_corrupt, SQLITE_CORRUPT, HUSK_BAD_FILE, "damaged" },
    { make_no_database, SQLITE_NOTADB, HUSK_BAD_FILE, "damaged, or not a .husk file" },
    { make_error, SQLITE_ERROR, HUSK_BAD_FILE, "its tables are not as expected" },
    { make_mismatch, SQLITE_MISMATCH, HUSK_BAD_FILE, "damaged: a number is missing" },
    { make_constraint, SQLITE_CONSTRAINT, HUSK_BAD_FILE, "damaged: a row is there twice" },
    { make_too_big, SQLITE_TOOBIG, HUSK_LIMIT, "a row is too long" },
    { make_full, SQLITE_FULL, HUSK_IO, "no space left" },
    { make_io_error, SQLITE_IOERR, HUSK_IO, "can't be read or written" },
    { make_cant_open, SQLITE_CANTOPEN, HUSK_IO, "can't be opened" },
    { make_read_only, SQLITE_READONLY, HUSK_IO, "can't be written" },
    { make_busy, SQLITE_BUSY, HUSK_IO, "in use by another program" },
    { make_unknown, SQLITE_INTERRUPT, HUSK_IO, "the database failed (SQLite's code 9)" },
};

static void words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        husk_error error = { 0 };
        char expected[300];
        sqlite3 *db = cases[i].make();
        if ((sqlite3_errcode(db) & 0xff) != cases[i].code)
            fail_msg("case %zu: %d, %s", i, sqlite3_errcode(db), sqlite3_errmsg(db));
        assert_int_equal(rows_failed(db, NULL, &error), cases[i].status);
        assert_string_equal(error.message, cases[i].text);
        snprintf(expected, sizeof expected, "a.husk: %s", cases[i].text);
        rows_failed(db, "a.husk", &error);
        assert_string_equal(error.message, expected);
        sqlite3_close(db);
    }
    husk_error error = { 0 };
    assert_int_equal(rows_failed(NULL, "a.husk", &error), HUSK_NO_MEMORY);
    assert_string_equal(error.message, "a.husk: out of memory");
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(words) };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
