/* test_letters.c - letters as bits are those found byte by byte, at every length and place. */
#include "unit/unit.h"

#include "base/letters.h"

static const char text[] = "articleBody__text-2 foo\xc3\x9f"
                           "Bar@[`{AZaz09 XMLHttp \x7f\x80\xff end-of.a.Line";

static void bits_are_those_of_the_bytes(void **state)
{
    (void)state;
    for (size_t from = 0; from < sizeof text; from++)
        for (size_t n = 0; n <= LETTERS_WINDOW && from + n < sizeof text; n++) {
            char *exact = malloc(n + !n); /* exact size: a bit of what follows would be an error */
            memcpy(exact, text + from, n);
            letter_bits bits = letters_of(exact, n), wanted = { 0, 0, 0 };
            for (size_t i = 0; i < n; i++) {
                unsigned char c = (unsigned char)exact[i];
                wanted.small |= (uint64_t)(c >= 'a' && c <= 'z') << i;
                wanted.capital |= (uint64_t)(c >= 'A' && c <= 'Z') << i;
                wanted.high |= (uint64_t)(c > 127) << i;
            }
            assert_int_equal(bits.small, wanted.small);
            assert_int_equal(bits.capital, wanted.capital);
            assert_int_equal(bits.high, wanted.high);
            free(exact);
        }
}

static void words_start_at_letters_and_at_capitals(void **state)
{
    (void)state;
    static const char name[] = "articleBody__text-2 XMLHttp";
    letter_bits bits = letters_of(name, sizeof name - 1);
    assert_int_equal(letters_starts(bits, 0, 0), 1u | 1u << 7 | 1u << 13 | 1u << 20);
    assert_int_equal(letters_starts(bits, 1, 1), 1u << 7 | 1u << 13 | 1u << 20);
    assert_int_equal(letters_starts(letters_of("B", 1), 1, 1), 1);
    assert_int_equal(letters_starts(letters_of("B", 1), 0, 1), 0);
}

static void pairs_are_found_in_any_case(void **state)
{
    (void)state;
    for (size_t before = 0; before < 40; before++) {
        char *exact = malloc(before + 3);
        memset(exact, 'd', before);
        memcpy(exact + before, "DiS", 3);
        slice all = { exact, before + 3 };
        assert_int_equal(letters_find(all, 0, 'd', 'i'), before);
        assert_int_equal(letters_find(all, before + 1, 'd', 'i'), all.len);
        assert_int_equal(letters_find(all, 0, 'i', 's'), before + 1);
        assert_int_equal(letters_find((slice){ exact, before + 1 }, 0, 'd', 'i'), before + 1);
        free(exact);
    }
    assert_int_equal(letters_find((slice){ NULL, 0 }, 0, 'd', 'i'), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_those_of_the_bytes),
        cmocka_unit_test(words_start_at_letters_and_at_capitals),
        cmocka_unit_test(pairs_are_found_in_any_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
