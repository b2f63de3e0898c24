/* test_lines.c - folding white space, sixteen bytes at a time or one. */
#include "unit/unit.h"

#include "base/hash.h"
#include "write/lines.h"

/* The simplest definition of lines_fold. */
static size_t fold(const char *text, size_t len, char *out)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        if (!is_space(text[i]))
            out[n++] = text[i];
        else if (i == 0 || !is_space(text[i - 1]))
            out[n++] = ' ';
    return n;
}

static void folds_as_the_plain_way(void **state)
{
    (void)state;
    random_state random = { 11 };
    buffer out;
    buffer_init(&out, 1 << 16);
    for (int round = 0; round < 50000; round++) {
        size_t len = random_below(&random, 80);
        char *text = malloc(len + !len), want[80]; /* of its size, so that reading past its end is seen */
        for (size_t i = 0; i < len; i++)
            text[i] = "abcdefghijklmnopqrstuvwxyz\xc3\xa9  \n\t\r\f\v\x01"[random_below(&random, round % 2 ? 30 : 36)];
        buffer_clear(&out);
        lines_fold(&out, (slice){ text, len });
        assert_int_equal(out.len, fold(text, len, want));
        assert_memory_equal(out.data, want, out.len);
        free(text);
    }
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(folds_as_the_plain_way) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
