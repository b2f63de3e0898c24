/* test_reader.c - layers of gzip and zstd, members, damage and recovery. */
#include "unit/source_fixture.h"

#include <fcntl.h>
#include <pthread.h>
#include <zdict.h>

#include "source/reader.h"
#include "reader_memory.h"

static reader shared;

static buffer sample(size_t lines)
{
    buffer b = bytes_new();
    for (size_t i = 0; i < lines; i++)
        buffer_format(&b, "line %zu of %zu words\n", i, i * 7919 % 3001);
    return b;
}

static void assert_reads(const buffer *packed, const buffer *plain, codec forced)
{
    static const size_t steps[] = { 1, 1000, 20000, 1 << 22 };
    for (size_t i = 0; i < 4; i++) {
        buffer out = bytes_new();
        assert_true(reader_open_memory(&shared, packed->data, packed->len, forced));
        for (size_t n = 1; n;) {
            assert_true(buffer_reserve(&out, steps[i]));
            n = reader_read(&shared, out.data + out.len, steps[i]);
            out.len += n;
        }
        assert_int_equal(shared.fault, READER_FINE);
        assert_int_equal(out.len, plain->len);
        assert_memory_equal(out.data, plain->data, plain->len);
        assert_int_equal(reader_offset(&shared), plain->len);
        buffer_free(&out);
    }
}

static void test_layers(void **state)
{
    (void)state;
    buffer plain = sample(9000), gzip = bytes_new(), zstd = bytes_new(), both = bytes_new(), many = bytes_new();
    assert_reads(&plain, &plain, CODEC_NONE);
    assert_reads(&plain, &plain, CODEC_GZIP); /* the name lies */
    gzip_append(&gzip, plain.data, plain.len);
    assert_reads(&gzip, &plain, CODEC_NONE);
    zstd_append(&zstd, plain.data, plain.len, NULL, 0);
    assert_reads(&zstd, &plain, CODEC_NONE);
    zstd_append(&both, gzip.data, gzip.len, NULL, 0);
    assert_reads(&both, &plain, CODEC_NONE);
    for (size_t at = 0; at < plain.len; at += 1000) {
        size_t n = plain.len - at < 1000 ? plain.len - at : 1000;
        if (at / 1000 % 2)
            gzip_append(&many, plain.data + at, n);
        else
            gzip_append(&many, plain.data + at, 0), gzip_append(&many, plain.data + at, n);
    }
    buffer_append(&many, "\0\0\0\0\0", 5); /* padding */
    assert_reads(&many, &plain, CODEC_NONE);
    buffer *all[] = { &plain, &gzip, &zstd, &both, &many };
    for (size_t i = 0; i < 5; i++)
        buffer_free(all[i]);
}

/* A file that contains itself: after HUSK_MAX_LAYERS the rest is just bytes. */
static void test_too_many_layers(void **state)
{
    (void)state;
    buffer one = bytes_new(), two = bytes_new();
    buffer_text(&one, "core");
    for (int i = 0; i < 6; i++) {
        buffer_clear(&two);
        gzip_append(&two, one.data, one.len);
        buffer swap = one;
        one = two;
        two = swap;
    }
    const char *data;
    assert_true(reader_open_memory(&shared, one.data, one.len, CODEC_NONE));
    assert_int_equal(shared.n_layers, HUSK_MAX_LAYERS + 1);
    assert_true(reader_peek(&shared, 3, &data) >= 3);
    assert_int_equal(codec_detect(data, 3), CODEC_GZIP);
    buffer_free(&one);
    buffer_free(&two);
}

/* The dictionary of a .warc.zst, plain or compressed, in the skippable frame that its specification names. */
static void test_dictionary(void **state)
{
    (void)state;
    buffer plain = sample(300), samples = sample(4000);
    size_t sizes[400];
    char dictionary[4096];
    for (size_t i = 0; i < 400; i++)
        sizes[i] = samples.len / 400;
    size_t len = ZDICT_trainFromBuffer(dictionary, sizeof dictionary, samples.data, sizes, 400);
    assert_false(ZDICT_isError(len));
    for (int compressed = 0; compressed < 2; compressed++) {
        buffer file = bytes_new(), frame = bytes_new();
        if (compressed)
            zstd_append(&frame, dictionary, len, NULL, 0);
        else
            buffer_append(&frame, dictionary, len);
        uint32_t size = htole32((uint32_t)frame.len);
        buffer_append(&file, "\x5D\x2A\x4D\x18", 4);
        buffer_append(&file, (const char *)&size, 4);
        buffer_append(&file, frame.data, frame.len);
        zstd_append(&file, plain.data, 2000, dictionary, len);
        zstd_append(&file, plain.data + 2000, plain.len - 2000, dictionary, len);
        assert_reads(&file, &plain, CODEC_NONE);
        file.data[4]++; /* a wrong length: no dictionary where one is said to be */
        assert_true(reader_open_memory(&shared, file.data, 60, CODEC_NONE));
        assert_int_equal(shared.fault, READER_DAMAGED);
        buffer_free(&file);
        buffer_free(&frame);
    }
    buffer_free(&plain);
    buffer_free(&samples);
}

