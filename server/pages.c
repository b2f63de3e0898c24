/* pages.c - /v1/extract, label, strip, records and view: the output of these commands for one page. */
#include <string.h>

#include "http.h"

static const char *const types[] = {
    [HUSK_FORMAT_TEXT] = "text/plain; charset=utf-8",
    [HUSK_FORMAT_MARKDOWN] = "text/markdown; charset=utf-8",
    [HUSK_FORMAT_HTML] = "text/html; charset=utf-8",
    [HUSK_FORMAT_JSON] = "application/json",
    [HUSK_FORMAT_JSONL] = "application/jsonl",
    [HUSK_FORMAT_CSV] = "text/csv; charset=utf-8",
    [HUSK_FORMAT_XML] = "application/xml",
};

static void prepare_extract(page_input *in)
{
    in->format = in->format < 0 ? HUSK_FORMAT_TEXT : in->format;
    in->extract.format = (husk_format)in->format;
    husk_judge_options_for(&in->judge, &in->extract, NULL);
}

static husk_status write_extract(page_input *in, husk_verdict *v, husk_output *out, husk_error *error)
{
    husk_status status = husk_extract_begin(&in->extract, out, error);
    return status == HUSK_OK ? husk_extract(v, &in->extract, out, error) : status;
}

/* For labels and what is shown. */
static void prepare_reasons(page_input *in)
{
    in->judge.why = !in->no_why;
}

static husk_status write_labels(page_input *in, husk_verdict *v, husk_output *out, husk_error *error)
{
    return husk_write_labels(v, in->roles ? HUSK_LABEL_ROLES : 0, out, error);
}

static void prepare_strip(page_input *in)
{
    if (in->open != NULL && in->method != HUSK_METHOD_PAGE)
        in->judge.depth = HUSK_DEPTH_TEMPLATE;
}

static husk_status write_stripped(page_input *in, husk_verdict *v, husk_output *out, husk_error *error)
{
    return husk_write_stripped(v, (husk_keep)(in->keep | (in->scripts ? HUSK_KEEP_SCRIPTS : 0)), out, error);
}

static void prepare_records(page_input *in)
{
    in->format = in->format == HUSK_FORMAT_CSV ? HUSK_FORMAT_CSV : HUSK_FORMAT_JSONL;
    in->records.format = in->format == HUSK_FORMAT_CSV ? HUSK_RECORDS_CSV : HUSK_RECORDS_JSONL;
    in->judge.depth = in->records.items ? HUSK_DEPTH_FULL : HUSK_DEPTH_CLASS;
}

static husk_status write_record(page_input *in, husk_verdict *v, husk_output *out, husk_error *error)
{
    husk_records *records = NULL;
    husk_row *row = NULL;
    husk_status status = husk_records_new(in->open, &in->records, &records, error);
    status = status ?: husk_records_begin(records, out, error);
    status = status ?: husk_records_read(records, v, &row, error);
    status = status ?: husk_records_write(records, row, out, error);
    husk_row_free(row);
    husk_records_free(records);
    return status;
}

static husk_status write_view(page_input *in, husk_verdict *v, husk_output *out, husk_error *error)
{
    return husk_write_view(v, &in->extract, out, error);
}

static const struct page_answer {
    const char *path;
    int format;                      /* of the answer; -1: the one asked for */
    void (*prepare)(page_input *in); /* what the verdict must have */
    husk_status (*write)(page_input *in, husk_verdict *v, husk_output *out, husk_error *error);
} answers[] = {
    { "/v1/extract", -1, prepare_extract, write_extract },
    { "/v1/label", HUSK_FORMAT_JSONL, prepare_reasons, write_labels },
    { "/v1/strip", HUSK_FORMAT_HTML, prepare_strip, write_stripped },
    { "/v1/records", -1, prepare_records, write_record },
    { "/v1/view", HUSK_FORMAT_JSON, prepare_reasons, write_view },
};

void pages_answer(request *r)
{
    page_input in;
    husk_error error = { .status = HUSK_OK };
    husk_verdict *verdict = NULL;
    husk_status status = HUSK_OK;
    husk_output *out = r->worker->out;
    const struct page_answer *a = answers;
    while (strcmp(a->path, r->route->path) != 0)
        a++;
    bool ok = input_take(&in, r);
    if (ok && a->write == write_record && in.open == NULL && !in.records.items)
        ok = reply_problem(&r->reply, 400, "records need a site; items don't");
    if (ok)
        a->prepare(&in);
    if (ok && (status = husk_judge(r->worker->page, in.open, &in.judge, &verdict, &error)) == HUSK_OK)
        status = a->write(&in, verdict, out, &error);
    if (ok && status == HUSK_OK)
        reply_output(&r->reply, types[a->format < 0 ? in.format : a->format], out);
    else if (ok && status == HUSK_LIMIT) /* half an answer is none */
        reply_problem(&r->reply, 413, "the answer is longer than %zu bytes; --max-body raises this limit",
                      r->server->settings->max_body * OUTPUT_PER_BODY);
    else if (ok)
        reply_failure(&r->reply, status, &error);
    husk_verdict_free(verdict);
    input_free(&in, r->worker);
}
