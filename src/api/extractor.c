/* extractor.c - main content of pages in memory: a page, a verdict and an output that are used again for every page.
 * Cost: that of parsing, judging and writing; a new extractor for each page (husk_text) adds its allocations. */
#include <stdlib.h>
#include <time.h>

#include "api/api.h"
#include "page/meta/metadata.h"

struct husk_extractor {
    husk_result result; /* first member: that of husk_text is freed by its address */
    husk_extract_options extract;
    husk_judge_options judge;
    husk_site *site;
    bool is_clock_read; /* the caller gave no bound for dates: each page has its own */
    husk_page *page;
    husk_verdict *verdict;
    husk_output output;
};

OPTIONS_INIT(husk_extractor_options, .site = NULL)

/* Kind and confidence are part of the result: the page model gives both with its blocks. */
static husk_status judge_options_set(husk_extractor *x, const husk_judge_options *given, husk_error *error)
{
    husk_status status = OPTIONS_READ(&x->judge, given, husk_judge_options, model, error);
    if (given || status != HUSK_OK)
        return status;
    status = husk_judge_options_for(&x->judge, &x->extract, error);
    if (x->judge.depth == HUSK_DEPTH_BLOCKS)
        x->judge.depth = HUSK_DEPTH_PAGE;
    return status;
}

static husk_status options_set(husk_extractor *x, const husk_extractor_options *options, husk_error *error)
{
    husk_extractor_options o = { .site = NULL };
    husk_page_options page;
    husk_status status = OPTIONS_TAKE(&o, options, husk_extractor_options, stop, error);
    status = status ?: OPTIONS_READ(&x->extract, o.extract, husk_extract_options, with_metadata, error);
    status = status ?: judge_options_set(x, o.judge, error);
    status = status ?: OPTIONS_READ(&page, o.page, husk_page_options, max_milliseconds, error);
    page.stop = o.stop ? o.stop : page.stop;
    x->site = o.site;
    x->is_clock_read = o.extract == NULL;
    return status == HUSK_OK ? husk_page_new(&page, &x->page, error) : status;
}

husk_status husk_extractor_new(const husk_extractor_options *options, husk_extractor **out, husk_error *error)
{
    *out = NULL;
    husk_extractor *x = calloc(1, sizeof *x);
    if (x == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    output_init(&x->output, HUSK_MAX_OUTPUT_BYTES * 4);
    husk_status status = options_set(x, options, error);
    if (status == HUSK_OK)
        *out = x;
    else
        husk_extractor_free(x);
    return status;
}

void husk_extractor_free(husk_extractor *x)
{
    if (x == NULL)
        return;
    husk_verdict_free(x->verdict);
    husk_page_free(x->page);
    output_free_bytes(&x->output);
    free(x);
}

/* The title of what was written, NUL-terminated like the text. */
static husk_status title_read(husk_extractor *x, husk_string *title)
{
    arena *scratch = &x->page->scratch;
    metadata_options brief = { .now = x->extract.now, .brief = true };
    husk_metadata m;
    arena_mark mark = arena_save(scratch);
    husk_status status = page_metadata_read(x->page, &brief, scratch, &m);
    const char *copy =
        status == HUSK_OK ? arena_copy(&x->page->kept, m.title.len ? m.title.data : "", m.title.len) : NULL;
    *title = (husk_string){ copy ? copy : "", copy ? m.title.len : 0 };
    arena_restore(scratch, mark);
    return copy ? HUSK_OK : HUSK_NO_MEMORY;
}

static husk_status result_fill(husk_extractor *x, husk_status written, husk_error *error)
{
    const husk_judgement *j = husk_verdict_judgement(x->verdict);
    buffer *text = &x->output.bytes;
    husk_result *r = &x->result;
    *r = (husk_result){ .size = sizeof *r,
                        .status = written == HUSK_LIMIT ? written : x->page->outcome,
                        .obstacle = j->obstacle,
                        .kind = j->kind,
                        .confidence = j->confidence,
                        .page = x->page,
                        .verdict = x->verdict };
    if (!buffer_reserve(text, 1) || title_read(x, &r->title) != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    text->data[text->len] = 0;
    r->text = (husk_string){ text->data, text->len };
    return HUSK_OK;
}

husk_status husk_extractor_run(husk_extractor *x, const husk_raw *raw, const husk_result **out, husk_error *error)
{
    *out = NULL;
    husk_verdict_free(x->verdict);
    x->verdict = NULL;
    husk_output_clear(&x->output);
    if (x->is_clock_read)
        x->extract.now = (int64_t)time(NULL);
    husk_status status = husk_page_parse(x->page, raw, error);
    if (status_has_page(status))
        status = husk_judge(x->page, x->site, &x->judge, &x->verdict, error);
    status = status ?: husk_extract(x->verdict, &x->extract, &x->output, error);
    if (status_has_page(status))
        status = result_fill(x, status, error);
    if (status == HUSK_OK)
        *out = &x->result;
    return status;
}

husk_status husk_text(const char *html, size_t len, const char *url, const husk_extract_options *options,
                      husk_result **out, husk_error *error)
{
    husk_extractor_options o = { .size = sizeof o, .extract = options };
    husk_raw raw = { .size = sizeof raw, .id = url ? url : "", .url = url, .bytes = html, .len = len };
    husk_extractor *x;
    const husk_result *result;
    *out = NULL;
    husk_status status = husk_extractor_new(&o, &x, error);
    status = status ?: husk_extractor_run(x, &raw, &result, error);
    if (status == HUSK_OK)
        *out = &x->result;
    else
        husk_extractor_free(x);
    return status;
}

void husk_result_free(husk_result *result)
{
    husk_extractor_free((husk_extractor *)(void *)result);
}
