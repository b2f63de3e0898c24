/* test_endings.c - file name extensions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/endings.h"

static ending of_file(const char *name)
{
    return ending_of_file((slice){ name, strlen(name) });
}

static void test_endings(void **state)
{
    (void)state;
    assert_int_equal(of_file("a/b.html"), ENDING_PAGE);
    assert_int_equal(of_file("B.HTM.GZ"), ENDING_PAGE);
    assert_int_equal(of_file("7z.asp"), ENDING_PAGE);
    assert_int_equal(of_file("x.warc.zst"), ENDING_WARC);
    assert_int_equal(of_file("x.ndjson"), ENDING_JSONL);
    assert_int_equal(of_file("x.txt"), ENDING_TEXT);
    assert_int_equal(of_file("x.7z"), ENDING_OTHER);
    assert_int_equal(of_file("x.webmanifest"), ENDING_OTHER);
    assert_int_equal(of_file("x.zip.gz"), ENDING_OTHER);
    assert_int_equal(of_file("a.html/b"), ENDING_UNKNOWN);
    assert_int_equal(of_file(".html"), ENDING_UNKNOWN);
    assert_int_equal(of_file("html"), ENDING_UNKNOWN);
    assert_int_equal(of_file("x.htmlhtmlhtml"), ENDING_UNKNOWN);
    assert_int_equal(of_file("x."), ENDING_UNKNOWN);
    assert_int_equal(of_file(""), ENDING_UNKNOWN);
    /* nothing is removed from a URL */
    assert_int_equal(ending_of((slice){ "x.html.gz", 9 }), ENDING_OTHER);
}

static void test_packing(void **state)
{
    (void)state;
    slice name = { "a.b.gz", 6 };
    assert_int_equal(packing_take(&name), PACKING_GZIP);
    assert_int_equal(name.len, 3);
    assert_int_equal(packing_take(&name), PACKING_NONE);
    assert_int_equal(name.len, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_endings), cmocka_unit_test(test_packing) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
