/* warc_write.c - the archive of a crawl: warcinfo, then a response and its request for each page.
 * Records are written one by one, so that a truncated file is valid up to its last complete record; a truncated
 * record is removed before more are appended. Bodies are stored decompressed and unchunked, with a matching header.
 * Cost: one deflate and two SHA-1 per record. Limits: HUSK_MAX_HEAD_BYTES per header. */
#include "source/warc_write.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "base/buffer.h"
#include "base/endings.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/sha1.h"
#include "base/status.h"
#include "source/formats.h"

typedef struct record_id {
    char text[64]; /* "<urn:uuid:...>" */
} record_id;

struct warc_writer {
    FILE *file;
    char *path;
    bool is_gzip;
    bool is_new;    /* the file did not exist: if no record is written, it is removed */
    bool is_empty;  /* no warcinfo yet */
    uint64_t start; /* the file's bytes when it was opened: more than its records */
    uint64_t n;
};

/* Make the file end with a complete record: a killed crawl leaves a partial one, which is cut off. */
static husk_status file_mend(warc_writer *w, husk_error *error)
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
    w->is_empty = len == 0;
    if (status == HUSK_OK && (off_t)len < size && ftruncate(fd, (off_t)len) != 0)
        status = error_set(error, HUSK_IO, "%s: %s", w->path, strerror(errno));
    else if (status != HUSK_OK)
        error_set(error, status, "%s: %s", w->path,
                  status == HUSK_BAD_FILE ? "no WARC file that records can be added to" : husk_status_text(status));
    warc_free(&archive);
    reader_free(&r);
    return status;
}

static void writer_free(warc_writer *w)
{
    free(w->path);
    free(w);
}

husk_status warc_writer_open(const char *path, warc_writer **out, husk_error *error)
{
    packing packed = packing_take(&(slice){ path, strlen(path) });
    if (packed == PACKING_ZSTD)
        return error_set(error, HUSK_BAD_ARGUMENT, "%s: WARC files can be written plain or as .gz", path);
    warc_writer *w = calloc(1, sizeof *w);
    if (w == NULL || (w->path = strdup(path)) == NULL) {
        free(w);
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    }
    w->is_gzip = packed == PACKING_GZIP;
    w->is_new = access(path, F_OK) != 0;
    w->is_empty = true;
    w->file = fopen(path, "a+b");
    husk_status status = w->file ? file_mend(w, error) : error_set(error, HUSK_IO, "%s: %s", path, strerror(errno));
    if (status == HUSK_OK) {
        off_t end = fseeko(w->file, 0, SEEK_END) == 0 ? ftello(w->file) : 0;
        w->start = end > 0 ? (uint64_t)end : 0;
        *out = w;
        return HUSK_OK;
    }
    if (w->file)
        fclose(w->file);
    writer_free(w);
    return status;
}

/* A gzip member of its own. */
static bool gzip_write(FILE *file, const buffer *record)
{
    int fd = dup(fileno(file));
    gzFile member = fd >= 0 ? gzdopen(fd, "ab") : NULL;
    if (member == NULL && fd >= 0)
        close(fd);
    bool ok = member && gzfwrite(record->data, 1, record->len, member) == record->len;
    return member && gzclose(member) == Z_OK && ok;
}

/* The same for the same URL, content and time at the same place of a file; distinct for each record, also of runs in
 * the same second. */
static record_id make_id(const warc_writer *w, const char *url, const char *date, uint64_t salt, slice content)
{
    record_id id;
    uint64_t a =
        hash_pair(hash_pair(hash_bytes(url, strlen(url)), hash_bytes(date, strlen(date))), w->start + w->n + salt);
    uint64_t b = hash_bytes(content.data, content.len);
    snprintf(id.text, sizeof id.text, "<urn:uuid:%08x-%04x-8%03x-a%03x-%012llx>", (unsigned)(a >> 32),
             (unsigned)(a >> 16) & 0xffff, (unsigned)a & 0xfff, (unsigned)(b >> 52),
             (unsigned long long)(b & 0xffffffffffffu));
    return id;
}

