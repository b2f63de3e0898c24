/* test_source.c - one stream from any mix of inputs. */
#include "base/stop.h"
#include "unit/source_fixture.h"

#include <fcntl.h>
#include <pthread.h>

#include "base/limits.h"
#include "source/source.h"

static void test_no_input(void **state)
{
    (void)state;
    husk_source *source;
    husk_error error;
    assert_int_equal(husk_source_open(NULL, 0, NULL, &source, &error), HUSK_BAD_ARGUMENT);
    assert_null(source);
    husk_source_free(NULL);
}

static void make_tree(void)
{
    buffer packed = bytes_new(), warc = bytes_new();
    mkdir(in_dir("t"), 0700);
    mkdir(in_dir("t/sub dir"), 0700);
    text_write("t/a.html", "<p>a");
    text_write("t/empty.htm", "");
    text_write("t/logo.png", "\x89PNG\r\n\x1a\n");
    text_write("t/no-ending", "<!DOCTYPE html><p>sniffed");
    text_write("t/notes.txt", "words");
    text_write("t/script.js", "document.write('<html>')");
    text_write("t/feed.xml", "<?xml version='1.0'?><rss></rss>");
    text_write("t/truth.jsonl", "{\"page\": \"x\", \"values\": []}\n");
    text_write("t/page.json", "{\n\"html\": \"not lines\"\n}\n");
    gzip_append(&packed, "<p>z", 4);
    file_write("t/sub dir/\xC3\xA9?.html.gz", packed.data, packed.len);
    warc_page(&warc, "http://w.example/", "<p>w");
    buffer_clear(&packed);
    zstd_append(&packed, warc.data, warc.len, NULL, 0);
    file_write("t/sub dir/w.warc.zst", packed.data, packed.len);
    text_write("t/x.jsonl", "{\"html\": \"<p>j\", \"url\": \"http://j.example/\"}\n");
    mkfifo(in_dir("t/fifo.html"), 0600);
    buffer_free(&packed);
    buffer_free(&warc);
}

static void test_directory(void **state)
{
    (void)state;
    make_tree();
    assert_int_equal(symlink("..", in_dir("t/sub dir/loop")), 0);
    husk_source_options options;
    husk_source_options_init(&options, sizeof options);
    options.base_url = "http://base.example/x";
    const char *input = in_dir("t");
    pages all = pages_read(&input, 1, &options);
    static const char *const expected[][3] = {
        { "t/a.html", "http://base.example/x/a.html", "<p>a" },
        { "t/empty.htm", "http://base.example/x/empty.htm", "" },
        { "t/no-ending", "http://base.example/x/no-ending", "<!DOCTYPE html><p>sniffed" },
        { NULL, "http://w.example/", "<p>w" },
        { "t/sub dir/\xC3\xA9?.html.gz", "http://base.example/x/sub%20dir/%C3%A9%3F.html", "<p>z" },
        { NULL, "http://j.example/", "<p>j" },
    };
    assert_int_equal(all.n, 6);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(all.items[i].status, HUSK_OK);
        assert_string_equal(all.items[i].id, expected[i][0] ? in_dir(expected[i][0]) : expected[i][1]);
        assert_string_equal(all.items[i].url, expected[i][1]);
        assert_string_equal(all.items[i].bytes, expected[i][2]);
    }
    pages_free(&all);
}

/* A named file is always read, whatever it is; unreadable ones are reported, and the rest is read. */
static void test_mixed(void **state)
{
    (void)state;
    make_tree();
    const char *inputs[] = { in_dir("t/notes.txt"), in_dir("none.html"), in_dir("t/logo.png"), in_dir("t/truth.jsonl"),
                             in_dir("t/page.json"), in_dir("t/x.jsonl"), "ftp://x.example/" };
    pages all = pages_read(inputs, 7, NULL);
    assert_int_equal(all.n, 7);
    assert_string_equal(all.items[0].bytes, "words");
    assert_true(all.items[0].is_text);
    assert_null(all.items[0].url);
    assert_null(all.items[0].charset);
    assert_int_equal(all.items[1].status, HUSK_IO);
    assert_string_equal(all.items[1].id, inputs[1]);
    assert_string_equal(all.items[1].reason, "No such file or directory");
    assert_string_equal(all.items[1].id, inputs[1]);
    assert_int_equal(all.items[2].len, 8);
    assert_false(all.items[2].is_text);
    assert_int_equal(all.items[3].status, HUSK_BAD_FILE);
    assert_int_equal(all.items[4].status, HUSK_OK);
    assert_string_equal(all.items[5].url, "http://j.example/");
    assert_int_equal(all.items[6].status, HUSK_IO);
    pages_free(&all);
}

