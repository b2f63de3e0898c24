/* test_typed.c - numbers, money and dates as written on pages. */
#include "unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "write/records.h"

static void check(const char *text, husk_column_type type, bool month_first, const char *expected)
{
    arena memory;
    husk_value v;
    char said[128];
    arena_init(&memory, 1 << 16);
    assert_true(typed_value((slice){ text, strlen(text) }, type, month_first, &memory, &v));
    assert_int_equal(v.text.len, strlen(text));
    snprintf(said, sizeof said, "%.*s|%.*s|%.*s", (int)v.typed.len, v.typed.data, (int)v.currency.len, v.currency.data,
             (int)v.unit.len, v.unit.data);
    assert_string_equal(said, expected ? expected : "||");
    if (expected && type == HUSK_COLUMN_NUMBER)
        assert_true(v.number == strtod(expected, NULL));
    else
        assert_true(isnan(v.number));
    arena_free(&memory);
}

static void number(const char *text, const char *expected)
{
    check(text, HUSK_COLUMN_NUMBER, false, expected);
}

static void numbers(void **state)
{
    (void)state;
    number("42", "42||");
    number("1,234", "1234||");
    number("1,234.50", "1234.50||");
    number("1.234,50 €", "1234.50|EUR|");
    number("1'234'567", "1234567||");
    number("1\xc2\xa0"
           "234,5 kg",
           "1234.5||kg");
    number("3,5", "3.5||");
    number("0.50", "0.50||");
    number("007", "7||");
    number("0", "0||");
    number("-3.5 %", "-3.5||%");
    number("\xe2\x88\x92"
           "12",
           "-12||");
    number("$19.99", "19.99|$|"); /* many countries' */
    number("US$ 19.99", "19.99|USD|");
    number("CHF 5.-", "5|CHF|");
    number("(62)", "62||");
    number("52\xc2\xa0used", "52||used");
    number("(9 kg)", "9||kg");
    number("12 mpg", "12||mpg");
    number("Top 10 price: $5", "5|$|");
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
    } cases[] = { { "03/04/2025", "2025-03-04||", true },
                  { "03/04/2025", "2025-04-03||", false },
                  { "21. März 2024", "2024-03-21||", false },
                  { "soon", NULL, false } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(cases[i].text, HUSK_COLUMN_DATE, cases[i].month_first, cases[i].expected);
    check("42", HUSK_COLUMN_TEXT, false, NULL); /* a text stays one */
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(numbers), cmocka_unit_test(dates) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
