/* write.c - a verdict as stripped HTML, as the view for the web page and the report, and as a line with its class. */
#include "api/api.h"
#include "base/escape.h"
#include "write/judged.h"

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

static husk_status write_markdown(husk_verdict *v, husk_extract_options *o, husk_output *output, husk_error *error)
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
    status = status ?: write_markdown(v, &o, output, error);
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
