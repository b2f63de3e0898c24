/* test_files.c - the order of a directory tree, and what is skipped in it. */
#include "unit/source_fixture.h"

#include <fcntl.h>

#include "source/files.h"

/* "path path …" of a walk, relative to its root; '!' before a directory that can't be read. */
static void walk_list(const char *root, buffer *out)
{
    walk w = { 0 };
    husk_error error;
    husk_status status;
    buffer_clear(out);
    assert_int_equal(walk_open(&w, root, &error), HUSK_OK);
    while ((status = walk_next(&w, &error)) != HUSK_END) {
        buffer_text(out, status == HUSK_OK ? " " : " !");
        buffer_text(out, w.path.data + w.root_len);
    }
    buffer_byte(out, 0);
    walk_close(&w);
}

static void test_order(void **state)
{
    (void)state;
    buffer out = bytes_new();
    mkdir(in_dir("a"), 0700);
    mkdir(in_dir("a/z"), 0700);
    mkdir(in_dir(".git"), 0700);
    mkdir(in_dir("empty"), 0700);
    text_write("a/z/1.html", "");
    text_write("a/2.html", "");
    text_write("a-b.html", "");
    text_write("a.html", "");
    text_write("B.html", "");
    text_write("\xC3\xA9.html", "");
    text_write(".hidden.html", "");
    text_write(".git/x.html", "");
    assert_int_equal(symlink("..", in_dir("a/loop")), 0);
    assert_int_equal(symlink("../a.html", in_dir("a/link.html")), 0);
    assert_int_equal(symlink("nowhere", in_dir("a/lost.html")), 0); /* is skipped */
    assert_int_equal(mkfifo(in_dir("pipe.html"), 0600), 0);
    /* By the whole paths' bytes: '-' and '.' come before '/'. */
    static const char expected[] = " B.html a-b.html a.html a/2.html a/link.html a/z/1.html \xC3\xA9.html";
    walk_list(fixture_dir, &out);
    assert_string_equal(out.data, expected);
    char with_slash[80];
    snprintf(with_slash, sizeof with_slash, "%s/", fixture_dir);
    walk_list(with_slash, &out);
    assert_string_equal(out.data, expected);
    buffer_free(&out);
}

static void test_unreadable(void **state)
{
    (void)state;
    walk w = { 0 };
    husk_error error;
    assert_int_equal(walk_open(&w, in_dir("none"), &error), HUSK_IO);
    assert_non_null(strstr(error.message, "none: No such file"));
    walk_close(&w);
    buffer out = bytes_new();
    bool is_root = geteuid() == 0;
    mkdir(in_dir("locked"), 0);
    chmod(fixture_dir, 0755);
    if (is_root) /* may read everything, so be someone else for a moment */
        assert_int_equal(seteuid(65534), 0);
    walk_list(fixture_dir, &out);
    if (is_root)
        assert_int_equal(seteuid(0), 0);
    assert_string_equal(out.data, " !locked");
    chmod(in_dir("locked"), 0700);
    buffer_free(&out);
}

static void test_measure(void **state)
{
    (void)state;
    uint64_t bytes = 0;
    mkdir(in_dir("m"), 0700);
    mkdir(in_dir("m/n"), 0700);
    text_write("m/a.html", "12345");
    text_write("m/n/b", "678");
    assert_true(walk_measure(in_dir("m"), &bytes));
    assert_int_equal(bytes, 8);
    assert_false(walk_measure(in_dir("none"), &bytes));
}

/* As deep as the system allows a path to be, without using the stack. */
static void test_deep(void **state)
{
    (void)state;
    char path[3000];
    buffer out = bytes_new();
    int n = snprintf(path, sizeof path, "%s/deep", fixture_dir);
    mkdir(path, 0700);
    for (int i = 0; i < 900; i++) {
        n += snprintf(path + n, sizeof path - (size_t)n, "/d");
        assert_int_equal(mkdir(path, 0700), 0);
    }
    n += snprintf(path + n, sizeof path - (size_t)n, "/x.html");
    close(open(path, O_CREAT | O_WRONLY, 0600));
    walk_list(in_dir("deep"), &out);
    assert_int_equal(out.len, 900 * 2 + 8);
    unlink(path);
    for (int i = 0; i < 901; i++) {
        *strrchr(path, '/') = 0;
        rmdir(path);
    }
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_order, dir_make, dir_remove),
        cmocka_unit_test_setup_teardown(test_unreadable, dir_make, dir_remove),
        cmocka_unit_test_setup_teardown(test_measure, dir_make, dir_remove),
        cmocka_unit_test_setup_teardown(test_deep, dir_make, dir_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
