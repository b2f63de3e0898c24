/* cdx.c - pages of WARC files that an index names.
 * Lines are taken one by one, in their order; what is wrong with one costs that line. Cost: one pass over the index,
 * and what it names. Limits: MAX_LINE; files outside the given folder are not read, whatever a line says. */
#include "source/formats.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <yyjson.h>

#include "base/limits.h"
#include "base/url.h"
#include "source/files.h"
#include "source/sniff.h"

#define MAX_LINE (HUSK_MAX_URL_BYTES * 4)

/* What a line says, by its column in a CDX and its names in JSON: those of CDXJ and of Common Crawl's tables. */
enum { FIELD_FILE, FIELD_AT, FIELD_LENGTH, FIELD_URL, FIELD_TYPE, FIELD_STATUS };
static const struct {
    char column;
    const char *names[2];
} fields[CDX_COLUMNS] = {
    [FIELD_FILE] = { 'g', { "filename", "warc_filename" } },
    [FIELD_AT] = { 'V', { "offset", "warc_record_offset" } },
    [FIELD_LENGTH] = { 'S', { "length", "warc_record_length" } },
    [FIELD_URL] = { 'a', { "url", "url" } },
    [FIELD_TYPE] = { 'm', { "mime", "content_mime_type" } },
    [FIELD_STATUS] = { 's', { "status", "fetch_status" } },
};

/* A record, or a whole file. */
typedef struct entry {
    slice file, url;
    uint64_t at, len;
    bool is_record;
} entry;

void cdx_open(cdx *c, reader *r, const char *name, const char *archives)
{
    c->reader = r;
    c->name = name;
    c->archives = archives;
    c->line_number = 0;
    c->ended = c->in_warc = false;
    for (size_t i = 0; i < CDX_COLUMNS; i++)
        c->columns[i] = -1;
    c->line.cap = MAX_LINE;
    c->path.cap = (size_t)1 << 20;
    buffer_clear(&c->path);
}

void cdx_free(cdx *c)
{
    buffer_free(&c->line);
    buffer_free(&c->path);
    warc_free(&c->warc);
    reader_free(&c->inner);
    ranges_free(&c->remote);
    free(c->within);
    *c = (cdx){ 0 };
}

static husk_status line_fail(const cdx *c, draft *d, husk_status status, slice url, const char *why)
{
    buffer_clear(&d->id);
    if (url.len)
        draft_text(&d->id, url);
    else
        buffer_format(&d->id, "%s:%llu%c", c->name, (unsigned long long)c->line_number, 0);
    draft_fail(d, status, c->name, "");
    buffer_format(&d->reason, "line %llu: %s", (unsigned long long)c->line_number, why);
    return HUSK_OK;
}

/* " CDX N b a m s k r M S V g" says what the columns of the lines below are. */
static void columns_read(cdx *c, slice line)
{
    slice word;
    slice_word(&line, &word); /* CDX */
    for (int at = 0; slice_word(&line, &word); at++)
        for (size_t i = 0; i < CDX_COLUMNS; i++)
            if (word.len == 1 && word.data[0] == fields[i].column)
                c->columns[i] = at;
}

static void columns_take(const cdx *c, slice line, slice values[CDX_COLUMNS])
{
    slice word;
    for (int at = 0; slice_word(&line, &word); at++)
        for (size_t i = 0; i < CDX_COLUMNS; i++)
            if (c->columns[i] == at && !slice_is(word, "-"))
                values[i] = word;
}

static void object_take(yyjson_val *object, slice values[CDX_COLUMNS], char digits[CDX_COLUMNS][24])
{
    for (size_t i = 0; i < CDX_COLUMNS; i++) {
        yyjson_val *value = yyjson_obj_get(object, fields[i].names[0]);
        value = value ? value : yyjson_obj_get(object, fields[i].names[1]);
        if (yyjson_is_str(value))
            values[i] = (slice){ yyjson_get_str(value), yyjson_get_len(value) };
        else if (yyjson_is_uint(value))
            values[i] = (slice){ digits[i], (size_t)snprintf(digits[i], sizeof digits[i], "%llu",
                                                             (unsigned long long)yyjson_get_uint(value)) };
    }
}

