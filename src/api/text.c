/* text.c - main content of one page in memory, in one call: parsing, judging and writing.
 * Many pages are cheaper with the calls behind it, whose page and output keep their memory. */
#include <stdlib.h>

#include "api/api.h"
#include "page/meta/metadata.h"

typedef struct text_result {
    husk_result result; /* first: it is freed by its address */
    husk_output output;
} text_result;

/* The title of what was written, NUL-terminated like the text. */
static husk_status title_read(husk_page *page, int64_t now, husk_string *title)
{
    metadata_options brief = { .now = now, .brief = true };
    husk_metadata m;
    husk_status status = page_metadata_read(page, &brief, &page->scratch, &m);
    const char *copy = status == HUSK_OK ? arena_copy(&page->kept, m.title.len ? m.title.data : "", m.title.len) : NULL;
    *title = (husk_string){ copy, copy ? m.title.len : 0 };
    return copy ? HUSK_OK : HUSK_NO_MEMORY;
}

static husk_status result_fill(text_result *t, int64_t now, husk_status written, husk_error *error)
{
    husk_result *r = &t->result;
    buffer *text = &t->output.bytes;
    const husk_judgement *j = husk_verdict_judgement(r->verdict);
    r->size = sizeof *r;
    r->status = written == HUSK_LIMIT ? written : r->page->outcome;
    r->obstacle = j->obstacle;
    r->kind = j->kind;
    r->confidence = j->confidence;
    if (!buffer_reserve(text, 1) || title_read(r->page, now, &r->title) != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    text->data[text->len] = 0;
    r->text = (husk_string){ text->data, text->len };
    return HUSK_OK;
}

/* Kind and confidence are part of the result: the page model gives both with its blocks. */
static husk_status judge_text(text_result *t, const husk_extract_options *extract, husk_error *error)
{
    husk_judge_options judge;
    husk_judge_options_init(&judge, sizeof judge);
    husk_status status = husk_judge_options_for(&judge, extract, error);
    if (judge.depth == HUSK_DEPTH_BLOCKS)
        judge.depth = HUSK_DEPTH_PAGE;
    return status ?: husk_judge(t->result.page, NULL, &judge, &t->result.verdict, error);
}

husk_status husk_text(const char *html, size_t len, const char *url, const husk_extract_options *options,
                      husk_result **out, husk_error *error)
{
    husk_extract_options extract;
    *out = NULL;
    husk_status status = OPTIONS_READ(&extract, options, husk_extract_options, with_metadata, error);
    text_result *t = status == HUSK_OK ? calloc(1, sizeof *t) : NULL;
    if (t == NULL)
        return status ?: error_set(error, HUSK_NO_MEMORY, "out of memory");
    output_init(&t->output, HUSK_MAX_OUTPUT_BYTES * 4);
    status = husk_page_new(NULL, &t->result.page, error);
    status = status ?: husk_page_parse_html(t->result.page, html, len, url, error);
    if (status == HUSK_OK || status == HUSK_LIMIT)
        status = judge_text(t, &extract, error);
    status = status ?: husk_extract(t->result.verdict, &extract, &t->output, error);
    if (status == HUSK_OK || status == HUSK_LIMIT)
        status = result_fill(t, extract.now, status, error);
    if (status == HUSK_OK)
        *out = &t->result;
    else
        husk_result_free(&t->result);
    return status;
}

void husk_result_free(husk_result *result)
{
    text_result *t = (text_result *)(void *)result;
    if (t == NULL)
        return;
    husk_verdict_free(result->verdict);
    husk_page_free(result->page);
    output_free_bytes(&t->output);
    free(t);
}
