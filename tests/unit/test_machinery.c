/* test_machinery.c - what works on a page and says nothing, and what only looks like it. */
#include "unit/make_page.h"

#include "write/element.h"

/* Is the element with id=x machinery? */
static bool is_machinery(const char *html)
{
    husk_page *page = page_of(html);
    uint32_t node = 1;
    while (!slice_is(page_attribute_value(page, node, ATTR_ID), "x"))
        node++;
    bool is = element_is_machinery(page, node);
    husk_page_free(page);
    return is;
}

static void test_headings(void **state)
{
    (void)state;
    assert_true(is_machinery("<h2>Use <a id=x href='#use'>#</a></h2>"));
    assert_true(is_machinery("<h2>Use<a id=x class=headerlink href='#use' title=Link>¶</a></h2>"));
    assert_true(is_machinery("<h2>Use<span id=x class=mw-editsection>[<a href='/e'>edit</a>]</span></h2>"));
    assert_false(is_machinery("<h2><a id=x href='#use'>Use</a></h2>"));
    assert_false(is_machinery("<h2>Use <a id=x href='/other'>#1</a></h2>"));
}

static void test_notes(void **state)
{
    (void)state;
    assert_true(is_machinery("<ol><li>A note. <a id=x href='#r1'>↩</a></ol>"));
    assert_false(is_machinery("<p>A claim.<sup><a id=x href='#fn1'>1</a></sup>"));
}

static void test_code(void **state)
{
    (void)state;
    assert_true(is_machinery("<div class=highlight><button id=x class=copy-btn>Copy</button><pre>a</pre></div>"));
    assert_true(is_machinery("<pre><code><span id=x class=lineno>1 </span>a = 1\n</code></pre>"));
    assert_false(is_machinery("<pre><code><span id=x class=line>a = 1</span>\n</code></pre>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headings),
        cmocka_unit_test(test_notes),
        cmocka_unit_test(test_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
