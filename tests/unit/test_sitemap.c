/* test_sitemap.c - sitemaps: XML, an index, gzipped, plain lines, truncated; feeds. */
#include "unit.h"

#include <zlib.h>

#include "source/addresses.h"

static void check(slice text, const char *want, size_t want_len, bool want_index)
{
    buffer out;
    bool is_index;
    buffer_init(&out, 1 << 20);
    assert_true(sitemap_read(text, 1 << 20, &out, &is_index));
    assert_int_equal(is_index, want_index);
    assert_int_equal(out.len, want_len);
    if (want_len)
        assert_memory_equal(out.data, want, want_len);
    buffer_free(&out);
}

#define CHECK(text, want, index) check(SLICE(text), want, sizeof want - 1, index)
#define TWO                                             \
    "<urlset><url><loc> http://a/?x=1&amp;y=&lt;2&gt; " \
    "</loc><lastmod>x</lastmod></url>\n<url><loc>http://a/b</loc></url></urlset>"
#define TWO_READ "http://a/?x=1&y=<2>\0http://a/b\0"

static void test_forms(void **state)
{
    (void)state;
    CHECK(TWO, TWO_READ, false);
    CHECK("<sitemapindex><sitemap><loc>http://a/1.xml</loc></sitemap></sitemapindex>", "http://a/1.xml\0", true);
    CHECK("http://a/1\r\n\nnonsense\nhttps://a/2", "http://a/1\0https://a/2\0", false);
    CHECK("<urlset><url><loc>http://a/1</loc><loc>http://a/2", "http://a/1\0", false);
    CHECK("<loc>", "", false);
    CHECK("<loc></loc>", "", false);
    CHECK("<loc>http://a/\0b</loc><loc>http://a/c</loc>", "http://a/c\0", false);
    CHECK("<loc>\n<![CDATA[ http://a/?b=1&c=2&amp; ]]></loc>", "http://a/?b=1&c=2&amp;\0", false);
    CHECK("<loc><![CDATA[]]></loc><loc><![CDATA[]></loc>", "<![CDATA[]>\0", false);
    CHECK("", "", false);
    CHECK("<urlset>&amp", "", false);
}

static void test_feeds(void **state)
{
    (void)state;
    CHECK("<rss><channel><link>http://a/</link><atom:link href=\"http://a/feed\" rel=\"self\"/><item><link>\n"
          "http://a/1?b&amp;c</link></item><item><link><![CDATA[http://a/2]]></link></item></channel></rss>",
          "http://a/\0http://a/1?b&c\0http://a/2\0", false);
    CHECK("<feed><link rel='self' href='http://a/feed'/><entry><link href=\"http://a/1\"/></entry><entry>"
          "<link rel=\"alternate\" type=\"text/html\" href=\"http://a/2?x&amp;y\"/><link rel=\"edit\" "
          "href=\"http://a/3\"/>"
          "</entry></feed>",
          "http://a/1\0http://a/2?x&y\0", false);
    CHECK("<rdf:RDF><item><link>http://a/1</link></item></rdf:RDF>", "http://a/1\0", false);
    CHECK("<feed><link><link href><link href=\"><link href=", "", false);
}

static void test_gzip(void **state)
{
    (void)state;
    char packed[1000];
    z_stream z = { .next_in = (unsigned char *)TWO,
                   .avail_in = sizeof TWO - 1,
                   .next_out = (unsigned char *)packed,
                   .avail_out = sizeof packed };
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    size_t len = z.total_out;
    deflateEnd(&z);
    check((slice){ packed, len }, TWO_READ, sizeof TWO_READ - 1, false);
    for (size_t cut = 0; cut < len; cut++) { /* whatever is left, nothing is read that is not there */
        buffer out;
        bool is_index;
        buffer_init(&out, 1 << 20);
        assert_true(sitemap_read((slice){ packed, cut }, 1 << 20, &out, &is_index));
        buffer_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_forms), cmocka_unit_test(test_feeds),
                                        cmocka_unit_test(test_gzip) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
