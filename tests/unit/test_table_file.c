/* test_table_file.c - tables keep what is stored; any names; a file appears complete or not at all. */
#include "unit/unit.h"

#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/table_file.h"

static char directory[] = "/tmp/husk-table-XXXXXX";

static const char *place(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static int make_directory(void **state)
{
    (void)state;
    return mkdtemp(directory) ? 0 : 1;
}

static int remove_directory(void **state)
{
    (void)state;
    remove(place("a.db"));
    return rmdir(directory);
}

/* One value of a query, or "NULL". */
static const char *ask(const char *sql)
{
    static char text[256];
    sqlite3 *db;
    sqlite3_stmt *s;
    assert_int_equal(sqlite3_open_v2(place("a.db"), &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    const char *value = (const char *)sqlite3_column_text(s, 0);
    snprintf(text, sizeof text, "%s", value ? value : "NULL");
    sqlite3_finalize(s);
    sqlite3_close(db);
    return text;
}

static void test_rows(void **state)
{
    (void)state;
    table_file *f;
    uint32_t a, b;
    const slice columns[] = { SLICE("page"), SLICE("say \"hi\"; DROP TABLE t"), SLICE("größe") };
    assert_int_equal(table_file_open(place("a.db"), &f, NULL), HUSK_OK);
    assert_int_equal(table_file_table(f, SLICE("t"), columns, 3, &a, NULL), HUSK_OK);
    assert_int_equal(table_file_table(f, SLICE("T"), columns, 1, &b, NULL), HUSK_OK);
    for (int i = 0; i < 3000; i++) {
        char id[16];
        int len = snprintf(id, sizeof id, "p%d", i);
        const slice row[] = { { id, (size_t)len }, { NULL, 0 }, SLICE("it's") };
        assert_int_equal(table_file_insert(f, i % 3 ? a : b, row, i % 3 ? 3 : 1, NULL), HUSK_OK);
    }
    assert_int_equal(access(place("a.db"), F_OK), -1);
    assert_int_equal(table_file_commit(f, NULL, NULL), HUSK_OK);
    table_file_free(f);
    assert_string_equal(ask("SELECT count(*) FROM t"), "2000");
    assert_string_equal(ask("SELECT count(*) FROM T_2"), "1000");
    assert_string_equal(ask("SELECT page FROM t LIMIT 1"), "p1");
    assert_string_equal(ask("SELECT \"say \"\"hi\"\"; DROP TABLE t\" FROM t LIMIT 1"), "NULL");
    assert_string_equal(ask("SELECT \"größe\" FROM t LIMIT 1"), "it's");
}

/* Without a commit the old file stays, and nothing is left next to it. */
static void test_given_up(void **state)
{
    (void)state;
    table_file *f;
    uint32_t t;
    const slice columns[] = { SLICE("page") };
    assert_int_equal(table_file_open(place("a.db"), &f, NULL), HUSK_OK);
    assert_int_equal(table_file_table(f, SLICE("other"), columns, 1, &t, NULL), HUSK_OK);
    table_file_free(f);
    assert_string_equal(ask("SELECT count(*) FROM t"), "2000");
    table_file_free(NULL);
}

static void test_no_place(void **state)
{
    (void)state;
    table_file *f;
    husk_error error = { 0 };
    assert_int_equal(table_file_open(place("no/such/file.db"), &f, &error), HUSK_IO);
    assert_non_null(strstr(error.message, "No such file"));
    assert_int_equal(table_file_open(directory, &f, &error), HUSK_IO);
    assert_null(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_given_up),
                                        cmocka_unit_test(test_no_place) };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
