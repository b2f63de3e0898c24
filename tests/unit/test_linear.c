/* test_linear.c - readers of other people's bytes take time in proportion to their input, whatever it is.
 * Each is fed the worst inputs known, at 64 KB, four times as much, and so on up to 1 MB. Time is this thread's CPU
 * time, the least of several runs; four times the input may take at most ten times as long, where quadratic work takes
 * sixteen. Times below 20 ms are not compared. A reader that fails is measured again before it counts. */
#include "unit/source_fixture.h"

#include <time.h>

#include "base/limits.h"
#include "html/html.h"
#include "page/decode.h"
#include "page/loose_json.h"
#include "page/page.h"
#include "source/http_message.h"
#include "source/addresses.h"

/* AddressSanitizer looks at all that memmem may read before every call, which is quadratic by itself. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "intercept_memmem=0:strict_memcmp=0";
}

#define SMALLEST ((size_t)64 << 10)
#define LARGEST ((size_t)1 << 20)
#define COMPARED 0.02 /* seconds */
#define ENOUGH 1.     /* seconds: no larger input after this */
#define MAX_RATIO 10.

/* --- measuring ---------------------------------------------------------------------------------------------------- */

typedef struct reader_case {
    const char *name;
    void (*read)(const char *data, size_t len); /* HTML_PADDING zero bytes follow */
    const char *before, *again, *after;         /* the input: `again` as often as fits */
} reader_case;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double least_time(const reader_case *c, const buffer *input, int runs)
{
    double best = 1e9;
    for (int i = 0; i < runs; i++) {
        double start = seconds();
        c->read(input->data, input->len - HTML_PADDING);
        double taken = seconds() - start;
        best = taken < best ? taken : best;
        if (best > COMPARED * 10)
            break;
    }
    return best;
}

static double time_of(const reader_case *c, size_t size, int runs)
{
    buffer input = bytes_new();
    buffer_text(&input, c->before);
    while (input.len < size)
        buffer_text(&input, c->again);
    buffer_text(&input, c->after);
    assert_true(buffer_reserve(&input, HTML_PADDING));
    memset(input.data + input.len, 0, HTML_PADDING);
    input.len += HTML_PADDING;
    double time = least_time(c, &input, runs);
    buffer_free(&input);
    return time;
}

/* The first size whose time is out of proportion to that of a quarter, or 0. */
static size_t bent_at(const reader_case *c, int runs, double *ratio)
{
    double before = time_of(c, SMALLEST, runs);
    for (size_t size = SMALLEST * 4; size <= LARGEST && before < ENOUGH; size *= 4) {
        double now = time_of(c, size, runs);
        *ratio = now / before;
        if (now > COMPARED && *ratio > MAX_RATIO)
            return size;
        before = now;
    }
    return 0;
}

static void assert_linear(const reader_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double ratio = 0;
        size_t size = bent_at(&cases[i], 2, &ratio);
        if (size && (size = bent_at(&cases[i], 7, &ratio)) != 0)
            fail_msg("%s: \"%.40s\": %zu bytes take %.0f times as long as a quarter of them", cases[i].name,
                     cases[i].again, size, ratio);
    }
}

/* The test itself notices what it is for. */
static void read_pairs(const char *data, size_t len)
{
    volatile unsigned sum = 0;
    for (size_t i = 0; i < len; i += 64)
        for (size_t k = 0; k < i; k += 64)
            sum += (unsigned char)data[k];
}

static void quadratic_work_is_noticed(void **state)
{
    (void)state;
    const reader_case c = { .name = "pairs", .read = read_pairs, .before = "", .again = "x", .after = "" };
    double ratio;
    assert_int_not_equal(bent_at(&c, 2, &ratio), 0);
}

/* --- files -------------------------------------------------------------------------------------------------------- */

static const char *file_name;

static void read_file(const char *data, size_t len)
{
    const char *inputs[] = { file_write(file_name, data, len) };
    husk_source *source;
    husk_raw raw = { .size = sizeof raw };
    husk_status status;
    assert_int_equal(husk_source_open(inputs, 1, NULL, &source, NULL), HUSK_OK);
    while ((status = husk_source_next(source, &raw, NULL)) == HUSK_OK)
        ;
    assert_int_equal(status, HUSK_END);
    husk_source_free(source);
}

