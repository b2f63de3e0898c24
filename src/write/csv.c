/* csv.c - a page's record as a line of CSV (RFC 4180): fields with a comma, a quote or a line end are quoted, lines end in CR LF.
 * Cost: two passes over a field. Limits: the buffer's cap. */
#include "write/write.h"

static void field(slice text, bool last, buffer *out)
{
    bool quoted = false;
    for (size_t i = 0; i < text.len && !quoted; i++)
        quoted = text.data[i] == ',' || text.data[i] == '"' || text.data[i] == '\n' || text.data[i] == '\r';
    if (quoted)
        buffer_byte(out, '"');
    while (text.len) {
        const char *quote = quoted ? memchr(text.data, '"', text.len) : NULL;
        size_t n = quote ? (size_t)(quote - text.data) + 1 : text.len;
        buffer_append(out, text.data, n);
        if (quote)
            buffer_byte(out, '"');
        text.data += n;
        text.len -= n;
    }
    if (quoted)
        buffer_byte(out, '"');
    buffer_text(out, last ? "\r\n" : ",");
}

void write_csv_header(const char *body_name, bool metadata, buffer *out)
{
    buffer_text(out, metadata ? "id,url,status,reason,title,language," : "id,url,status,reason,");
    buffer_text(out, body_name);
    buffer_text(out, "\r\n");
}

static void record(const write_record *r, slice body, buffer *out)
{
    field(r->id, false, out);
    field(r->url, false, out);
    field((slice){ r->status, strlen(r->status) }, false, out);
    field(r->reason, false, out);
    if (r->has_metadata) {
        field(r->title, false, out);
        field(r->language, false, out);
    }
    field(body, true, out);
}

husk_status write_csv(const write_record *r, buffer *out)
{
    size_t start = out->len;
    record(r, r->body, out);
    if (out->status == HUSK_LIMIT) { /* half a line is none */
        write_record less = *r;
        out->len = start;
        out->status = HUSK_OK;
        less.status = "cut";
        less.reason = SLICE("more than the output may hold");
        record(&less, (slice){ NULL, 0 }, out);
        return out->status == HUSK_OK ? HUSK_LIMIT : out->status;
    }
    return out->status;
}