static void digest_of(slice head, slice body, char digest[SHA1_BASE32])
{
    sha1 s;
    sha1_begin(&s);
    sha1_add(&s, head.data, head.len);
    sha1_add(&s, body.data, body.len);
    sha1_base32(&s, digest);
}

/* The common start of all records. */
static void record_begin(buffer *record, const char *type, const record_id *id, const char *date)
{
    buffer_format(record, "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: %s\r\nWARC-Date: %s\r\n", type, id->text, date);
}

/* The rest of a record: its digest, its length and its content, which is `head` and `body`. */
static husk_status record_end(warc_writer *w, buffer *record, const char *type, slice head, slice body,
                              husk_error *error)
{
    char digest[SHA1_BASE32];
    digest_of(head, body, digest);
    buffer_format(record, "WARC-Block-Digest: sha1:%s\r\n", digest);
    buffer_format(record, "Content-Type: %s\r\nContent-Length: %zu\r\n\r\n", type, head.len + body.len);
    buffer_append(record, head.data, head.len);
    buffer_append(record, body.data, body.len);
    buffer_text(record, "\r\n\r\n");
    bool ok = record->status == HUSK_OK;
    if (ok)
        ok = w->is_gzip ? gzip_write(w->file, record) : fwrite(record->data, 1, record->len, w->file) == record->len;
    ok = ok && fflush(w->file) == 0; /* whole records on disk, should the crawl be killed */
    buffer_clear(record);
    return ok ? HUSK_OK : error_set(error, HUSK_IO, "%s: %s", w->path, strerror(errno));
}

/* The file's first record: the program that wrote it. */
static husk_status write_info(warc_writer *w, buffer *record, const char *date, husk_error *error)
{
    static const char info[] = "software: husk/" HUSK_VERSION "\r\nformat: WARC File Format 1.1\r\n";
    slice text = { info, sizeof info - 1 };
    record_id id = make_id(w, w->path, date, 0, text);
    record_begin(record, "warcinfo", &id, date);
    w->is_empty = false;
    return record_end(w, record, "application/warc-fields", text, (slice){ "", 0 }, error);
}

/* The value of a line "name: value"; {NULL, 0} if it is another. */
static slice value_of(slice line, const char *name)
{
    size_t n = strlen(name);
    return line.len > n && line.data[n] == ':' && strncasecmp(line.data, name, n) == 0
               ? slice_trim((slice){ line.data + n + 1, line.len - n - 1 })
               : (slice){ NULL, 0 };
}

static bool is_field(slice line, const char *const *names)
{
    while (*names && value_of(line, *names).data == NULL)
        names++;
    return *names != NULL;
}

static void line_write(buffer *out, slice line)
{
    buffer_append(out, line.data, line.len);
    buffer_text(out, "\r\n");
}

/* The body is stored decoded: fields that describe the transfer are renamed, as readers of WARC expect; a length that
 * is still true stays. Whatever the version of HTTP, the header is written as that of 1.1. */
static void write_head(buffer *out, slice head, size_t body_len)
{
    static const char *const about_transfer[] = { "Content-Length", "Content-Encoding", "Transfer-Encoding", NULL };
    slice line, version;
    char digits[24];
    bool has_length = false;
    snprintf(digits, sizeof digits, "%zu", body_len);
    head_line(&head, &line);
    size_t len = line.len;
    part_next(&line, ' ', &version);
    buffer_text(out, version.len < len ? "HTTP/1.1 " : "HTTP/1.1");
    line_write(out, line);
    while (head_line(&head, &line) && line.len) {
        bool length = !has_length && slice_is(value_of(line, "Content-Length"), digits);
        has_length |= length;
        if (!length && is_field(line, about_transfer))
            buffer_text(out, "X-Archive-Orig-");
        line_write(out, line);
    }
    if (!has_length)
        buffer_format(out, "Content-Length: %zu\r\n", body_len);
    buffer_text(out, "\r\n");
}

