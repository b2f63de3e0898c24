/* csv.c - a page's record as a line of CSV (RFC 4180).
 * Fields with a comma, a quote or a line break are quoted; lines end in CR LF. Cost: two passes over a field. Limits:
 * the buffer's cap. */
#include "write/write.h"

/* A spreadsheet takes text that starts with these for a formula; a number may start with them. */
static bool is_formula(slice text)
{
    if (text.len == 0 || strchr("=+-@\t\r", text.data[0]) == NULL)
        return false;
    size_t i = text.data[0] == '-' || text.data[0] == '+';
    bool is_number = i && i < text.len;
    for (; i < text.len && is_number; i++)
        is_number = (text.data[i] >= '0' && text.data[i] <= '9') || text.data[i] == '.' || text.data[i] == ',';
    return !is_number;
}

void write_csv_field(slice text, bool plain, bool last, buffer *out)
{
    bool quoted = false;
    for (size_t i = 0; i < text.len && !quoted; i++)
        quoted = text.data[i] == ',' || text.data[i] == '"' || text.data[i] == '\n' || text.data[i] == '\r';
    buffer_text(out, quoted ? "\"" : "");
    if (plain && is_formula(text))
        buffer_byte(out, '\'');
    while (text.len) {
        const char *quote = quoted ? memchr(text.data, '"', text.len) : NULL;
        size_t n = quote ? (size_t)(quote - text.data) + 1 : text.len;
        buffer_append(out, text.data, n);
        if (quote)
            buffer_byte(out, '"');
        text.data += n;
        text.len -= n;
    }
    buffer_text(out, quoted ? "\"" : "");
    buffer_text(out, last ? "\r\n" : ",");
}

void write_csv_header(const char *body_name, bool metadata, buffer *out)
{
    static const husk_metadata none;
    metadata_field fields[METADATA_FIELDS];
    buffer_text(out, "id,url,status,reason,kind,confidence,");
    metadata_fields(&none, fields);
    for (size_t i = 0; i < METADATA_FIELDS && metadata; i++) {
        buffer_text(out,
                    slice_is((slice){ fields[i].name, strlen(fields[i].name) }, "url") ? "canonical" : fields[i].name);
        buffer_byte(out, ',');
    }
    buffer_text(out, body_name);
    buffer_text(out, "\r\n");
}

/* A list is one field with "; " between its items, like authors. */
static void metadata_columns(const husk_metadata *m, bool plain, buffer *out)
{
    static const husk_metadata none;
    metadata_field fields[METADATA_FIELDS];
    buffer list;
    buffer_init(&list, out->cap);
    metadata_fields(m ? m : &none, fields);
    for (size_t i = 0; i < METADATA_FIELDS; i++) {
        buffer_clear(&list);
        for (uint32_t k = 0; k < fields[i].n_items; k++) {
            buffer_text(&list, k ? "; " : "");
            buffer_append(&list, fields[i].items[k].data, fields[i].items[k].len);
        }
        write_csv_field(list.len ? (slice){ list.data, list.len } : fields[i].value, plain, false, out);
    }
    if (list.status == HUSK_NO_MEMORY)
        out->status = HUSK_NO_MEMORY;
    buffer_free(&list);
}

static void record(const write_record *r, bool metadata, bool plain, buffer *out)
{
    write_csv_field(r->id, plain, false, out);
    write_csv_field(r->url, plain, false, out);
    write_csv_field((slice){ r->status, strlen(r->status) }, plain, false, out);
    write_csv_field(r->reason, plain, false, out);
    write_csv_field(r->kind, plain, false, out);
    if (r->kind.data && r->confidence >= 0)
        write_confidence(r->confidence, out);
    buffer_byte(out, ',');
    if (metadata)
        metadata_columns(r->metadata, plain, out);
    write_csv_field(r->body, plain, true, out);
}

husk_status write_csv(const write_record *r, bool metadata, bool plain, buffer *out)
{
    size_t start = out->len;
    record(r, metadata, plain, out);
    if (out->status != HUSK_LIMIT)
        return out->status;
    /* Never write half a line. */
    write_record less = *r;
    out->len = start;
    out->status = HUSK_OK;
    less.status = "cut";
    less.reason = SLICE("larger than the output limit");
    less.body = (slice){ NULL, 0 };
    record(&less, metadata, plain, out);
    if (out->status != HUSK_OK)
        out->len = start;
    return out->status == HUSK_OK ? HUSK_LIMIT : out->status;
}
