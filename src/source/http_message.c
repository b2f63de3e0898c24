/* http_message.c - "name: value" header lines, as in WARC records and HTTP responses, and HTTP bodies.
 * Headers are read as leniently as browsers do: bare LF, folded values, any case, last value wins. Bodies are decoded
 * incrementally: chunked transfer and content encodings. Push, not pull: a record is fed from the archive's window and
 * never held twice. Cost: the codecs', plus one copy of a chunked body. Limits: the output's cap, checked while
 * decompressing; HTTP_MAX_ENCODINGS nested encodings. */
#include "source/http_message.h"

#include "base/limits.h"
#include "source/sniff.h"

#define PIECE ((size_t)16 << 10) /* decompressed at a time, on the stack */

/* --- headers ------------------------------------------------------------------------------------------------------ */

/* Take what is before the next `end` off the front of `rest`. False: nothing is left. */
static bool part_next(slice *rest, char end, slice *part)
{
    const char *at = rest->len ? memchr(rest->data, end, rest->len) : NULL;
    bool any = rest->len > 0;
    *part = (slice){ rest->data, at ? (size_t)(at - rest->data) : rest->len };
    *rest = slice_from(*rest, at ? part->len + 1 : part->len);
    return any;
}

bool head_line(slice *rest, slice *line)
{
    bool any = part_next(rest, '\n', line);
    line->len -= line->len && line->data[line->len - 1] == '\r';
    return any;
}

bool head_field(slice *rest, slice *name, slice *value)
{
    slice line;
    while (head_line(rest, &line)) {
        const char *colon = line.len ? memchr(line.data, ':', line.len) : NULL;
        if (colon == NULL || is_space(line.data[0]))
            continue;
        *name = slice_trim((slice){ line.data, (size_t)(colon - line.data) });
        slice more;
        while (rest->len && (rest->data[0] == ' ' || rest->data[0] == '\t') && head_line(rest, &more))
            line.len = (size_t)(more.data + more.len - line.data);
        *value = slice_trim((slice){ colon + 1, (size_t)(line.data + line.len - colon - 1) });
        return true;
    }
    return false;
}

bool head_number(slice value, uint64_t *out)
{
    uint64_t n = 0;
    if (value.len == 0)
        return false;
    for (size_t i = 0; i < value.len; i++)
        if (value.data[i] < '0' || value.data[i] > '9' || __builtin_mul_overflow(n, 10, &n) ||
            __builtin_add_overflow(n, (uint64_t)(value.data[i] - '0'), &n))
            return false;
    *out = n;
    return true;
}

/* "HTTP/1.1 200 OK": three digits after the first space. */
static unsigned status_parse(slice line)
{
    const char *space = line.len ? memchr(line.data, ' ', line.len) : NULL;
    if (space == NULL || line.len < 5 || memcmp(line.data, "HTTP/", 5) != 0)
        return 0;
    slice rest = slice_trim((slice){ space, (size_t)(line.data + line.len - space) });
    uint64_t status;
    if (rest.len < 3 || (rest.len > 3 && !is_space(rest.data[3])) || !head_number((slice){ rest.data, 3 }, &status))
        return 0;
    return (unsigned)status;
}

/* The next item of "a, b, c". */
static bool list_next(slice *rest, slice *item)
{
    bool any = part_next(rest, ',', item);
    *item = slice_trim(*item);
    return any;
}

static void encoding_add(http_head *head, slice name)
{
    static const struct {
        const char *name;
        codec codec;
    } known[] = { { "gzip", CODEC_GZIP },
                  { "x-gzip", CODEC_GZIP },
                  { "deflate", CODEC_ZLIB },
                  { "br", CODEC_BROTLI },
                  { "zstd", CODEC_ZSTD } };
    if (name.len == 0 || slice_is_nocase(name, "identity") || slice_is_nocase(name, "none") ||
        slice_is_nocase(name, "utf-8"))
        return;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (slice_is_nocase(name, known[i].name) && head->n_encodings < HTTP_MAX_ENCODINGS) {
            head->encodings[head->n_encodings++] = known[i].codec;
            return;
        }
    head->has_unknown_encoding = true;
}

void http_head_parse(slice head, http_head *out)
{
    slice line = { 0 }, name, value, item;
    *out = (http_head){ 0 };
    if (head_line(&head, &line))
        out->status = status_parse(line);
    while (head_field(&head, &name, &value)) {
        if (slice_is_nocase(name, "content-type")) {
            if (value.len)
                out->content_type = value;
        } else if (slice_is_nocase(name, "transfer-encoding")) {
            while (list_next(&value, &item))
                if (slice_is_nocase(item, "chunked"))
                    out->chunked = true;
                else
                    encoding_add(out, item);
        } else if (slice_is_nocase(name, "content-encoding")) {
            while (list_next(&value, &item))
                encoding_add(out, item);
        }
    }
}

