/* test_warc.c - archives with every kind of compression, odd records, wrong lengths, and damage anywhere. */
#include "unit/source_fixture.h"

#include "base/limits.h"
#include "source/formats.h"

#define N_PAGES 5

static void page_body(buffer *out, size_t i)
{
    buffer_clear(out);
    buffer_format(out, "<!DOCTYPE html><title>%zu</title><p>Page %zu speaks of %zu things.</p>", i, i, i * 7919 % 101);
    buffer_byte(out, 0);
}

typedef enum packing { PLAIN, GZIP_BY_RECORD, GZIP_WHOLE, GZIP_BLOCKS, ZSTD_BY_RECORD, ZSTD_WHOLE, N_PACKINGS } packing;

static void pack(buffer *out, const buffer *records, packing how)
{
    switch (how) {
    case GZIP_BY_RECORD:
    case GZIP_WHOLE:
        gzip_append(out, records->data, records->len);
        break;
    case ZSTD_BY_RECORD:
    case ZSTD_WHOLE:
        zstd_append(out, records->data, records->len, NULL, 0);
        break;
    case GZIP_BLOCKS: /* as bgzip and pigz may do it: members that end anywhere */
        for (size_t at = 0; at < records->len; at += 97)
            gzip_append(out, records->data + at, records->len - at < 97 ? records->len - at : 97);
        break;
    default:
        buffer_append(out, records->data, records->len);
    }
}

/* An archive of a warcinfo, and N_PAGES requests and pages; `ends` has where each page's response ends. */
static void archive(buffer *out, packing how, size_t *ends)
{
    buffer record = bytes_new(), body = bytes_new(), whole = bytes_new();
    bool by_record = how == GZIP_BY_RECORD || how == ZSTD_BY_RECORD || how == PLAIN;
    for (size_t i = 0; i <= 2 * N_PAGES; i++) {
        char uri[64];
        snprintf(uri, sizeof uri, "http://site.example/%zu", (i - 1) / 2);
        page_body(&body, (i - 1) / 2);
        buffer_clear(&record);
        if (i == 0)
            warc_block(&record, "warcinfo", NULL, "application/warc-fields", "software: test\r\n", 16);
        else if (i % 2)
            warc_block(&record, "request", uri, "application/http; msgtype=request", "GET / HTTP/1.1\r\n\r\n", 18);
        else
            warc_page(&record, uri, body.data);
        if (by_record)
            pack(out, &record, how);
        else
            buffer_append(&whole, record.data, record.len);
        if (i && i % 2 == 0 && ends)
            ends[i / 2 - 1] = out->len;
    }
    if (!by_record)
        pack(out, &whole, how);
    buffer_free(&record);
    buffer_free(&body);
    buffer_free(&whole);
}

static const char *const names[N_PACKINGS] = { "a.warc",    "a.warc.gz",  "a.warc.gz",
                                               "a.warc.gz", "a.warc.zst", "a.warc.zst" };

static void assert_page(const page_seen *p, size_t i)
{
    buffer body = bytes_new();
    char uri[64];
    snprintf(uri, sizeof uri, "http://site.example/%zu", i);
    page_body(&body, i);
    assert_int_equal(p->status, HUSK_OK);
    assert_string_equal(p->id, uri);
    assert_string_equal(p->url, uri);
    assert_string_equal(p->charset, "UTF-8");
    assert_string_equal(p->bytes, body.data);
    assert_false(p->is_text);
    buffer_free(&body);
}

static void test_packings(void **state)
{
    (void)state;
    for (packing how = 0; how < N_PACKINGS; how++) {
        buffer file = bytes_new();
        archive(&file, how, NULL);
        pages all = pages_of(file_write(names[how], file.data, file.len));
        assert_int_equal(all.n, N_PAGES);
        for (size_t i = 0; i < N_PAGES; i++)
            assert_page(&all.items[i], i);
        pages_free(&all);
        /* Recognised by content under any name. */
        all = pages_of(file_write("unnamed", file.data, file.len));
        assert_int_equal(pages_good(&all), N_PAGES);
        pages_free(&all);
        buffer_free(&file);
    }
}

