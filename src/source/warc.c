/* warc.c - read pages from a WARC archive.
 * A record's length is trusted only if the context agrees: another record, the end of its gzip member or the end of
 * the file must follow, otherwise the record is damaged and the next one is searched for. Cost: one pass; records
 * that are not pages are skipped, in plain files by seeking. Limits: HUSK_MAX_HEAD_BYTES per header, the page's cap;
 * a damaged region is read at most twice. */
#include "source/formats.h"

#include "base/date.h"
#include "source/sniff.h"

typedef struct record {
    uint64_t at;      /* offset of its first byte, decompressed */
    uint64_t file_at; /* file offset: its own, or its gzip member's */
    uint64_t left;    /* remaining bytes of its block */
    bool is_page;     /* a response or resource record */
    bool is_http;     /* its block starts with an HTTP header, according to its type */
    bool is_conversion;
    bool has_failed; /* by its HTTP status */
    slice type;      /* media type; borrowed from the window */
} record;

#define RECORD_LINE "WARC/1." /* the start of a record */
#define RECORD_LEN (sizeof RECORD_LINE - 1)
#define KEEP_RAW ((size_t)4 << 20) /* memory of an encoded body that is kept */
#define MAX_TYPE 256u              /* bytes of a media type that are looked at */
#define MAX_VALIDATOR 1024u        /* a longer ETag is not sent back */

typedef enum outcome { PAGE, NO_PAGE, DAMAGED } outcome;

void warc_open(warc *w, reader *r, const char *name)
{
    w->reader = r;
    w->name = name;
    w->ended = w->is_single = w->has_originals = false;
}

void warc_free(warc *w)
{
    inflater_free(&w->inflate);
    buffer_free(&w->raw);
    *w = (warc){ 0 };
}

/* Report the record as a failed page: "what at byte N". */
static outcome damaged(warc *w, const record *rec, draft *d, const char *what)
{
    if (d->id.len <= 1)
        draft_text(&d->id, (slice){ w->name, strlen(w->name) });
    draft_fail(d, reader_status(w->reader), w->name, what);
    d->len = 0;
    buffer_format(&d->reason, " at byte %llu", (unsigned long long)rec->file_at);
    if (reader_is_inflating(w->reader))
        buffer_format(&d->reason, " (decompressed: byte %llu)", (unsigned long long)rec->at);
    reader_explain(w->reader, ": ", &d->reason);
    return DAMAGED;
}

/* --- records ------------------------------------------------------------------------------------------------------ */

static void skip_line_ends(reader *r)
{
    const char *data;
    size_t n, i;
    do {
        n = reader_peek(r, 8, &data);
        for (i = 0; i < n && (data[i] == '\r' || data[i] == '\n'); i++)
            ;
        reader_take(r, i);
    } while (i && i == n);
}

/* The whole header in the window; 0 if it does not end, or not within the cap or `max`. A line that starts a record
 * ends none: else a file of such lines would be read again from each. */
static size_t head_peek(reader *r, uint64_t max, const char **data)
{
    size_t limit = max < HUSK_MAX_HEAD_BYTES ? (size_t)max : HUSK_MAX_HEAD_BYTES, at = 0;
    for (size_t want = 1 << 10;; want *= 2) {
        want = want < limit ? want : limit;
        size_t n = reader_peek(r, want, data), known = n < limit ? n : limit;
        for (const char *end; (end = memchr(*data + at, '\n', known - at)) != NULL; at = (size_t)(end + 1 - *data)) {
            size_t len = (size_t)(end - *data) - at;
            if (len == 0 || (len == 1 && (*data)[at] == '\r'))
                return (size_t)(end + 1 - *data);
            if (at && len >= RECORD_LEN && memcmp(*data + at, RECORD_LINE, RECORD_LEN) == 0)
                return 0;
        }
        if (n < want || want == limit)
            return 0;
    }
}

static slice unbracket(slice uri)
{
    if (uri.len > 1 && uri.data[0] == '<' && uri.data[uri.len - 1] == '>')
        return (slice){ uri.data + 1, uri.len - 2 };
    return uri;
}

