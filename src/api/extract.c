/* extract.c - write a judged page in any format: the writers behind one call, and the record with the page's status.
 * Cost: the writer's; a record's body is built first and then copied with escapes, because whether it was cut must be
 * known before the record's status is written. Limits: HUSK_MAX_OUTPUT_BYTES, or the output's own cap. */
#include <string.h>
#include <time.h>

#include "api/api.h"
#include "judge/select.h"
#include "write/write.h"

/* A larger body buffer is freed after its page. */
#define KEEP_BODY ((size_t)8 << 20)

OPTIONS_INIT(husk_extract_options, .format = HUSK_FORMAT_TEXT, .body = HUSK_FORMAT_TEXT, .tables = true,
             .comments = true, .title = true, .now = (int64_t)time(NULL))

/* The caller's options over the defaults. */
static husk_status complete(const husk_extract_options *options, husk_extract_options *o, husk_error *error)
{
    husk_status status = OPTIONS_READ(o, options, husk_extract_options, with_metadata, error);
    if (status == HUSK_OK && ((unsigned)o->format > HUSK_FORMAT_PARQUET || (unsigned)o->body > HUSK_FORMAT_HTML))
        return error_set(error, HUSK_BAD_ARGUMENT, "unknown format");
    if (status == HUSK_OK && o->signals > HUSK_SIGNALS_ALL)
        return error_set(error, HUSK_BAD_ARGUMENT, "unknown signals");
    return status;
}

static bool is_row(husk_format format)
{
    return format == HUSK_FORMAT_CSV || format == HUSK_FORMAT_PARQUET;
}

static bool is_record(husk_format format)
{
    return is_row(format) || format == HUSK_FORMAT_JSON || format == HUSK_FORMAT_JSONL;
}

/* Does the output start with the title? */
static bool has_title(husk_format format, const husk_extract_options *o)
{
    return o->title && !o->all && (format == HUSK_FORMAT_MARKDOWN || format == HUSK_FORMAT_HTML);
}

static const char *body_name(husk_format body)
{
    return body == HUSK_FORMAT_MARKDOWN ? "markdown" : body == HUSK_FORMAT_HTML ? "html" : "text";
}

/* Listing comments separately, or leaving them out, needs the page model. */
husk_status husk_judge_options_for(husk_judge_options *judge, const husk_extract_options *extract, husk_error *error)
{
    husk_extract_options o;
    husk_judge_options known;
    husk_status status = complete(extract, &o, error);
    status = status ?: OPTIONS_TAKE(&known, judge, husk_judge_options, model, error);
    if (status == HUSK_OK)
        judge->depth = o.all                                        ? HUSK_DEPTH_CLASS
                       : o.format == HUSK_FORMAT_XML || !o.comments ? HUSK_DEPTH_FULL
                       : is_record(o.format)                        ? HUSK_DEPTH_PAGE
                                                                    : HUSK_DEPTH_BLOCKS;
    return status;
}

/* What to write, in page->scratch; `keep` is NULL if everything is wanted. */
typedef struct choice {
    slice title; /* of the page, if it is written */
    uint8_t *keep;
    uint8_t *keep_comments;    /* for formats that list comments separately (TEI) */
    const husk_metadata *head; /* of a JSON record, or NULL */
} choice;

static husk_status choose(const husk_verdict *v, const husk_extract_options *o, choice *c)
{
    husk_page *page = v->page;
    uint32_t n = page->n_blocks;
    bool *keep = arena_array(&page->scratch, (size_t)n + 1, sizeof *keep),
         *comments = arena_array(&page->scratch, (size_t)n + 1, sizeof *comments);
    if (keep == NULL || comments == NULL)
        return HUSK_NO_MEMORY;
    bool apart = o->format == HUSK_FORMAT_XML && o->comments;
    for (uint32_t b = 0; b < n; b++) {
        bool comment = v->comment && v->comment[b];
        comments[b] = comment && v->keep[b];
        keep[b] = v->keep[b] && !(comment && (apart || !o->comments));
    }
    husk_status status = select_nodes(page, keep, &page->scratch, &c->keep);
    if (status == HUSK_OK && apart)
        status = select_nodes(page, comments, &page->scratch, &c->keep_comments);
    return status;
}

/* The page to write: what stands in for it, unless everything is wanted. */
static husk_page *shown_page(const husk_verdict *v, const husk_extract_options *o)
{
    return v->stand_in && !o->all ? v->stand_in : v->page;
}

/* The writers' options. Markdown and HTML get the title; everything a reader sees gets it where the page has it. */
static husk_status options_make(husk_page *page, husk_format format, const husk_extract_options *o, const choice *c,
                                write_options *w)
{
    bool needed = false;
    *w = (write_options){ .keep = c->keep, .links = o->links, .images = o->images, .tables = o->tables };
    husk_status status = has_title(format, o) ? title_is_needed(page, c->title, w, &needed) : HUSK_OK;
    if (needed)
        w->title = c->title;
    return status;
}