/* Every complete page is read from every prefix, with at most one failure, the last. */
static void test_prefixes(void **state)
{
    (void)state;
    static const packing hows[] = { PLAIN, GZIP_BY_RECORD, ZSTD_BY_RECORD };
    for (size_t h = 0; h < 3; h++) {
        buffer file = bytes_new();
        size_t ends[N_PAGES];
        archive(&file, hows[h], ends);
        for (size_t len = 1; len < file.len; len++) {
            size_t whole = 0;
            /* A plain record's last line ends may be missing. */
            while (whole < N_PAGES && ends[whole] <= len + (hows[h] == PLAIN ? 4 : 0))
                whole++;
            pages all = pages_of(file_write(names[hows[h]], file.data, len));
            assert_int_equal(pages_good(&all), whole);
            assert_true(all.n <= whole + 1);
            for (size_t i = 0; i < whole; i++)
                assert_page(&all.items[i], i);
            if (all.n > whole) {
                assert_int_equal(all.items[whole].status, HUSK_BAD_FILE);
                const char *named =
                    strstr(all.items[whole].id, names[hows[h]]) ? all.items[whole].id : all.items[whole].reason;
                assert_non_null(strstr(named, names[hows[h]])); /* the file is named once */
                assert_true(named == all.items[whole].reason ||
                            strstr(all.items[whole].reason, names[hows[h]]) == NULL);
                assert_non_null(strstr(all.items[whole].reason, "at byte"));
            }
            pages_free(&all);
        }
        buffer_free(&file);
    }
}

/* One damaged byte costs one record of an archive compressed by record: all other pages are read unchanged, and the
 * loss is reported. */
static void test_flipped_bytes(void **state)
{
    (void)state;
    static const packing hows[] = { GZIP_BY_RECORD, ZSTD_BY_RECORD };
    for (size_t h = 0; h < 2; h++) {
        buffer file = bytes_new();
        archive(&file, hows[h], NULL);
        for (size_t at = 0; at < file.len; at++) {
            file.data[at] ^= 0x41;
            pages all = pages_of(file_write(names[hows[h]], file.data, file.len));
            size_t good = pages_good(&all);
            /* zstd frames made without a checksum can't detect every change. */
            assert_true(good >= N_PAGES - 1);
            if (hows[h] == GZIP_BY_RECORD && all.n != N_PAGES)
                assert_true(all.n == good + 1);
            for (size_t i = 0, next = 0; hows[h] == GZIP_BY_RECORD && i < all.n; i++)
                if (all.items[i].status == HUSK_OK) {
                    unsigned n;
                    assert_int_equal(sscanf(all.items[i].id, "http://site.example/%u", &n), 1);
                    assert_true(n >= next);
                    assert_page(&all.items[i], n);
                    next = n + 1;
                }
            pages_free(&all);
            file.data[at] ^= 0x41;
        }
        buffer_free(&file);
    }
}

/* Plain: no checksum detects a change inside a page, but no change may lose more than the record and its neighbour. */
static void test_flipped_plain(void **state)
{
    (void)state;
    buffer file = bytes_new();
    archive(&file, PLAIN, NULL);
    for (size_t at = 0; at < file.len; at++) {
        file.data[at] ^= 0x41;
        pages all = pages_of(file_write("a.warc", file.data, file.len));
        assert_true(pages_good(&all) >= N_PAGES - 1);
        pages_free(&all);
        file.data[at] ^= 0x41;
    }
    buffer_free(&file);
}

/* A length that is too long or too short is reported, and the next record is found. */
static void test_lying_lengths(void **state)
{
    (void)state;
    static const char *const lies[] = { "9999", "160", "1", "-123", "9e15", "", "100" }; /* 116 is true */
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        for (packing how = 0; how < N_PACKINGS; how++) {
            buffer lying = bytes_new(), rest = bytes_new(), file = bytes_new();
            buffer_format(
                &lying,
                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://x.example/lie\r\nContent-Type: "
                "application/http\r\n"
                "Content-Length: %s\r\n\r\n%s\r\n\r\n<p>01234567890123456789012345678901234567890123456789</p>\r\n\r\n",
                lies[i], HTML_HEAD);
            for (size_t k = 0; k < 3; k++) {
                char uri[64];
                snprintf(uri, sizeof uri, "http://site.example/%zu", k);
                buffer body = bytes_new();
                page_body(&body, k);
                warc_page(&rest, uri, body.data);
                buffer_free(&body);
            }
            bool by_record = how == GZIP_BY_RECORD || how == ZSTD_BY_RECORD;
            if (by_record)
                pack(&file, &lying, how);
            else
                buffer_append(&lying, rest.data, rest.len);
            pack(&file, by_record ? &rest : &lying, how);
            pages all = pages_of(file_write(names[how], file.data, file.len));
            assert_int_equal(all.items[0].status, HUSK_BAD_FILE);
            assert_non_null(strstr(all.items[0].reason, "at byte 0"));
            /* Compressed as a whole, a length that is too long leads past what it covers: there is no way back. */
            bool is_lost = (i < 2) && (how == GZIP_WHOLE || how == GZIP_BLOCKS || how == ZSTD_WHOLE);
            if (!is_lost) {
                assert_int_equal(all.n, 4);
                for (size_t k = 0; k < 3; k++)
                    assert_page(&all.items[k + 1], k);
            }
            pages_free(&all);
            buffer_free(&lying);
            buffer_free(&rest);
            buffer_free(&file);
        }
}