/* Is it a page, as far as the line says? What a revisit refers to is a line of its own. */
static bool may_be_page(const slice values[CDX_COLUMNS], draft *d)
{
    slice type = values[FIELD_TYPE], status = values[FIELD_STATUS];
    bool good = status.len == 0 || slice_is(status, "200") || slice_is(status, "203") || d->any_status;
    bool is_page = sniff_is_unknown_type(type) || sniff_media_type(type) != FORMAT_OTHER;
    if (!good || !is_page)
        d->skipped[good ? HUSK_SKIP_TYPE : HUSK_SKIP_STATUS]++;
    return good && is_page;
}

/* Why the line is none of an index, or NULL. */
static const char *entry_read(const slice values[CDX_COLUMNS], entry *e)
{
    *e = (entry){ .file = values[FIELD_FILE], .url = values[FIELD_URL], .is_record = true };
    if (e->file.len == 0)
        return "no name of a file";
    if (!head_number(values[FIELD_AT], &e->at))
        return "no offset of a record";
    bool has_length = head_number(values[FIELD_LENGTH], &e->len);
    return has_length || values[FIELD_LENGTH].len == 0 ? NULL : "a length that is no number";
}

/* The file below c->archives. What a line says leads to no other server, to which the caller's headers would go. */
static bool path_make(cdx *c, slice file)
{
    slice below = { c->archives, strlen(c->archives) };
    buffer *path = &c->path;
    buffer_clear(path);
    while (below.len > 1 && below.data[below.len - 1] == '/')
        below.len--;
    bool is_same = file.len > below.len && memcmp(file.data, below.data, below.len) == 0 && file.data[below.len] == '/';
    bool is_whole = url_is_web(below) ? is_same : file.data[0] == '/';
    if (!is_whole)
        buffer_append(path, below.data, below.len);
    if (!is_whole)
        buffer_byte(path, '/');
    if (url_is_web(below) && !is_whole)
        url_encode(file, "-._~/!$&'()*+,;=:@", path);
    else
        buffer_append(path, file.data, strnlen(file.data, file.len));
    buffer_byte(path, 0);
    return path->status == HUSK_OK;
}

