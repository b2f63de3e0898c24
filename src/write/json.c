/* json.c - a page's record as JSON.
 * Written straight to the buffer: building a document with a JSON library, only to walk it once, costs more than the
 * escaping itself. Cost: that of json_escape_valid. Limits: the buffer's cap; a body that does not fit is cut. */
#include <inttypes.h>

#include "base/escape.h"
#include "write/signals.h"
#include "write/write.h"

/* --- records ------------------------------------------------------------------------------------------------------ */

typedef struct json_writer {
    buffer *out;
    bool indented;
    bool first; /* no member written yet */
} json_writer;

static void key(json_writer *j, const char *name)
{
    if (!j->first)
        buffer_byte(j->out, ',');
    j->first = false;
    buffer_text(j->out, j->indented ? "\n  \"" : "\"");
    buffer_text(j->out, name);
    buffer_text(j->out, j->indented ? "\": " : "\":");
}

static void member(json_writer *j, const char *name, slice value)
{
    key(j, name);
    json_string(j->out, value);
}

static void optional(json_writer *j, const char *name, slice value)
{
    if (value.data)
        member(j, name, value);
}

/* Written only if known. */
static void known(json_writer *j, const char *name, slice value)
{
    if (value.len)
        member(j, name, value);
}

static void record(const write_record *r, bool indented, buffer *out)
{
    json_writer j = { .out = out, .indented = indented, .first = true };
    buffer_byte(out, '{');
    member(&j, "id", r->id);
    optional(&j, "url", r->url);
    member(&j, "status", (slice){ r->status, strlen(r->status) });
    optional(&j, "reason", r->reason);
    if (r->kind.data) {
        member(&j, "kind", r->kind);
        if (r->confidence >= 0) { /* some methods give none */
            key(&j, "confidence");
            write_fixed(r->confidence, 3, out);
        }
    }
    if (r->models) {
        key(&j, "model");
        buffer_format(out, "\"%016" PRIx64 "\"", r->models);
    }
    if (r->has_site) {
        key(&j, "class");
        if (r->site_class)
            buffer_format(out, "%u", r->site_class);
        else
            buffer_text(out, "null");
        key(&j, "fit");
        write_fixed(r->fit, 2, out);
    }
    if (r->head) {
        known(&j, "title", r->head->title);
        known(&j, "author", r->head->author);
        known(&j, "date", r->head->date);
        known(&j, "language", r->head->language);
    }
    if (r->detected)
        member(&j, "detected_language", (slice){ r->detected, strlen(r->detected) });
    if (r->provenance.len) {
        key(&j, "provenance");
        buffer_append(out, r->provenance.data, r->provenance.len);
    }
    if (r->metadata) {
        key(&j, "metadata");
        metadata_json(r->metadata, out);
    }
    if (r->signals) {
        key(&j, "signals");
        signals_json(r->signals, out);
    }
    if (r->has_body) {
        key(&j, r->body_name);
        buffer_byte(out, '"');
        json_escape_valid(out, r->body);
        buffer_byte(out, '"');
    }
    buffer_text(out, indented ? "\n}\n" : "}\n");
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

husk_status write_json(const write_record *r, bool indented, buffer *out)
{
    size_t start = out->len;
    record(r, indented, out);
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
    record(&less, indented, out);
    if (out->status != HUSK_OK) {
        out->len = start;
        return out->status;
    }
    less.body = shortened(r->body, out->cap - out->len);
    out->len = start;
    record(&less, indented, out);
    return out->status == HUSK_OK ? HUSK_LIMIT : out->status;
}