static void test_not_a_record(void **state)
{
    (void)state;
    buffer file = bytes_new();
    warc_page(&file, "http://x.example/1", "<p>1");
    size_t at = file.len;
    buffer_text(&file, "garbage\r\nmore garbage, WARC/1.0 in a line\r\n");
    warc_page(&file, "http://x.example/2", "<p>2");
    const char *path = file_write("g.warc", file.data, file.len);
    pages all = pages_of(path);
    char reason[300];
    snprintf(reason, sizeof reason, "not a WARC record at byte %zu", at);
    assert_int_equal(all.n, 3);
    assert_int_equal(all.items[1].status, HUSK_BAD_FILE);
    assert_string_equal(all.items[1].reason, reason);
    assert_string_equal(all.items[1].id, path);
    assert_string_equal(all.items[2].bytes, "<p>2");
    pages_free(&all);
    buffer_free(&file);
}

/* --- what is a page ----------------------------------------------------------------------------------------------- */

static pages pages_of_bytes(const buffer *file, const husk_source_options *options)
{
    const char *path = file_write("t.warc", file->data, file->len);
    return pages_read(&path, 1, options);
}

static void test_which_records(void **state)
{
    (void)state;
    buffer file = bytes_new();
    static const char html[] = "<html><p>x</p>";
    const size_t len = sizeof html - 1;
    warc_block(&file, "resource", "<http://x.example/brackets>", "text/html; charset=\"x-sjis\"", html, len);
    warc_block(&file, "resource", "http://x.example/png", "image/png", html, len);
    warc_block(&file, "resource", "http://x.example/untyped", NULL, html, len);
    warc_block(&file, "resource", "http://x.example/untyped-text", NULL, "just words", 10);
    warc_block(&file, "metadata", "http://x.example/m", "text/html", html, len);
    warc_block(&file, "revisit", "http://x.example/r", "application/http; msgtype=response", HTML_HEAD "\r\n\r\n",
               strlen(HTML_HEAD) + 4);
    warc_block(&file, "conversion", "http://x.example/c", "text/plain", html, len);
    warc_block(&file, "response", "dns:x.example", "text/dns", html, len);
    warc_response(&file, "http://x.example/text", "HTTP/1.0 200\nContent-Type: text/plain", html, len);
    warc_response(&file, "http://x.example/xhtml", "HTTP/1.1 203 X\r\nContent-Type: application/xhtml+xml", html, len);
    warc_response(&file, "http://x.example/css", "HTTP/1.1 200 OK\r\nContent-Type: text/css", html, len);
    warc_response(&file, "http://x.example/sniffed", "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream", html,
                  len);
    warc_response(&file, "http://x.example/missing", "HTTP/1.1 404 Not Found\r\nContent-Type: text/html", html, len);
    warc_response(&file, "http://x.example/moved", "HTTP/1.1 301 Moved\r\nContent-Type: text/html", html, len);
    warc_response(&file, NULL, HTML_HEAD, html, len);
    pages all = pages_of_bytes(&file, NULL);
    static const char *const expected[] = { "http://x.example/brackets", "http://x.example/untyped",
                                            "http://x.example/text", "http://x.example/xhtml",
                                            "http://x.example/sniffed" };
    assert_int_equal(all.n, 6);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(all.items[i].id, expected[i]);
        assert_string_equal(all.items[i].url, expected[i]);
        assert_int_equal(all.items[i].is_text, i == 2);
        assert_string_equal(all.items[i].bytes, html);
    }
    assert_string_equal(all.items[0].charset, "x-sjis");
    assert_null(all.items[5].url);
    assert_non_null(strstr(all.items[5].id, "t.warc@")); /* without an address, the place in the file */
    pages_free(&all);
    husk_source_options options;
    husk_source_options_init(&options, sizeof options);
    options.any_http_status = true;
    all = pages_of_bytes(&file, &options);
    assert_int_equal(all.n, 8);
    pages_free(&all);
    buffer_free(&file);
}

