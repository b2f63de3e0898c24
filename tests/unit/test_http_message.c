/* test_http_message.c - headers, chunks and compressed bodies. */
#include "unit/source_fixture.h"

#include "source/http_message.h"

static void test_fields(void **state)
{
    (void)state;
    slice rest = SLICE("Status line\r\nA:1\r\n  B : two \nno colon\r\nFold: x\r\n\t y\r\n : empty\r\nLast:"), name,
          value;
    assert_true(head_field(&rest, &name, &value));
    assert_true(slice_is(name, "A") && slice_is(value, "1\r\n  B : two"));
    assert_true(head_field(&rest, &name, &value));
    assert_true(slice_is(name, "Fold") && slice_is(value, "x\r\n\t y\r\n : empty"));
    assert_true(head_field(&rest, &name, &value));
    assert_true(slice_is(name, "Last") && value.len == 0);
    assert_false(head_field(&rest, &name, &value));
}

static void test_numbers(void **state)
{
    (void)state;
    uint64_t n = 7;
    assert_true(head_number(SLICE("18446744073709551615"), &n) && n == UINT64_MAX);
    assert_false(head_number(SLICE("18446744073709551616"), &n));
    assert_false(head_number(SLICE("-1"), &n));
    assert_false(head_number(SLICE("12 "), &n));
    assert_false(head_number(SLICE(""), &n));
}

static void test_http_head(void **state)
{
    (void)state;
    http_head h;
    http_head_parse(SLICE("HTTP/1.1 203 Fine\r\ncontent-type: text/plain\r\nContent-Type: "
                          "text/html\r\nTransfer-Encoding: gzip, Chunked\r\nContent-Encoding: br\r\n\r\n"),
                    &h);
    assert_int_equal(h.status, 203);
    assert_true(slice_is(h.content_type, "text/html") && h.chunked && !h.has_unknown_encoding);
    assert_int_equal(h.n_encodings, 2);
    assert_int_equal(h.encodings[0], CODEC_GZIP);
    assert_int_equal(h.encodings[1], CODEC_BROTLI);
    http_head_parse(SLICE("HTTP/2 200\r\nContent-Encoding: compress\r\n\r\n"), &h);
    assert_int_equal(h.status, 200);
    assert_true(h.has_unknown_encoding);
    static const char *const strange[] = { "", "\r\n", "HTTP/1.1", "HTTP/1.1 2000 OK", "HTTP/1.1 abc", "ICY 200 OK" };
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        http_head_parse((slice){ strange[i], strlen(strange[i]) }, &h);
        assert_int_equal(h.status, 0);
    }
}

static void test_charsets(void **state)
{
    (void)state;
    assert_true(slice_is(media_type_charset(SLICE("text/html; charset=utf-8")), "utf-8"));
    assert_true(slice_is(media_type_charset(SLICE("text/html;a=b; CharSet = \"x-sjis\" ; c=d")), "x-sjis"));
    assert_true(slice_is(media_type_charset(SLICE("text/html;charset='latin1'")), "latin1"));
    assert_int_equal(media_type_charset(SLICE("text/html; charset=")).len, 0);
    assert_int_equal(media_type_charset(SLICE("text/html; xcharset=a")).len, 0);
    assert_int_equal(media_type_charset(SLICE("")).len, 0);
}

/* --- bodies ------------------------------------------------------------------------------------------------------- */

static inflater shared_inflater;

static body_result decode(const http_head *head, const char *data, size_t len, size_t max, buffer *out)
{
    buffer raw = bytes_new();
    buffer_clear(out);
    buffer_append(&raw, data, len);
    body_result result = http_body_decode(head, &shared_inflater, &raw, max, out);
    buffer_free(&raw);
    return result;
}

static void assert_body(const http_head *head, const char *data, size_t len, const char *plain)
{
    buffer out = bytes_new();
    assert_int_equal(decode(head, data, len, 1 << 20, &out), BODY_WHOLE);
    assert_int_equal(out.len, strlen(plain));
    assert_memory_equal(out.data ? out.data : "", plain, out.len);
    buffer_free(&out);
}

static const char page_text[] =
    "<!DOCTYPE html><html><body><p>The same words, chunked and compressed in turn, again and again.</p></body></html>";

/* In chunks of 1, 2, 3 … bytes. */
static void chunk_append(buffer *out, const char *data, size_t len)
{
    for (size_t at = 0, size = 1; at < len; size++) {
        size_t n = size < len - at ? size : len - at;
        buffer_format(out, "%zX;ext=1\r\n", n);
        buffer_append(out, data + at, n);
        buffer_text(out, "\r\n");
        at += n;
    }
    buffer_text(out, "0\r\nTrailer: x\r\n\r\n");
}

