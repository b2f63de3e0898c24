/* extract.c - what a page becomes: the writers behind one call, and the record that tells how it went.
 * Cost: that of the writer; a record's body is made first and then copied with its escapes, because it must be known
 * whether it was cut before the record's status is written. Limits: HUSK_MAX_OUTPUT_BYTES, or the output's own cap. */
#include <string.h>
#include <time.h>

#include "api/block_model.h"
#include "api/output.h"
#include "api/stand_in.h"
#include "base/limits.h"
#include "base/status.h"
#include "judge/page_model.h"
#include "judge/select.h"
#include "judge/site_judge.h"
#include "write/metadata.h"
#include "write/tei.h"
#include "write/write.h"

/* A body's memory beyond this is given back after its page. */
#define KEEP_BODY ((size_t)8 << 20)

void husk_extract_options_init(husk_extract_options *options, size_t size)
{
    husk_extract_options defaults = { .size = size,
                                      .format = HUSK_FORMAT_TEXT,
                                      .body = HUSK_FORMAT_TEXT,
                                      .tables = true,
                                      .comments = true,
                                      .now = (int64_t)time(NULL) };
    memset(options, 0, size);
    memcpy(options, &defaults, size < sizeof defaults ? size : sizeof defaults);
}

/* What the caller gave over what it could not know of. */
static husk_extract_options complete(const husk_extract_options *options)
{
    husk_extract_options o;
    husk_extract_options_init(&o, sizeof o);
    if (options)
        memcpy(&o, options, options->size < sizeof o ? options->size : sizeof o);
    return o;
}

static bool is_record(husk_format format)
{
    return format == HUSK_FORMAT_JSON || format == HUSK_FORMAT_JSONL || format == HUSK_FORMAT_CSV;
}

static bool is_readable(husk_status status)
{
    return status == HUSK_OK || status == HUSK_LIMIT;
}

static const char *body_name(husk_format body)
{
    return body == HUSK_FORMAT_MARKDOWN ? "markdown" : body == HUSK_FORMAT_HTML ? "html" : "text";
}

/* What was made of the page's blocks, in page->scratch; `keep` is NULL where everything is asked for. */
typedef struct choice {
    husk_page *stand_in; /* what is written instead of the page, or NULL */
    uint8_t *keep;
    uint8_t *keep_comments; /* where the format has a place for them apart (TEI) */
    const char *kind;
    float confidence;
    husk_fit fit; /* of its site */
    uint32_t site_class;
} choice;

/* Kind and confidence by the site, where it has a say and knows them. */
static void tell_by_site(const site_verdict *v, float expected, choice *c)
{
    int kind = expected >= 0 ? site_class_kind(v->host, v->page_class) : -1;
    c->site_class = v->page_class ? v->page_class->number : 0;
    c->confidence = expected;
    c->kind = kind >= 0 ? page_kind_name(kind) : NULL;
    site_tell_fit(v, &c->fit);
}

/* A page that fits its site needs the page model only where the site is not sure, if nothing is asked for that only
 * that model can tell (comments apart, another aim; the kind, of a file that doesn't have it). `done` is false when the
 * page must be judged in full. */
static husk_status choose_by_site(husk_page *page, const husk_extract_options *o, choice *c, bool *done)
{
    site_verdict v;
    *done = false;
    if (o->format == HUSK_FORMAT_XML || !o->comments || o->precision || o->recall || o->model)
        return HUSK_OK;
    husk_status status = page_blocks(page);
    if (status == HUSK_OK)
        status = site_judge(o->site, page, SITE_QUICK, NULL, &page->scratch, &v, NULL);
    if (status != HUSK_OK || v.host == NULL || !v.fits)
        return status;
    bool *keep = arena_array(&page->scratch, (size_t)page->n_blocks + 1, sizeof *keep);
    if (keep == NULL)
        return HUSK_NO_MEMORY;
    memset(keep, 0, page->n_blocks);
    float expected = site_keep_blocks(page, &v, keep, &page->scratch);
    if (is_record(o->format))
        status = site_page_class(v.host, page, &page->scratch, &v.page_class);
    tell_by_site(&v, expected, c);
    if (status != HUSK_OK || (is_record(o->format) && c->kind == NULL))
        return status;
    *done = true;
    status = stand_in_make(page, keep, &c->stand_in);
    return status == HUSK_OK && c->stand_in == NULL ? select_nodes(page, keep, &page->scratch, &c->keep) : status;
}

