/* write.c - a verdict as stripped HTML, as the view for the web page and the report, as a line with its class, and as
 * lines with its blocks, to see why something is in or out. */
#include "api/api.h"
#include "base/escape.h"
#include "write/judged.h"
#include "write/write.h"

static husk_status written(const husk_verdict *v, husk_status status, const char *what, husk_error *error)
{
    return status_told(error, status, "%s: %s", husk_page_id(v->page), what);
}

husk_status husk_write_stripped(husk_verdict *v, husk_keep keep, husk_output *output, husk_error *error)
{
    if (v->marks == NULL)
        return v->is_judged ? error_set(error, HUSK_BAD_ARGUMENT, "without a site, strip needs the full depth")
                            : HUSK_OK;
    arena *memory =
        &v->page->scratch; /* reused from page to page: a separate arena asked the kernel for memory each time */
    arena_mark mark = arena_save(memory);
    verdict_match_elements(v);
    husk_status status =
        write_stripped(v, (husk_keep)(keep & ~HUSK_KEEP_SCRIPTS), keep & HUSK_KEEP_SCRIPTS, memory, &output->bytes);
    arena_restore(memory, mark);
    return written(v, status, "the stripped page", error);
}

static husk_status append_markdown(husk_verdict *v, husk_extract_options *o, husk_output *output, husk_error *error)
{
    husk_output *piece;
    size_t len;
    husk_status status = husk_output_new(output->bytes.cap, &piece);
    if (status != HUSK_OK)
        return written(v, status, "Markdown", error);
    o->format = HUSK_FORMAT_MARKDOWN;
    status = husk_extract(v, o, piece, error);
    const char *data = husk_output_data(piece, &len);
    json_string_after(&output->bytes, ",\"markdown\":", (slice){ data, len });
    husk_output_free(piece);
    return status == HUSK_LIMIT ? HUSK_OK : status; /* cut: the record says so */
}

/* The object starts with the JSON Lines record; the rest follows in place of its closing brace. The page is judged once
 * and written twice. */
husk_status husk_write_view(husk_verdict *v, const husk_extract_options *options, husk_output *output,
                            husk_error *error)
{
    husk_extract_options o;
    husk_status status = OPTIONS_READ(&o, options, husk_extract_options, with_metadata, error);
    if (status != HUSK_OK)
        return status;
    o.format = HUSK_FORMAT_JSONL;
    o.body = HUSK_FORMAT_TEXT;
    buffer *b = &output->bytes;
    size_t start = b->len;
    status = husk_extract(v, &o, output, error);
    if (!status_has_page(status) || b->len - start < 2)
        return status;
    b->len -= strlen("}\n");
    buffer_byte(b, ',');
    husk_status shown = written(v, shown_write(v, b), "what is shown", error);
    status = shown == HUSK_LIMIT ? HUSK_OK : shown;
    status = status ?: append_markdown(v, &o, output, error);
    buffer_text(b, "}\n");
    if (status == HUSK_OK && b->status != HUSK_OK)
        status = written(v, b->status, "what is shown", error);
    if (status != HUSK_OK)
        b->len = start; /* half an object is none */
    return status == HUSK_OK ? shown : status;
}

husk_status husk_write_class(husk_verdict *v, husk_output *output, husk_error *error)
{
    buffer *b = &output->bytes;
    if (v->judgement.page_class)
        buffer_format(b, "%u\t%.4f\t", v->judgement.page_class, (double)v->judgement.class_margin);
    else
        buffer_text(b, "none\t0.0000\t");
    const char *id = husk_page_id(v->page);
    buffer_visible(b, id, strlen(id));
    buffer_byte(b, '\n');
    return written(v, b->status, "its class", error);
}

/* --- blocks as JSON lines ----------------------------------------------------------------------------------------- */

/* With the page alone a line is compact; with a site it also names the evidence that decided. */
typedef struct label_writer {
    husk_verdict *v;
    buffer *out;
    buffer piece; /* a string before it is escaped */
    bool roles;
} label_writer;

