/* source_fixture.h - fixtures for src/source/: compressed bytes, WARC records, a temporary directory, pages read. */
#ifndef HUSK_TESTS_SOURCE_FIXTURE_H
#define HUSK_TESTS_SOURCE_FIXTURE_H

#include <endian.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/buffer.h"
#include "husk/husk.h"

#define UNUSED __attribute__((unused))

static inline buffer bytes_new(void)
{
    buffer b;
    buffer_init(&b, (size_t)1 << 30);
    return b;
}

/* --- compressed bytes --------------------------------------------------------------------------------------------- */

/* window_bits as zlib has them: 31 gzip, 15 zlib, -15 without a wrapper. */
UNUSED static void deflate_append(buffer *out, const char *data, size_t len, int window_bits)
{
    z_stream z = { 0 };
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
    size_t bound = deflateBound(&z, len) + 64;
    assert_true(buffer_reserve(out, bound));
    z.next_in = (unsigned char *)data;
    z.avail_in = (unsigned)len;
    z.next_out = (unsigned char *)out->data + out->len;
    z.avail_out = (unsigned)bound;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    out->len += z.total_out;
    deflateEnd(&z);
}

UNUSED static void gzip_append(buffer *out, const char *data, size_t len)
{
    deflate_append(out, data, len, 31);
}

UNUSED static void zstd_append(buffer *out, const char *data, size_t len, const char *dictionary, size_t dictionary_len)
{
    ZSTD_CCtx *c = ZSTD_createCCtx();
    size_t bound = ZSTD_compressBound(len);
    assert_true(buffer_reserve(out, bound));
    if (dictionary)
        assert_false(ZSTD_isError(ZSTD_CCtx_loadDictionary(c, dictionary, dictionary_len)));
    size_t n = ZSTD_compress2(c, out->data + out->len, bound, data, len);
    assert_false(ZSTD_isError(n));
    out->len += n;
    ZSTD_freeCCtx(c);
}

/* Deflated bytes, flushed to a byte's end, without a last block; returns their checksum. */
UNUSED static unsigned long deflate_part(buffer *out, const char *data, size_t len)
{
    z_stream z = { 0 };
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    size_t bound = deflateBound(&z, len) + 64;
    assert_true(buffer_reserve(out, bound));
    z.next_in = (unsigned char *)data;
    z.avail_in = (unsigned)len;
    z.next_out = (unsigned char *)out->data + out->len;
    z.avail_out = (unsigned)bound;
    assert_int_equal(deflate(&z, Z_FULL_FLUSH), Z_OK);
    out->len += z.total_out;
    deflateEnd(&z);
    return crc32(0, (const unsigned char *)data, (unsigned)len);
}

/* A gzip member of `head` and `n` (a multiple of 16 MB) times the byte `c`: one compressed piece, repeated, so that
 * it is made instantly. */
