/* row.c - a page's record as a row of cells.
 * JSON has metadata and signals as objects; otherwise the columns are the same for every record of one run, in the same
 * order, those of the metadata and signals one by one. Cost: that of the cells. Limits: the buffer's cap; a body that
 * does not fit is cut. */
#include <inttypes.h>
#include <stdio.h>

#include "base/escape.h"
#include "write/write.h"

static void add(row_writer *row, const char *name, row_cell value)
{
    row_add(row, (slice){ name, strlen(name) }, value);
}

/* A text that is unknown if it is empty. */
static void add_known(row_writer *row, const char *name, slice text)
{
    add(row, name, cell_text(text.len ? text : (slice){ NULL, 0 }));
}

/* Those of every record; the metadata has further ones. */
static bool is_head(const char *name)
{
    return strcmp(name, "title") == 0 || strcmp(name, "author") == 0 || strcmp(name, "date") == 0 ||
           strcmp(name, "language") == 0;
}

static void add_metadata(row_writer *row, const husk_metadata *m)
{
    metadata_field fields[METADATA_FIELDS];
    metadata_fields(m, fields);
    for (const metadata_field *f = fields; f < fields + METADATA_FIELDS; f++) {
        const char *name = strcmp(f->name, "url") == 0 ? "canonical" : f->name;
        if (f->is_list)
            add(row, name, cell_list(f->values, f->n));
        else if (!is_head(f->name))
            add_known(row, name, f->n ? *f->values : (slice){ NULL, 0 });
    }
}

static void add_signals(row_writer *row, const double *signals)
{
    for (unsigned i = 0; i < HUSK_N_SIGNALS; i++) {
        double value = signals ? signals[i] : 0;
        add(row, husk_signal_name(i),
            signal_digits(i) ? cell_real(value, signal_digits(i), signals)
                             : cell_integer((int64_t)(value + .5), signals));
    }
}

/* What has a form of its own in JSON. */
static void add_objects(const write_record *r, row_writer *row)
{
    if (r->provenance.len) {
        row_key(row, SLICE("provenance"));
        buffer_append(row->out, r->provenance.data, r->provenance.len);
    }
    if (r->metadata) {
        row_key(row, SLICE("metadata"));
        metadata_json(r->metadata, row->out);
    }
    if (r->signals) {
        row_key(row, SLICE("signals"));
        row_writer signals = { .out = row->out, .form = ROW_JSON };
        row_begin(&signals);
        add_signals(&signals, r->signals);
        buffer_byte(row->out, '}');
    }
    if (r->has_body) {
        row_key(row, (slice){ r->body_name, strlen(r->body_name) });
        buffer_byte(row->out, '"');
        json_escape_valid(row->out, r->body);
        buffer_byte(row->out, '"');
    }
}

static void add_all(const write_record *r, const row_columns *columns, row_writer *row)
{
    static const husk_metadata none;
    const husk_metadata *head = r->head ? r->head : &none;
    bool is_json = row->form >= ROW_JSON;
    char digest[17];
    snprintf(digest, sizeof digest, "%016" PRIx64, r->models);
    add(row, "id", cell_text(r->id));
    add(row, "url", cell_text(r->url));
    add(row, "status", cell_c_text(r->status));
    add(row, "reason", cell_text(r->reason));
    add(row, "kind", cell_text(r->kind));
    add(row, "confidence",
        cell_real(r->confidence, 3, r->kind.data && r->confidence >= 0)); /* some methods give none */
    add(row, "model", cell_c_text(r->models ? digest : NULL));
    if (is_json && r->has_site && !r->site_class) {
        row_key(row, SLICE("class"));
        buffer_text(row->out, "null");
    } else {
        add(row, "class", cell_integer(r->site_class, r->has_site && r->site_class));
    }
    add(row, "fit", cell_real(r->fit, 2, r->has_site));
    add_known(row, "title", head->title);
    add_known(row, "author", head->author);
    add_known(row, "date", head->date);
    add_known(row, "language", head->language);
    add(row, "detected_language", cell_c_text(r->detected));
    if (is_json) {
        add_objects(r, row);
        return;
    }
    if (columns->provenance)
        add_known(row, "provenance", r->provenance);
    if (columns->metadata)
        add_metadata(row, r->metadata ? r->metadata : &none);
    if (columns->signals)
        add_signals(row, r->signals);
    add(row, r->body_name, cell_text(r->has_body ? r->body : (slice){ NULL, 0 }));
}

static void put(const write_record *r, const row_columns *columns, bool is_head, buffer *out)
{
    row_writer row = { .out = out, .form = columns->form, .plain = columns->plain, .is_head = is_head };
    row_begin(&row);
    add_all(r, columns, &row);
    row_end(&row);
}

void write_row_head(const char *body_name, const row_columns *columns, buffer *out)
{
    put(&(write_record){ .body_name = body_name }, columns, true, out);
}

/* The longest prefix that surely fits `room` bytes when escaped, cut at a character boundary. */
static slice shortened(slice text, size_t room)
{
    if (text.len > room / 6)
        text.len = room / 6;
    while (text.len && ((unsigned char)text.data[text.len] & 0xc0) == 0x80)
        text.len--;
    return text;
}

husk_status write_row(const write_record *r, const row_columns *columns, buffer *out)
{
    size_t start = out->len;
    put(r, columns, false, out);
    if (out->status != HUSK_LIMIT)
        return out->status;
    /* Never write half a record: write it without the body, which shows the room left, and then with as much as fits.
     */
    write_record less = *r;
    out->len = start;
    out->status = HUSK_OK;
    less.body.len = 0;
    less.status = "cut";
    less.reason = SLICE("larger than the output limit");
    put(&less, columns, false, out);
    if (out->status != HUSK_OK) {
        out->len = start;
        return out->status;
    }
    less.body = shortened(r->body, out->cap - out->len);
    out->len = start;
    put(&less, columns, false, out);
    return out->status == HUSK_OK ? HUSK_LIMIT : out->status;
}