static husk_status write_body(husk_page *page, husk_format format, const write_options *w, buffer *out)
{
    switch (format) {
    case HUSK_FORMAT_MARKDOWN:
        return write_markdown(page, w, out);
    case HUSK_FORMAT_HTML:
        return write_html(page, w, out);
    default:
        return write_text(page, w, out);
    }
}

/* --- signals ------------------------------------------------------------------------------------------------------ */

/* The share of the extracted words that are in links. */
static double link_density(const husk_verdict *v, const husk_extract_options *o)
{
    const husk_page *page = v->page;
    uint64_t words = 0, links = 0;
    for (uint32_t b = 0; b < page->n_blocks && !v->stand_in; b++) {
        bool kept = o->all ? !(page->blocks[b].flags & BLOCK_HIDDEN) : v->keep[b];
        words += kept ? page->blocks[b].n_words : 0;
        links += kept ? page->blocks[b].n_link_words : 0;
    }
    return words ? (double)links / (double)words : 0;
}

/* Measure the page's text; `text` is it, if it is already written: NULL otherwise. */
static husk_status measure(husk_verdict *v, const husk_extract_options *o, const choice *c, const buffer *text)
{
    husk_page *shown = shown_page(v, o);
    buffer own;
    husk_status status = HUSK_OK;
    v->signals = v->signals ? v->signals : arena_array(&v->memory, HUSK_N_SIGNALS, sizeof *v->signals);
    if (v->signals == NULL || (o->all && page_blocks(v->page) != HUSK_OK))
        return HUSK_NO_MEMORY;
    buffer_init(&own, HUSK_MAX_OUTPUT_BYTES);
    if (text == NULL) {
        write_options w = { .keep = c->keep, .tables = o->tables };
        page_cap_output(shown, &own);
        status = write_text(shown, &w, &own);
        text = &own;
    }
    if (status_has_page(status))
        status = signals_read((slice){ text->data ? text->data : "", text->len }, o->signals == HUSK_SIGNALS_WORDS,
                              &v->page->scratch, v->signals);
    v->signals[HUSK_SIGNAL_LINK_DENSITY] = link_density(v, o);
    buffer_free(&own);
    return status;
}

const double *husk_verdict_signals(const husk_verdict *verdict)
{
    return verdict->signals;
}

/* A page on its own: its metadata comes first. */
static husk_status write_whole(husk_page *shown, const husk_metadata *metadata, const husk_extract_options *o,
                               const choice *c, buffer *out)
{
    write_options w;
    husk_status status = options_make(shown, o->format, o, c, &w);
    if (status != HUSK_OK)
        return status;
    write_options comments = w;
    comments.keep = c->keep_comments;
    if (o->format == HUSK_FORMAT_XML)
        return write_tei(shown, &w, &comments, metadata, out);
    if (o->format == HUSK_FORMAT_HTML)
        return write_html_document(shown, &w, metadata, out);
    if (metadata)
        metadata_yaml(metadata, out);
    return write_body(shown, o->format, &w, out);
}

static slice c_slice(const char *text)
{
    return text ? (slice){ text, strlen(text) } : (slice){ NULL, 0 };
}

static void status_set(write_record *r, husk_status outcome, const char *reason, husk_status written,
                       husk_obstacle obstacle)
{
    bool is_whole = outcome == HUSK_OK && written != HUSK_LIMIT;
    r->status = is_whole ? husk_obstacle_word(obstacle) : status_has_page(outcome) ? "cut" : "failed";
    if (outcome != HUSK_OK)
        r->reason = c_slice(reason[0] ? reason : husk_status_text(outcome));
    else if (written == HUSK_LIMIT)
        r->reason = SLICE("larger than the output limit");
    else if (obstacle != HUSK_OBSTACLE_NONE)
        r->reason = c_slice(husk_obstacle_text(obstacle));
}

static row_form form_of(husk_format format)
{
    return format == HUSK_FORMAT_CSV       ? ROW_CSV
           : format == HUSK_FORMAT_PARQUET ? ROW_PACKED
           : format == HUSK_FORMAT_JSON    ? ROW_JSON_INDENTED
                                           : ROW_JSON;
}

static row_columns columns_of(const husk_extract_options *o)
{
    return (row_columns){ .metadata = o->with_metadata,
                          .signals = o->signals == HUSK_SIGNALS_ALL,
                          .provenance = o->provenance,
                          .form = form_of(o->format),
                          .plain = o->no_formulas };
}

