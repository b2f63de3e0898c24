/* test_tei.c - TEI XML, valid against the part of TEI that is written (tests/tei.rng, with xmllint if installed). */
#include "unit/make_page.h"

#include <stdio.h>
#include <unistd.h>

#include "write/write.h"

static const char *const pages[] = {
    "",
    "<title>T</title>",
    "plain text & <b>bold</b>",
    "<h1>One</h1><p>a</p><h2>Two</h2><p>b</p><h2>Three</h2><h4>Four</h4><p>c</p><h3>Five</h3><h1>Six</h1>",
    "<p>before</p><h3>first</h3><p>x</p><h1>larger</h1>",
    "<ul><li>a<ul><li>b<li>c</ul><li><p>d</p><p>e</p></ul><ol start=3><li>x<li value=9>y</ol>",
    "<dl><dt>t<dd>d<dd>e<dt>u<dt>v<dd><p>f</p><ul><li>g</ul></dl>",
    "<table><caption>c</caption><tr><th>a<th>b<tr><td colspan=2>c<ul><li>l</ul><tr><td "
    "rowspan=2><p>p</p><p>q</p><td><h3>h</h3>z</table>",
    "<table><tr><td>a<td>b<tr><td>c<td>d<caption>late</caption></table>",
    "<figure><img src=a.png alt='an image'><figcaption>cap <b>bold</b><p>two</p></figcaption></figure>",
    "<p>text <img src=b.png> and <img alt=only></p><img src=c.png alt=c>",
    "<blockquote><p>q</p><h2>in quote</h2><blockquote>deep</blockquote></blockquote>",
    "<pre><code class=language-c>if (a &lt; b)\n\treturn;\n</code></pre><ul><li><pre>x</pre></ul>",
    "<p><code>a<br>b</code> <code>c<img src=d.png alt=i>d</code> <a href=/x><b>l</b><i>m</i></a> <a "
    "href=javascript:x>n</a></p>",
    "<p>x<sub>1</sub><sup>2</sup><del>d</del><s>s</s><mark>m</mark><kbd>k</kbd><q>q<q>r</q></q> "
    "<ruby>漢<rt>kan</rt></ruby></p>",
    "<p><math><semantics><mi>x</mi><annotation encoding=application/x-tex>x^2 &lt; "
    "3</annotation></semantics></math></p>",
    "<details><summary><h3>S</h3></summary><p>body</p></details><hr><p>after</p><ul><li>a<hr>b</ul>",
    "<p>control \x01\x02\x1f and \xef\xbf\xbe\xef\xbf\xbf and \xc2\x85 &#1; \xf0\x9f\x98\x80</p>",
    "<h2><a href=x>link</a> <ul><li>in heading</ul></h2><p>]]&gt; &amp;lt; \"q\" 'a'</p>",
    "<html lang=de><p lang=fr>un</p><p dir=rtl>שלום</p><p>日本語</p>",
    "<div><div><div>a<div>b</div>c</div></div></div><section><h2>s</h2><section><h3>t</h3>u</section></section>",
    "<dl><dt><h4>head in term</h4><p>p in "
    "term</p><dd>x</dl><figure><table><tr><td>1<td>2<tr><td>3<td>4</table><figcaption>t</figcaption></figure>",
    "<figure><pre>code</pre><figcaption><pre>code in caption</pre></figcaption></figure><li>stray item<td>stray cell",
    "<dl><h3>in a "
    "list</h3><dt>t<dd>d<p>stray</p><pre>x</pre><ul><li>l</ul></dl><ul>text<p>p</"
    "p><table><tr><td>1<td>2<tr><td>3<td>4</table><li>x</ul>",
    "<p><a href='http://[::1]/a[]{}|^`b\\c%zz%41#d#e'>x</a> <img src='a b[1].png' alt=i> <a "
    "href='/p?a[]=1&amp;b=2'>y</a> <a href='/b/[c]/[d]'>z</a></p>",
    "<table><tr><td><table><tr><td>a<td>b<tr><td>c<td>d</table></td><td>x</td></tr><tr><td>y<td>z</table>",
};
#define N_PAGES (sizeof pages / sizeof *pages)

static void write_page(const char *html, bool metadata, buffer *out)
{
    husk_page *page = page_of(html);
    write_options options = { .links = true, .images = true, .tables = true };
    arena memory;
    husk_metadata m;
    arena_init(&memory, (size_t)1 << 24);
    assert_int_equal(page_metadata_read(page, NULL, &memory, &m), HUSK_OK);
    assert_int_equal(write_tei(page, &options, NULL, metadata ? &m : NULL, out), HUSK_OK);
    arena_free(&memory);
    husk_page_free(page);
}

static void valid(const char *name, const buffer *xml)
{
    char path[] = "/tmp/husk-tei-XXXXXX", command[300];
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, xml->data, xml->len), (ssize_t)xml->len);
    close(file);
    snprintf(command, sizeof command,
             "xmllint --noout --nonet --relaxng tests/tei.rng %s 2>&1 | grep -v 'validates$' >&2", path);
    int bad = system(command);
    if (bad == 0)
        fail_msg("not valid: %s\n%.*s", name, (int)xml->len, xml->data);
    unlink(path);
}

static void every_page_is_valid(void **state)
{
    (void)state;
    if (system("xmllint --version >/dev/null 2>&1") != 0 || access("tests/tei.rng", R_OK) != 0)
        skip();
    for (size_t i = 0; i < N_PAGES; i++)
        for (int metadata = 0; metadata < 2; metadata++) {
            buffer out;
            buffer_init(&out, 1 << 20);
            write_page(pages[i], metadata, &out);
            valid(pages[i], &out);
            buffer_free(&out);
        }
}