static void test_members(void **state)
{
    (void)state;
    buffer packed = bytes_new();
    const char *data;
    gzip_append(&packed, "the first", 9);
    size_t second = packed.len;
    gzip_append(&packed, "second", 6);
    assert_true(reader_open_memory(&shared, packed.data, packed.len, CODEC_NONE));
    assert_true(reader_at_member(&shared));
    shared.by_member = true;
    assert_int_equal(reader_peek(&shared, 100, &data), 9);
    assert_false(reader_at_member_end(&shared));
    reader_take(&shared, 9);
    assert_int_equal(reader_peek(&shared, 1, &data), 0);
    assert_true(reader_at_member_end(&shared));
    shared.by_member = false;
    assert_int_equal(reader_peek(&shared, 1, &data), 6);
    assert_true(reader_at_member(&shared));
    assert_int_equal(reader_file_offset(&shared), second);
    assert_memory_equal(data, "second", 6);
    buffer_free(&packed);
}

static void test_faults(void **state)
{
    (void)state;
    buffer plain = sample(500), packed = bytes_new(), words = bytes_new();
    const char *data;
    gzip_append(&packed, plain.data, plain.len);
    size_t member = packed.len;
    buffer_text(&packed, "trailing");
    assert_true(reader_open_memory(&shared, packed.data, packed.len, CODEC_NONE));
    assert_int_equal(reader_skip(&shared, UINT64_MAX), plain.len);
    assert_int_equal(shared.fault, READER_TRAILING);
    reader_explain(&shared, "", &words);
    buffer_byte(&words, 0);
    char expected[64];
    snprintf(expected, sizeof expected, "no gzip data at byte %zu", member);
    assert_string_equal(words.data, expected);
    assert_true(reader_open_memory(&shared, packed.data, 100, CODEC_NONE));
    reader_peek(&shared, READER_WINDOW, &data);
    assert_int_equal(shared.fault, READER_ENDS_EARLY);
    packed.data[50] ^= 0x55;
    assert_true(reader_open_memory(&shared, packed.data, member, CODEC_NONE));
    reader_skip(&shared, UINT64_MAX);
    assert_int_equal(shared.fault, READER_DAMAGED);
    buffer_free(&plain);
    buffer_free(&packed);
    buffer_free(&words);
}

static void assert_resyncs(const buffer *packed, int fd, size_t next)
{
    const char *data;
    if (fd < 0)
        assert_true(reader_open_memory(&shared, packed->data, packed->len, CODEC_GZIP));
    else
        assert_true(reader_open(&shared, fd, true, CODEC_GZIP, NULL));
    reader_skip(&shared, UINT64_MAX);
    assert_int_not_equal(shared.fault, READER_FINE);
    assert_true(reader_resync(&shared, "KEY", 3));
    assert_int_equal(reader_file_offset(&shared), next);
    assert_true(reader_at_member(&shared));
    assert_true(reader_peek(&shared, 8, &data) >= 8);
    assert_memory_equal(data, "KEY next", 8);
    assert_false(reader_resync(&shared, "NOT", 3));
}

/* A damaged member of any length, from memory, a file and a pipe; the next one is found, not one that starts
 * differently. */
static void test_resync(void **state)
{
    (void)state;
    for (size_t lines = 100; lines <= 100000; lines *= 1000) {
        buffer plain = sample(lines), packed = bytes_new();
        gzip_append(&packed, plain.data, plain.len);
        packed.data[packed.len / 2] ^= 0x10;
        gzip_append(&packed, "other", 5);
        size_t next = packed.len;
        gzip_append(&packed, "KEY next", 8);
        assert_resyncs(&packed, -1, next);
        assert_resyncs(&packed, open(file_write("x.gz", packed.data, packed.len), O_RDONLY), next);
        packed.data[0] ^= 1; /* the very first byte: known by name alone */
        assert_resyncs(&packed, open(file_write("x.gz", packed.data, packed.len), O_RDONLY), next);
        buffer_free(&plain);
        buffer_free(&packed);
    }
}