static husk_status choose(husk_page *page, const husk_extract_options *o, choice *c)
{
    page_judgement j;
    bool done = false;
    c->confidence = -1;
    husk_status quick = o->site ? choose_by_site(page, o, c, &done) : HUSK_OK;
    if (quick != HUSK_OK || done)
        return quick;
    page_aim aim = o->precision ? AIM_PRECISION : o->recall ? AIM_RECALL : AIM_BALANCE;
    husk_status status = page_judge(page, o->model ? &o->model->model : &page_model_builtin, aim, &page->scratch, &j);
    if (status != HUSK_OK)
        return status;
    if (o->site) {
        site_verdict v;
        status = site_judge(o->site, page, SITE_JOINT, &j, &page->scratch, &v, NULL);
        if (status != HUSK_OK)
            return status;
        tell_by_site(&v, site_keep_blocks(page, &v, j.keep, &page->scratch), c);
    }
    bool apart = o->format == HUSK_FORMAT_XML && o->comments;
    for (uint32_t b = 0; b < page->n_blocks && (!o->comments || apart); b++) {
        bool comment = j.comment[b] && j.keep[b];
        j.keep[b] &= !j.comment[b];
        j.comment[b] = comment;
    }
    c->kind = c->kind ? c->kind : page_kind_name(j.kind);
    c->confidence = c->confidence >= 0 ? c->confidence : j.confidence;
    status = stand_in_make(page, j.keep, &c->stand_in);
    if (status == HUSK_OK && c->stand_in == NULL)
        status = select_nodes(page, j.keep, &page->scratch, &c->keep);
    if (status == HUSK_OK && c->stand_in == NULL && apart)
        status = select_nodes(page, j.comment, &page->scratch, &c->keep_comments);
    return status;
}

static husk_status write_body(husk_page *page, husk_format format, const husk_extract_options *o, const choice *c,
                              buffer *out)
{
    page = c->stand_in ? c->stand_in : page;
    write_options w = { .keep = c->keep, .links = o->links, .images = o->images, .tables = o->tables };
    switch (format) {
    case HUSK_FORMAT_MARKDOWN:
        return write_markdown(page, &w, out);
    case HUSK_FORMAT_HTML:
        return write_html(page, &w, out);
    default:
        return write_text(page, &w, out);
    }
}

/* A page for itself: with its metadata before it. */
static husk_status write_whole(husk_page *page, const page_metadata *metadata, const husk_extract_options *o,
                               const choice *c, buffer *out)
{
    write_options w = { .keep = c->keep, .links = o->links, .images = o->images, .tables = o->tables };
    write_options comments = w;
    husk_page *shown = c->stand_in ? c->stand_in : page;
    comments.keep = c->keep_comments;
    if (o->format == HUSK_FORMAT_XML)
        return write_tei(shown, &w, &comments, metadata, out);
    if (o->format == HUSK_FORMAT_HTML)
        return write_html_document(shown, &w, metadata, out);
    if (metadata)
        metadata_yaml(metadata, out);
    return write_body(page, o->format, o, c, out);
}

static slice c_slice(const char *text)
{
    return text ? (slice){ text, strlen(text) } : (slice){ NULL, 0 };
}

/* Status and reason, from what happened first: reading, parsing, writing. */
static void tell_status(write_record *r, const husk_page *page, const husk_raw *raw, husk_status parsed,
                        const char *parse_reason, husk_status written)
{
    if (raw->status != HUSK_OK || parsed != HUSK_OK) {
        husk_status status = raw->status != HUSK_OK ? raw->status : parsed;
        const char *reason = raw->status != HUSK_OK ? raw->reason : parse_reason;
        r->status = is_readable(raw->status) && is_readable(parsed) ? "cut" : "failed";
        if (raw->status == HUSK_LIMIT && !is_readable(parsed)) {
            status = parsed;
            reason = parse_reason;
        }
        if (reason == NULL && status == HUSK_LIMIT && page)
            reason = page->cut;
        r->reason = c_slice(reason ? reason : husk_status_text(status));
    } else if (written == HUSK_LIMIT) {
        r->status = "cut";
        r->reason = SLICE("more than the output may hold");
    } else {
        r->status = "ok";
    }
}

