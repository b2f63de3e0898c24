/* members.c - pages of ZIP and tar archives.
 * Both are read from front to back, so that pipes can be read too: a ZIP by its local headers, without its directory.
 * Cost: one pass; what is not a page is skipped, and decompressed only where no header says how long it is. Limits: the
 * page's cap; HUSK_MAX_SKIP_BYTES of a member whose length is unknown; names up to HUSK_MAX_URL_BYTES. */
#include "source/formats.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include "base/endings.h"
#include "base/limits.h"
#include "source/sniff.h"

#define ZIP_HEAD 30u
#define TAR_BLOCK 512u
#define MAX_PAX ((size_t)64 << 10) /* bytes of a header that only extends another */
#define PIECE ((size_t)256 << 10)
#define PASSED ((size_t)32 << 10) /* a step of what is passed over; less than DRAFT_SLACK */

enum { ZIP_ENCRYPTED = 1, ZIP_UNSIZED = 8 };
enum { METHOD_STORED = 0, METHOD_DEFLATE = 8 };

typedef struct member {
    uint64_t left; /* bytes of it that are not read yet, if is_sized; after them come `padding` more */
    uint64_t padding;
    bool is_sized;
    bool is_file;
    bool is_encrypted;
    bool is_read; /* as far as it is */
    unsigned method;
    uint32_t checksum; /* 0: none, or it comes after the data */
} member;

typedef enum outcome { PAGE, NO_PAGE, DAMAGED, NO_MORE } outcome;

void members_open(members *m, reader *r, const char *name, bool is_tar)
{
    m->reader = r;
    m->name = name;
    m->is_tar = is_tar;
    m->ended = m->any = m->in_warc = false;
    m->path.cap = m->inner_name.cap = (size_t)1 << 20;
}

void members_free(members *m)
{
    buffer_free(&m->path);
    buffer_free(&m->inner_name);
    inflater_free(&m->inflate);
    warc_free(&m->warc);
    reader_free(&m->inner);
    *m = (members){ 0 };
}

static void id_set(const members *m, draft *d)
{
    buffer_clear(&d->id);
    buffer_text(&d->id, m->name);
    if (m->path.len > 1) {
        buffer_byte(&d->id, '/');
        buffer_append(&d->id, m->path.data, m->path.len - 1);
    }
    buffer_byte(&d->id, 0);
}

static outcome failed(members *m, draft *d, husk_status status, const char *why)
{
    id_set(m, d);
    draft_fail(d, status, m->name, why);
    return PAGE;
}

/* The archive can't be read further. */
static outcome damaged(members *m, draft *d, const char *why)
{
    reader *r = m->reader;
    draft_text(&m->path, SLICE(""));
    failed(m, d, reader_status(r), why);
    buffer_format(&d->reason, " at byte %llu", (unsigned long long)reader_offset(r));
    reader_explain(r, ": ", &d->reason);
    m->ended = true;
    return DAMAGED;
}

/* --- headers of ZIP ----------------------------------------------------------------------------------------------- */

static uint64_t little(const char *data, unsigned n)
{
    uint64_t value = 0;
    while (n--)
        value = value << 8 | (unsigned char)data[n];
    return value;
}

/* The length in a ZIP64 extra field, if there is one. */
static void zip64_read(slice extra, member *x)
{
    while (extra.len >= 4) {
        size_t len = (size_t)little(extra.data + 2, 2);
        if (len > extra.len - 4)
            return;
        if (little(extra.data, 2) == 1 && len >= 16)
            x->left = little(extra.data + 12, 8); /* after the length before compression */
        extra = slice_from(extra, 4 + len);
    }
}

static outcome zip_head(members *m, member *x, draft *d)
{
    const char *data;
    size_t n = reader_peek(m->reader, ZIP_HEAD, &data);
    if (n >= 4 && (memcmp(data, "PK\1\2", 4) == 0 || memcmp(data, "PK\5\6", 4) == 0 || memcmp(data, "PK\6\6", 4) == 0))
        return NO_MORE; /* the directory */
    if (n < ZIP_HEAD || memcmp(data, "PK\3\4", 4) != 0)
        return damaged(m, d, n ? "not a ZIP header" : "the ZIP archive ends early");
    size_t name_len = (size_t)little(data + 26, 2), len = ZIP_HEAD + name_len + (size_t)little(data + 28, 2);
    if (reader_peek(m->reader, len, &data) < len)
        return damaged(m, d, "the ZIP archive ends early");
    unsigned flags = (unsigned)little(data + 6, 2);
    *x = (member){ .left = little(data + 18, 4),
                   .method = (unsigned)little(data + 8, 2),
                   .checksum = (uint32_t)little(data + 14, 4) };
    x->is_encrypted = flags & ZIP_ENCRYPTED;
    x->is_sized = !(flags & ZIP_UNSIZED) || x->left;
    zip64_read((slice){ data + ZIP_HEAD + name_len, len - ZIP_HEAD - name_len }, x);
    draft_text(&m->path, (slice){ data + ZIP_HEAD, name_len });
    x->is_file = name_len && data[ZIP_HEAD + name_len - 1] != '/';
    reader_take(m->reader, len);
    return x->is_sized || x->method == METHOD_DEFLATE ? PAGE : damaged(m, d, "a ZIP member without a length");
}