static void uri_set(draft *d, slice uri)
{
    uri = unbracket(uri);
    if (uri.len > HUSK_MAX_URL_BYTES || uri.len == 0)
        return;
    draft_text(&d->id, uri);
    draft_text(&d->url, uri);
}

/* Seconds since 1970, or 0 if it is not a date. */
static int64_t date_read(slice value)
{
    date d;
    return date_parse(value, DATE_DAY_FIRST, DATE_TEXT, &d) ? date_earliest(&d) : 0;
}

/* What a header says of where its page is from. */
static void head_trace(draft *d, slice name, slice value)
{
    static const char *const names[][2] = { { "warc-date", "date" },
                                            { "warc-record-id", "record_id" },
                                            { "warc-payload-digest", "digest" } };
    for (size_t i = 0; d->is_traced && i < sizeof names / sizeof *names; i++)
        if (slice_is_nocase(name, names[i][0]))
            draft_trace(d, names[i][1], value);
}

/* False: it has no plausible length. `d` may be NULL. */
static bool head_parse(slice head, record *rec, draft *d)
{
    slice name, value;
    bool has_length = false;
    if (d)
        d->date = 0;
    while (head_field(&head, &name, &value)) {
        if (d)
            head_trace(d, name, value);
        if (slice_is_nocase(name, "content-length"))
            has_length = head_number(value, &rec->left);
        else if (slice_is_nocase(name, "warc-type")) {
            rec->is_page = slice_is_nocase(value, "response") || slice_is_nocase(value, "resource");
            rec->is_conversion = slice_is_nocase(value, "conversion");
        } else if (d && slice_is_nocase(name, "warc-target-uri"))
            uri_set(d, value);
        else if (d && slice_is_nocase(name, "warc-date"))
            d->date = date_read(value);
        else if (slice_is_nocase(name, "content-type"))
            rec->type = value;
    }
    rec->is_http = rec->type.len == 0 || slice_has_nocase(rec->type, "application/http");
    return has_length;
}

/* Advance to the next line that starts a record. */
static bool line_search(warc *w)
{
    static const char mark[] = "\n" RECORD_LINE;
    const size_t len = sizeof mark - 1;
    for (;;) {
        const char *data;
        size_t n = reader_peek(w->reader, len, &data);
        if (n < len)
            return false;
        const char *hit = memmem(data, n, mark, len);
        if (hit) {
            reader_take(w->reader, (size_t)(hit + 1 - data));
            return true;
        }
        reader_take(w->reader, n - len + 1);
    }
}

/* Advance to the next record with a sound header: those without one belong to the same damage. */
static bool record_search(warc *w)
{
    while (line_search(w)) {
        const char *data;
        record rec = { 0 };
        size_t len = head_peek(w->reader, HUSK_MAX_HEAD_BYTES, &data);
        if (len && head_parse((slice){ data, len }, &rec, NULL))
            return true;
    }
    return false;
}

/* After a damaged record: search by lines in sound data, then by gzip members or zstd frames. */
static void resync(warc *w, const record *rec)
{
    reader *r = w->reader;
    r->by_member = false;
    /* A length that is too long may have skipped whole records, or, by members, only reached the next one. */
    bool found =
        !reader_seek(r, rec->at + 1) && reader_at_member(r) && reader_offset(r) > rec->at && r->fault == READER_FINE;
    found = found || record_search(w) || (r->fault != READER_FINE && reader_resync(r, "WARC/", 5));
    w->ended = !found;
}

static bool begins_record(const char *data, size_t n)
{
    return memcmp(data, "WARC/", n < 5 ? n : 5) == 0;
}

/* A gzip member may end inside a record if a whole archive is compressed in blocks; or the record is truncated there.
 */
static bool member_goes_on(warc *w)
{
    reader *r = w->reader;
    if (!reader_at_member_end(r))
        return false;
    r->by_member = false;
    const char *data;
    size_t n = reader_peek(r, 5, &data);
    return n > 0 && !begins_record(data, n);
}

/* Skip the rest of the block. */
static bool block_skip(warc *w, record *rec)
{
    do
        rec->left -= reader_skip(w->reader, rec->left);
    while (rec->left && member_goes_on(w));
    return rec->left == 0;
}

/* Is the block followed by what must follow it? The two line ends that close a record are enough; if they are missing
 * or wrong, the next record, the member's end or the end of the file must be there. */