static void test_unreadable(void **state)
{
    (void)state;
    make_tree();
    chmod(fixture_dir, 0755);
    chmod(in_dir("t"), 0755);
    chmod(in_dir("t/a.html"), 0);
    chmod(in_dir("t/sub dir"), 0);
    bool is_root = geteuid() == 0;
    if (is_root)
        assert_int_equal(seteuid(65534), 0);
    pages all = pages_of(in_dir("t"));
    if (is_root)
        assert_int_equal(seteuid(0), 0);
    chmod(in_dir("t/sub dir"), 0700);
    assert_int_equal(all.n, 5);
    assert_string_equal(all.items[0].id, in_dir("t/a.html"));
    assert_int_equal(all.items[0].status, HUSK_IO);
    assert_non_null(strstr(all.items[0].reason, "Permission denied"));
    assert_int_equal(all.items[3].status, HUSK_IO);
    assert_non_null(strstr(all.items[3].reason, "Permission denied"));
    pages_free(&all);
}

static void test_damaged_page(void **state)
{
    (void)state;
    buffer packed = bytes_new();
    char text[5000];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i * i % 26);
    gzip_append(&packed, text, sizeof text);
    const char *path = file_write("d.html.gz", packed.data, packed.len - 20);
    pages all = pages_of(path);
    assert_int_equal(all.n, 1);
    assert_int_equal(all.items[0].status, HUSK_BAD_FILE);
    assert_int_equal(all.items[0].len, 0);
    assert_non_null(strstr(all.items[0].reason, "gzip data ends early"));
    pages_free(&all);
    /* What follows a whole member is not the page's fault. */
    buffer_text(&packed, "trailing");
    all = pages_of(file_write("d.html.gz", packed.data, packed.len));
    assert_int_equal(all.items[0].status, HUSK_OK);
    assert_int_equal(all.items[0].len, sizeof text);
    pages_free(&all);
    buffer_free(&packed);
}

/* A gigabyte from a megabyte: cut at the cap, with no memory beyond it, and the next file comes. */
static void test_bomb(void **state)
{
    (void)state;
    buffer packed = bytes_new();
    gzip_bomb(&packed, "<p>", (uint64_t)1 << 30, 'A');
    const char *inputs[] = { file_write("bomb.html.gz", packed.data, packed.len),
                             text_write("after.html", "<p>after") };
    husk_source_options options;
    husk_source_options_init(&options, sizeof options);
    options.max_page_bytes = 1 << 20;
    husk_source *source;
    husk_raw raw = { .size = sizeof(husk_raw) };
    buffer mine = bytes_new();
    assert_int_equal(husk_source_open(inputs, 2, &options, &source, NULL), HUSK_OK);
    assert_int_equal(source_next_into(source, &mine, &raw, NULL), HUSK_OK);
    assert_int_equal(raw.status, HUSK_LIMIT);
    assert_int_equal(raw.len, 1 << 20);
    assert_true(mine.size <= 4 << 20);
    assert_true(raw.bytes >= mine.data && raw.bytes + raw.len <= mine.data + mine.size);
    assert_int_equal(source_next_into(source, &mine, &raw, NULL), HUSK_OK);
    assert_int_equal(raw.status, HUSK_OK);
    uint64_t done, total;
    assert_int_equal(source_next_into(source, &mine, &raw, NULL), HUSK_END);
    husk_source_progress(source, &done, &total);
    assert_int_equal(done, total);
    assert_int_equal(total, packed.len + 8);
    husk_source_free(source);
    buffer_free(&packed);
    buffer_free(&mine);
}

/* --- standard input and pipes ------------------------------------------------------------------------------------- */

static pages stdin_pages(const char *path, const char *const *inputs, size_t n, const husk_source_options *options)
{
    int kept = dup(STDIN_FILENO), fd = open(path, O_RDONLY);
    dup2(fd, STDIN_FILENO);
    close(fd);
    pages all = pages_read(inputs, n, options);
    dup2(kept, STDIN_FILENO);
    close(kept);
    return all;
}

static void test_stdin(void **state)
{
    (void)state;
    buffer warc = bytes_new(), packed = bytes_new();
    husk_source_options options;
    husk_source_options_init(&options, sizeof options);
    options.base_url = "http://base.example/p?q";
    const char *inputs[] = { "-", "-" };
    pages all = stdin_pages(text_write("in", "<p>x"), inputs, 2, &options);
    assert_int_equal(all.n, 2);
    assert_string_equal(all.items[0].id, "-");
    assert_string_equal(all.items[0].url, "http://base.example/p?q");
    assert_string_equal(all.items[0].bytes, "<p>x");
    assert_int_equal(all.items[1].status, HUSK_BAD_ARGUMENT);
    pages_free(&all);
    warc_page(&warc, "u:1", "<p>1");
    gzip_append(&packed, warc.data, warc.len);
    all = stdin_pages(file_write("in", packed.data, packed.len), inputs, 1, NULL);
    assert_int_equal(all.n, 1);
    assert_string_equal(all.items[0].id, "u:1");
    pages_free(&all);
    all = stdin_pages(text_write("in", ""), inputs, 1, NULL);
    assert_int_equal(all.n, 1);
    assert_int_equal(all.items[0].status, HUSK_OK);
    assert_int_equal(all.items[0].len, 0);
    pages_free(&all);
    buffer_free(&warc);
    buffer_free(&packed);
}

