/* test_html.c - clean HTML: few elements, escaped, nothing active; and the same when read and written again. */
#include "unit/make_written.h"

static void text_and_attributes_are_escaped(void **state)
{
    (void)state;
    written(write_html, "<p>a &lt;b> &amp;c \"d\"", "<p>a &lt;b&gt; &amp;c \"d\"</p>\n");
    written(write_html, "<p><img src='/a?b=\"&amp;c' alt='\"<i>'>",
            "<p><img src=\"http://site.example/a?b=%22&amp;c\" alt=\"&quot;&lt;i&gt;\"></p>\n");
    written(write_html, "<pre>a&#13;&lt;b</pre>", "<pre><code>a&lt;b</code></pre>\n");
}

static void nothing_acts(void **state)
{
    (void)state;
    written(write_html, "<p onclick=x style=y class=z id=w>a<a href='javascript:b' onclick=c>d</a>", "<p>ad</p>\n");
    written(write_html, "<a href='JAVA\nscript:x'>a</a> <a href='data:text/html,x'>b</a> <a href=' vbscript:x'>c</a>",
            "<p>a b c</p>\n");
    written(write_html, "<img src='data:image/svg+xml,<svg onload=x>' alt=a>b", "<p>b</p>\n");
    written(write_html, "<svg onload=x><script>y</script></svg><iframe src=z></iframe><form action=q>r</form>",
            "<p>r</p>\n");
}

static void wrappers_go_structures_stay(void **state)
{
    (void)state;
    written(write_html, "<div><div><section><p>a</p></section></div></div>", "<p>a</p>\n");
    written(write_html, "<ul><li><div><p>a</p></div></ul>", "<ul>\n<li>a</li>\n</ul>\n");
    written(write_html, "<ul><li>a<p>b</ul>", "<ul>\n<li><p>a</p>\n<p>b</p>\n</li>\n</ul>\n");
    written(write_html, "<div dir=rtl><p>a</div>", "<div dir=\"rtl\">\n<p>a</p>\n</div>\n");
    written(write_html, "<p>a <bdi>b</bdi> <span lang=fr>c</span>",
            "<p>a <bdi>b</bdi> <span lang=\"fr\">c</span></p>\n");
    written(write_html, "<a href=/x><h2>a</h2></a>", "<h2><a href=\"http://site.example/x\">a</a></h2>\n");
    written(write_html, "<ol start=3 reversed type=a><li>a</ol>",
            "<ol reversed start=\"3\" type=\"a\">\n<li>a</li>\n</ol>\n");
}

/* Output read again must be written the same: a base that no URL is under, empty formulas and pictures, rows inside a
 * formula. */
static void written_again_it_is_the_same(void **state)
{
    (void)state;
    written(write_html, "<base href='foo:bar'><p><a href=x>a</a> <a href=http://o.example/>b</a>",
            "<p>a <a href=\"http://o.example/\">b</a></p>\n");
    written(write_html, "<base href='data:text/html,x'><p><a href=x>a</a>",
            "<p><a href=\"http://site.example/dir/x\">a</a></p>\n");
    written(write_html, "<base href='javascript:1'><p><a href=?q>a</a>",
            "<p><a href=\"http://site.example/dir/page.html?q\">a</a></p>\n");
    written(write_html, "<p>a <math alttext='{\\displaystyle &nbsp;}'><mi>q</mi></math>",
            "<p>a <math><semantics><mtext>q</mtext><annotation "
            "encoding=\"application/x-tex\">q</annotation></semantics></math></p>\n");
    written(write_html, "<p>a <img class=tex src=f.png alt='{\\displaystyle &nbsp;}'>",
            "<p>a <img src=\"http://site.example/dir/f.png\" alt=\"{\\displaystyle \xc2\xa0}\"></p>\n");
    written(write_html, "<table><tr><td>a<td><math alttext='x^2'><mrow>b<tr><td>c</math></table>",
            "<p>a</p>\n<p><math><semantics><mtext>x^2</mtext><annotation "
            "encoding=\"application/x-tex\">x^2</annotation></semantics></math></p>\n");
    written(write_html, "<table><tr><th>a<tr><td><img><tr><td>b</table>",
            "<table>\n<tr>\n<th>a</th>\n</tr>\n<tr>\n<td>b</td>\n</tr>\n</table>\n");
}

static void a_document_has_a_head(void **state)
{
    (void)state;
    husk_page *page = page_of("<html lang=de><title>A &amp; B</title><p>c");
    buffer out;
    buffer_init(&out, 4096);
    husk_metadata m = {
        .title = SLICE("A"), .author = SLICE("X \"Y\""), .n_tags = 2, .tags = (slice[]){ SLICE("t"), SLICE("u") }
    };
    assert_int_equal(write_html_document(page, &everything, NULL, &out), HUSK_OK);
    static const char plain[] = "<!DOCTYPE html>\n<html lang=\"de\">\n<head>\n<meta charset=\"utf-8\">\n<title>A &amp; "
                                "B</title>\n</head>\n<body>\n"
                                "<p>c</p>\n</body>\n</html>\n";
    assert_int_equal(out.len, strlen(plain));
    assert_memory_equal(out.data, plain, out.len);
    buffer_clear(&out);
    assert_int_equal(write_html_document(page, &everything, &m, &out), HUSK_OK);
    buffer_byte(&out, 0);
    assert_non_null(strstr(out.data,
                           "<title>A</title>\n<meta name=\"author\" content=\"X &quot;Y&quot;\">\n"
                           "<meta name=\"tags\" content=\"t\">\n<meta name=\"tags\" content=\"u\">\n</head>"));
    buffer_free(&out);
    husk_page_free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_and_attributes_are_escaped), cmocka_unit_test(nothing_acts),
        cmocka_unit_test(wrappers_go_structures_stay),     cmocka_unit_test(written_again_it_is_the_same),
        cmocka_unit_test(a_document_has_a_head),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
