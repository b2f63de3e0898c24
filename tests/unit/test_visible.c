/* test_visible.c - which hidden text is written: what a script shows to readers is, what no reader sees is not. */
#include "unit/make_written.h"

#include "write/element.h"

#define ARTICLE                                                                                                    \
    "The old well behind the house had been dry for years when the rain came back, and nobody had looked into it " \
    "since."

static void test_hidden(void **state)
{
    (void)state;
    written(write_text, "<p>a</p><p hidden>b</p><p>c</p>", "a\n\nc\n");
    written(write_text, "<p>a <span style='display: none'>b</span> c</p>", "a c\n");
    written(write_text, "<p>a <span style='VISIBILITY:HIDDEN'>b</span> c</p>", "a c\n");
    written(write_text, "<p>a <span style='display:block'>b</span> c</p>", "a b c\n");
}

/* Text hidden from screen readers only is what the others see. */
static void test_aria(void **state)
{
    (void)state;
    written(write_text, "<p>a <span aria-hidden=true>b</span> c</p>", "a b c\n");
}

/* An article that waits for a script is what the page is about; a hidden copy of it is not written again. */
static void test_article(void **state)
{
    (void)state;
    written(write_text, "<nav>Menu</nav><article style='display:none'><p>" ARTICLE "</p></article>",
            "Menu\n\n" ARTICLE "\n");
    written(write_text, "<p>" ARTICLE "</p><div style='display:none'><p>" ARTICLE "</p></div>", ARTICLE "\n");
}

static void test_style(void **state)
{
    (void)state;
    assert_true(style_has(SLICE("color:red; Text-Align : RIGHT"), SLICE("text-align"), SLICE("right")));
    assert_false(style_has(SLICE("-x-text-align:right"), SLICE("text-align"), SLICE("right")));
    assert_false(style_has(SLICE("text-align"), SLICE("text-align"), SLICE("right")));
    assert_false(style_has(SLICE(""), SLICE("text-align"), SLICE("right")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_aria),
        cmocka_unit_test(test_article),
        cmocka_unit_test(test_style),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