static void read_warc(const char *data, size_t len)
{
    file_name = "a.warc";
    read_file(data, len);
}

static void read_packed(const char *data, size_t len)
{
    file_name = "a.warc.gz";
    buffer packed = bytes_new();
    gzip_append(&packed, data, len);
    read_file(packed.data, packed.len);
    buffer_free(&packed);
}

/* Members of 4 KB, the last one cut. */
static void read_members(const char *data, size_t len)
{
    file_name = "a.warc.gz";
    buffer packed = bytes_new();
    for (size_t at = 0; at < len; at += 4096)
        gzip_append(&packed, data + at, len - at < 4096 ? len - at : 4096);
    read_file(packed.data, packed.len - 3);
    buffer_free(&packed);
}

#define FIRST_RECORD "WARC/1.0\r\nContent-Length: 100000\r\n\r\n"

/* A complete member, and then these bytes. */
static void read_after_member(const char *data, size_t len)
{
    file_name = "a.warc.gz";
    buffer packed = bytes_new();
    gzip_append(&packed, FIRST_RECORD, strlen(FIRST_RECORD));
    buffer_append(&packed, data, len);
    read_file(packed.data, packed.len);
    buffer_free(&packed);
}

static void read_after_frame(const char *data, size_t len)
{
    file_name = "a.warc.zst";
    buffer packed = bytes_new();
    zstd_append(&packed, FIRST_RECORD, strlen(FIRST_RECORD), NULL, 0);
    buffer_append(&packed, data, len);
    read_file(packed.data, packed.len);
    buffer_free(&packed);
}

static void read_lines(const char *data, size_t len)
{
    file_name = "a.jsonl";
    read_file(data, len);
}

static void read_named(const char *data, size_t len)
{
    file_name = "a.html.gz";
    read_file(data, len);
}

#define RECORD(length, block) "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: " length "\r\n\r\n" block "\r\n\r\n"
#define HTTP_RESPONSE "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>x"

static void archives(void **state)
{
    (void)state;
    static void (*const how[])(const char *, size_t) = { read_warc, read_packed, read_members };
    static const reader_case cases[] = {
        { .name = "warc", .before = "", .again = "WARC/1.0\n", .after = "" },
        { .name = "warc", .before = "", .again = "WARC/1.0\r\na: b\r\n\r\n", .after = "" },
        { .name = "warc", .before = "", .again = "WARC/1.0\r\nContent-Length: 9\r\n", .after = "\r\n" },
        { .name = "warc", .before = "WARC/1.0\r\n", .again = "a:\r\n", .after = "\r\n" },
        { .name = "warc", .before = "WARC/1.0\r\n", .again = "a: b\r\n c\r\n", .after = "\r\n" },
        { .name = "warc", .before = "", .again = RECORD("900000000000", "x"), .after = "" },
        { .name = "warc", .before = "", .again = RECORD("100000", "x"), .after = "" },
        { .name = "warc", .before = "", .again = RECORD("3", "x"), .after = "" },
        { .name = "warc", .before = "", .again = RECORD("20", "HTTP/1.1 200 OK\r\na: b"), .after = "" },
        { .name = "warc", .before = RECORD("47", HTTP_RESPONSE), .again = "\r\n", .after = "" },
        { .name = "warc", .before = RECORD("47", HTTP_RESPONSE), .again = "\nWARC", .after = "" },
        { .name = "warc", .before = RECORD("47", HTTP_RESPONSE), .again = "x", .after = "" },
    };
    for (size_t i = 0; i < sizeof how / sizeof *how; i++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            reader_case c = cases[k];
            c.read = how[i];
            assert_linear(&c, 1);
        }
}