/* Do all bytes of a member fit its checksum, if it has one? */
static bool zip_is_whole(reader *r, const member *x, const buffer *bytes)
{
    const char *data;
    bool follows = !x->is_sized && reader_peek(r, 8, &data) >= 8 && memcmp(data, "PK\7\10", 4) == 0;
    uint32_t wanted = follows ? (uint32_t)little(data + 4, 4) : x->checksum;
    return wanted == 0 || wanted == crc32_z(0, (const unsigned char *)bytes->data, bytes->len);
}

/* What follows a member whose length was not known: up to 24 bytes with its length, then the next header. */
static bool zip_descriptor_skip(reader *r)
{
    const char *data;
    size_t n = reader_peek(r, 28, &data);
    for (size_t i = 0; i + 4 <= n && i <= 24; i++)
        if (memcmp(data + i, "PK\3\4", 4) == 0 || memcmp(data + i, "PK\1\2", 4) == 0) {
            reader_take(r, i);
            return true;
        }
    return false;
}

/* --- headers of tar ----------------------------------------------------------------------------------------------- */

/* Octal digits, or 63 bits after a bit that says so. */
static uint64_t tar_number(const char *data, size_t n)
{
    uint64_t value = 0;
    if ((unsigned char)data[0] & 0x80) {
        for (size_t i = n - 8; i < n; i++)
            value = value << 8 | (unsigned char)data[i];
        return value & INT64_MAX;
    }
    for (size_t i = 0; i < n && value < (uint64_t)1 << 60; i++)
        if (data[i] >= '0' && data[i] <= '7')
            value = value * 8 + (uint64_t)(data[i] - '0');
    return value;
}

static slice tar_text(const char *data, size_t n)
{
    return (slice){ data, strnlen(data, n) };
}

/* Take "path" and "size" from pax records, "LEN KEY=VALUE\n" each. */
static void pax_read(slice records, buffer *path, uint64_t *size)
{
    while (records.len) {
        size_t digits = 0, len = 0;
        while (digits < records.len && digits < 9 && is_digit(records.data[digits]))
            len = len * 10 + (size_t)(records.data[digits++] - '0');
        if (len <= digits + 1 || len > records.len)
            return;
        slice record = { records.data + digits + 1, len - digits - 2 };
        if (slice_starts_nocase(record, "path="))
            draft_text(path, slice_from(record, 5));
        else if (slice_starts_nocase(record, "size=")) {
            *size = 0;
            for (size_t i = 5; i < record.len && is_digit(record.data[i]) && *size < (uint64_t)1 << 59; i++)
                *size = *size * 10 + (uint64_t)(record.data[i] - '0');
        }
        records = slice_from(records, len);
    }
}

static void tar_path(members *m, const char *head)
{
    slice name = tar_text(head, 100),
          prefix = memcmp(head + 257, "ustar\0", 6) == 0 ? tar_text(head + 345, 155) : SLICE("");
    char path[260];
    size_t n = prefix.len;
    if (n)
        memcpy(path, prefix.data, n);
    if (n)
        path[n++] = '/';
    memcpy(path + n, name.data, name.len);
    draft_text(&m->path, (slice){ path, n + name.len });
}