slice media_type_charset(slice type)
{
    slice field, name;
    part_next(&type, ';', &field);
    while (part_next(&type, ';', &field)) {
        slice value = field;
        part_next(&value, '=', &name);
        if (name.len == field.len || !slice_is_nocase(slice_trim(name), "charset"))
            continue;
        value = slice_trim(value);
        while (value.len && (value.data[0] == '"' || value.data[0] == '\''))
            value = slice_from(value, 1);
        while (value.len && (value.data[value.len - 1] == '"' || value.data[value.len - 1] == '\''))
            value.len--;
        value = slice_trim(value);
        return value.len ? value : (slice){ 0 };
    }
    return (slice){ 0 };
}

/* --- bodies ------------------------------------------------------------------------------------------------------- */

static body_result decode(http_body *b, unsigned level, const char *data, size_t len);

/* Decode from the outside in: level n is the wire format, level 0 the page. */
static body_result decoded(http_body *b, const char *data, size_t len)
{
    size_t have = b->out->len - b->start, room = b->max > have ? b->max - have : 0, n = len < room ? len : room;
    buffer_append(b->out, data, n);
    if (b->out->status == HUSK_NO_MEMORY)
        return BODY_NO_MEMORY;
    return n < len || b->out->status == HUSK_LIMIT ? BODY_CUT : BODY_MORE;
}

/* The innermost layer decompresses straight into the output. One byte beyond the cap shows whether the body was cut. */
static body_result inflate_last(http_body *b, slice in, size_t *used, size_t *made, inflate_result *result)
{
    size_t have = b->out->len - b->start, room = b->max >= have ? b->max - have + 1 : 1;
    if (!buffer_reserve(b->out, room < PIECE ? room : PIECE))
        return b->out->status == HUSK_LIMIT ? BODY_CUT : BODY_NO_MEMORY;
    size_t ready = b->out->size - b->out->len;
    *result = inflater_step(&b->inflaters[0], in.data, in.len, used, b->out->data + b->out->len,
                            room < ready ? room : ready, made);
    b->out->len += *made;
    if (*made < room)
        return BODY_MORE;
    b->out->len--;
    return BODY_CUT;
}

/* NOLINTBEGIN(misc-no-recursion): over HTTP_MAX_ENCODINGS, not over the page */
static body_result inflate_between(http_body *b, unsigned i, slice in, size_t *used, size_t *made,
                                   inflate_result *result)
{
    char piece[PIECE];
    *result = inflater_step(&b->inflaters[i], in.data, in.len, used, piece, sizeof piece, made);
    return *made ? decode(b, i, piece, *made) : BODY_MORE;
}

/* After a complete stream another gzip member may follow; anything else is ignored, as in browsers. */
static bool member_follows(const http_body *b, unsigned i, slice rest)
{
    return b->encodings[i] == CODEC_GZIP && codec_detect(rest.data, rest.len) == CODEC_GZIP;
}

/* Levels count from 1: this decodes encodings[level - 1]. */
static body_result decode(http_body *b, unsigned level, const char *data, size_t len)
{
    if (level == 0)
        return decoded(b, data, len);
    unsigned i = level - 1;
    for (slice in = { data, len };;) {
        if (b->ended[i]) {
            if (!member_follows(b, i, in))
                return BODY_MORE;
            if (!inflater_start(&b->inflaters[i], CODEC_GZIP))
                return BODY_NO_MEMORY;
        }
        size_t used = 0, made = 0;
        inflate_result result = INFLATE_MORE;
        body_result passed =
            i == 0 ? inflate_last(b, in, &used, &made, &result) : inflate_between(b, i, in, &used, &made, &result);
        in = (slice){ in.data + used, in.len - used };
        if (passed != BODY_MORE)
            return passed;
        if (result != INFLATE_MORE && result != INFLATE_END)
            return result == INFLATE_NO_MEMORY ? BODY_NO_MEMORY : BODY_DAMAGED;
        b->ended[i] = result == INFLATE_END;
        if (!b->ended[i] && used == 0 && made == 0)
            return BODY_MORE;
    }
}
/* NOLINTEND(misc-no-recursion) */

/* "1a3;ext=1\r\n" or "1a3  \r\n": the start of a chunked body. */
static bool begins_with_chunk(const char *data, size_t len)
{
    size_t i = 0;
    while (i < len && i < 16 && hex_digit(data[i]) >= 0)
        i++;
    if (i == 0)
        return false;
    while (i < len && (data[i] == ' ' || data[i] == '\t'))
        i++;
    return i == len || data[i] == '\r' || data[i] == '\n' || data[i] == ';';
}

/* Does the data match the codec? Brotli has no magic number, so for it a plain page is recognised instead. */
static bool begins_as(codec *c, const char *data, size_t len)
{
    const unsigned char *d = (const unsigned char *)data;
    switch (*c) {
    case CODEC_GZIP:
    case CODEC_ZSTD:
        return codec_detect(data, len) == *c;
    case CODEC_ZLIB:
        if (sniff_bytes(data, len) == FORMAT_HTML)
            return false;
        if (len < 2 || (d[0] & 15) != 8 || ((unsigned)d[0] << 8 | d[1]) % 31 != 0)
            *c = CODEC_DEFLATE; /* some servers mean this by "deflate" */
        return true;
    default:
        return sniff_bytes(data, len) != FORMAT_HTML;
    }
}