static void write_key(label_writer *w, const char *name)
{
    buffer_text(w->out, ",\"");
    buffer_text(w->out, name);
    buffer_text(w->out, "\":");
}

static void write_piece(label_writer *w)
{
    json_string(w->out, (slice){ w->piece.data ? w->piece.data : "", w->piece.len });
    buffer_clear(&w->piece);
}

static bool write_head(label_writer *w, size_t i)
{
    const husk_block *b = &w->v->blocks[i];
    buffer_text(w->out, "{\"id\":");
    json_string(w->out, w->v->page->id);
    write_key(w, "path");
    bool room = verdict_path(w->v, w->v->parts[i].element, &w->piece);
    write_piece(w);
    write_key(w, "text");
    json_string(w->out, (slice){ b->text.data, b->text.len });
    write_key(w, "label");
    buffer_format(w->out, "\"%s\"", husk_label_name(b->label));
    return room;
}

static void write_alone(label_writer *w, const char *name, float probability)
{
    if (probability < 0)
        return;
    write_key(w, name);
    write_fixed(probability, 3, w->out);
}

/* Which evidence decided, and how well the page fits its site. */
static void write_site(label_writer *w, const husk_block *b)
{
    static const char *const names[] = { "page", "site", "both", "text", "token" };
    const husk_judgement *j = &w->v->judgement;
    write_key(w, "by");
    buffer_format(w->out, "\"%s\"", names[b->by]);
    write_alone(w, "site", b->site);
    write_alone(w, "page_model", b->page);
    if (!j->host_known)
        return;
    write_key(w, "class");
    if (j->page_class)
        buffer_format(w->out, "%u", j->page_class);
    else
        buffer_text(w->out, "null");
    if (j->has_fit) {
        write_key(w, "fit");
        buffer_format(w->out, "%.2f", j->fit);
    }
}

static husk_status write_line(label_writer *w, size_t i)
{
    const husk_block *b = &w->v->blocks[i];
    if (!write_head(w, i))
        return HUSK_NO_MEMORY;
    write_alone(w, "template", b->template_probability);
    write_alone(w, "main", b->main_probability);
    if (w->v->by_texts)
        write_site(w, b);
    if (w->roles && b->role != HUSK_ROLE_NONE) {
        write_key(w, "role");
        buffer_format(w->out, "\"%s\"", husk_role_name(b->role));
    }
    if (w->v->by_texts || w->v->elements || w->v->reasons) {
        write_key(w, "why");
        verdict_why(w->v, i, &w->piece);
        write_piece(w);
        write_key(w, "reasons");
        verdict_write_reasons(w->v, i, false, w->out);
    }
    buffer_text(w->out, "}\n");
    return HUSK_OK;
}

husk_status husk_write_labels(husk_verdict *v, uint32_t flags, husk_output *output, husk_error *error)
{
    if (flags & ~(uint32_t)HUSK_LABEL_ROLES)
        return error_set(error, HUSK_BAD_ARGUMENT, "unknown flags of labels: %u", (unsigned)flags);
    bool roles = flags & HUSK_LABEL_ROLES;
    label_writer w = { .v = v, .out = &output->bytes, .roles = roles };
    buffer_init(&w.piece, HUSK_MAX_OUTPUT_BYTES);
    husk_status status = verdict_blocks(v, roles);
    size_t start = output->bytes.len, most = page_output_cap(v->page);
    for (size_t i = 0, line = start; status == HUSK_OK && i < v->n_blocks; i++, line = w.out->len) {
        status = w.out->len - start > most ? HUSK_LIMIT : write_line(&w, i);
        status = status ?: w.piece.status != HUSK_OK ? w.piece.status : w.out->status;
        if (status != HUSK_OK)
            w.out->len = line; /* whole lines only */
    }
    buffer_free(&w.piece);
    return status_told(error, status, "%s", husk_page_id(v->page));
}