#define HEAD                                                                                                       \
    "<title>A &amp; B | Example</title><html lang=en-US><meta name=author content='Ann Lee, Bo Ek'><meta "         \
    "property=article:published_time content="                                                                     \
    "2025-09-04T10:00:00+02:00><meta property=article:modified_time content=2025-09><meta name=description "       \
    "content='What &lt;it> is'><meta "                                                                             \
    "name=keywords content='a,b'><link rel=license href=https://l.example/x><link rel=canonical href=/real><meta " \
    "property=og:site_name content=Example>"

static void header(void **state)
{
    (void)state;
    buffer out;
    buffer_init(&out, 1 << 20);
    write_page(HEAD "<h1>A &amp; B</h1>", true, &out);
    if (system("xmllint --version >/dev/null 2>&1") == 0)
        valid("header", &out);
    buffer_byte(&out, 0);
    static const char *const parts[] = {
        "<titleStmt>\n<title>A &amp; B</title>\n<author>Ann Lee</author>\n<author>Bo Ek</author>\n</titleStmt>",
        "<publisher>Example</publisher>\n<date when=\"2025-09-04T10:00:00+02:00\"/>\n<availability><licence "
        "target=\"https://l.example/x\">",
        "<ref target=\"http://site.example/real\">http://site.example/real</ref>",
        "<abstract><p>What &lt;it&gt; is</p>",
        "<language ident=\"en-US\"/>",
        "<keywords>\n<term>a</term>\n<term>b</term>\n</keywords>",
        "<revisionDesc><change when=\"2025-09\"/>",
        "<body>\n<div type=\"entry\">\n<div>\n<head>A &amp; B</head>\n</div>\n</div>\n</body>",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(out.data, parts[i]) == NULL)
            fail_msg("no %s in\n%s", parts[i], out.data);
    buffer_free(&out);
}

static void body_of(const char *html, const char *expected)
{
    buffer out;
    buffer_init(&out, 1 << 20);
    write_page(html, false, &out);
    buffer_byte(&out, 0);
    char *start = strstr(out.data, "<div type=\"entry\">\n");
    assert_non_null(start);
    start += strlen("<div type=\"entry\">\n");
    *strstr(start, "</div>\n</body>") = 0;
    assert_string_equal(start, expected);
    buffer_free(&out);
}

static void bodies(void **state)
{
    (void)state;
    body_of("", "<p/>\n");
    body_of("<p>a <b>b</b><i>c</i>", "<div>\n<p>a <hi rend=\"bold\">b</hi><hi rend=\"italic\">c</hi></p>\n</div>\n");
    body_of("<p>a</p><h2>b</h2><p>c</p><h3>d</h3><p>e</p><h2>f</h2>",
            "<div>\n<p>a</p>\n</div>\n<div>\n<head>b</head>\n<p>c</p>\n<div>\n<head>d</head>\n<p>e</p>\n</div>\n</"
            "div>\n<div>\n<head>f</head>\n</div>\n");
    body_of("<p>a</p><hr><p>b</p>", "<div>\n<p>a</p>\n<milestone unit=\"section\" rend=\"rule\"/>\n<p>b</p>\n</div>\n");
    body_of("<p><code>a<br>b</code>", "<div>\n<p><code>a</code><lb/><code>b</code></p>\n</div>\n");
    body_of("<pre><code class=language-c>a &lt;\n b</code></pre>",
            "<div>\n<ab type=\"code\" xml:space=\"preserve\"><code lang=\"c\">a &lt;\n b</code></ab>\n</div>\n");
}

/* Comments are separate. */
static void comments(void **state)
{
    (void)state;
    husk_page *page = page_of("<p>article</p><p>comment</p>");
    uint8_t *main = calloc(page->n_nodes, 1), *rest = calloc(page->n_nodes, 1);
    for (uint32_t i = 0; i < page->n_nodes; i++)
        if (page->flags[i] & NODE_TEXT)
            *(slice_is(page->text[i], "article") ? &main[i] : &rest[i]) = 1;
    write_options options = { .keep = main, .tables = true }, other = { .keep = rest, .tables = true };
    buffer out;
    buffer_init(&out, 1 << 20);
    assert_int_equal(write_tei(page, &options, &other, NULL, &out), HUSK_OK);
    buffer_byte(&out, 0);
    assert_non_null(strstr(out.data, "<div type=\"entry\">\n<div>\n<p>article</p>\n</div>\n</div>\n<div "
                                     "type=\"comments\">\n<div>\n<p>comment</p>\n</div>\n</div>\n</body>"));
    buffer_free(&out);
    free(main);
    free(rest);
    husk_page_free(page);
}

/* A full buffer ends the document cleanly. */
static void cut(void **state)
{
    (void)state;
    size_t len = 200000;
    char *html = malloc(len + 1);
    for (size_t i = 0; i < len; i += 20)
        memcpy(html + i, "<ul><li><p><b>words ", 20);
    html[len] = 0;
    husk_page *page = page_of(html);
    write_options options = { .tables = true };
    buffer out;
    buffer_init(&out, 20000);
    assert_int_equal(write_tei(page, &options, NULL, NULL, &out), HUSK_LIMIT);
    assert_int_equal(out.status, HUSK_OK);
    assert_memory_equal(out.data + out.len - 7, "</TEI>\n", 7);
    if (system("xmllint --version >/dev/null 2>&1") == 0)
        valid("cut", &out);
    buffer_free(&out);
    husk_page_free(page);
    free(html);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_page_is_valid), cmocka_unit_test(header),
                                        cmocka_unit_test(bodies), cmocka_unit_test(comments), cmocka_unit_test(cut) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
