/* warc_write.c - write response records one by one, so that a truncated file is valid up to its last complete record.
 * A truncated record is removed before more are appended. Bodies are stored decompressed and unchunked, with a
 * matching header. The record's id is derived from its content and position, so the same bytes give the same id.
 * Cost: one deflate per record. Limits: none beyond the body's. */
#include "source/warc_write.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "base/buffer.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/status.h"
#include "source/warc.h"

struct warc_writer {
    FILE *file;
    char *path;
    bool is_gzip;
    bool is_new; /* the file did not exist: if no record is written, it is removed */
    uint64_t n;
};

static bool ends_with(const char *path, const char *ending)
{
    size_t len = strlen(path), n = strlen(ending);
    return len > n && strcasecmp(path + len - n, ending) == 0;
}

/* Make the file end with a complete record: a killed crawl leaves a partial one, which is cut off. */
static husk_status file_mend(const warc_writer *w, husk_error *error)
{
    int fd = fileno(w->file);
    reader r = { 0 };
    warc archive = { 0 };
    uint64_t len = 0;
    off_t size = lseek(fd, 0, SEEK_END);
    if (size == 0 || (size < 0 && errno == ESPIPE)) /* a pipe has no earlier records */
        return HUSK_OK;
    if (size < 0 || lseek(fd, 0, SEEK_SET) != 0)
        return error_set(error, HUSK_IO, "%s: %s", w->path, strerror(errno));
    husk_status status =
        reader_open(&r, fd, false, w->is_gzip ? CODEC_GZIP : CODEC_NONE, NULL) ? HUSK_OK : HUSK_NO_MEMORY;
    warc_open(&archive, &r, w->path);
    if (status == HUSK_OK)
        status = warc_whole(&archive, &len);
    if (status == HUSK_OK && reader_is_inflating(&r) != w->is_gzip)
        status = HUSK_BAD_FILE;
    if (status == HUSK_OK && (off_t)len < size && ftruncate(fd, (off_t)len) != 0)
        status = error_set(error, HUSK_IO, "%s: %s", w->path, strerror(errno));
    else if (status != HUSK_OK)
        error_set(error, status, "%s: %s", w->path,
                  status == HUSK_BAD_FILE ? "no WARC file that records can be added to" : husk_status_text(status));
    warc_free(&archive);
    reader_free(&r);
    return status;
}

husk_status warc_writer_open(const char *path, warc_writer **out, husk_error *error)
{
    if (ends_with(path, ".zst"))
        return error_set(error, HUSK_BAD_ARGUMENT, "%s: WARC files can be written plain or as .gz", path);
    warc_writer *w = calloc(1, sizeof *w);
    if (w == NULL || (w->path = strdup(path)) == NULL) {
        free(w);
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    }
    w->is_gzip = ends_with(path, ".gz");
    w->is_new = access(path, F_OK) != 0;
    w->file = fopen(path, "a+b");
    husk_status status = w->file ? file_mend(w, error) : error_set(error, HUSK_IO, "%s: %s", path, strerror(errno));
    if (status == HUSK_OK) {
        *out = w;
        return HUSK_OK;
    }
    if (w->file)
        fclose(w->file);
    free(w->path);
    free(w);
    return status;
}

static bool gzip_write(FILE *file, const buffer *record)
{
    z_stream z = { 0 };
    unsigned char chunk[16384];
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    z.next_in = (unsigned char *)record->data;
    z.avail_in = (unsigned)record->len; /* a record is far below 4 GB: HUSK_MAX_PAGE_BYTES_ASKED and a header */
    int code;
    bool ok = true;
    do {
        z.next_out = chunk;
        z.avail_out = sizeof chunk;
        code = deflate(&z, Z_FINISH);
        size_t n = sizeof chunk - z.avail_out;
        ok = code != Z_STREAM_ERROR && fwrite(chunk, 1, n, file) == n;
    } while (ok && code != Z_STREAM_END);
    deflateEnd(&z);
    return ok;
}

static void record_make(const warc_writer *w, buffer *record, const char *url, const buffer *head, const char *address,
                        slice body)
{
    char date[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    uint64_t a = hash_pair(hash_bytes(url, strlen(url)), w->n), b = hash_bytes(body.data, body.len);
    buffer_format(record, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\n", url, date);
    buffer_format(record, "WARC-Record-ID: <urn:uuid:%08x-%04x-8%03x-a%03x-%012llx>\r\n", (unsigned)(a >> 32),
                  (unsigned)(a >> 16) & 0xffff, (unsigned)a & 0xfff, (unsigned)(b >> 52),
                  (unsigned long long)(b & 0xffffffffffffu));
    if (address && *address)
        buffer_format(record, "WARC-IP-Address: %s\r\n", address);
    buffer_format(record, "Content-Type: application/http; msgtype=response\r\nContent-Length: %zu\r\n\r\n",
                  head->len + body.len);
    buffer_append(record, head->data, head->len);
    buffer_append(record, body.data, body.len);
    buffer_text(record, "\r\n\r\n");
}

husk_status warc_write(warc_writer *w, const char *url, unsigned http_status, const char *content_type,
                       const char *address, slice body, husk_error *error)
{
    buffer record, head;
    buffer_init(&record, HUSK_MAX_PAGE_BYTES_ASKED + HUSK_MAX_HEAD_BYTES * 4);
    buffer_init(&head, HUSK_MAX_HEAD_BYTES * 2);
    buffer_format(&head, "HTTP/1.1 %u \r\n", http_status);
    if (content_type && *content_type)
        buffer_format(&head, "Content-Type: %s\r\n", content_type);
    buffer_format(&head, "Content-Length: %zu\r\n\r\n", body.len);
    record_make(w, &record, url, &head, address, body);
    bool ok = record.status == HUSK_OK && head.status == HUSK_OK;
    if (ok)
        ok = w->is_gzip ? gzip_write(w->file, &record) : fwrite(record.data, 1, record.len, w->file) == record.len;
    ok = ok && fflush(w->file) == 0; /* flush complete records, in case the crawl is killed */
    w->n++;
    buffer_free(&record);
    buffer_free(&head);
    return ok ? HUSK_OK : error_set(error, HUSK_IO, "%s: %s", w->path, strerror(errno));
}

husk_status warc_writer_close(warc_writer *w, husk_error *error)
{
    if (w == NULL)
        return HUSK_OK;
    bool ok = fclose(w->file) == 0;
    if (w->is_new && w->n == 0)
        unlink(w->path);
    husk_status status = ok ? HUSK_OK : error_set(error, HUSK_IO, "%s: %s", w->path, strerror(errno));
    free(w->path);
    free(w);
    return status;
}
