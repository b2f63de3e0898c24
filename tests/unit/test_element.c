/* test_element.c - image sources, formulas, code and its language. */
#include "unit/make_written.h"

#include "write/element.h"

static uint32_t find(const husk_page *page, uint16_t tag)
{
    for (uint32_t i = 0; i < page->n_nodes; i++)
        if (page->tag[i] == tag)
            return i;
    fail_msg("no such element");
    return 0;
}

static void source_is(const char *html, const char *expected)
{
    husk_page *page = page_of(html);
    slice source = element_image_source(page, find(page, TAG_IMG));
    if (!slice_is(source, expected))
        fail_msg("got %.*s, not %s, from %s", (int)source.len, source.data ? source.data : "", expected, html);
    husk_page_free(page);
}

static void the_real_source_of_an_image(void **state)
{
    (void)state;
    source_is("<img src=a>", "a");
    source_is("<img src=blank.gif data-src=a>", "a");
    source_is("<img src=blank.gif data-original=a>", "a");
    source_is("<img src='data:image/gif,x' srcset='a 1x, b 2x'>", "b");
    source_is("<img srcset='a 100w, b 900w, c 300w'>", "b");
    source_is("<img srcset='a, b 1.5x'>", "b");
    source_is("<img srcset='a,b 2x'>", "a,b");
    source_is("<img srcset=' , ,'>", "");
    source_is("<picture><source srcset='a 1x, b 2x'><img></picture>", "b");
    source_is("<picture><source srcset=a><img src=b></picture>", "b");
    source_is("<img src='data:image/gif,x'>", "");
    source_is("<img>", "");
}

static void language_is(const char *html, const char *expected)
{
    husk_page *page = page_of(html);
    slice name = element_code_language(page, find(page, TAG_PRE));
    if (!slice_is(name, expected))
        fail_msg("got %.*s, not %s, from %s", (int)name.len, name.data ? name.data : "", expected, html);
    husk_page_free(page);
}

static void the_language_of_code(void **state)
{
    (void)state;
    language_is("<pre class=language-c>x</pre>", "c");
    language_is("<pre class='hljs lang-c++'>x</pre>", "c++");
    language_is("<pre><code class=language-js>x</code></pre>", "js");
    language_is("<div class='highlight highlight-source-rust'><pre>x</pre></div>", "rust");
    language_is("<div class=language-py><div><pre>x</pre></div></div>", "py");
    language_is("<pre class='brush: php; gutter: false'>x</pre>", "php");
    language_is("<pre class='brush:php;'>x</pre>", "php");
    language_is("<pre class=language-none>x</pre>", "");
    language_is("<pre class='language-`x`'>x</pre>", "");
    language_is("<pre class=language>x</pre>", "");
}

static void the_lines_of_code(void **state)
{
    (void)state;
    written(write_text, "<pre>\n\n  a\n\tb  \n\n</pre>", "  a\n\tb\n");
    written(write_text, "<pre><div>a</div><div>b</div>c<br>d</pre>", "a\nb\nc\nd\n");
    written(write_text, "<pre><span>a</span>\n<i hidden>b</i><b>c</b></pre>", "a\nc\n");
    written(write_text, "<pre> \n </pre>", "");
}

static void formulas(void **state)
{
    (void)state;
    written(write_text, "<math><mi>a</mi><mo>+</mo><mi>b</mi></math>", "$a+b$\n");
    written(write_text, "<math alttext='{\\displaystyle {\\displaystyle a_1}}'></math>", "$a_1$\n");
    written(write_text, "<math alttext='{\\displaystyle a}+{b}'></math>", "${\\displaystyle a}+{b}$\n");
    written(write_text, "<math alttext='a over b'><mi>a</mi></math>", "$a$\n");
    written(write_text,
            "<math><semantics><mi>a</mi><annotation encoding=application/x-tex>\\alpha</annotation></semantics></math>",
            "$\\alpha$\n");
    written(write_text, "<img class=tex alt='x^2' src=a>", "$x^2$\n");
    written(write_text, "<img class=mathimage aria-hidden=true alt='x^2' src=a>", "$x^2$\n");
    written(write_text, "<div hidden><img class=tex alt='x^2' src=a></div>", "");
    write_options quiet = { .tables = true };
    written_with(write_text, &quiet, "<img alt='a picture' src=a><img class=tex alt='y^2' src=a>", "$y^2$\n");
}

static void pixels_are_not_seen(void **state)
{
    (void)state;
    written(write_text, "<img src=a alt=b width=1 height=1><img src=a alt=c width=1%>", "[c]\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_real_source_of_an_image), cmocka_unit_test(the_language_of_code),
        cmocka_unit_test(the_lines_of_code),           cmocka_unit_test(formulas),
        cmocka_unit_test(pixels_are_not_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
