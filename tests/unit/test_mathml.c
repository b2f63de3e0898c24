/* test_mathml.c - MathML elements as TeX, one by one; formulas that are too large. */
#include "unit/make_written.h"

#include "write/element.h"

#include <stdio.h>

static uint32_t first_math(const husk_page *page)
{
    uint32_t math = 1;
    while (page->tag[math] != TAG_MATH)
        math++;
    return math;
}

/* The TeX of a formula with this inside. */
static void check(const char *inside, const char *expected)
{
    char html[2048];
    snprintf(html, sizeof html, "<p><math>%s</math></p>", inside);
    husk_page *page = page_of(html);
    buffer out;
    buffer_init(&out, 65536);
    assert_true(element_mathml_tex(page, first_math(page), &out));
    if (out.len != strlen(expected) || memcmp(out.data ? out.data : "", expected, out.len) != 0)
        fail_msg("got %.*s, not %s, from %s", (int)out.len, out.data ? out.data : "", expected, inside);
    buffer_free(&out);
    husk_page_free(page);
}

static void test_fractions_and_roots(void **state)
{
    (void)state;
    check("<mfrac><mi>a</mi><mn>2</mn></mfrac>", "\\frac{a}{2}");
    check("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>", "\\frac{a+b}{c}");
    check("<msqrt><mi>a</mi><mi>b</mi></msqrt>", "\\sqrt{ab}");
    check("<mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt[3]{x}");
}

static void test_fences(void **state)
{
    (void)state;
    check("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a,b)");
    check("<mfenced open='[' close=']'><mi>x</mi></mfenced>", "[x]");
    check("<mfenced open='{' close=''><mi>x</mi></mfenced>", "\\{x");
    check("<munder><mi>x</mi><mi>y</mi></munder><mover><mi>a</mi><mo>\xe2\x86\x92</mo></mover>",
          "\\underset{y}{x}\\vec{a}");
}

static void test_scripts(void **state)
{
    (void)state;
    check("<msub><mi>x</mi><mi>i</mi></msub>", "x_i");
    check("<msup><mi>x</mi><mn>2</mn></msup>", "x^2");
    check("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i^2");
    check("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>", "\\sum_i^n");
}

static void test_tables(void **state)
{
    (void)state;
    check("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></"
          "mtd></mtr></mtable>",
          "\\begin{matrix} 1 & 0 \\\\ a & b \\end{matrix}");
}

/* What says how a formula looks, and what repeats it, is left out. */
static void test_left_out(void **state)
{
    (void)state;
    check("<mi>a</mi><mspace width='1em'/><mphantom><mi>b</mi></mphantom><mi>c</mi>", "ac");
    check("<semantics><mi>a</mi><annotation-xml><mi>z</mi></annotation-xml></semantics>", "a");
}

static void test_too_deep(void **state)
{
    (void)state;
    char *html = repeated("<p><math>", "<mrow>", 200, "<mi>x</mi></math>");
    husk_page *page = page_of(html);
    buffer out;
    buffer_init(&out, 65536);
    assert_false(element_mathml_tex(page, first_math(page), &out));
    buffer_free(&out);
    husk_page_free(page);
    free(html);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fractions_and_roots),
        cmocka_unit_test(test_fences),
        cmocka_unit_test(test_scripts),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_too_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