static void compressed(void **state)
{
    (void)state;
    static const reader_case cases[] = {
        { .name = "gzip", .read = read_after_member, .before = "", .again = "\x1f\x8b\x08", .after = "" },
        { .name = "gzip",
          .read = read_after_member,
          .before = "",
          .again = "\x1f\x8b\x08\x08\x01\x01\x01\x01",
          .after = "" },
        { .name = "gzip", .read = read_after_member, .before = "", .again = "\x1f", .after = "" },
        { .name = "zstd", .read = read_after_frame, .before = "", .again = "\x28\xb5\x2f\xfd", .after = "" },
        { .name = "zstd",
          .read = read_after_frame,
          .before = "",
          .again = "\x28\xb5\x2f\xfd\x24\x01\x01",
          .after = "" },
        { .name = "zstd", .read = read_after_frame, .before = "", .again = "\x50\x2a\x4d\x18\x01\x01", .after = "" },
        { .name = "page", .read = read_named, .before = "", .again = "\x1f\x8b\x08", .after = "" },
        { .name = "page", .read = read_named, .before = "", .again = "<p>", .after = "" },
    };
    assert_linear(cases, sizeof cases / sizeof *cases);
}

#define ZIP_MEMBER(flags, method, size) "PK\3\4\24\0" flags method "\0\0\0\0\0\0\0\0" size "\0\0\0\0\6\0\0\0a.html"

/* Bytes with zeros inside, so not as a reader_case: a ZIP or tar of many small members. */
static void read_many(const char *data, size_t len, const char *member, size_t member_len)
{
    buffer file = bytes_new();
    (void)data;
    while (file.len < len)
        buffer_append(&file, member, member_len);
    read_file(file.data, file.len);
    buffer_free(&file);
}

static void read_stored(const char *data, size_t len)
{
    static const char member[] = ZIP_MEMBER("\0\0", "\0\0", "\3\0\0\0") "<p>";
    file_name = "a.zip";
    read_many(data, len, member, sizeof member - 1);
}

static void read_unsized(const char *data, size_t len)
{
    static const char member[] = ZIP_MEMBER("\10\0", "\10\0", "\0\0\0\0") "\3\0PK\7\10\0\0\0\0\2\0\0\0\0\0\0\0";
    file_name = "a.zip";
    read_many(data, len, member, sizeof member - 1);
}

/* Headers of tar that only extend the next. */
static void read_tar(const char *data, size_t len)
{
    char block[1024] = "a.html";
    memcpy(block + 124, "00000000001", 11);
    block[156] = 'x';
    memcpy(block + 257, "ustar\00000", 8);
    file_name = "a.tar";
    read_many(data, len, block, sizeof block);
}

static void read_mhtml(const char *data, size_t len)
{
    file_name = "a.mhtml";
    read_file(data, len);
}

#define MIME "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=a\n\n"

static void members_of_archives(void **state)
{
    (void)state;
    static const reader_case cases[] = {
        { .name = "stored", .read = read_stored, .before = "", .again = "x", .after = "" },
        { .name = "unsized", .read = read_unsized, .before = "", .again = "x", .after = "" },
        { .name = "tar", .read = read_tar, .before = "", .again = "x", .after = "" },
        { .name = "mime", .read = read_mhtml, .before = MIME, .again = "--a\n", .after = "" },
        { .name = "mime", .read = read_mhtml, .before = MIME, .again = "x--a", .after = "" },
        { .name = "mime", .read = read_mhtml, .before = MIME, .again = "--a\nContent-Type: text/css\n\n", .after = "" },
        { .name = "mime",
          .read = read_mhtml,
          .before = MIME,
          .again = "--a\nContent-Type: multipart/x; boundary=a\n\n",
          .after = "" },
        { .name = "mime",
          .read = read_mhtml,
          .before = MIME "--a\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n",
          .again = "= ",
          .after = "" },
    };
    assert_linear(cases, sizeof cases / sizeof *cases);
}