static husk_status write_page_record(husk_page *page, const page_metadata *metadata, const husk_raw *raw,
                                     husk_status parsed, const char *parse_reason, const husk_extract_options *o,
                                     const choice *c, husk_output *output)
{
    bool readable = is_readable(raw->status) && is_readable(parsed);
    husk_status written = HUSK_OK;
    write_record r = { .id = c_slice(raw->id ? raw->id : ""),
                       .url = c_slice(raw->url),
                       .body_name = body_name(o->body),
                       .metadata = metadata,
                       .has_body = readable,
                       .kind = c_slice(c->kind),
                       .confidence = c->confidence,
                       .has_site = c->fit.known,
                       .site_class = c->site_class,
                       .fit = (float)c->fit.fit };
    buffer *body = &output->body;
    buffer_clear(body);
    if (body->cap > HUSK_MAX_OUTPUT_BYTES)
        body->cap = HUSK_MAX_OUTPUT_BYTES;
    if (readable)
        written = write_body(page, o->body, o, c, body);
    if (!is_readable(written))
        return written;
    r.body = (slice){ body->data ? body->data : "", body->len };
    tell_status(&r, readable ? page : NULL, raw, parsed, parse_reason, written);
    husk_status status = o->format == HUSK_FORMAT_CSV ? write_csv(&r, o->with_metadata, &output->bytes)
                                                      : write_json(&r, o->format == HUSK_FORMAT_JSON, &output->bytes);
    buffer_trim(body, KEEP_BODY);
    return status == HUSK_OK ? written : status;
}

husk_status husk_extract_begin(const husk_extract_options *options, husk_output *output, husk_error *error)
{
    husk_extract_options o = complete(options);
    if (o.format == HUSK_FORMAT_CSV)
        write_csv_header(body_name(o.body), o.with_metadata, &output->bytes);
    if (output->bytes.status != HUSK_OK)
        return error_set(error, output->bytes.status, "the output is full");
    return HUSK_OK;
}

husk_status husk_extract(husk_page *page, const husk_raw *raw, husk_status parsed, const char *parse_reason,
                         const husk_extract_options *options, husk_output *output, husk_error *error)
{
    husk_extract_options o = complete(options);
    husk_status status = HUSK_OK;
    choice c = { 0 };
    page_metadata metadata;
    bool readable = is_readable(raw->status) && is_readable(parsed);
    metadata_options dated = { .now = o.now };
    const page_metadata *known = (o.with_metadata || o.format == HUSK_FORMAT_XML) && readable
                                     ? &metadata
                                     : NULL; /* TEI has a header in any case */
    if (o.format > HUSK_FORMAT_XML || o.body > HUSK_FORMAT_HTML)
        return error_set(error, HUSK_BAD_ARGUMENT, "%s: this format is not written", raw->id);
    arena_mark mark = arena_save(&page->scratch);
    if (known)
        status = page_metadata_read(page, &dated, &page->scratch, &metadata);
    if (status == HUSK_OK && readable && !o.all)
        status = choose(page, &o, &c);
    bool too_many_blocks = parsed == HUSK_OK && page->status == HUSK_LIMIT && !o.all; /* known only now */
    if (too_many_blocks) {
        parsed = HUSK_LIMIT;
        parse_reason = "cut at the budget of blocks";
    }
    if (status == HUSK_OK && is_record(o.format))
        status = write_page_record(page, known, raw, parsed, parse_reason, &o, &c, output);
    else if (status == HUSK_OK && readable)
        status = write_whole(page, known, &o, &c, &output->bytes);
    output->fit = c.fit;
    husk_page_free(c.stand_in);
    arena_restore(&page->scratch, mark);
    if (status == HUSK_LIMIT)
        return error_set(error, status, "%s: cut: more than the output may hold", raw->id);
    if (status != HUSK_OK)
        return error_set(error, status, "%s: %s", raw->id, husk_status_text(status));
    if (too_many_blocks)
        return error_set(error, HUSK_LIMIT, "%s", parse_reason);
    return HUSK_OK;
}
