/* http_message.c - "name: value" header lines, as in WARC records and HTTP responses, and HTTP bodies.
 * Headers are read as leniently as browsers do: bare LF, folded values, any case, last value wins. Bodies are decoded
 * as a whole: chunks are joined in place, then content encodings undone. Cost: the codecs', plus one copy of a chunked
 * body. Limits: the output's cap, checked while decompressing; HTTP_MAX_ENCODINGS nested encodings. */
#include "source/http_message.h"

#include "source/sniff.h"

/* --- headers ------------------------------------------------------------------------------------------------------ */

bool part_next(slice *rest, char end, slice *part)
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

/* The size of the chunk that `rest` begins with, which advances to its data. False: there is no such line. */
static bool chunk_size(slice *rest, uint64_t *size)
{
    slice line;
    size_t digits = 0;
    *size = 0;
    if (memchr(rest->data, '\n', rest->len) == NULL || !head_line(rest, &line))
        return false;
    for (; digits < line.len && hex_digit(line.data[digits]) >= 0; digits++)
        *size = *size << 4 | (uint64_t)hex_digit(line.data[digits]);
    return digits > 0 && digits <= 15;
}

/* Does a line end here? Takes it off. */
static bool chunk_end(slice *rest)
{
    while (rest->len && rest->data[0] == '\r')
        *rest = slice_from(*rest, 1);
    bool ends = rest->len && rest->data[0] == '\n';
    *rest = slice_from(*rest, ends);
    return ends;
}

/* Join the chunks of `body` in place. False: they are damaged or end early; those before are joined. */
static bool chunks_join(buffer *body)
{
    slice rest = { body->data, body->len }, line = { "", 1 };
    uint64_t size;
    body->len = 0;
    while (chunk_size(&rest, &size)) {
        if (size == 0) { /* trailers, then an empty line */
            while (line.len && head_line(&rest, &line))
                ;
            return line.len == 0;
        }
        size_t n = size < rest.len ? (size_t)size : rest.len;
        memmove(body->data + body->len, rest.data, n);
        body->len += n;
        rest = slice_from(rest, n);
        if (n < size || !chunk_end(&rest))
            return false;
    }
    return false;
}

/* Decode from the last encoding applied to the first. */
static body_result encodings_undo(const codec *encodings, unsigned n, inflater *f, slice body, size_t max, buffer *out)
{
    buffer between[HTTP_MAX_ENCODINGS];
    inflate_result result = INFLATE_END;
    for (unsigned i = n; i-- > 0;) {
        buffer_init(&between[i], max + 1);
        inflate_result here = inflater_all(f, encodings[i], body, max, i ? &between[i] : out);
        result = result == INFLATE_END ? here : result;
        body = (slice){ between[i].data, between[i].len };
    }
    for (unsigned i = 0; i < n; i++)
        buffer_free(&between[i]);
    return result == INFLATE_END         ? BODY_WHOLE
           : result == INFLATE_CUT       ? BODY_CUT
           : result == INFLATE_NO_MEMORY ? BODY_NO_MEMORY
                                         : BODY_DAMAGED;
}

body_result http_body_decode(const http_head *head, inflater *f, buffer *raw, size_t max, buffer *out)
{
    codec encodings[HTTP_MAX_ENCODINGS];
    unsigned n = head->n_encodings;
    bool is_whole = raw->len == 0 || !head->chunked || !begins_with_chunk(raw->data, raw->len) || chunks_join(raw);
    memcpy(encodings, head->encodings, sizeof encodings);
    while (n && (raw->len == 0 || !begins_as(&encodings[n - 1], raw->data, raw->len)))
        n--;
    body_result result = raw->len > max ? BODY_CUT : BODY_WHOLE;
    if (n)
        result = encodings_undo(encodings, n, f, (slice){ raw->data, raw->len }, max, out);
    else
        buffer_append(out, raw->data, raw->len < max ? raw->len : max);
    if (out->status == HUSK_NO_MEMORY)
        return BODY_NO_MEMORY;
    return result == BODY_WHOLE && !is_whole ? BODY_DAMAGED : result;
}

const char *http_body_problem(body_result result)
{
    return result == BODY_CUT ? "larger than the size limit"
                              : "the body's chunks or compression end early or are damaged";
}
