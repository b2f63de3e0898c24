/* json.c - a page's record as JSON, and JSON's strings.
 * Written straight into the buffer: what a JSON library would build first, only to walk it once, costs more than the escaping itself
 * (bench/json). Cost: eight bytes a step where nothing needs an escape. Limits: the buffer's cap; a body that does not fit is cut. */
#include <string.h>

#include "write/write.h"

/* --- strings ---------------------------------------------------------------------------------------------------- */

static const char short_escape[256] = {
    ['"'] = '"', ['\\'] = '\\', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't', ['\b'] = 'b', ['\f'] = 'f',
};

#define EACH(byte) (0x0101010101010101u * (byte))

/* Is any of eight bytes below 0x20, a quote or a backslash? The usual test for a zero byte, three times. */
static bool needs_escape(uint64_t v)
{
    uint64_t quote = v ^ EACH('"'), backslash = v ^ EACH('\\');
    uint64_t found = (v - EACH(0x20)) | (quote - EACH(1)) | (backslash - EACH(1));
    return (found & ~v & EACH(0x80)) != 0;
}

/* The bytes from the start that stand for themselves. */
static size_t plain_len(const char *data, size_t len)
{
    size_t i = 0;
    for (uint64_t v; len - i >= 8; i += 8) {
        memcpy(&v, data + i, 8);
        if (needs_escape(v))
            break;
    }
    while (i < len && (unsigned char)data[i] >= 0x20 && data[i] != '"' && data[i] != '\\')
        i++;
    return i;
}

/* `text` is valid UTF-8. */
static void escape(slice text, buffer *out)
{
    static const char hex[] = "0123456789abcdef";
    size_t i = 0;
    while (i < text.len) {
        size_t n = plain_len(text.data + i, text.len - i);
        if (!buffer_reserve(out, n + 6))
            return;
        memcpy(out->data + out->len, text.data + i, n);
        out->len += n;
        i += n;
        if (i == text.len)
            return;
        unsigned char c = (unsigned char)text.data[i++];
        char *to = out->data + out->len;
        to[0] = '\\';
        if (short_escape[c]) {
            to[1] = short_escape[c];
            out->len += 2;
        } else {
            memcpy(to + 1, "u00", 3);
            to[4] = hex[c >> 4];
            to[5] = hex[c & 15];
            out->len += 6;
        }
    }
}

void write_json_string(slice text, buffer *out)
{
    buffer_byte(out, '"');
    while (text.len) {
        size_t n = utf8_valid_len(text.data, text.len);
        escape((slice){ text.data, n }, out);
        if (n < text.len) {
            buffer_text(out, "\xef\xbf\xbd");
            n++;
        }
        text.data += n;
        text.len -= n;
    }
    buffer_byte(out, '"');
}

/* --- records ---------------------------------------------------------------------------------------------------- */

typedef struct json_writer {
    buffer *out;
    bool indented;
    bool first; /* of the object that is open */
    unsigned depth;
} json_writer;

static void line(json_writer *j)
{
    if (!j->indented)
        return;
    buffer_byte(j->out, '\n');
    for (unsigned i = 0; i < j->depth; i++)
        buffer_text(j->out, "  ");
}

static void key(json_writer *j, const char *name)
{
    if (!j->first)
        buffer_byte(j->out, ',');
    j->first = false;
    line(j);
    buffer_byte(j->out, '"');
    buffer_text(j->out, name);
    buffer_text(j->out, j->indented ? "\": " : "\":");
}

static void member(json_writer *j, const char *name, slice value)
{
    key(j, name);
    write_json_string(value, j->out);
}

static void optional(json_writer *j, const char *name, slice value)
{
    if (value.data)
        member(j, name, value);
}

static void open_object(json_writer *j)
{
    buffer_byte(j->out, '{');
    j->depth++;
    j->first = true;
}

static void close_object(json_writer *j)
{
    j->depth--;
    if (!j->first)
        line(j);
    buffer_byte(j->out, '}');
    j->first = false;
}

static void record(const write_record *r, bool indented, buffer *out)
{
    json_writer j = { .out = out, .indented = indented };
    open_object(&j);
    member(&j, "id", r->id);
    optional(&j, "url", r->url);
    member(&j, "status", (slice){ r->status, strlen(r->status) });
    optional(&j, "reason", r->reason);
    if (r->kind.data) {
        member(&j, "kind", r->kind);
        key(&j, "confidence");
        buffer_format(out, "%.3f", (double)r->confidence);
    }
    if (r->has_metadata) {
        key(&j, "metadata");
        open_object(&j);
        optional(&j, "title", r->title);
        optional(&j, "language", r->language);
        close_object(&j);
    }
    if (r->has_body) {
        key(&j, r->body_name);
        buffer_byte(out, '"');
        escape(r->body, out);
        buffer_byte(out, '"');
    }
    close_object(&j);
    buffer_byte(out, '\n');
}

/* The start of a text that surely fits `room` bytes when escaped, ending between characters. */
static slice shortened(slice text, size_t room)
{
    if (text.len > room / 6)
        text.len = room / 6;
    while (text.len && ((unsigned char)text.data[text.len] & 0xc0) == 0x80)
        text.len--;
    return text;
}

husk_status write_json(const write_record *r, bool indented, buffer *out)
{
    size_t start = out->len;
    record(r, indented, out);
    if (out->status != HUSK_LIMIT)
        return out->status;
    /* Half a record is none: once more, with what fits. */
    write_record less = *r;
    out->len = start;
    out->status = HUSK_OK;
    size_t fixed = 6 * (r->id.len + r->url.len + r->reason.len + r->title.len + r->language.len) + 1024;
    if (fixed > out->cap - start)
        return out->status = HUSK_LIMIT;
    less.body = shortened(r->body, out->cap - start - fixed);
    less.status = "cut";
    less.reason = SLICE("more than the output may hold");
    record(&less, indented, out);
    return out->status == HUSK_OK ? HUSK_LIMIT : out->status;
}