/* The first bytes of the dechunked data decide whether it is compressed at all. */
static body_result body_begin(http_body *b, const char *data, size_t len)
{
    b->begun = true;
    while (b->n_encodings && !begins_as(&b->encodings[b->n_encodings - 1], data, len))
        b->n_encodings--;
    for (unsigned i = 0; i < b->n_encodings; i++)
        if (!inflater_start(&b->inflaters[i], b->encodings[i]))
            return BODY_NO_MEMORY;
    return BODY_MORE;
}

/* The next `len` bytes of the dechunked data, or its end. */
static body_result body_data(http_body *b, const char *data, size_t len, bool is_end)
{
    if (!b->begun && b->n_encodings) {
        size_t n = sizeof b->first - b->first_len;
        n = len < n ? len : n;
        memcpy(b->first + b->first_len, data, n);
        b->first_len += n;
        data += n;
        len -= n;
        if (b->first_len < sizeof b->first && !is_end)
            return BODY_MORE;
        body_result result = b->first_len ? body_begin(b, b->first, b->first_len) : BODY_MORE;
        if (result == BODY_MORE && b->first_len)
            result = decode(b, b->n_encodings, b->first, b->first_len);
        if (result != BODY_MORE)
            return result;
    }
    return len ? decode(b, b->n_encodings, data, len) : BODY_MORE;
}

/* One byte of a chunk's framing. False: invalid. */
static bool chunk_byte(http_body *b, char c)
{
    switch (b->chunk) {
    case CHUNK_SIZE:
        if (hex_digit(c) >= 0) {
            b->chunk_left = b->chunk_left << 4 | (uint64_t)hex_digit(c);
            return ++b->chunk_digits <= 15;
        }
        b->chunk = CHUNK_EXTENSION;
        if (b->chunk_digits == 0)
            return false;
        __attribute__((fallthrough));
    case CHUNK_EXTENSION:
        if (c == '\n') {
            b->chunk = b->chunk_left ? CHUNK_DATA : CHUNK_TRAILER;
            b->line_is_empty = true;
        }
        break;
    case CHUNK_DATA_END:
        if (c == '\n') {
            b->chunk = CHUNK_SIZE;
            b->chunk_digits = 0;
            b->frame_len = 0;
        }
        return c == '\n' || c == '\r';
    case CHUNK_TRAILER:
        if (c == '\n' && b->line_is_empty)
            b->chunk = CHUNK_DONE;
        else if (c != '\r')
            b->line_is_empty = c == '\n';
        break;
    default:
        return false;
    }
    return ++b->frame_len < HUSK_MAX_HEAD_BYTES;
}

static body_result chunks_feed(http_body *b, const char *data, size_t len)
{
    for (size_t at = 0; at < len && b->chunk != CHUNK_DONE;) {
        if (b->chunk != CHUNK_DATA) {
            if (!chunk_byte(b, data[at++]))
                return BODY_DAMAGED;
            continue;
        }
        size_t n = len - at < b->chunk_left ? len - at : (size_t)b->chunk_left;
        body_result result = body_data(b, data + at, n, false);
        if (result != BODY_MORE)
            return result;
        at += n;
        b->chunk_left -= n;
        if (b->chunk_left == 0)
            b->chunk = CHUNK_DATA_END;
    }
    return b->chunk == CHUNK_DONE ? BODY_END : BODY_MORE;
}

void http_body_start(http_body *b, const http_head *head, buffer *out, size_t max)
{
    b->fed = b->begun = b->line_is_empty = false;
    b->first_len = b->frame_len = 0;
    b->chunked = head->chunked;
    b->chunk = CHUNK_SIZE;
    b->chunk_left = 0;
    b->chunk_digits = 0;
    b->n_encodings = head->n_encodings;
    for (unsigned i = 0; i < head->n_encodings; i++) {
        b->encodings[i] = head->encodings[i];
        b->ended[i] = false;
    }
    b->out = out;
    b->start = out->len;
    b->max = max;
}

body_result http_body_feed(http_body *b, const char *data, size_t len)
{
    if (len == 0)
        return BODY_MORE;
    if (!b->fed && b->chunked)
        b->chunked = begins_with_chunk(data, len);
    b->fed = true;
    return b->chunked ? chunks_feed(b, data, len) : body_data(b, data, len, false);
}

body_result http_body_finish(http_body *b)
{
    body_result result = body_data(b, "", 0, true);
    if (result != BODY_MORE)
        return result;
    if (b->chunked && b->fed && b->chunk != CHUNK_DONE)
        return BODY_DAMAGED;
    for (unsigned i = 0; b->begun && i < b->n_encodings; i++)
        if (!b->ended[i])
            return BODY_DAMAGED;
    return BODY_END;
}

const char *http_body_problem(body_result result)
{
    return result == BODY_CUT ? "larger than the size limit"
                              : "the body's chunks or compression end early or are damaged";
}

void http_body_free(http_body *b)
{
    for (unsigned i = 0; i < HTTP_MAX_ENCODINGS; i++)
        inflater_free(&b->inflaters[i]);
    *b = (http_body){ 0 };
}
