/* text.c - main content of a page in memory, in one call. */
#include <stdlib.h>
#include <string.h>

#include "api/output.h"
#include "base/arena.h"
#include "base/limits.h"
#include "base/status.h"

/* A result and the storage it points into. */
typedef struct whole_result {
    husk_result result; /* first member: the caller's pointer */
    husk_page *page;
    husk_verdict *verdict;
    husk_output *output;
} whole_result;

void husk_result_free(husk_result *result)
{
    whole_result *w = (whole_result *)(void *)result;
    if (w) {
        husk_verdict_free(w->verdict);
        husk_page_free(w->page);
        husk_output_free(w->output);
    }
    free(w);
}

static husk_status fill(whole_result *w, const husk_extract_options *options, int64_t now, husk_error *error)
{
    husk_result *r = &w->result;
    husk_status status = husk_extract(w->verdict, options, w->output, error);
    if (status != HUSK_OK && status != HUSK_LIMIT)
        return status;
    r->size = sizeof *r;
    r->status = status == HUSK_LIMIT ? status : husk_page_status(w->page);
    r->text.data = husk_output_data(w->output, &r->text.len);
    r->metadata = husk_page_metadata(w->page, now);
    r->n_blocks = husk_verdict_n_blocks(w->verdict);
    r->blocks = husk_verdict_block(w->verdict, 0);
    r->kind = husk_verdict_judgement(w->verdict)->kind;
    r->confidence = husk_verdict_judgement(w->verdict)->confidence;
    r->obstacle = husk_verdict_judgement(w->verdict)->obstacle;
    if (r->metadata == NULL || husk_output_append(w->output, "", 1) != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    r->text.data = husk_output_data(w->output, &(size_t){ 0 }); /* the final NUL may have moved it */
    r->title = r->metadata->title;
    return HUSK_OK;
}

husk_status husk_text(const char *html, size_t len, const char *url, const husk_extract_options *options,
                      husk_result **out, husk_error *error)
{
    husk_extract_options defaults;
    husk_judge_options judge;
    *out = NULL;
    husk_extract_options_init(&defaults, sizeof defaults);
    husk_judge_options_init(&judge, sizeof judge);
    whole_result *w = calloc(1, sizeof *w);
    if (w == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    husk_status status = husk_output_new(HUSK_MAX_OUTPUT_BYTES * 4, &w->output);
    if (status == HUSK_OK)
        status = husk_page_new(NULL, &w->page, error);
    if (status == HUSK_OK)
        status = husk_page_parse_html(w->page, html, len, url, error);
    if (status == HUSK_OK || status == HUSK_LIMIT)
        status = husk_judge(w->page, NULL, &judge, &w->verdict, error);
    if (status == HUSK_OK)
        status = fill(w, options, defaults.now, error);
    if (status == HUSK_OK)
        *out = &w->result;
    else
        husk_result_free(&w->result);
    return status;
}
