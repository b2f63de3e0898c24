/* test_buffer.c - the growing byte buffer and its cap, and JSON strings built in it. */
#include "unit/unit.h"

#include "base/buffer.h"
#include "base/escape.h"

static void grows_and_fails_once(void **state)
{
    (void)state;
    buffer b;
    buffer_init(&b, 10);
    buffer_text(&b, "12345");
    buffer_format(&b, "%d", 678);
    assert_int_equal(b.status, HUSK_OK);
    assert_memory_equal(b.data, "12345678", 8);
    buffer_text(&b, "abc");
    assert_int_equal(b.status, HUSK_LIMIT);
    buffer_byte(&b, 'x'); /* a failed buffer accepts nothing more, even what would fit */
    assert_int_equal(b.len, 8);
    buffer_clear(&b);
    assert_int_equal(b.status, HUSK_OK);
    buffer_text(&b, "again");
    assert_int_equal(b.len, 5);
    buffer_free(&b);
}

static void sizes_do_not_wrap(void **state)
{
    (void)state;
    buffer b;
    buffer_init(&b, SIZE_MAX);
    buffer_byte(&b, 'x');
    assert_false(buffer_reserve(&b, SIZE_MAX));
    assert_int_equal(b.status, HUSK_LIMIT);
    buffer_free(&b);
}

static void json_escapes(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
    } cases[] = { { "plain", "\"plain\"" },
                  { "a\"b\\c", "\"a\\\"b\\\\c\"" },
                  { "\n\t\r\b\f\x01\x7f", "\"\\n\\t\\r\\b\\f\\u0001\\u007f\"" },
                  { "gr\xc3\xbc\xc3\x9f \xe6\x97\xa5 \xf0\x9f\x98\x80",
                    "\"gr\xc3\xbc\xc3\x9f \xe6\x97\xa5 \xf0\x9f\x98\x80\"" },
                  { "\xc2\x85"
                    "a\xe2\x80\xa8\xe2\x80\xa8\xe2\x80\xa9\xc2\x85 \xe2\x80\x9d",
                    "\"\\u0085"
                    "a\\u2028\\u2028\\u2029\\u0085 \xe2\x80\x9d\"" },
                  { "bad \xff\xc3 end\xe6\x97", "\"bad \xef\xbf\xbd\xef\xbf\xbd end\xef\xbf\xbd\xef\xbf\xbd\"" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buffer b;
        buffer_init(&b, 1000);
        json_string(&b, (slice){ cases[i].in, strlen(cases[i].in) });
        buffer_byte(&b, 0);
        assert_string_equal(b.data, cases[i].out);
        if (utf8_valid_len(cases[i].in, strlen(cases[i].in)) == strlen(cases[i].in)) {
            buffer_clear(&b); /* valid text takes the fast path to the same result */
            json_escape_valid(&b, (slice){ cases[i].in, strlen(cases[i].in) });
            assert_int_equal(b.len + 2, strlen(cases[i].out));
            assert_memory_equal(b.data, cases[i].out + 1, b.len);
        }
        buffer_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(grows_and_fails_once), cmocka_unit_test(sizes_do_not_wrap),
                                        cmocka_unit_test(json_escapes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