static void test_chunks(void **state)
{
    (void)state;
    http_head head = { .chunked = true };
    buffer chunked = bytes_new(), out = bytes_new();
    chunk_append(&chunked, page_text, strlen(page_text));
    assert_body(&head, chunked.data, chunked.len, page_text);
    assert_body(&head, "5\nhello\n0\n\n", 11, "hello");
    assert_body(&head, "", 0, "");
    assert_body(&head, page_text, strlen(page_text), page_text); /* the head lies */
    assert_int_equal(decode(&head, "5\r\nhello0\r\n", 11, 100, &out), BODY_DAMAGED);
    assert_int_equal(decode(&head, "5\r\nhel", 6, 100, &out), BODY_DAMAGED);
    assert_int_equal(out.len, 3);
    assert_int_equal(decode(&head, "5\r\nhello\r\nffffffffffffffffff\r\n", 30, 100, &out), BODY_DAMAGED);
    assert_int_equal(decode(&head, "5\r\nhello\r\n0\r\n\r\n", 15, 4, &out), BODY_CUT);
    assert_int_equal(out.len, 4);
    buffer_free(&chunked);
    buffer_free(&out);
}

static void test_encodings(void **state)
{
    (void)state;
    size_t len = strlen(page_text);
    buffer gzip = bytes_new(), zlib = bytes_new(), raw = bytes_new(), zstd = bytes_new(), twice = bytes_new(),
           chunked = bytes_new();
    gzip_append(&gzip, page_text, len);
    deflate_append(&zlib, page_text, len, 15);
    deflate_append(&raw, page_text, len, -15);
    zstd_append(&zstd, page_text, len, NULL, 0);
    zstd_append(&twice, gzip.data, gzip.len, NULL, 0);
    chunk_append(&chunked, twice.data, twice.len);
    http_head head = { .encodings = { CODEC_GZIP }, .n_encodings = 1 };
    assert_body(&head, gzip.data, gzip.len, page_text);
    assert_body(&head, page_text, len, page_text); /* already decompressed */
    head.encodings[0] = CODEC_ZLIB;
    assert_body(&head, zlib.data, zlib.len, page_text);
    assert_body(&head, raw.data, raw.len, page_text);
    head.encodings[0] = CODEC_ZSTD;
    assert_body(&head, zstd.data, zstd.len, page_text);
    head = (http_head){ .encodings = { CODEC_GZIP, CODEC_ZSTD }, .n_encodings = 2 };
    assert_body(&head, twice.data, twice.len, page_text);
    head.chunked = true;
    assert_body(&head, chunked.data, chunked.len, page_text);
    head = (http_head){ .encodings = { CODEC_BROTLI }, .n_encodings = 1 };
    assert_body(&head, page_text, len, page_text);
    buffer *all[] = { &gzip, &zlib, &raw, &zstd, &twice, &chunked };
    for (size_t i = 0; i < 6; i++)
        buffer_free(all[i]);
}

/* Two members are one body. */
static void test_members(void **state)
{
    (void)state;
    buffer packed = bytes_new();
    gzip_append(&packed, page_text, 40);
    gzip_append(&packed, page_text + 40, strlen(page_text) - 40);
    http_head head = { .encodings = { CODEC_GZIP }, .n_encodings = 1 };
    buffer out = bytes_new();
    assert_int_equal(decode(&head, packed.data, packed.len, 1000, &out), BODY_WHOLE);
    assert_int_equal(out.len, strlen(page_text));
    buffer_free(&packed);
    buffer_free(&out);
}

static void test_caps(void **state)
{
    (void)state;
    buffer packed = bytes_new(), out = bytes_new();
    gzip_bomb(&packed, "", 16 << 20, 'x');
    http_head head = { .encodings = { CODEC_GZIP }, .n_encodings = 1 };
    assert_int_equal(decode(&head, packed.data, packed.len, 1 << 20, &out), BODY_CUT);
    assert_int_equal(out.len, 1 << 20);
    assert_true(out.size < 4 << 20);
    assert_int_equal(decode(&head, packed.data, packed.len, 16 << 20, &out), BODY_WHOLE);
    assert_int_equal(out.len, 16 << 20);
    assert_int_equal(decode(&head, packed.data, packed.len - 9, 17 << 20, &out), BODY_DAMAGED);
    buffer_free(&packed);
    buffer_free(&out);
}

static int inflater_end(void **state)
{
    (void)state;
    inflater_free(&shared_inflater);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),   cmocka_unit_test(test_numbers), cmocka_unit_test(test_http_head),
        cmocka_unit_test(test_charsets), cmocka_unit_test(test_chunks),  cmocka_unit_test(test_encodings),
        cmocka_unit_test(test_members),  cmocka_unit_test(test_caps),
    };
    return cmocka_run_group_tests(tests, NULL, inflater_end);
}