/* Credentials don't belong in a file that may be shared. */
static void write_request_head(buffer *out, slice head)
{
    static const char *const secrets[] = { "Authorization", "Proxy-Authorization", "Cookie", NULL };
    slice line;
    head_line(&head, &line);
    while (line.len && line.data[line.len - 1] != ' ')
        line.len--;
    buffer_append(out, line.data, line.len);
    buffer_text(out, "HTTP/1.1\r\n");
    while (head_line(&head, &line) && line.len)
        if (!is_field(line, secrets))
            line_write(out, line);
    buffer_text(out, "\r\n");
}

static husk_status write_response(warc_writer *w, const warc_answer *a, const char *date, const record_id *id,
                                  buffer *record, buffer *head, husk_error *error)
{
    if (a->head.len) {
        write_head(head, a->head, a->body.len);
    } else {
        buffer_format(head, "HTTP/1.1 %u \r\n", a->http_status);
        if (a->content_type && *a->content_type)
            buffer_format(head, "Content-Type: %s\r\n", a->content_type);
        buffer_format(head, "Content-Length: %zu\r\n\r\n", a->body.len);
    }
    char digest[SHA1_BASE32];
    digest_of(a->body, (slice){ "", 0 }, digest);
    record_begin(record, "response", id, date);
    buffer_format(record, "WARC-Target-URI: %s\r\n", a->url);
    if (a->address && *a->address)
        buffer_format(record, "WARC-IP-Address: %s\r\n", a->address);
    buffer_format(record, "WARC-Payload-Digest: sha1:%s\r\n", digest);
    if (head->status != HUSK_OK)
        return error_set(error, head->status, "%s: %s", w->path, husk_status_text(head->status));
    return record_end(w, record, "application/http; msgtype=response", (slice){ head->data, head->len }, a->body,
                      error);
}

static husk_status write_request(warc_writer *w, const warc_answer *a, const char *date, const record_id *response,
                                 buffer *record, buffer *head, husk_error *error)
{
    buffer_clear(head);
    write_request_head(head, a->request);
    slice text = { head->data, head->len };
    record_id id = make_id(w, a->url, date, UINT64_C(1) << 63, text);
    record_begin(record, "request", &id, date);
    buffer_format(record, "WARC-Target-URI: %s\r\nWARC-Concurrent-To: %s\r\n", a->url, response->text);
    if (head->status != HUSK_OK)
        return error_set(error, head->status, "%s: %s", w->path, husk_status_text(head->status));
    return record_end(w, record, "application/http; msgtype=request", text, (slice){ "", 0 }, error);
}

husk_status warc_write(warc_writer *w, const warc_answer *a, husk_error *error)
{
    buffer record, head;
    char date[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    buffer_init(&record, HUSK_MAX_PAGE_BYTES_ASKED + HUSK_MAX_HEAD_BYTES * 4);
    buffer_init(&head, HUSK_MAX_HEAD_BYTES * 2);
    w->n++;
    record_id id = make_id(w, a->url, date, 0, a->body);
    husk_status status = w->is_empty ? write_info(w, &record, date, error) : HUSK_OK;
    if (status == HUSK_OK)
        status = write_response(w, a, date, &id, &record, &head, error);
    if (status == HUSK_OK && a->request.len)
        status = write_request(w, a, date, &id, &record, &head, error);
    buffer_free(&record);
    buffer_free(&head);
    return status;
}

husk_status warc_writer_close(warc_writer *w, husk_error *error)
{
    if (w == NULL)
        return HUSK_OK;
    bool ok = fclose(w->file) == 0;
    if (w->is_new && w->n == 0)
        unlink(w->path);
    husk_status status = ok ? HUSK_OK : error_set(error, HUSK_IO, "%s: %s", w->path, strerror(errno));
    writer_free(w);
    return status;
}