static void json_lines(void **state)
{
    (void)state;
    static const reader_case cases[] = {
        { .name = "lines", .read = read_lines, .before = "", .again = "{\n", .after = "" },
        { .name = "lines", .read = read_lines, .before = "", .again = "\n", .after = "" },
        { .name = "lines", .read = read_lines, .before = "", .again = "{\"html\":\"<p>\"}\n", .after = "" },
        { .name = "lines", .read = read_lines, .before = "{\"html\":\"", .again = "\\ud800", .after = "\"}" },
        { .name = "lines", .read = read_lines, .before = "{\"html\":\"", .again = "\\", .after = "" },
        { .name = "lines", .read = read_lines, .before = "{\"html\":", .again = "[", .after = "" },
        { .name = "lines", .read = read_lines, .before = "{\"a\":1", .again = ",\"a\":1", .after = "}" },
    };
    assert_linear(cases, sizeof cases / sizeof *cases);
}

/* --- what servers send -------------------------------------------------------------------------------------------- */

static void read_robots(const char *data, size_t len)
{
    robots *r = robots_read((slice){ data, len }, "husk");
    assert_non_null(r);
    robots_allows(r, SLICE("/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"));
    robots_free(r);
}

static void read_sitemap(const char *data, size_t len)
{
    buffer out = bytes_new();
    bool is_index;
    assert_true(sitemap_read((slice){ data, len }, LARGEST * 2, &out, &is_index));
    buffer_free(&out);
}

static void read_head(const char *data, size_t len)
{
    http_head head;
    http_head_parse((slice){ data, len }, &head);
    media_type_charset(head.content_type);
}

static void read_body(const char *data, size_t len, http_head *head)
{
    inflater f = { 0 };
    buffer raw = bytes_new(), out = bytes_new();
    buffer_append(&raw, data, len);
    http_body_decode(head, &f, &raw, LARGEST, &out);
    inflater_free(&f);
    buffer_free(&raw);
    buffer_free(&out);
}

static void read_chunks(const char *data, size_t len)
{
    http_head head = { .chunked = true };
    read_body(data, len, &head);
}

static void read_gzip_body(const char *data, size_t len)
{
    http_head head = { .chunked = true, .encodings = { CODEC_GZIP, CODEC_GZIP }, .n_encodings = 2 };
    read_body(data, len, &head);
}

static void read_url(const char *data, size_t len)
{
    buffer out = bytes_new();
    url_key((slice){ data, len }, &out);
    buffer_free(&out);
}

static void servers(void **state)
{
    (void)state;
    static const reader_case cases[] = {
        { .name = "robots", .read = read_robots, .before = "", .again = "User-agent: *\n", .after = "" },
        { .name = "robots",
          .read = read_robots,
          .before = "User-agent: *\n",
          .again = "Disallow: /a*a*a*c\n",
          .after = "" },
        { .name = "robots", .read = read_robots, .before = "User-agent: *\nDisallow: /", .again = "*a", .after = "c" },
        { .name = "robots", .read = read_robots, .before = "User-agent: *\nDisallow: /", .again = "%", .after = "" },
        { .name = "robots", .read = read_robots, .before = "", .again = "#", .after = "" },
        { .name = "sitemap", .read = read_sitemap, .before = "", .again = "<loc>", .after = "" },
        { .name = "sitemap", .read = read_sitemap, .before = "", .again = "<loc>a</loc>", .after = "" },
        { .name = "sitemap", .read = read_sitemap, .before = "<loc>", .again = "&amp", .after = "</loc>" },
        { .name = "sitemap", .read = read_sitemap, .before = "", .again = "http://a/\n", .after = "" },
        { .name = "sitemap", .read = read_sitemap, .before = "", .again = "</loc><loc", .after = "" },
        { .name = "feed", .read = read_sitemap, .before = "<feed>", .again = "<link href=\"", .after = "" },
        { .name = "feed", .read = read_sitemap, .before = "<feed>", .again = "<link> ", .after = "" },
        { .name = "head",
          .read = read_head,
          .before = "HTTP/1.1 200 OK\r\na: b",
          .again = "\r\n ",
          .after = "\r\n\r\n" },
        { .name = "head",
          .read = read_head,
          .before = "HTTP/1.1 200 OK\r\n",
          .again = "content-encoding: gzip, br\r\n",
          .after = "" },
        { .name = "head",
          .read = read_head,
          .before = "HTTP/1.1 200 OK\r\ncontent-encoding:",
          .again = "gzip,",
          .after = "" },
        { .name = "head",
          .read = read_head,
          .before = "HTTP/1.1 200 OK\r\ncontent-type: a",
          .again = ";charset",
          .after = "" },
        { .name = "body", .read = read_chunks, .before = "", .again = "1\r\na\r\n", .after = "" },
        { .name = "body", .read = read_chunks, .before = "1;", .again = "a", .after = "" },
        { .name = "body",
          .read = read_gzip_body,
          .before = "1\r\n\x1f\r\n",
          .again = "1\r\n\x1f\r\n1\r\n\x8b\r\n",
          .after = "" },
        { .name = "url", .read = read_url, .before = "http://a/?", .again = "a=b&", .after = "" },
        { .name = "url", .read = read_url, .before = "http://a/", .again = "../", .after = "" },
        { .name = "url", .read = read_url, .before = "http://a/", .again = "%41", .after = "" },
    };
    assert_linear(cases, sizeof cases / sizeof *cases);
}