/* A gigabyte from a megabyte is skipped only as far as the rule allows, in the reader's fixed memory. */
static void test_bomb(void **state)
{
    (void)state;
    buffer packed = bytes_new();
    gzip_bomb(&packed, "", (uint64_t)1 << 30, 'A');
    size_t next = packed.len;
    gzip_append(&packed, "KEY next", 8);
    assert_true(next < 2 << 20);
    int fd = open(file_write("bomb.gz", packed.data, packed.len), O_RDONLY);
    assert_true(reader_open(&shared, fd, true, CODEC_NONE, NULL));
    uint64_t gone = reader_skip(&shared, UINT64_MAX);
    assert_int_equal(shared.fault, READER_BOMB);
    assert_true(gone <= HUSK_MAX_SKIP_BYTES + 2 * READER_WINDOW);
    assert_true(reader_resync(&shared, "KEY", 3));
    assert_int_equal(reader_file_offset(&shared), next);
    buffer_free(&packed);
}

static void test_seek(void **state)
{
    (void)state;
    buffer plain = sample(100000);
    const char *data;
    int fd = open(file_write("plain", plain.data, plain.len), O_RDONLY);
    _Atomic uint64_t progress = 0;
    assert_true(reader_open(&shared, fd, true, CODEC_NONE, &progress));
    assert_int_equal(reader_skip(&shared, 2000000), 2000000);
    assert_true(reader_seek(&shared, 1000));
    assert_int_equal(reader_offset(&shared), 1000);
    assert_true(reader_peek(&shared, 100, &data) >= 100);
    assert_memory_equal(data, plain.data + 1000, 100);
    assert_int_equal(reader_skip(&shared, UINT64_MAX), plain.len - 1000);
    assert_int_equal(progress, plain.len);
    assert_false(reader_seek(&shared, plain.len + 1));
    buffer_free(&plain);
}

static void *pipe_write(void *context)
{
    buffer *b = context;
    int fd = open(in_dir("fifo"), O_WRONLY);
    for (size_t at = 0; at < b->len;) {
        ssize_t n = write(fd, b->data + at, b->len - at < 777 ? b->len - at : 777);
        assert_true(n > 0);
        at += (size_t)n;
    }
    close(fd);
    return NULL;
}

static void test_pipe(void **state)
{
    (void)state;
    buffer plain = sample(50000), packed = bytes_new(), out = bytes_new();
    pthread_t writer;
    gzip_append(&packed, plain.data, plain.len);
    assert_int_equal(mkfifo(in_dir("fifo"), 0600), 0);
    pthread_create(&writer, NULL, pipe_write, &packed);
    assert_true(reader_open(&shared, open(in_dir("fifo"), O_RDONLY), true, CODEC_NONE, NULL));
    assert_true(buffer_reserve(&out, plain.len + 10));
    assert_int_equal(reader_read(&shared, out.data, plain.len + 10), plain.len);
    assert_memory_equal(out.data, plain.data, plain.len);
    pthread_join(writer, NULL);
    buffer_free(&plain);
    buffer_free(&packed);
    buffer_free(&out);
}

static void test_read_error(void **state)
{
    (void)state;
    buffer words = bytes_new();
    const char *data;
    assert_true(reader_open(&shared, open(fixture_dir, O_RDONLY), true, CODEC_NONE, NULL));
    assert_int_equal(reader_peek(&shared, 1, &data), 0);
    assert_int_equal(shared.fault, READER_IO);
    reader_explain(&shared, "", &words);
    buffer_byte(&words, 0);
    assert_string_equal(words.data, "Is a directory");
    buffer_free(&words);
}

static int shared_free(void **state)
{
    (void)state;
    reader_free(&shared);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_too_many_layers),
        cmocka_unit_test(test_dictionary),
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_faults),
        cmocka_unit_test_setup_teardown(test_resync, dir_make, dir_remove),
        cmocka_unit_test_setup_teardown(test_bomb, dir_make, dir_remove),
        cmocka_unit_test_setup_teardown(test_seek, dir_make, dir_remove),
        cmocka_unit_test_setup_teardown(test_pipe, dir_make, dir_remove),
        cmocka_unit_test_setup_teardown(test_read_error, dir_make, dir_remove),
    };
    return cmocka_run_group_tests(tests, NULL, shared_free);
}
