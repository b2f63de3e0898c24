/* test_typed.c - numbers, money and dates as written on pages. */
#include "unit/unit.h"

#include "write/records.h"

static void number(const char *text, const char *expected)
{
    buffer out;
    buffer_init(&out, 1 << 16);
    bool known = typed_number_json((slice){ text, strlen(text) }, &out);
    assert_true(known == (expected != NULL));
    if (known && (out.len != strlen(expected) || memcmp(out.data, expected, out.len) != 0))
        fail_msg("%s is %.*s, not %s", text, (int)out.len, out.data, expected);
    buffer_free(&out);
}

static void numbers(void **state)
{
    (void)state;
    number("42", "{\"value\":42}");
    number("1,234", "{\"value\":1234}");
    number("1,234.50", "{\"value\":1234.50}");
    number("1.234,50 €", "{\"value\":1234.50,\"currency\":\"EUR\"}");
    number("1'234'567", "{\"value\":1234567}");
    number("1\xc2\xa0"
           "234,5 kg",
           "{\"value\":1234.5,\"unit\":\"kg\"}");
    number("3,5", "{\"value\":3.5}");
    number("0.50", "{\"value\":0.50}");
    number("007", "{\"value\":7}");
    number("0", "{\"value\":0}");
    number("-3.5 %", "{\"value\":-3.5,\"unit\":\"%\"}");
    number("\xe2\x88\x92"
           "12",
           "{\"value\":-12}");
    number("$19.99", "{\"value\":19.99,\"currency\":\"$\"}"); /* many countries' */
    number("US$ 19.99", "{\"value\":19.99,\"currency\":\"USD\"}");
    number("CHF 5.-", "{\"value\":5,\"currency\":\"CHF\"}");
    number("(62)", "{\"value\":62}");
    number("52\xc2\xa0used", "{\"value\":52,\"unit\":\"used\"}");
    number("(9 kg)", "{\"value\":9,\"unit\":\"kg\"}");
    number("12 mpg", "{\"value\":12,\"unit\":\"mpg\"}");
    number("Top 10 price: $5", "{\"value\":5,\"currency\":\"$\"}");
    number("none", NULL);
    number("", NULL);
    number("1234567890123456789012345678901234567890", NULL); /* no number that a program can hold */
}

static void dates(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
        bool month_first;
    } cases[] = { { "03/04/2025", "{\"value\":\"2025-03-04\"}", true },
                  { "03/04/2025", "{\"value\":\"2025-04-03\"}", false },
                  { "21. März 2024", "{\"value\":\"2024-03-21\"}", false },
                  { "soon", NULL, false } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buffer out;
        buffer_init(&out, 1 << 16);
        slice text = { cases[i].text, strlen(cases[i].text) };
        assert_true(typed_date_json(text, cases[i].month_first, &out) == (cases[i].expected != NULL));
        if (cases[i].expected) {
            assert_int_equal(out.len, strlen(cases[i].expected));
            assert_memory_equal(out.data, cases[i].expected, out.len);
        }
        buffer_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(numbers), cmocka_unit_test(dates) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