static void test_bodies(void **state)
{
    (void)state;
    buffer file = bytes_new(), gzip = bytes_new(), chunked = bytes_new(), large = bytes_new();
    for (int i = 0; i < 40000; i++)
        buffer_format(&large, "<p>%d</p>", i * 7919 % 40009);
    gzip_append(&gzip, large.data, large.len);
    for (size_t at = 0; at < gzip.len; at += 5000) {
        size_t n = gzip.len - at < 5000 ? gzip.len - at : 5000;
        buffer_format(&chunked, "%zx\r\n", n);
        buffer_append(&chunked, gzip.data + at, n);
        buffer_text(&chunked, "\r\n");
    }
    buffer_text(&chunked, "0\r\n\r\n");
    warc_response(&file, "u:1", HTML_HEAD "\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip", chunked.data,
                  chunked.len);
    warc_response(&file, "u:2", HTML_HEAD "\r\nContent-Encoding: gzip", gzip.data, gzip.len);
    warc_response(&file, "u:3", HTML_HEAD "\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip", large.data,
                  large.len);
    warc_response(&file, "u:4", HTML_HEAD "\r\nContent-Encoding: gzip", gzip.data, gzip.len / 2);
    warc_response(&file, "u:5", HTML_HEAD "\r\nContent-Encoding: compress", gzip.data, gzip.len);
    warc_response(&file, "u:6", HTML_HEAD, "", 0);
    pages all = pages_of_bytes(&file, NULL);
    assert_int_equal(all.n, 6);
    assert_int_equal(all.items[4].status, HUSK_BAD_FILE); /* compress: nobody can read it, and it is reported */
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(all.items[i].status, HUSK_OK);
        assert_int_equal(all.items[i].len, large.len);
        assert_memory_equal(all.items[i].bytes, large.data, large.len);
    }
    /* The server broke off: what arrived is returned, and reported as cut. */
    assert_int_equal(all.items[3].status, HUSK_LIMIT);
    assert_true(all.items[3].len > 1000 && all.items[3].len < large.len);
    assert_memory_equal(all.items[3].bytes, large.data, all.items[3].len);
    assert_string_equal(all.items[5].id, "u:6");
    assert_int_equal(all.items[5].len, 0);
    pages_free(&all);
    buffer *freed[] = { &file, &gzip, &chunked, &large };
    for (size_t i = 0; i < 4; i++)
        buffer_free(freed[i]);
}

static void test_heads(void **state)
{
    (void)state;
    buffer file = bytes_new(), long_head = bytes_new();
    /* Only LF, any case, and a folded line. */
    buffer_text(&file, "WARC/1.0\nwarc-type: RESPONSE\nWarc-Target-Uri:\n http://x.example/folded\ncontent-type: "
                       "application/http\ncontent-length: 45\n\n"
                       "HTTP/1.1 200 OK\ncontent-type: text/html\n\n<p>y\n\n");
    buffer_text(&long_head, "HTTP/1.1 200 OK\r\nX: ");
    for (size_t i = 0; i < HUSK_MAX_HEAD_BYTES; i++)
        buffer_byte(&long_head, 'x');
    warc_block(&file, "response", "u:long", "application/http", long_head.data, long_head.len);
    warc_block(&file, "response", "u:headless", "application/http", "HTTP/1.1 200 OK\r\nContent-Type: text/html", 40);
    warc_block(&file, "response", "u:empty", "application/http", "", 0);
    warc_page(&file, "u:last", "<p>z");
    pages all = pages_of_bytes(&file, NULL);
    assert_int_equal(all.n, 4);
    assert_string_equal(all.items[0].id, "http://x.example/folded");
    assert_string_equal(all.items[0].bytes, "<p>y");
    assert_int_equal(all.items[1].status, HUSK_BAD_FILE);
    assert_string_equal(all.items[2].id, "u:headless");
    assert_int_equal(all.items[2].len, 0);
    assert_string_equal(all.items[3].bytes, "<p>z");
    pages_free(&all);
    buffer_free(&file);
    buffer_free(&long_head);
}

/* --- caps --------------------------------------------------------------------------------------------------------- */

