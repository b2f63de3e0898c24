/* test_jsonl.c - JSON Lines, valid and invalid. */
#include "unit/source_fixture.h"

#include "base/limits.h"

static void test_lines(void **state)
{
    (void)state;
    const char *path = text_write(
        "a.jsonl", "\xEF\xBB\xBF{\"url\": \"http://x.example/1\", \"html\": \"<p>\\u00e9\\n\\\"q\\\"</p>\"}\r\n"
                   "\n  \r\n"
                   "{\"text\": \"words\", \"id\": \"mine\", \"url\": \"http://x.example/2\"}\n"
                   "{\"html\": \"\", \"id\": 17}\n"
                   "{\"html\": \"h\", \"text\": \"t\", \"id\": -3, \"more\": {\"html\": [1, 2]}}\n"
                   "{\"html\": \"last\"}");
    pages all = pages_of(path);
    assert_int_equal(all.n, 5);
    assert_int_equal(pages_good(&all), 5);
    assert_string_equal(all.items[0].id, "http://x.example/1");
    assert_string_equal(all.items[0].url, "http://x.example/1");
    assert_string_equal(all.items[0].bytes, "<p>\xC3\xA9\n\"q\"</p>");
    assert_string_equal(all.items[0].charset, "utf-8");
    assert_false(all.items[0].is_text);
    assert_string_equal(all.items[1].id, "mine");
    assert_string_equal(all.items[1].url, "http://x.example/2");
    assert_string_equal(all.items[1].bytes, "words");
    assert_true(all.items[1].is_text);
    assert_string_equal(all.items[2].id, "17");
    assert_int_equal(all.items[2].len, 0);
    assert_string_equal(all.items[3].id, "-3");
    assert_string_equal(all.items[3].bytes, "h");
    char id[300];
    snprintf(id, sizeof id, "%s:7", path);
    assert_string_equal(all.items[4].id, id);
    assert_null(all.items[4].url);
    pages_free(&all);
}

static void test_bad_lines(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "{\"html\": \"x\"",           "[1]", "nonsense", "{\"url\": \"u\"}", "{\"html\": null}",
        "{\"html\": \"x\"} trailing", "\xff"
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        buffer file = bytes_new();
        buffer_format(&file, "{\"html\": \"before\"}\n%s\n{\"html\": \"after\"}\n", bad[i]);
        const char *path = file_write("b.jsonl", file.data, file.len);
        pages all = pages_of(path);
        assert_int_equal(all.n, 3);
        assert_int_equal(all.items[1].status, HUSK_BAD_FILE);
        assert_non_null(strstr(all.items[1].reason, "line 2: "));
        assert_int_equal(all.items[1].len, 0);
        assert_string_equal(all.items[2].bytes, "after");
        pages_free(&all);
        buffer_free(&file);
    }
}

/* Names with zero bytes or of any length are cut, pages with odd Unicode are kept. */
static void test_strange_strings(void **state)
{
    (void)state;
    buffer file = bytes_new();
    buffer_text(&file, "{\"id\": \"a\\u0000b\", \"html\": \"x\\u0000y\"}\n{\"html\": \"\xED\xA0\x80\"}\n{\"html\": "
                       "\"\xff\"}\n{\"html\":\"z\",\"id\":\"");
    for (int i = 0; i < 3000000; i++)
        buffer_byte(&file, 'i');
    buffer_text(&file, "\"}\n");
    pages all = pages_of(file_write("s.jsonl", file.data, file.len));
    assert_int_equal(all.n, 4);
    assert_string_equal(all.items[0].id, "a");
    assert_int_equal(all.items[0].len, 3);
    assert_memory_equal(all.items[0].bytes, "x\0y", 3);
    assert_int_equal(all.items[1].len, 3);
    assert_string_equal(all.items[2].bytes, "\xff");
    assert_int_equal(strlen(all.items[3].id), HUSK_MAX_URL_BYTES);
    pages_free(&all);
    buffer_free(&file);
}

