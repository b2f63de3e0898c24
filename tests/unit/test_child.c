/* test_child.c - other programs: missing, with large input and output, ending early, failing or hanging. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/system/child.h"

static husk_status run(const char *script, slice in, unsigned seconds, buffer *out, husk_error *error)
{
    char *argv[] = { "sh", "-c", (char *)script, NULL };
    return child_run(argv, in, seconds, out, error);
}

static void test_both_ways(void **state)
{
    (void)state;
    size_t len = 3 << 20; /* more than a pipe and a socket hold */
    char *bytes = malloc(len);
    buffer out;
    for (size_t i = 0; i < len; i++)
        bytes[i] = (char)(i * 7 + i / 1000);
    buffer_init(&out, len * 2);
    assert_int_equal(run("cat", (slice){ bytes, len }, 60, &out, NULL), HUSK_OK);
    assert_int_equal(out.len, len);
    assert_memory_equal(out.data, bytes, len);
    buffer_clear(&out);
    assert_int_equal(run("exec <&-; echo early", (slice){ bytes, len }, 60, &out, NULL), HUSK_OK);
    assert_int_equal(out.len, 6);
    buffer_free(&out);
    free(bytes);
}

static void test_failures(void **state)
{
    (void)state;
    husk_error error;
    buffer out;
    buffer_init(&out, 1000);
    char *argv[] = { "husk-no-such-program", NULL };
    slice none = { "", 0 };
    assert_int_equal(child_run(argv, none, 60, &out, &error), HUSK_IO);
    assert_string_equal(error.message, "husk-no-such-program is not installed");
    assert_int_equal(run("exit 1", none, 60, &out, &error), HUSK_IO);
    assert_string_equal(error.message, "sh failed");
    assert_int_equal(run("kill -9 $$", none, 60, &out, &error), HUSK_IO);
    assert_int_equal(run("exec sleep 1000", none, 1, &out, &error), HUSK_IO);
    assert_string_equal(error.message, "sh took longer than 1 seconds");
    assert_int_equal(run("exec cat /dev/zero", none, 60, &out, &error), HUSK_LIMIT);
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_both_ways), cmocka_unit_test(test_failures) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
