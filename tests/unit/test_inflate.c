/* test_inflate.c - every codec, in steps of any size, complete and broken. */
#include "unit/source_fixture.h"

#include "source/inflate.h"

/* "<p>brotli</p>" twenty times, by the brotli program. */
static const unsigned char brotli_bytes[] = { 0x1b, 0x03, 0x01, 0xf8, 0x9d, 0x07, 0x36, 0x2e, 0xd4, 0xbb, 0xf9,
                                              0x31, 0x5e, 0xf2, 0xc0, 0xd1, 0xd5, 0x8b, 0x58, 0xf9, 0xc8, 0x65,
                                              0x1a, 0xdb, 0x5b, 0x0c, 0x18, 0x0d, 0x1c, 0x93, 0x3f, 0x04 };

static buffer sample(void)
{
    buffer b = bytes_new();
    for (int i = 0; i < 3000; i++)
        buffer_format(&b, "<p class=c%d>line %d of a page</p>\n", i % 7, i * 7919 % 3001);
    return b;
}

/* The result of inflating with input and room given `in_step` and `out_step` bytes at a time. */
static inflate_result run(inflater *f, codec c, const char *in, size_t len, size_t in_step, size_t out_step,
                          buffer *out, size_t *taken)
{
    size_t at = 0;
    assert_true(inflater_start(f, c));
    for (;;) {
        size_t used = 0, made = 0, n = len - at < in_step ? len - at : in_step;
        assert_true(buffer_reserve(out, out_step));
        inflate_result result = inflater_step(f, in + at, n, &used, out->data + out->len, out_step, &made);
        assert_true(used <= n && made <= out_step);
        at += used;
        out->len += made;
        *taken = at;
        if (result != INFLATE_MORE || (used == 0 && made == 0 && at == len))
            return result;
    }
}

static void codec_round_trip(codec c, const buffer *packed, const buffer *plain, bool tells_end)
{
    static const size_t steps[] = { 1, 7, 100, 4096, 1 << 20 };
    inflater f = { 0 };
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 5; k++) {
            buffer out = bytes_new();
            size_t taken;
            assert_int_equal(run(&f, c, packed->data, packed->len, steps[i], steps[k], &out, &taken), INFLATE_END);
            assert_int_equal(out.len, plain->len);
            assert_memory_equal(out.data, plain->data, plain->len);
            if (tells_end)
                assert_int_equal(taken, packed->len - 5);
            buffer_free(&out);
        }
    inflater_free(&f);
}

/* Five bytes of something else follow: gzip and zstd, which may be followed by another member, must not consume them.
 */
static void test_codecs(void **state)
{
    (void)state;
    buffer plain = sample(), gzip = bytes_new(), zlib = bytes_new(), raw = bytes_new(), zstd = bytes_new();
    gzip_append(&gzip, plain.data, plain.len);
    deflate_append(&zlib, plain.data, plain.len, 15);
    deflate_append(&raw, plain.data, plain.len, -15);
    zstd_append(&zstd, plain.data, plain.len, NULL, 0);
    buffer *all[] = { &gzip, &zlib, &raw, &zstd };
    for (size_t i = 0; i < 4; i++)
        buffer_text(all[i], "\x1f\x8b\x08zz");
    codec_round_trip(CODEC_GZIP, &gzip, &plain, true);
    codec_round_trip(CODEC_ZLIB, &zlib, &plain, false);
    codec_round_trip(CODEC_DEFLATE, &raw, &plain, false);
    codec_round_trip(CODEC_ZSTD, &zstd, &plain, true);
    for (size_t i = 0; i < 4; i++)
        buffer_free(all[i]);
    buffer_free(&plain);
}

static void test_brotli(void **state)
{
    (void)state;
    buffer packed = bytes_new(), plain = bytes_new();
    buffer_append(&packed, (const char *)brotli_bytes, sizeof brotli_bytes);
    for (int i = 0; i < 20; i++)
        buffer_text(&plain, "<p>brotli</p>");
    codec_round_trip(CODEC_BROTLI, &packed, &plain, false);
    buffer_free(&packed);
    buffer_free(&plain);
}

static void test_empty_members(void **state)
{
    (void)state;
    inflater f = { 0 };
    buffer packed = bytes_new(), out = bytes_new();
    size_t taken;
    gzip_append(&packed, "", 0);
    assert_int_equal(run(&f, CODEC_GZIP, packed.data, packed.len, 3, 10, &out, &taken), INFLATE_END);
    assert_int_equal(out.len, 0);
    buffer_free(&packed);
    buffer_free(&out);
    inflater_free(&f);
}

/* A prefix wants more; a flipped bit is found, by the checksum at the latest, or means nothing: a header's time, the
 * last byte's padding. */
static void test_broken_gzip(void **state)
{
    (void)state;
    inflater f = { 0 };
    buffer plain = sample(), packed = bytes_new();
    plain.len = 600;
    gzip_append(&packed, plain.data, plain.len);
    for (size_t len = 0; len < packed.len; len++) {
        buffer out = bytes_new();
        size_t taken;
        assert_int_equal(run(&f, CODEC_GZIP, packed.data, len, 50, 64, &out, &taken), INFLATE_MORE);
        buffer_free(&out);
    }
    for (size_t at = 0; at < packed.len; at++)
        for (int bit = 0; bit < 8; bit++) {
            buffer out = bytes_new();
            size_t taken;
            packed.data[at] ^= (char)(1 << bit);
            inflate_result result = run(&f, CODEC_GZIP, packed.data, packed.len, 50, 64, &out, &taken);
            if (result == INFLATE_END) {
                assert_int_equal(out.len, plain.len);
                assert_memory_equal(out.data, plain.data, out.len);
            }
            packed.data[at] ^= (char)(1 << bit);
            buffer_free(&out);
        }
    buffer_free(&packed);
    buffer_free(&plain);
    inflater_free(&f);
}

static void test_detect(void **state)
{
    (void)state;
    assert_int_equal(codec_detect("\x1f\x8b\x08\x00", 4), CODEC_GZIP);
    assert_int_equal(codec_detect("\x1f\x8b", 2), CODEC_NONE);
    assert_int_equal(codec_detect("\x28\xb5\x2f\xfd", 4), CODEC_ZSTD);
    assert_int_equal(codec_detect("\x5d\x2a\x4d\x18", 4), CODEC_ZSTD);
    assert_int_equal(codec_detect("<htm", 4), CODEC_NONE);
    assert_int_equal(codec_detect("", 0), CODEC_NONE);
}

/* A frame that asks for a window beyond the limit is refused. */
static void test_zstd_window(void **state)
{
    (void)state;
    inflater f = { 0 };
    size_t taken;
    buffer out = bytes_new();
    static const char frame[] = "\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00"; /* window log 31 */
    assert_int_equal(run(&f, CODEC_ZSTD, frame, sizeof frame - 1, 100, 100, &out, &taken), INFLATE_WINDOW);
    buffer_free(&out);
    inflater_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codecs),      cmocka_unit_test(test_brotli), cmocka_unit_test(test_empty_members),
        cmocka_unit_test(test_broken_gzip), cmocka_unit_test(test_detect), cmocka_unit_test(test_zstd_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