UNUSED static void gzip_bomb(buffer *out, const char *head, uint64_t n, char c)
{
    const size_t piece_len = (size_t)16 << 20;
    char *piece = malloc(piece_len);
    buffer packed = bytes_new();
    assert_true(piece && n % piece_len == 0);
    memset(piece, c, piece_len);
    buffer_append(out, "\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
    unsigned long crc = deflate_part(out, head, strlen(head)), crc_piece = deflate_part(&packed, piece, piece_len);
    for (uint64_t i = 0; i < n / piece_len; i++) {
        buffer_append(out, packed.data, packed.len);
        crc = crc32_combine(crc, crc_piece, (z_off_t)piece_len);
    }
    uint32_t trailer[2] = { htole32((uint32_t)crc), htole32((uint32_t)(strlen(head) + n)) };
    buffer_append(out, "\x03\0", 2); /* an empty last block */
    buffer_append(out, (const char *)trailer, 8);
    buffer_free(&packed);
    free(piece);
}

/* --- WARC records ------------------------------------------------------------------------------------------------- */

UNUSED static void warc_block(buffer *out, const char *type, const char *uri, const char *media_type, const char *block,
                              size_t len)
{
    buffer_format(out, "WARC/1.1\r\nWARC-Type: %s\r\n", type);
    if (uri)
        buffer_format(out, "WARC-Target-URI: %s\r\n", uri);
    if (media_type)
        buffer_format(out, "Content-Type: %s\r\n", media_type);
    buffer_format(out, "Content-Length: %zu\r\n\r\n", len);
    buffer_append(out, block, len);
    buffer_text(out, "\r\n\r\n");
}

/* A response: `head` is the HTTP head without its empty line. */
UNUSED static void warc_response(buffer *out, const char *uri, const char *head, const char *body, size_t len)
{
    buffer block = bytes_new();
    buffer_format(&block, "%s\r\n\r\n", head);
    buffer_append(&block, body, len);
    warc_block(out, "response", uri, "application/http; msgtype=response", block.data, block.len);
    buffer_free(&block);
}

#define HTML_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=UTF-8"

UNUSED static void warc_page(buffer *out, const char *uri, const char *body)
{
    warc_response(out, uri, HTML_HEAD, body, strlen(body));
}

/* --- files -------------------------------------------------------------------------------------------------------- */

static char fixture_dir[64];

UNUSED static int dir_make(void **state)
{
    (void)state;
    strcpy(fixture_dir, "/tmp/husk-test-XXXXXX");
    return mkdtemp(fixture_dir) == NULL;
}

static void tree_remove(const char *path)
{
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir)) != NULL;) {
        char child[1024];
        struct stat s;
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        snprintf(child, sizeof child, "%s/%s", path, e->d_name);
        if (lstat(child, &s) == 0 && S_ISDIR(s.st_mode))
            tree_remove(child);
        else
            unlink(child);
    }
    if (dir)
        closedir(dir);
    rmdir(path);
}

UNUSED static int dir_remove(void **state)
{
    (void)state;
    tree_remove(fixture_dir);
    return 0;
}

/* A path in the temporary directory; the last eight live. */
UNUSED static const char *in_dir(const char *name)
{
    static char paths[8][256];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", fixture_dir, name);
    return path;
}

UNUSED static const char *file_write(const char *name, const char *data, size_t len)
{
    const char *path = in_dir(name);
    unlink(path); /* writing over a file waits for the disk on some systems */
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
    return path;
}

UNUSED static const char *text_write(const char *name, const char *text)
{
    return file_write(name, text, strlen(text));
}

/* --- what comes out ----------------------------------------------------------------------------------------------- */

typedef struct page_seen {
    char *id, *url, *charset, *reason, *bytes;
    size_t len;
    bool is_text;
    husk_status status;
} page_seen;

typedef struct pages {
    page_seen *items;
    size_t n;
} pages;

static char *copy_text(const char *text)
{
    return text ? strdup(text) : NULL;
}

UNUSED static pages pages_read(const char *const *inputs, size_t n_inputs, const husk_source_options *options)
{
    pages all = { 0 };
    husk_source *source;
    husk_error error = { 0 };
    husk_raw raw = { .size = sizeof(husk_raw) };
    husk_status status;
    assert_int_equal(husk_source_open(inputs, n_inputs, options, &source, &error), HUSK_OK);
    while ((status = husk_source_next(source, &raw, &error)) == HUSK_OK) {
        all.items = realloc(all.items, (all.n + 1) * sizeof *all.items);
        char *bytes = malloc(raw.len + 1);
        memcpy(bytes, raw.bytes, raw.len);
        bytes[raw.len] = 0;
        assert_non_null(raw.id);
        assert_true((raw.status == HUSK_OK) == (raw.reason == NULL));
        all.items[all.n++] = (page_seen){
            copy_text(raw.id), copy_text(raw.url), copy_text(raw.charset), copy_text(raw.reason), bytes, raw.len,
            raw.is_text,       raw.status
        };
    }
    assert_int_equal(status, HUSK_END);
    assert_int_equal(husk_source_next(source, &raw, &error), HUSK_END);
    husk_source_free(source);
    return all;
}

UNUSED static pages pages_of(const char *input)
{
    return pages_read(&input, 1, NULL);
}

UNUSED static void pages_free(pages *all)
{
    for (size_t i = 0; i < all->n; i++) {
        page_seen *p = &all->items[i];
        free(p->id);
        free(p->url);
        free(p->charset);
        free(p->reason);
        free(p->bytes);
    }
    free(all->items);
    *all = (pages){ 0 };
}

UNUSED static size_t pages_good(const pages *all)
{
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++)
        n += all->items[i].status == HUSK_OK;
    return n;
}

#endif