static husk_status write_page_record(husk_verdict *v, const husk_metadata *metadata, const char *reason,
                                     husk_status outcome, const husk_extract_options *o, const choice *c,
                                     husk_output *output)
{
    husk_page *page = v->page;
    const husk_judgement *j = &v->judgement;
    bool readable = status_has_page(outcome);
    husk_status written = HUSK_OK, status = HUSK_OK;
    write_record r = { .id = page->id,
                       .url = page->url.len ? page->url : (slice){ NULL, 0 },
                       .body_name = body_name(o->body),
                       .provenance = page->provenance,
                       .head = c->head,
                       .detected = c->head ? husk_verdict_language(v) : NULL,
                       .metadata = metadata,
                       .has_body = readable,
                       .kind = o->all ? (slice){ NULL, 0 } : c_slice(j->kind),
                       .confidence = j->confidence,
                       .models = o->all ? 0 : v->models,
                       .has_site = v->fit.known && !o->all,
                       .site_class = j->page_class,
                       .fit = (float)v->fit.fit };
    buffer *body = &output->body;
    buffer_trim(body, SIZE_MAX);
    size_t cap = page_cap_output(page, body);
    husk_page *shown = shown_page(v, o);
    write_options w;
    if (readable)
        written = options_make(shown, o->body, o, c, &w);
    if (readable && written == HUSK_OK)
        written = write_body(shown, o->body, &w, body);
    body->cap = cap;
    bool is_text = o->body == HUSK_FORMAT_TEXT && !o->links && !o->images;
    if (readable && status_has_page(written) && o->signals)
        status = measure(v, o, c, is_text ? body : NULL);
    if (!status_has_page(written) || status != HUSK_OK)
        return status != HUSK_OK ? status : written;
    r.signals = o->signals == HUSK_SIGNALS_ALL ? v->signals : NULL;
    r.body = (slice){ body->data ? body->data : "", body->len };
    status_set(&r, outcome, reason, written, j->obstacle);
    row_columns columns = columns_of(o);
    status = write_row(&r, &columns, &output->bytes);
    buffer_trim(body, KEEP_BODY);
    return status == HUSK_OK ? written : status;
}

husk_status husk_extract_begin(const husk_extract_options *options, husk_output *output, husk_error *error)
{
    husk_extract_options o;
    husk_status status = complete(options, &o, error);
    if (status != HUSK_OK)
        return status;
    row_columns columns = columns_of(&o);
    if (is_row(o.format))
        write_row_head(body_name(o.body), &columns, &output->bytes);
    return output_status(output, "the header", error);
}

husk_status husk_extract(husk_verdict *v, const husk_extract_options *options, husk_output *output, husk_error *error)
{
    husk_extract_options o;
    choice c = { 0 };
    husk_metadata metadata;
    husk_page *page = v->page;
    husk_status status = complete(options, &o, error), outcome = page->outcome;
    v->signals = NULL;
    if (status != HUSK_OK)
        return status;
    bool readable = status_has_page(outcome);
    if (readable && !o.all && !v->is_judged)
        return error_set(error, HUSK_BAD_ARGUMENT, "the verdict has no blocks: judge at a greater depth");
    const husk_metadata *known =
        (o.with_metadata || o.format == HUSK_FORMAT_XML) && readable ? &metadata : NULL; /* TEI always has a header */
    arena_mark mark = arena_save(&page->scratch);
    bool titled = readable && has_title(is_record(o.format) ? o.body : o.format, &o);
    bool headed = readable && is_record(o.format);
    metadata_options asked = { .now = o.now, .brief = known == NULL };
    if (known || titled || headed)
        status = page_metadata_read(page, &asked, &page->scratch, &metadata);
    c.head = headed && status == HUSK_OK ? &metadata : NULL;
    if (status == HUSK_OK && titled)
        c.title = metadata.title;
    if (status == HUSK_OK && readable && !o.all)
        status = v->stand_in ? HUSK_OK : choose(v, &o, &c);
    const char *reason = page->reason;
    bool too_many_blocks = outcome == HUSK_OK && page->status == HUSK_LIMIT && !o.all; /* known only now */
    if (too_many_blocks) {
        outcome = HUSK_LIMIT;
        reason = "cut at the limit of blocks";
    }
    if (status == HUSK_OK && is_record(o.format)) {
        status = write_page_record(v, known, reason, outcome, &o, &c, output);
    } else if (status == HUSK_OK && readable) {
        size_t cap = page_cap_output(page, &output->bytes);
        status = write_whole(shown_page(v, &o), known, &o, &c, &output->bytes);
        output->bytes.cap = cap;
        if (status_has_page(status) && o.signals && measure(v, &o, &c, NULL) != HUSK_OK)
            status = HUSK_NO_MEMORY;
    }
    arena_restore(&page->scratch, mark);
    if (status == HUSK_LIMIT)
        return error_set(error, status, "%s: cut: larger than the output limit", husk_page_id(page));
    if (status == HUSK_OK && too_many_blocks)
        return error_set(error, HUSK_LIMIT, "%s", reason);
    return status_told(error, status, "%s", husk_page_id(page));
}