static void test_caps(void **state)
{
    (void)state;
    buffer file = bytes_new();
    buffer_text(&file, "{\"html\": \"0123456789\"}\n{\"html\": \"");
    assert_true(buffer_reserve(&file, HUSK_MAX_LINE_BYTES));
    memset(file.data + file.len, 'x', HUSK_MAX_LINE_BYTES);
    file.len += HUSK_MAX_LINE_BYTES;
    buffer_text(&file, "\"}\n{\"html\": \"end\"}\n");
    const char *path = file_write("c.jsonl", file.data, file.len);
    husk_source_options options;
    husk_source_options_init(&options, sizeof options);
    options.max_page_bytes = 4;
    pages all = pages_read(&path, 1, &options);
    assert_int_equal(all.n, 3);
    assert_int_equal(all.items[0].status, HUSK_LIMIT);
    assert_string_equal(all.items[0].bytes, "0123");
    assert_int_equal(all.items[1].status, HUSK_BAD_FILE); /* not an empty page */
    assert_int_equal(all.items[1].len, 0);
    assert_non_null(strstr(all.items[1].reason, "line 2: the line is longer than 48 MiB"));
    assert_string_equal(all.items[2].bytes, "end");
    pages_free(&all);
    buffer_free(&file);
}

/* A line of brackets would make eight times its bytes of values: refused beyond the cap, and the next line is read. */
static void test_many_values(void **state)
{
    (void)state;
    buffer file = bytes_new();
    buffer_text(&file, "{\"html\": \"x\", \"a\": [0");
    for (int i = 0; i < 20 << 20; i += 2)
        buffer_append(&file, ",0", 2);
    buffer_text(&file, "]}\n{\"html\": \"end\"}\n");
    pages all = pages_of(file_write("v.jsonl", file.data, file.len));
    assert_int_equal(all.n, 2);
    assert_int_equal(all.items[0].status, HUSK_BAD_FILE);
    assert_string_equal(all.items[1].bytes, "end");
    pages_free(&all);
    buffer_free(&file);
}

/* Compressed and truncated: the complete lines are read, then the damage is reported. */
static void test_damaged_file(void **state)
{
    (void)state;
    buffer plain = bytes_new(), packed = bytes_new();
    for (int i = 0; i < 2000; i++)
        buffer_format(&plain, "{\"html\": \"page %d of %d\"}\n", i, i * 7919 % 2003);
    gzip_append(&packed, plain.data, plain.len);
    pages all = pages_of(file_write("d.jsonl.gz", packed.data, packed.len));
    assert_int_equal(all.n, 2000);
    pages_free(&all);
    const char *path = file_write("d.jsonl.gz", packed.data, packed.len / 2);
    all = pages_of(path);
    assert_true(all.n > 500 && all.n < 1500);
    assert_int_equal(pages_good(&all), all.n - 1);
    assert_int_equal(all.items[all.n - 1].status, HUSK_BAD_FILE);
    assert_non_null(strstr(all.items[all.n - 1].reason, "gzip data ends early"));
    pages_free(&all);
    buffer_free(&plain);
    buffer_free(&packed);
}

/* An endless line that keeps expanding is abandoned. */
static void test_bomb(void **state)
{
    (void)state;
    buffer packed = bytes_new();
    gzip_bomb(&packed, "{\"html\": \"first\"}\n{\"html\": \"", (uint64_t)1 << 30, 'A');
    pages all = pages_of(file_write("bomb.jsonl.gz", packed.data, packed.len));
    assert_int_equal(all.n, 2);
    assert_string_equal(all.items[0].bytes, "first");
    assert_int_equal(all.items[1].status, HUSK_LIMIT);
    pages_free(&all);
    buffer_free(&packed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, dir_make, dir_remove)
        TEST(test_lines), TEST(test_bad_lines),   TEST(test_strange_strings),
        TEST(test_caps),  TEST(test_many_values), TEST(test_damaged_file),
        TEST(test_bomb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
