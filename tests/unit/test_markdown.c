/* test_markdown.c - escapes, emphasis, links, code and lists, where CommonMark has pitfalls.
 * tests/roundtrip_markdown checks all of them together, with another program. */
#include "unit/make_written.h"

static void text_never_becomes_markup(void **state)
{
    (void)state;
    written(write_markdown, "<p># a<p>> a<p>- a<p>+ a<p>* a<p>1. a<p>12) a<p>= a",
            "\\# a\n\n\\> a\n\n\\- a\n\n\\+ a\n\n\\* a\n\n1\\. a\n\n12\\) a\n\n\\= a\n");
    written(write_markdown, "<p>-5 a-b +1 1.5 #x", "-5 a-b +1 1.5 #x\n");
    written(write_markdown, "<p><i></i>1<span>. a</span>", "1\\. a\n");
    written(write_markdown, "<p>a_b _c_ *d* `e` [f] &lt;g> &amp;amp; \\",
            "a_b \\_c\\_ \\*d\\* \\`e\\` \\[f\\] \\<g> \\&amp; \\\\\n");
    written(write_markdown, "<p>2 &lt; 3 & 4", "2 < 3 & 4\n");
    written(write_markdown, "<p>a<br>---<br>| b", "a\\\n\\---\\\n\\| b\n");
    written(write_markdown, "<p>Wow!<a href=/x>y</a>", "Wow\\![y](http://site.example/x)\n");
}

static void emphasis_that_marks_cannot_say_is_a_tag(void **state)
{
    (void)state;
    written(write_markdown, "<p><b>a:</b>b", "<strong>a:</strong>b\n");
    written(write_markdown, "<p><b>a:</b> b", "**a:** b\n");
    written(write_markdown, "<p>a<b>b</b>c", "a**b**c\n");
    written(write_markdown, "<p>a<b>(b)</b>", "a<strong>(b)</strong>\n");
    written(write_markdown, "<p><b>a</b><i>b</i>", "**a**<em>b</em>\n");
    written(write_markdown, "<p><b><i>a</i> b</b>", "**<em>a</em> b**\n");
    written(write_markdown, "<p><b><i>a</i></b>", "***a***\n");
    written(write_markdown, "<p><b>a</b><b>b</b> <b>c</b>", "**ab** **c**\n");
    written(write_markdown, "<p>x<b>&nbsp;a&nbsp;</b>y", "x **a** y\n");
}

static void code_is_fenced_longer_than_what_is_in_it(void **state)
{
    (void)state;
    written(write_markdown, "<p><code>a</code> <code>`</code> <code>a``b</code>", "`a` `` ` `` ```a``b```\n");
    written(write_markdown, "<p><code>a</code><code>b</code>", "`a`<code>b</code>\n");
    written(write_markdown, "<pre>````\na</pre>", "`````\n````\na\n`````\n");
    written(write_markdown, "<pre class='x language-c++'>a</pre>", "```c++\na\n```\n");
    written(write_markdown, "<pre class='language-<b>'>a</pre>", "```\na\n```\n");
    written(write_markdown, "<ul><li><pre>a\n\nb</pre></ul>", "- ```\n  a\n\n  b\n  ```\n");
}

static void lists_take_another_mark_to_begin_anew(void **state)
{
    (void)state;
    written(write_markdown, "<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>", "- a\n\n+ b\n\n- c\n");
    written(write_markdown, "<ul><li>a</ul><p>x</p><ul><li>b</ul>", "- a\n\nx\n\n- b\n");
    written(write_markdown, "<ol reversed><li>a<li>b</ol>", "2. a\n1) b\n");
    written(write_markdown, "<ol><li value=7>a<li>b</ol>", "7. a\n8. b\n");
    written(write_markdown, "<ul><li>a<ol start=2><li>b</ol></ul>", "- a\n\n  2. b\n");
    written(write_markdown, "<ol start=-1><li>a</ol>", "- \\-1\\. a\n");
    written(write_markdown, "<ol start=99999999999><li>a</ol>", "1. a\n");
}

static void addresses_stay_inside_their_brackets(void **state)
{
    (void)state;
    written(write_markdown, "<a href='http://x.y/a(b)'>c</a>", "[c](http://x.y/a\\(b\\))\n");
    written(write_markdown, "<a href='javascript:x'>c</a>", "c\n");
    written(write_markdown, "<a href='/a'>b</a><a href='/c'>d</a>",
            "[b](http://site.example/a)[d](http://site.example/c)\n");
    written(write_markdown, "<a href='/a'><h2>b</h2><p>c</a>",
            "## [b](http://site.example/a)\n\n[c](http://site.example/a)\n");
    write_options plain = { .tables = true };
    written_with(write_markdown, &plain, "<p><a href=/a>b</a> <img src=c alt=d>", "b\n");
}

static void formulas_are_tex_without_markup(void **state)
{
    (void)state;
    written(write_markdown, "<math alttext='x_1*y*z'><mi>x</mi></math>", "$x_1 * y * z$\n");
    written(write_markdown, "<math alttext='a<img src=x>b_1 [c](d)'><mi>x</mi></math>", "$a< img src=x>b_1 [c] (d)$\n");
    written(write_markdown, "<math display=block alttext='\\frac{1}{2}'><mi>x</mi></math>", "$$\\frac{1}{2}$$\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_never_becomes_markup),
        cmocka_unit_test(emphasis_that_marks_cannot_say_is_a_tag),
        cmocka_unit_test(code_is_fenced_longer_than_what_is_in_it),
        cmocka_unit_test(lists_take_another_mark_to_begin_anew),
        cmocka_unit_test(addresses_stay_inside_their_brackets),
        cmocka_unit_test(formulas_are_tex_without_markup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
