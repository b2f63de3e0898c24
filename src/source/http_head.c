/* http_head.c - "name: value" header lines, as in WARC records and HTTP responses.
 * As lenient as browsers: bare LF, folded values, any case, last value wins. Cost: one pass. */
#include "source/http_message.h"

#include "base/checked.h"

/* The next line without its line ending. */
static bool line_next(slice *rest, slice *line)
{
    if (rest->len == 0)
        return false;
    const char *newline = memchr(rest->data, '\n', rest->len);
    size_t len = newline ? (size_t)(newline - rest->data) : rest->len, taken = newline ? len + 1 : len;
    *line = (slice){ rest->data, len && rest->data[len - 1] == '\r' ? len - 1 : len };
    rest->data += taken;
    rest->len -= taken;
    return true;
}

bool head_field(slice *rest, slice *name, slice *value)
{
    slice line;
    while (line_next(rest, &line)) {
        const char *colon = line.len ? memchr(line.data, ':', line.len) : NULL;
        if (colon == NULL || is_space(line.data[0]))
            continue;
        *name = slice_trim((slice){ line.data, (size_t)(colon - line.data) });
        slice more;
        while (rest->len && (rest->data[0] == ' ' || rest->data[0] == '\t') && line_next(rest, &more))
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
    if (rest->len == 0)
        return false;
    const char *comma = memchr(rest->data, ',', rest->len);
    size_t len = comma ? (size_t)(comma - rest->data) : rest->len, taken = comma ? len + 1 : len;
    *item = slice_trim((slice){ rest->data, len });
    rest->data += taken;
    rest->len -= taken;
    return true;
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
    if (line_next(&head, &line))
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
    const char *semicolon = type.len ? memchr(type.data, ';', type.len) : NULL;
    while (semicolon) {
        slice rest = { semicolon + 1, (size_t)(type.data + type.len - semicolon - 1) };
        semicolon = rest.len ? memchr(rest.data, ';', rest.len) : NULL;
        slice field = { rest.data, semicolon ? (size_t)(semicolon - rest.data) : rest.len };
        const char *equals = field.len ? memchr(field.data, '=', field.len) : NULL;
        if (equals == NULL ||
            !slice_is_nocase(slice_trim((slice){ field.data, (size_t)(equals - field.data) }), "charset"))
            continue;
        slice value = slice_trim((slice){ equals + 1, (size_t)(field.data + field.len - equals - 1) });
        while (value.len && (value.data[0] == '"' || value.data[0] == '\''))
            value = (slice){ value.data + 1, value.len - 1 };
        while (value.len && (value.data[value.len - 1] == '"' || value.data[value.len - 1] == '\''))
            value.len--;
        value = slice_trim(value);
        return value.len ? value : (slice){ 0 };
    }
    return (slice){ 0 };
}