/* --- pages -------------------------------------------------------------------------------------------------------- */

static void read_html(const char *data, size_t len)
{
    html_parser *parser = html_parser_new();
    html_options options = { .max_nodes = HUSK_MAX_NODES, .max_depth = HUSK_MAX_DEPTH, .templates = true };
    const char *cut;
    assert_int_not_equal(html_parse(parser, (slice){ data, len }, &options, &cut), HUSK_NO_MEMORY);
    html_parser_free(parser);
}

static void read_page(const char *data, size_t len)
{
    husk_page *page;
    husk_raw raw = { .size = sizeof raw, .id = "a", .bytes = data, .len = len };
    husk_page_options options;
    husk_page_options_init(&options, sizeof options);
    options.max_milliseconds = 0;
    assert_int_equal(husk_page_new(&options, &page, NULL), HUSK_OK);
    assert_int_not_equal(husk_page_parse(page, &raw, NULL), HUSK_NO_MEMORY);
    husk_page_free(page);
}

static void read_items(const char *data, size_t len)
{
    husk_page *page;
    husk_verdict *verdict;
    husk_records *records;
    husk_row *row;
    husk_raw raw = { .size = sizeof raw, .id = "a", .bytes = data, .len = len };
    husk_records_options options;
    husk_records_options_init(&options, sizeof options);
    options.items = true;
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    assert_int_equal(husk_page_parse(page, &raw, NULL), HUSK_OK);
    assert_int_equal(husk_judge(page, NULL, NULL, &verdict, NULL), HUSK_OK);
    assert_int_equal(husk_records_new(NULL, &options, &records, NULL), HUSK_OK);
    assert_int_equal(husk_records_read(records, verdict, &row, NULL), HUSK_OK);
    husk_row_free(row);
    husk_records_free(records);
    husk_verdict_free(verdict);
    husk_page_free(page);
}

static void items_after(buffer *html, size_t len)
{
    while (html->len < len)
        buffer_text(html, "<div class=post><time datetime=2024-05-06>6 May</time><p>Words of a post that says more "
                          "than its date, and has a second part.</div>");
    read_items(html->data, html->len);
    buffer_free(html);
}

/* One link around all items, as long as they are together. */
static void read_items_in_a_link(const char *data, size_t len)
{
    buffer html = bytes_new();
    buffer_text(&html, "<main><a href=/");
    buffer_append(&html, data, len / 2);
    buffer_byte(&html, '>');
    items_after(&html, len);
}

/* As many items that are none before them. */
static void read_items_after_others(const char *data, size_t len)
{
    buffer html = bytes_new();
    (void)data;
    buffer_text(&html, "<main>");
    while (html.len < len / 6)
        buffer_text(&html, "<div class=post><b>x</b></div>");
    items_after(&html, len);
}

static void read_json(const char *data, size_t len)
{
    yyjson_doc_free(loose_json_read((slice){ data, len }));
}

static void read_charset(const char *data, size_t len)
{
    buffer out = bytes_new();
    decoded_text text;
    assert_int_equal(decode((slice){ data, len }, NULL, &out, &text), HUSK_OK);
    buffer_free(&out);
}