static bool at_boundary(warc *w)
{
    reader *r = w->reader;
    const char *data;
    size_t n = reader_peek(r, 4, &data);
    bool is_closed = (n >= 4 && memcmp(data, "\r\n\r\n", 4) == 0) || (n >= 2 && memcmp(data, "\n\n", 2) == 0);
    skip_line_ends(r);
    n = reader_peek(r, 5, &data);
    if (n == 0)
        return r->fault == READER_FINE || (r->fault == READER_TRAILING && !r->by_member);
    return is_closed || begins_record(data, n);
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

/* Append the rest of the block to `out`, up to `max` bytes in all. False: it ends early. */
static bool body_read(warc *w, record *rec, size_t max, buffer *out)
{
    uint64_t want, got;
    do {
        want = rec->left < max - out->len ? rec->left : max - out->len;
        got = reader_append(w->reader, want, out);
        rec->left -= got;
    } while (got < want && out->status == HUSK_OK && member_goes_on(w));
    return got == want || out->status != HUSK_OK;
}

/* Read the page if its type is supported. */
static outcome block_read(warc *w, record *rec, const http_head *head, draft *d)
{
    const char *data;
    bool unknown = sniff_is_unknown_type(rec->type);
    format f = unknown ? FORMAT_HTML : sniff_media_type(rec->type);
    if (f == FORMAT_OTHER)
        return NO_PAGE;
    if (head->has_unknown_encoding) { /* the record is complete, but its encoding is unknown */
        draft_fail(d, HUSK_BAD_FILE, w->name, HTTP_UNKNOWN_ENCODING);
        return PAGE;
    }
    slice charset = media_type_charset(rec->type);
    if (charset.len)
        draft_text(&d->charset, charset);
    d->is_text = f == FORMAT_TEXT;
    bool is_encoded = head->chunked || head->n_encodings;
    size_t n = unknown && !is_encoded ? reader_peek(w->reader, 64, &data) : 0;
    if (unknown && !is_encoded && sniff_bytes(data, n < rec->left ? n : (size_t)rec->left) != FORMAT_HTML)
        return NO_PAGE;
    size_t max = is_encoded ? 2 * d->max_bytes + DRAFT_SLACK : d->max_bytes; /* chunks have some bytes of their own */
    w->raw.cap = max;
    buffer_trim(&w->raw, KEEP_RAW);
    if (!body_read(w, rec, max, is_encoded ? &w->raw : d->bytes))
        return damaged(w, rec, d, "record ends early");
    body_result result = is_encoded ? http_body_decode(head, &w->inflate, &w->raw, d->max_bytes, d->bytes) : BODY_WHOLE;
    if (w->raw.status == HUSK_NO_MEMORY || result == BODY_NO_MEMORY)
        d->bytes->status = HUSK_NO_MEMORY;
    result = rec->left ? BODY_CUT : result;
    if (result != BODY_WHOLE)
        draft_fail(d, HUSK_LIMIT, w->name, http_body_problem(result));
    d->len = d->bytes->len;
    if (unknown && sniff_bytes(d->bytes->data, d->len) != FORMAT_HTML)
        return NO_PAGE;
    return PAGE;
}

/* Copy a media type, because the window moves on. */
static slice type_copy(slice type, char copy[MAX_TYPE])
{
    size_t len = type.len < MAX_TYPE ? type.len : MAX_TYPE;
    if (len)
        memcpy(copy, type.data, len);
    return (slice){ copy, len };
}

/* How to ask whether the page has changed (RFC 9110, section 13). */
static void validators_keep(slice head, draft *d)
{
    slice name, value;
    while (d->has_validators && head_field(&head, &name, &value)) {
        bool is_tag = slice_is_nocase(name, "etag"), is_date = slice_is_nocase(name, "last-modified");
        bool is_plain = value.len > 0 && value.len < MAX_VALIDATOR && d->validators.len < 2 * MAX_VALIDATOR;
        for (size_t i = 0; is_plain && i < value.len; i++)
            is_plain = (unsigned char)value.data[i] >= ' ';
        if ((is_tag || is_date) && is_plain) {
            d->validators.len -= d->validators.len > 0; /* the NUL */
            buffer_text(&d->validators, is_tag ? "If-None-Match: " : "If-Modified-Since: ");
            buffer_append(&d->validators, value.data, value.len);
            buffer_append(&d->validators, "\n", 2);
        }
    }
}

static outcome http_read(warc *w, record *rec, draft *d)
{
    const char *data;
    http_head head = { 0 };
    size_t n = reader_peek(w->reader, 5, &data);
    if (!rec->is_http || n < 5 || rec->left < 5 || memcmp(data, "HTTP/", 5) != 0)
        return rec->is_http && rec->type.len ? NO_PAGE : block_read(w, rec, &head, d);
    size_t len = head_peek(w->reader, rec->left, &data);
    if (len == 0) { /* no body, or no end */
        if (rec->left > HUSK_MAX_HEAD_BYTES)
            return damaged(w, rec, d, "HTTP head is too long");
        len = (size_t)rec->left;
        n = reader_peek(w->reader, len, &data);
        if (n < len)
            return damaged(w, rec, d, "record ends early");
    }
    http_head_parse((slice){ data, len }, &head);
    rec->has_failed = head.status != 200 && head.status != 203 && !d->any_status;
    if (rec->has_failed)
        return NO_PAGE;
    validators_keep((slice){ data, len }, d);
    char type[MAX_TYPE];
    rec->type = type_copy(head.content_type, type);
    draft_trace_number(d, "http_status", head.status);
    draft_trace(d, "content_type", rec->type);
    reader_take(w->reader, len);
    rec->left -= len;
    outcome result = block_read(w, rec, &head, d);
    rec->type = (slice){ 0 };
    return result;
}

/* A record without a URL is named by its position. */
static void place_name(const warc *w, const record *rec, draft *d)
{
    buffer_clear(&d->id);
    buffer_format(&d->id, "%s@%llu", w->name,
                  (unsigned long long)(reader_is_inflating(w->reader) ? rec->at : rec->file_at));
    buffer_byte(&d->id, 0);
}

/* The header of a record, which is then behind; its media type is in `type`. False: it is damaged. */
static bool record_head(warc *w, record *rec, draft *d, char type[MAX_TYPE])
{
    const char *data;
    size_t len = head_peek(w->reader, HUSK_MAX_HEAD_BYTES, &data);
    if (len == 0)
        return damaged(w, rec, d, "WARC head does not end") != DAMAGED;
    if (!head_parse((slice){ data, len }, rec, d))
        return damaged(w, rec, d, "WARC record without a good Content-Length") != DAMAGED;
    rec->type = type_copy(rec->type, type);
    reader_take(w->reader, len);
    return true;
}

/* Read one record, whose first line is in the window. */
static outcome record_read(warc *w, record *rec, draft *d)
{
    reader *r = w->reader;
    char type[MAX_TYPE];
    if (!record_head(w, rec, d, type))
        return DAMAGED;
    w->has_originals |= rec->is_page;
    rec->is_page |= rec->is_conversion && !w->has_originals; /* the texts of a WET; elsewhere they repeat a page */
    outcome result = rec->is_page ? http_read(w, rec, d) : NO_PAGE;
    if (result == NO_PAGE)
        d->skipped[!rec->is_page ? HUSK_SKIP_RECORD : rec->has_failed ? HUSK_SKIP_STATUS : HUSK_SKIP_TYPE]++;
    rec->type = (slice){ 0 };
    if (result == PAGE && d->id.len <= 1)
        place_name(w, rec, d);
    if (result == DAMAGED || draft_memory(d) != HUSK_OK)
        return result;
    if (!block_skip(w, rec)) {
        if (r->fault != READER_BOMB || result != PAGE)
            return damaged(w, rec, d, "record ends early");
        resync(w, rec); /* the page is already reported; the rest of the record is not read */
        return PAGE;
    }
    if (at_boundary(w))
        return result;
    return damaged(w, rec, d, r->fault == READER_FINE ? "record with a wrong Content-Length" : "damaged record");
}

/* Where the record is in the file, if it can be read from there. */
static void place_trace(const warc *w, const record *rec, bool starts_member, draft *d)
{
    const reader *r = w->reader;
    if (r->n_layers > 2 || (reader_is_inflating(r) && !(starts_member && reader_at_member_end(r))))
        return;
    draft_trace_number(d, "offset", rec->file_at);
    draft_trace_number(d, "length", reader_file_used(r) - rec->file_at);
}

husk_status warc_next(warc *w, draft *d)
{
    reader *r = w->reader;
    while (!w->ended) {
        const char *data;
        draft_reset(d);
        r->by_member = false;
        skip_line_ends(r);
        size_t n = reader_peek(r, 5, &data);
        if (n == 0 && r->fault == READER_FINE)
            break;
        record rec = { .at = reader_offset(r), .file_at = reader_file_offset(r) };
        bool starts_member = reader_at_member(r);
        r->by_member = starts_member;
        outcome result = n >= 5 && memcmp(data, "WARC/", 5) == 0 ? record_read(w, &rec, d)
                                                                 : damaged(w, &rec, d, "not a WARC record");
        if (r->fault == READER_NO_MEMORY || draft_memory(d) != HUSK_OK)
            return HUSK_NO_MEMORY;
        if (result == PAGE)
            place_trace(w, &rec, starts_member, d);
        if (result == DAMAGED && !w->is_single)
            resync(w, &rec);
        w->ended |= w->is_single;
        if (result != NO_PAGE)
            return HUSK_OK;
    }
    return HUSK_END;
}

/* --- appending to an archive -------------------------------------------------------------------------------------- */

typedef enum wholeness { WHOLE, CUT, BROKEN } wholeness;

/* This many bytes identify a gzip member; fewer at the end of a file are reported as trailing garbage. */
#define SCRAP_BYTES 3u

/* What ended too soon: the file, or the data that should have followed. */
static wholeness short_of(const reader *r, bool is_end)
{
    return r->fault == READER_ENDS_EARLY || (r->fault == READER_FINE && is_end) ? CUT : BROKEN;
}

/* Read past one record and its closing line ends. Bytes are read, not skipped: a crawl's record may exceed the skip
 * limit. */
static wholeness record_pass(warc *w, record *rec)
{
    reader *r = w->reader;
    const char *data;
    size_t n = reader_peek(r, 5, &data);
    if (n < 5 && begins_record(data, n)) /* also a gzip member that produced no byte: nothing is lost */
        return short_of(r, true);
    if (n < 5 || !begins_record(data, n))
        return BROKEN;
    size_t len = head_peek(r, HUSK_MAX_HEAD_BYTES, &data);
    if (len == 0)
        return short_of(r, reader_peek(r, HUSK_MAX_HEAD_BYTES, &data) < HUSK_MAX_HEAD_BYTES);
    if (!head_parse((slice){ data, len }, rec, NULL))
        return BROKEN;
    reader_take(r, len);
    while (rec->left && ((n = reader_peek(r, 1, &data)) > 0 || member_goes_on(w))) {
        n = n < rec->left ? n : (size_t)rec->left;
        reader_take(r, n);
        rec->left -= n;
    }
    n = rec->left ? 0 : reader_peek(r, 4, &data);
    if (n >= 4 && memcmp(data, "\r\n\r\n", 4) == 0 && at_boundary(w))
        return WHOLE;
    return short_of(r, n < 4);
}

husk_status warc_whole(warc *w, uint64_t *len)
{
    reader *r = w->reader;
    const char *data;
    for (;;) {
        r->by_member = false;
        size_t n = reader_peek(r, 5, &data);
        record rec = { .at = reader_offset(r), .file_at = reader_file_offset(r) };
        *len = r->file_size;
        if (n == 0 && r->fault == READER_FINE)
            return HUSK_OK;
        if (r->fault == READER_TRAILING && r->file_size - rec.file_at < SCRAP_BYTES) {
            *len = rec.file_at;
            return HUSK_OK;
        }
        bool is_apart = !reader_is_inflating(r) || reader_at_member(r);
        r->by_member = reader_at_member(r);
        wholeness found = record_pass(w, &rec);
        *len = rec.file_at;
        if (r->fault == READER_NO_MEMORY)
            return HUSK_NO_MEMORY;
        if (found != WHOLE)
            return found == CUT && is_apart ? HUSK_OK : HUSK_BAD_FILE;
    }
}