/* Open the part of a file; NULL, or why not. */
static const char *part_open(cdx *c, const entry *e)
{
    int fd = open(c->path.data, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    const char *why = fd < 0 ? strerror(errno) : NULL;
    if (c->within == NULL)
        c->within = realpath(c->archives, NULL);
    if (fd >= 0 && !(c->within && path_is_within(c->path.data, c->within)))
        why = "it is not inside the folder of archives";
    else if (fd >= 0 && lseek(fd, (off_t)e->at, SEEK_SET) != (off_t)e->at)
        why = "it can't be read from there";
    if (why && fd >= 0)
        close(fd);
    c->inner.limit = e->len;
    if (why == NULL && !reader_open(&c->inner, fd, true, CODEC_NONE, NULL))
        why = husk_status_text(HUSK_NO_MEMORY);
    return why;
}

/* OK: it can't be, which is a failed page; END: it is. */
static husk_status entry_open(cdx *c, const entry *e, draft *d)
{
    const char *why = NULL;
    reader *r = &c->inner;
    if (!path_make(c, e->file))
        return HUSK_NO_MEMORY;
    if (!url_is_web((slice){ c->path.data, c->path.len })) {
        why = part_open(c, e);
    } else {
        ranges_open(&c->remote, c->path.data, e->at, e->len ? e->len : UINT64_MAX);
        if (!reader_open_more(r, ranges_read, &c->remote, e->at, CODEC_NONE, NULL))
            return HUSK_NO_MEMORY;
        why = r->fault == READER_IO ? r->why : NULL;
    }
    c->in_warc = why == NULL;
    warc_open(&c->warc, r, c->path.data);
    c->warc.is_single = e->is_record;
    if (why == NULL)
        return HUSK_END;
    line_fail(c, d, HUSK_IO, e->url, c->path.data);
    buffer_format(&d->reason, ": %s", why);
    return HUSK_OK;
}

/* Take a line. OK: it is a failed page; END: go on. */
static husk_status values_take(cdx *c, draft *d, const slice values[CDX_COLUMNS])
{
    entry e;
    const char *why = entry_read(values, &e);
    if (why)
        return line_fail(c, d, HUSK_BAD_FILE, values[FIELD_URL], why);
    return may_be_page(values, d) ? entry_open(c, &e, d) : HUSK_END;
}

static husk_status json_take(cdx *c, draft *d, const char *json, size_t len)
{
    slice values[CDX_COLUMNS] = { 0 };
    char digits[CDX_COLUMNS][24];
    yyjson_doc *doc = yyjson_read(json, len, YYJSON_READ_ALLOW_INVALID_UNICODE);
    if (doc == NULL)
        return line_fail(c, d, HUSK_BAD_FILE, (slice){ 0 }, "not JSON");
    object_take(yyjson_doc_get_root(doc), values, digits);
    husk_status status = values_take(c, d, values);
    yyjson_doc_free(doc);
    return status;
}

static husk_status line_take(cdx *c, draft *d)
{
    slice line = slice_trim((slice){ c->line.data, c->line.len });
    const char *json = line.len ? memchr(line.data, '{', line.len) : NULL;
    if (line.len == 0 || line.data[0] == '!') /* CDXJ has such lines about itself */
        return HUSK_END;
    if (slice_starts(line, "CDX ")) {
        columns_read(c, line);
        return HUSK_END;
    }
    if (json && line.data[line.len - 1] == '}')
        return json_take(c, d, json, line.len - (size_t)(json - line.data));
    if (c->columns[FIELD_FILE] < 0)
        return entry_open(c, &(entry){ .file = line, .url = line }, d);
    slice values[CDX_COLUMNS] = { 0 };
    columns_take(c, line, values);
    return values_take(c, d, values);
}

/* OK: a failed page; END: go on. */
static husk_status line_next(cdx *c, draft *d)
{
    bool too_long;
    buffer_clear(&c->line);
    c->line_number++;
    line_end end = reader_line(c->reader, MAX_LINE, &c->line, &too_long);
    reader_fault fault = c->reader->fault;
    if (fault == READER_NO_MEMORY || c->line.status == HUSK_NO_MEMORY)
        return HUSK_NO_MEMORY;
    c->ended = end != LINE_NEWLINE;
    if (c->ended && fault != READER_FINE && fault != READER_TRAILING) {
        line_fail(c, d, reader_status(c->reader), (slice){ 0 }, "");
        reader_explain(c->reader, "", &d->reason);
        return HUSK_OK;
    }
    if (end != LINE_NONE && too_long)
        return line_fail(c, d, HUSK_BAD_FILE, (slice){ 0 }, "the line is too long");
    if (end == LINE_NONE || c->archives)
        return end == LINE_NONE ? HUSK_END : line_take(c, d);
    c->ended = true;
    return line_fail(c, d, HUSK_BAD_FILE, (slice){ 0 },
                     "an index; --archives says in which folder or at which URL its files are");
}

husk_status cdx_next(cdx *c, draft *d)
{
    while (c->in_warc || !c->ended) {
        bool was_in_warc = c->in_warc;
        draft_reset(d);
        husk_status status = was_in_warc ? warc_next(&c->warc, d) : line_next(c, d);
        if (status == HUSK_NO_MEMORY || draft_memory(d) != HUSK_OK)
            return HUSK_NO_MEMORY;
        if (status == HUSK_OK)
            return HUSK_OK;
        if (was_in_warc)
            reader_close(&c->inner);
        c->in_warc &= !was_in_warc;
    }
    return HUSK_END;
}