static void html(void **state)
{
    (void)state;
    static const char *const again[] = {
        "<b>",
        "<b><p>",
        "<a>",
        "<a><table>",
        "<table>",
        "<table><td>",
        "<p><b></p>",
        "</p>",
        "<!--",
        "<!",
        "<svg>",
        "<math><mi>",
        "<template>",
        "<form>",
        "<select>",
        "<button>",
        "&",
        "&am",
        "&#x",
        "<a b=",
        "<a b c d e>",
        "<html a=b c=d>",
        "</b>",
        "<b></i>",
        "<script>",
        "<title></titl",
        "<table>x",
        "<b><i></b></i>",
        "<frameset>",
        "<li>",
        "<dd><dt>",
        "<p>x<!-- -->",
        "<noscript>",
        "\r\n",
        "<nobr>",
        "<option>",
        "<ruby><rt>",
        "<h1>",
        "<body a=b>",
        "<tr><td></tr>x",
        "<a href='",
        "</",
        "<svg><title>",
        "<math><mtext>a",
        "\xff\xfe<",
        "<x-y>",
        "<style></style",
        "<table><b>",
    };
    for (size_t i = 0; i < sizeof again / sizeof *again; i++) {
        const reader_case c = { .name = "html", .read = read_html, .before = "", .again = again[i], .after = "" };
        assert_linear(&c, 1);
    }
}

static void pages_of_all_kinds(void **state)
{
    (void)state;
    static const reader_case cases[] = {
        { .name = "page", .read = read_page, .before = "<style>", .again = ".a,", .after = "</style><p class=a>x" },
        { .name = "page", .read = read_page, .before = "<style>", .again = ".a{display:none}", .after = "</style>" },
        { .name = "page",
          .read = read_page,
          .before = "",
          .again = "<style>.a{display:none}</style><p class=a>x",
          .after = "" },
        { .name = "page", .read = read_page, .before = "<p class='", .again = "a ", .after = "'>x" },
        { .name = "page", .read = read_page, .before = "", .again = "<noscript><p>x</noscript>", .after = "" },
        { .name = "page", .read = read_page, .before = "", .again = "<div>x", .after = "" },
        { .name = "items", .read = read_items_in_a_link, .before = "", .again = "x", .after = "" },
        { .name = "items", .read = read_items_after_others, .before = "", .again = "x", .after = "" },
        { .name = "json", .read = read_json, .before = "", .again = "[", .after = "" },
        { .name = "json", .read = read_json, .before = "{\"a\":\"", .again = "\"", .after = "" },
        { .name = "json", .read = read_json, .before = "{\"a\":\"", .again = "\\u", .after = "\"}" },
        { .name = "json", .read = read_json, .before = "", .again = "/*", .after = "" },
        { .name = "json", .read = read_json, .before = "", .again = "{\"a\":\n\"b\"},", .after = "" },
        { .name = "charset", .read = read_charset, .before = "", .again = "<meta charset=", .after = "" },
        { .name = "charset", .read = read_charset, .before = "", .again = "\xc3", .after = "" },
        { .name = "charset", .read = read_charset, .before = "", .again = "\x81\x30\x81", .after = "" },
        { .name = "charset",
          .read = read_charset,
          .before = "<meta charset=gb18030>",
          .again = "\x81\x30\x81",
          .after = "" },
        { .name = "charset",
          .read = read_charset,
          .before = "<meta charset=iso-2022-jp>",
          .again = "\x1b$B",
          .after = "" },
    };
    assert_linear(cases, sizeof cases / sizeof *cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quadratic_work_is_noticed),
        cmocka_unit_test_setup_teardown(archives, dir_make, dir_remove),
        cmocka_unit_test_setup_teardown(compressed, dir_make, dir_remove),
        cmocka_unit_test_setup_teardown(members_of_archives, dir_make, dir_remove),
        cmocka_unit_test_setup_teardown(json_lines, dir_make, dir_remove),
        cmocka_unit_test(servers),
        cmocka_unit_test(html),
        cmocka_unit_test(pages_of_all_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
