/* csv.c - a page's record as a line of CSV (RFC 4180).
 * Fields with a comma, a quote or a line break are quoted; lines end in CR LF. Cost: two passes over a field. Limits:
 * the buffer's cap. */
#include <inttypes.h>

#include "write/signals.h"
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

/* Those of every record; the metadata has further ones. */
static bool is_head(const char *name)
{
    return strcmp(name, "title") == 0 || strcmp(name, "author") == 0 || strcmp(name, "date") == 0 ||
           strcmp(name, "language") == 0;
}

static void name_column(const char *name, buffer *out)
{
    buffer_text(out, name);
    buffer_byte(out, ',');
}

void write_csv_header(const char *body_name, const csv_columns *columns, buffer *out)
{
    static const husk_metadata none;
    metadata_field fields[METADATA_FIELDS];
    buffer_text(out,
                "id,url,status,reason,kind,confidence,model,class,fit,title,author,date,language,detected_language,");
    metadata_fields(&none, fields);
    for (size_t i = 0; i < METADATA_FIELDS && columns->metadata; i++)
        if (!is_head(fields[i].name))
            name_column(strcmp(fields[i].name, "url") == 0 ? "canonical" : fields[i].name, out);
    for (size_t i = 0; i < HUSK_N_SIGNALS && columns->signals; i++)
        name_column(husk_signal_name(i), out);
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
        if (is_head(fields[i].name))
            continue;
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

/* What is known of the verdict: numbers, which need no quotes. */
static void verdict_columns(const write_record *r, buffer *out)
{
    if (r->kind.data && r->confidence >= 0)
        write_confidence(r->confidence, out);
    buffer_byte(out, ',');
    if (r->models)
        buffer_format(out, "%016" PRIx64, r->models);
    buffer_byte(out, ',');
    if (r->has_site && r->site_class)
        buffer_format(out, "%u", r->site_class);
    buffer_byte(out, ',');
    if (r->has_site)
        write_fit(r->fit, out);
    buffer_byte(out, ',');
}

static void record(const write_record *r, const csv_columns *columns, buffer *out)
{
    static const husk_metadata none;
    const husk_metadata *head = r->head ? r->head : &none;
    const slice first[] = { r->id, r->url, { r->status, strlen(r->status) }, r->reason, r->kind };
    const slice detected = { r->detected, r->detected ? strlen(r->detected) : 0 };
    const slice heads[] = { head->title, head->author, head->date, head->language, detected };
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        write_csv_field(first[i], columns->plain, false, out);
    verdict_columns(r, out);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        write_csv_field(heads[i], columns->plain, false, out);
    if (columns->metadata)
        metadata_columns(r->metadata, columns->plain, out);
    for (unsigned i = 0; i < HUSK_N_SIGNALS && columns->signals; i++) {
        if (r->signals)
            signal_number(i, r->signals[i], out);
        buffer_byte(out, ',');
    }
    write_csv_field(r->body, columns->plain, true, out);
}

husk_status write_csv(const write_record *r, const csv_columns *columns, buffer *out)
{
    size_t start = out->len;
    record(r, columns, out);
    if (out->status != HUSK_LIMIT)
        return out->status;
    /* Never write half a line. */
    write_record less = *r;
    out->len = start;
    out->status = HUSK_OK;
    less.status = "cut";
    less.reason = SLICE("larger than the output limit");
    less.body = (slice){ NULL, 0 };
    record(&less, columns, out);
    if (out->status != HUSK_OK)
        out->len = start;
    return out->status == HUSK_OK ? HUSK_LIMIT : out->status;
}