static void *fifo_write(void *path)
{
    FILE *f = fopen(path, "wb");
    fputs("<p>through a ", f);
    fflush(f);
    usleep(1000);
    fputs("pipe", f);
    fclose(f);
    return NULL;
}

static void test_fifo(void **state)
{
    (void)state;
    pthread_t writer;
    const char *path = in_dir("fifo");
    assert_int_equal(mkfifo(path, 0600), 0);
    pthread_create(&writer, NULL, fifo_write, (void *)path);
    pages all = pages_of(path);
    pthread_join(writer, NULL);
    assert_int_equal(all.n, 1);
    assert_string_equal(all.items[0].bytes, "<p>through a pipe");
    pages_free(&all);
}

static void *stop_soon(void *stop)
{
    usleep(50000);
    husk_stop_set(stop);
    return NULL;
}

/* A pipe without a writer, or one that falls silent, does not keep a stopped stream waiting. */
static void test_stop(void **state)
{
    (void)state;
    for (int silent = 0; silent < 2; silent++) {
        husk_stop stop = { false };
        pthread_t stopper;
        husk_source_options options;
        husk_source_options_init(&options, sizeof options);
        options.stop = &stop;
        const char *inputs[] = { text_write("first.html", "<p>first"), in_dir(silent ? "silent" : "nobody"),
                                 in_dir("first.html") };
        assert_int_equal(mkfifo(inputs[1], 0600), 0);
        int other_end = silent ? open(inputs[1], O_RDWR) : -1;
        if (silent)
            assert_int_equal(write(other_end, "<p>", 3), 3);
        husk_source *source;
        husk_raw raw = { .size = sizeof(husk_raw) };
        husk_error error;
        assert_int_equal(husk_source_open(inputs, 3, &options, &source, NULL), HUSK_OK);
        assert_int_equal(husk_source_next(source, &raw, &error), HUSK_OK);
        pthread_create(&stopper, NULL, stop_soon, &stop);
        assert_int_equal(husk_source_next(source, &raw, &error), HUSK_STOPPED);
        assert_int_equal(husk_source_next(source, &raw, &error), HUSK_STOPPED);
        pthread_join(stopper, NULL);
        husk_source_free(source);
        if (silent)
            close(other_end);
    }
}

/* --- the rest ----------------------------------------------------------------------------------------------------- */

/* Options of an older, shorter struct. */
static void test_old_options(void **state)
{
    (void)state;
    husk_source_options options;
    memset(&options, 0xFF, sizeof options);
    husk_source_options_init(&options, offsetof(husk_source_options, stop)); /* what is behind stays as it was */
    options.max_page_bytes = 3;
    const char *path = text_write("o.html", "12345");
    pages all = pages_read(&path, 1, &options);
    assert_int_equal(all.items[0].status, HUSK_LIMIT);
    assert_string_equal(all.items[0].bytes, "123");
    pages_free(&all);
}

/* The source copies the inputs and options. */
static void test_copies(void **state)
{
    (void)state;
    char *path = strdup(text_write("c.html", "x")), *base = strdup("http://b.example/");
    const char *inputs[] = { path };
    husk_source_options options;
    husk_source_options_init(&options, sizeof options);
    options.base_url = base;
    husk_source *source;
    husk_raw raw = { .size = sizeof(husk_raw) };
    assert_int_equal(husk_source_open(inputs, 1, &options, &source, NULL), HUSK_OK);
    memset(path, '!', strlen(path));
    free(path);
    free(base);
    assert_int_equal(husk_source_next(source, &raw, NULL), HUSK_OK);
    assert_string_equal(raw.url, "http://b.example/c.html");
    husk_source_free(source);
}

/* The same pages, twice, byte for byte. */
static void test_stable(void **state)
{
    (void)state;
    make_tree();
    pages one = pages_of(in_dir("t")), two = pages_of(in_dir("t"));
    assert_int_equal(one.n, two.n);
    for (size_t i = 0; i < one.n; i++) {
        assert_string_equal(one.items[i].id, two.items[i].id);
        assert_int_equal(one.items[i].len, two.items[i].len);
        assert_memory_equal(one.items[i].bytes, two.items[i].bytes, one.items[i].len);
    }
    pages_free(&one);
    pages_free(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, dir_make, dir_remove)
        TEST(test_no_input),     TEST(test_directory),   TEST(test_mixed),  TEST(test_unreadable),
        TEST(test_damaged_page), TEST(test_bomb),        TEST(test_stdin),  TEST(test_fifo),
        TEST(test_stop),         TEST(test_old_options), TEST(test_copies), TEST(test_stable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
