/* test_warc_write.c - written archives are readable; a file cut anywhere is continued after its last complete record.
 * No other file is touched. */
#include "unit/source_fixture.h"

#include "source/warc_write.h"

#define N_PAGES 3u

static const char *const names[] = { "a.warc", "a.warc.gz" };

static husk_status page_add(const char *path, size_t i, husk_error *error)
{
    warc_writer *w = NULL;
    char url[64], body[64];
    snprintf(url, sizeof url, "http://site.example/%zu", i);
    snprintf(body, sizeof body, "<!DOCTYPE html><p>Page %zu.</p>", i);
    husk_status status = warc_writer_open(path, &w, error);
    warc_answer answer = { .url = url,
                           .address = "93.184.216.34",
                           .http_status = 200,
                           .content_type = "text/html; charset=utf-8",
                           .body = { body, strlen(body) } };
    if (status == HUSK_OK)
        status = warc_write(w, &answer, error);
    if (status == HUSK_OK)
        status = warc_writer_close(w, error);
    return status;
}

static size_t file_size(const char *path)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return (size_t)info.st_size;
}

static void file_read(const char *path, buffer *out)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    buffer_clear(out);
    assert_true(buffer_reserve(out, file_size(path) + 1));
    out->len = fread(out->data, 1, file_size(path), f);
    fclose(f);
}

/* An archive of N_PAGES, each added by a writer of its own; `ends` has where each ends. */
static void archive(const char *name, buffer *out, size_t *ends)
{
    const char *path = file_write(name, "", 0);
    for (size_t i = 0; i < N_PAGES; i++) {
        assert_int_equal(page_add(path, i, NULL), HUSK_OK);
        ends[i] = file_size(path);
    }
    file_read(path, out);
}

static void test_every_cut(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        buffer whole = bytes_new(), now = bytes_new();
        size_t ends[N_PAGES];
        archive(names[k], &whole, ends);
        for (size_t len = k == 0 ? 1 : 3; len <= whole.len;
             len++) { /* a gzip file is recognised by its first three bytes */
            size_t n = 0;
            husk_error error;
            const char *path = file_write(names[k], whole.data, len);
            while (n < N_PAGES && ends[n] <= len)
                n++;
            if (page_add(path, 7, &error) != HUSK_OK)
                fail_msg("%s cut at %zu of %zu: %s", names[k], len, whole.len, error.message);
            file_read(path, &now);
            assert_true(now.len > (n ? ends[n - 1] : 0));
            assert_memory_equal(now.data, whole.data, n ? ends[n - 1] : 0);
            pages all = pages_of(path);
            assert_int_equal(all.n, n + 1);
            assert_int_equal(pages_good(&all), n + 1);
            assert_string_equal(all.items[n].url, "http://site.example/7");
            pages_free(&all);
        }
        buffer_free(&whole);
        buffer_free(&now);
    }
}

/* A file that is not ours to cut is reported, and stays unchanged. */
static void assert_refused(const char *name, const buffer *bytes)
{
    husk_error error;
    buffer now = bytes_new();
    const char *path = file_write(name, bytes->data, bytes->len);
    assert_int_equal(page_add(path, 0, &error), HUSK_BAD_FILE);
    assert_non_null(strstr(error.message, name));
    file_read(path, &now);
    assert_int_equal(now.len, bytes->len);
    assert_memory_equal(now.data, bytes->data, now.len);
    buffer_free(&now);
}

static void test_other_files(void **state)
{
    (void)state;
    buffer file = bytes_new(), plain = bytes_new(), gzip = bytes_new();
    size_t ends[N_PAGES];
    buffer_text(&file, "This is a letter, and no archive.\n");
    assert_refused("letter.warc", &file);
    gzip_append(&gzip, file.data, file.len);
    for (size_t cut = 0; cut < 12; cut++, gzip.len--) /* though it ends early */
        assert_refused("letter.warc.gz", &gzip);
    archive(names[0], &plain, ends);
    assert_refused("plain.warc.gz", &plain); /* a gzip member can't follow plain records */
    buffer_clear(&gzip);
    gzip_append(&gzip, plain.data, plain.len);
    gzip.len -= 9;
    assert_refused("whole.warc.gz", &gzip); /* cutting the one member off would take all records */
    plain.data[ends[0]] = 'X';
    assert_refused("damaged.warc", &plain);
    assert_int_equal(page_add(in_dir("new.warc.zst"), 0, NULL), HUSK_BAD_ARGUMENT); /* which it would not be */
    assert_int_not_equal(access(in_dir("new.warc.zst"), F_OK), 0);
    buffer_free(&file);
    buffer_free(&plain);
    buffer_free(&gzip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_cut, dir_make, dir_remove),
        cmocka_unit_test_setup_teardown(test_other_files, dir_make, dir_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