/* A header that extends the next: a long name (GNU) or records (pax). */
static bool tar_extend(members *m, char type, uint64_t size, uint64_t *next_size)
{
    const char *data;
    size_t len = size < MAX_PAX ? (size_t)size : MAX_PAX, n = reader_peek(m->reader, len, &data);
    slice text = { data, n < len ? n : len };
    if (type == 'L')
        draft_text(&m->path, tar_text(text.data, text.len));
    else if (type == 'x')
        pax_read(text, &m->path, next_size);
    uint64_t whole = size + (TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK;
    return reader_skip(m->reader, whole) == whole;
}

static outcome tar_head(members *m, member *x, draft *d)
{
    const char *data;
    uint64_t given = UINT64_MAX;
    draft_text(&m->path, SLICE(""));
    for (;;) {
        size_t n = reader_peek(m->reader, TAR_BLOCK, &data);
        if (n == 0 || (n >= TAR_BLOCK && data[0] == 0))
            return m->reader->fault == READER_FINE ? NO_MORE : damaged(m, d, "the tar archive ends early");
        if (n < TAR_BLOCK || memcmp(data + 257, "ustar", 5) != 0)
            return damaged(m, d, "not a tar header");
        char type = data[156];
        uint64_t size = tar_number(data + 124, 12);
        bool extends = type == 'L' || type == 'x' || type == 'g' || type == 'K';
        if (!extends) {
            if (m->path.len <= 1)
                tar_path(m, data);
            size = given != UINT64_MAX ? given : size;
            *x = (member){ .left = size, .is_sized = true, .is_file = type == '0' || type == 0 };
            x->left = type >= '1' && type <= '6' ? 0 : x->left; /* links, devices and directories have no data */
            x->padding = (TAR_BLOCK - x->left % TAR_BLOCK) % TAR_BLOCK;
        }
        reader_take(m->reader, TAR_BLOCK);
        if (!extends)
            return PAGE;
        if (size > (uint64_t)1 << 40 || !tar_extend(m, type, size, &given))
            return damaged(m, d, "the tar archive ends early");
    }
}

/* --- members ------------------------------------------------------------------------------------------------------ */

/* Append the member to `out` up to `max` bytes; false: it ends early. */
static bool stored_read(members *m, member *x, size_t max, buffer *out)
{
    uint64_t want = x->left < max - out->len ? x->left : max - out->len, got = reader_append(m->reader, want, out);
    x->left -= got;
    return got == want || out->status != HUSK_OK;
}

/* The same for compressed data. Of a member without a length what is beyond `max` is decompressed too, to find its end.
 */
static bool deflate_read(members *m, member *x, size_t max, buffer *out)
{
    uint64_t passed = 0;
    inflate_result result = INFLATE_MORE;
    if (!inflater_start(&m->inflate, CODEC_DEFLATE)) {
        out->status = HUSK_NO_MEMORY;
        return true;
    }
    while (result == INFLATE_MORE && (out->len < max || !x->is_sized)) {
        const char *data;
        size_t n = reader_peek(m->reader, 1, &data), used, made;
        n = x->is_sized && n > x->left ? (size_t)x->left : n;
        bool full = out->len >= max;
        size_t room = full ? PASSED : max - out->len < PIECE ? max - out->len : PIECE;
        if (!buffer_reserve(out, room))
            return true;
        result = inflater_step(&m->inflate, data, n, &used, out->data + out->len, room, &made);
        reader_take(m->reader, used);
        x->left -= x->is_sized ? used : 0;
        out->len += full ? 0 : made;
        passed += full ? made : 0;
        if ((used == 0 && made == 0 && result == INFLATE_MORE) || passed > HUSK_MAX_SKIP_BYTES)
            return false;
    }
    return result == INFLATE_END || result == INFLATE_MORE;
}

/* Read the rest of the member and what follows it. False: the archive ends early, or can't be read further. */
static bool member_end(members *m, member *x)
{
    if (!x->is_sized)
        return zip_descriptor_skip(m->reader);
    uint64_t all = x->left + x->padding;
    return all >= x->left && reader_skip(m->reader, all) == all;
}

/* Names that begin with a dot are skipped, as in directories, and what other systems put beside files. */
static bool is_hidden(slice path)
{
    const char *slash = path.len ? memrchr(path.data, '/', path.len) : NULL;
    slice last = slash ? slice_from(path, (size_t)(slash + 1 - path.data)) : path;
    return last.len == 0 || last.data[0] == '.' || slice_starts_nocase(path, "__macosx/");
}

/* A WARC that is stored in a file is read through a second descriptor. */
static outcome warc_begin(members *m, const member *x, draft *d)
{
    if (x->method != METHOD_STORED || !x->is_sized || m->is_tar || m->reader->file_size == 0 || m->reader->n_layers > 1)
        return failed(m, d, HUSK_BAD_FILE, "a WARC inside a pipe or a compressed archive: unpack it first");
    int fd = open(m->name, O_RDONLY | O_CLOEXEC);
    off_t at = (off_t)reader_offset(m->reader);
    if (fd < 0 || lseek(fd, at, SEEK_SET) != at) {
        if (fd >= 0)
            close(fd);
        return failed(m, d, HUSK_IO, "the archive can't be opened a second time");
    }
    m->inner.stop = m->reader->stop;
    m->inner.limit = x->left;
    buffer_clear(&m->inner_name);
    buffer_format(&m->inner_name, "%s/%s", m->name, m->path.data);
    buffer_byte(&m->inner_name, 0);
    if (!reader_open(&m->inner, fd, true, CODEC_NONE, NULL) || m->inner_name.status != HUSK_OK)
        d->bytes->status = HUSK_NO_MEMORY;
    warc_open(&m->warc, &m->inner, m->inner_name.data);
    m->in_warc = true;
    return NO_PAGE;
}

/* The current member as a page, if it is one. */
static outcome member_read(members *m, member *x, draft *d)
{
    slice path = { m->path.data, m->path.len - 1 };
    ending e = ending_of(path);
    if (!x->is_file || x->left + !x->is_sized == 0 || is_hidden(path))
        return NO_PAGE;
    if (ending_of_file(path) == ENDING_WARC)
        return warc_begin(m, x, d);
    if (e != ENDING_PAGE && e != ENDING_UNKNOWN)
        return NO_PAGE;
    if (x->is_encrypted || (x->method != METHOD_STORED && x->method != METHOD_DEFLATE))
        return e == ENDING_PAGE ? failed(m, d, HUSK_BAD_FILE, "encrypted, or compressed in an unknown way") : NO_PAGE;
    size_t max = d->max_bytes + 1;
    x->is_read = true;
    bool whole = x->method == METHOD_DEFLATE ? deflate_read(m, x, max, d->bytes) : stored_read(m, x, max, d->bytes);
    if (whole && d->bytes->len < max && !m->is_tar)
        whole = zip_is_whole(m->reader, x, d->bytes);
    d->len = d->bytes->len < d->max_bytes ? d->bytes->len : d->max_bytes;
    format f = e == ENDING_UNKNOWN ? sniff_bytes(d->bytes->data, d->len) : FORMAT_HTML;
    if (f != FORMAT_HTML && f != FORMAT_MHTML)
        return NO_PAGE;
    id_set(m, d);
    if (!whole)
        draft_fail(d, HUSK_LIMIT, m->name, "the member's data is damaged or ends early");
    else if (d->bytes->len > d->max_bytes)
        draft_fail(d, HUSK_LIMIT, m->name, "larger than the size limit");
    return PAGE;
}

/* One member: its header, its data, and what is between it and the next. */
static outcome member_next(members *m, draft *d)
{
    member x = { 0 };
    outcome result = m->is_tar ? tar_head(m, &x, d) : zip_head(m, &x, d);
    if (result != PAGE)
        return result;
    result = member_read(m, &x, d);
    if (!x.is_sized && !x.is_read)
        deflate_read(m, &x, 0, d->bytes);
    d->skipped[HUSK_SKIP_TYPE] += result == NO_PAGE && x.is_file && !m->in_warc;
    if (result == PAGE)
        draft_trace(d, "member", (slice){ m->path.data, m->path.len - 1 });
    if (member_end(m, &x))
        return result;
    return result == PAGE ? (m->ended = true, PAGE) : damaged(m, d, "the archive is damaged or ends early");
}

/* The next page of the WARC inside. */
static outcome warc_step(members *m, draft *d, husk_status *status)
{
    *status = warc_next(&m->warc, d);
    if (*status == HUSK_OK) {
        draft_trace(d, "member", (slice){ m->path.data, m->path.len - 1 });
        return PAGE;
    }
    reader_close(&m->inner);
    m->in_warc = false;
    return NO_PAGE;
}

husk_status members_next(members *m, draft *d)
{
    while (!m->ended) {
        husk_status status = HUSK_OK;
        draft_reset(d);
        outcome result = m->in_warc ? warc_step(m, d, &status) : member_next(m, d);
        if (status == HUSK_NO_MEMORY || m->reader->fault == READER_NO_MEMORY || draft_memory(d) != HUSK_OK)
            return HUSK_NO_MEMORY;
        if (result == NO_MORE) {
            m->ended = true;
            if (m->any)
                break;
            draft_text(&m->path, SLICE(""));
            result = failed(m, d, HUSK_BAD_FILE,
                            m->is_tar ? "a tar archive without web pages"
                                      : "a ZIP archive or office document without web pages");
        }
        if (result != NO_PAGE) {
            m->any = true;
            return HUSK_OK;
        }
    }
    return HUSK_END;
}