/* A gigabyte of page from a megabyte of archive, then an ordinary record: the first is cut, the second is read. */
static void test_bomb(void **state)
{
    (void)state;
    for (int how = 0; how < 3; how++) { /* the member; the HTTP body; a record that is no page */
        buffer file = bytes_new(), body = bytes_new(), record = bytes_new(), last = bytes_new();
        const uint64_t size = (uint64_t)1 << 30;
        char head[400];
        const char *type = how == 2 ? "image/png" : "text/html";
        snprintf(head, sizeof head,
                 "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: u:bomb\r\nContent-Type: %s\r\nContent-Length: "
                 "%llu\r\n\r\n",
                 type, (unsigned long long)size);
        if (how == 1) {
            gzip_bomb(&body, "", size, 'A');
            warc_response(&record, "u:bomb", HTML_HEAD "\r\nContent-Encoding: gzip", body.data, body.len);
            gzip_append(&file, record.data, record.len);
        } else {
            gzip_bomb(&file, head, size, 'A');
        }
        assert_true(file.len < 2 << 20);
        warc_page(&last, "u:last", "<p>after");
        gzip_append(&file, last.data, last.len);
        const char *path = file_write("bomb.warc.gz", file.data, file.len);
        husk_source_options options;
        husk_source_options_init(&options, sizeof options);
        options.max_page_bytes = 8 << 20;
        pages all = pages_read(&path, 1, &options);
        assert_int_equal(all.n, 2);
        assert_int_equal(all.items[0].status, HUSK_LIMIT);
        assert_string_equal(all.items[0].id, "u:bomb");
        assert_int_equal(all.items[0].len, how == 2 ? 0 : 8 << 20);
        assert_string_equal(all.items[1].bytes, "<p>after");
        pages_free(&all);
        buffer *freed[] = { &file, &body, &record, &last };
        for (size_t i = 0; i < 4; i++)
            buffer_free(freed[i]);
    }
}

/* Exactly the cap is not more than the cap. */
static void test_cap_is_exact(void **state)
{
    (void)state;
    buffer file = bytes_new(), body = bytes_new(), gzip = bytes_new();
    for (int i = 0; i < 1000; i++)
        buffer_byte(&body, 'x');
    gzip_append(&gzip, body.data, body.len);
    warc_response(&file, "u:1", HTML_HEAD, body.data, body.len);
    warc_response(&file, "u:2", HTML_HEAD "\r\nContent-Encoding: gzip", gzip.data, gzip.len);
    husk_source_options options;
    husk_source_options_init(&options, sizeof options);
    for (size_t max = 999; max <= 1001; max++) {
        options.max_page_bytes = max;
        pages all = pages_of_bytes(&file, &options);
        assert_int_equal(all.n, 2);
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(all.items[i].status, max < 1000 ? HUSK_LIMIT : HUSK_OK);
            assert_int_equal(all.items[i].len, max < 1000 ? max : 1000);
        }
        pages_free(&all);
    }
    buffer_free(&file);
    buffer_free(&body);
    buffer_free(&gzip);
}

/* A record that claims to be huge, in a small file, takes no memory for it; and many such do not make reading
 * quadratic. */
static void test_huge_claims(void **state)
{
    (void)state;
    buffer file = bytes_new();
    for (int i = 0; i < 3000; i++)
        buffer_format(&file,
                      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: u:%d\r\nContent-Type: "
                      "text/html\r\nContent-Length: 900000000000\r\n\r\n<p>x\r\n\r\n",
                      i);
    pages all = pages_of_bytes(&file, NULL);
    assert_true(all.n > 0 && all.n <= 3000);
    assert_int_equal(pages_good(&all), 0);
    pages_free(&all);
    buffer_free(&file);
}

/* Headers that never end are one damage, however many there are; what follows them is read. */
static void test_many_heads(void **state)
{
    (void)state;
    static const char *const lines[] = { "WARC/1.0\n", "WARC/1.0\r\nContent-Length: x\r\n\r\n" };
    for (size_t i = 0; i < 2; i++) {
        buffer file = bytes_new();
        while (file.len < 300000)
            buffer_text(&file, lines[i]);
        warc_page(&file, "u:after", "<p>after");
        pages all = pages_of_bytes(&file, NULL);
        assert_int_equal(all.n, 2);
        assert_int_equal(all.items[0].status, HUSK_BAD_FILE);
        assert_string_equal(all.items[1].bytes, "<p>after");
        pages_free(&all);
        buffer_free(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, dir_make, dir_remove)
        TEST(test_packings),      TEST(test_prefixes),     TEST(test_flipped_bytes), TEST(test_flipped_plain),
        TEST(test_lying_lengths), TEST(test_not_a_record), TEST(test_which_records), TEST(test_bodies),
        TEST(test_heads),         TEST(test_bomb),         TEST(test_cap_is_exact),  TEST(test_huge_claims),
        TEST(test_many_heads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
