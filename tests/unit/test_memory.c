/* test_memory.c - remembered pages are restored unchanged, copied with their host, and rejected if damaged. */
#include "store/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/limits.h"
#include "base/hash.h"

#define N_PAGES 40u

static sqlite3 *new_table(void)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, MEMORY_TABLE, NULL, NULL, NULL), SQLITE_OK);
    return db;
}

/* Page `i`: long ones that do not shrink, so that there are many rows; an empty one; some without URL or charset. */
static remembered_page make_page(uint32_t i, char *bytes, char *id)
{
    random_state random = { i + 1 };
    size_t len = i == 7 ? 0 : 1000 + i * 997;
    for (size_t k = 0; k < len; k++)
        bytes[k] = (char)random_next(&random);
    sprintf(id, "page %u", i);
    return (remembered_page){ .class_number = i / 10 + 1,
                              .age = i * 3,
                              .id = { id, strlen(id) },
                              .url = i % 2 ? (slice){ id, 4 } : (slice){ NULL, 0 },
                              .charset = i % 3 ? SLICE("utf-8") : (slice){ NULL, 0 },
                              .is_text = i % 5 == 0,
                              .bytes = { bytes, len } };
}

static void write_pages(sqlite3 *db, int64_t host)
{
    memory_writer *w;
    char *bytes = malloc(100000), id[32];
    assert_int_equal(memory_writer_new(db, host, &w, NULL), HUSK_OK);
    for (uint32_t i = 0; i < N_PAGES; i++) {
        remembered_page page = make_page(i, bytes, id);
        assert_int_equal(memory_writer_add(w, &page, NULL), HUSK_OK);
    }
    char *huge = calloc(1, HUSK_MAX_REMEMBERED_BYTES + 1);
    remembered_page too_long = { .id = SLICE("huge"), .bytes = { huge, HUSK_MAX_REMEMBERED_BYTES + 1 } };
    assert_int_equal(memory_writer_add(w, &too_long, NULL), HUSK_OK); /* left out */
    assert_int_equal(memory_writer_end(w, NULL), HUSK_OK);
    memory_writer_free(w);
    free(huge);
    free(bytes);
}

static void assert_same(slice a, slice b)
{
    assert_true((a.data == NULL) == (b.data == NULL));
    assert_int_equal(a.len, b.len);
    assert_true(a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

static void assert_same_page(const remembered_page *got, const remembered_page *want)
{
    assert_int_equal(got->class_number, want->class_number);
    assert_int_equal(got->age, want->age);
    assert_int_equal(got->is_text, want->is_text);
    assert_same(got->id, want->id);
    assert_same(got->url, want->url);
    assert_same(got->charset, want->charset);
    assert_same(got->bytes, want->bytes);
}

/* The number of pages read before the end or a failure. Only at the end is it certain that they are unchanged. */
static husk_status read_pages(sqlite3 *db, int64_t host, bool is_whole, uint32_t *n)
{
    memory_reader *r;
    remembered_page got;
    husk_error error = { 0 };
    char *bytes = malloc(100000), id[32];
    husk_status status = memory_reader_new(db, host, &r, &error);
    for (*n = 0; status == HUSK_OK && (status = memory_reader_next(r, &got, &error)) == HUSK_OK; ++*n) {
        remembered_page want = make_page(*n, bytes, id);
        if (is_whole)
            assert_same_page(&got, &want);
    }
    memory_reader_free(r);
    free(bytes);
    return status;
}

static void test_round_trip(void **state)
{
    (void)state;
    sqlite3 *db = new_table(), *other = new_table();
    uint32_t n;
    write_pages(db, 5);
    assert_int_equal(read_pages(db, 5, true, &n), HUSK_END);
    assert_int_equal(n, N_PAGES);
    assert_int_equal(read_pages(db, 6, true, &n), HUSK_END); /* a host without any */
    assert_int_equal(n, 0);
    assert_int_equal(memory_copy(db, 5, other, 9, NULL), HUSK_OK);
    assert_int_equal(read_pages(other, 9, true, &n), HUSK_END);
    assert_int_equal(n, N_PAGES);
    sqlite3_close(db);
    sqlite3_close(other);
}

static void test_damage(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "DELETE FROM memory WHERE place = 0",
        "DELETE FROM memory WHERE place = 1",
        "UPDATE memory SET bytes = substr(bytes, 1, 200) WHERE place = 2",
        "UPDATE memory SET bytes = zeroblob(length(bytes)) WHERE place = 0",
        "UPDATE memory SET bytes = x'00' || substr(bytes, 2) WHERE place = 1",
        "DELETE FROM memory WHERE place = (SELECT max(place) FROM memory)",
        "UPDATE memory SET bytes = substr(bytes, 1, length(bytes) - 1)",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        sqlite3 *db = new_table();
        uint32_t n;
        write_pages(db, 1);
        assert_int_equal(sqlite3_exec(db, changes[i], NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(read_pages(db, 1, false, &n), HUSK_BAD_FILE);
        if (strncmp(changes[i], "UPDATE", 6) ==
            0) { /* nor is it copied; a missing row is detected when decompressing */
            sqlite3 *other = new_table();
            assert_int_equal(memory_copy(db, 1, other, 1, NULL), HUSK_BAD_FILE);
            sqlite3_close(other);
        }
        assert_true(n <= N_PAGES);
        sqlite3_close(db);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_round_trip), cmocka_unit_test(test_damage) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
