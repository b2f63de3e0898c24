/* pages.c - /v1/extract, label, strip, records and view: the output of these commands for one page. */
#include "input.h"

static const char *const types[] = {
    [HUSK_FORMAT_TEXT] = "text/plain; charset=utf-8",
    [HUSK_FORMAT_MARKDOWN] = "text/markdown; charset=utf-8",
    [HUSK_FORMAT_HTML] = "text/html; charset=utf-8",
    [HUSK_FORMAT_JSON] = "application/json",
    [HUSK_FORMAT_JSONL] = "application/jsonl",
    [HUSK_FORMAT_CSV] = "text/csv; charset=utf-8",
    [HUSK_FORMAT_XML] = "application/xml",
};

/* What was written. Half an answer is none. */
static void answer(request *r, worker *w, const char *type, husk_status status, const husk_error *error)
{
    if (status == HUSK_OK)
        reply_output(&r->reply, type, w->out);
    else if (status == HUSK_LIMIT)
        reply_problem(&r->reply, 413, "the answer is longer than %zu bytes; --max-body raises this limit",
                      r->server->settings->max_body * OUTPUT_PER_BODY);
    else
        reply_failure(&r->reply, status, error);
}

/* The page's verdict, written by `write`. */
static void judge(worker *w, request *r, page_input *in, const char *type,
                  husk_status (*write)(page_input *in, husk_verdict *v, worker *w, husk_error *error))
{
    husk_error error = { .status = HUSK_OK };
    husk_verdict *verdict = NULL;
    husk_status status = husk_judge(w->page, in->open, &in->judge, &verdict, &error);
    if (status == HUSK_OK)
        status = write(in, verdict, w, &error);
    answer(r, w, type, status, &error);
    husk_verdict_free(verdict);
}

static husk_status write_extract(page_input *in, husk_verdict *v, worker *w, husk_error *error)
{
    husk_status status = husk_extract_begin(&in->extract, w->out, error);
    return status == HUSK_OK ? husk_extract(v, &in->extract, w->out, error) : status;
}

void pages_extract(worker *w, request *r)
{
    page_input in;
    if (input_take(&in, w, r)) {
        in.extract.format = in.format < 0 ? HUSK_FORMAT_TEXT : (husk_format)in.format;
        husk_judge_options_for(&in.judge, &in.extract, NULL);
        judge(w, r, &in, types[in.extract.format], write_extract);
    }
    input_free(&in, w);
}

static husk_status write_labels(page_input *in, husk_verdict *v, worker *w, husk_error *error)
{
    return husk_write_labels(v, in->roles ? HUSK_LABEL_ROLES : 0, w->out, error);
}

void pages_label(worker *w, request *r)
{
    page_input in;
    husk_error error = { .status = HUSK_OK };
    if (input_take(&in, w, r)) {
        in.judge.why = !in.no_why && in.open == NULL;
        if (in.segments)
            answer(r, w, types[HUSK_FORMAT_JSONL], husk_pagelevel_segments(w->page, &in.published, w->out, &error),
                   &error);
        else
            judge(w, r, &in, types[HUSK_FORMAT_JSONL], write_labels);
    }
    input_free(&in, w);
}

static husk_status write_stripped(page_input *in, husk_verdict *v, worker *w, husk_error *error)
{
    return husk_write_stripped(v, (husk_keep)(in->keep | (in->scripts ? HUSK_KEEP_SCRIPTS : 0)), w->out, error);
}

void pages_strip(worker *w, request *r)
{
    page_input in;
    if (input_take(&in, w, r)) {
        if (in.open != NULL && in.method != HUSK_METHOD_PAGE)
            in.judge.depth = HUSK_DEPTH_TEMPLATE;
        judge(w, r, &in, "text/html; charset=utf-8", write_stripped);
    }
    input_free(&in, w);
}

static husk_status write_record(page_input *in, husk_verdict *v, worker *w, husk_error *error)
{
    husk_records *records = NULL;
    husk_row *row = NULL;
    husk_status status = husk_records_new(in->open, &in->records, &records, error);
    if (status == HUSK_OK)
        status = husk_records_begin(records, w->out, error);
    if (status == HUSK_OK)
        status = husk_records_read(records, v, &row, error);
    if (status == HUSK_OK)
        status = husk_records_write(records, row, w->out, error);
    husk_row_free(row);
    husk_records_free(records);
    return status;
}

void pages_records(worker *w, request *r)
{
    page_input in;
    if (input_take(&in, w, r)) {
        bool is_csv = in.format == HUSK_FORMAT_CSV;
        in.records.format = is_csv ? HUSK_RECORDS_CSV : HUSK_RECORDS_JSONL;
        in.judge.depth = HUSK_DEPTH_CLASS;
        if (in.open == NULL)
            reply_problem(&r->reply, 400, "records need a site");
        else
            judge(w, r, &in, types[is_csv ? HUSK_FORMAT_CSV : HUSK_FORMAT_JSONL], write_record);
    }
    input_free(&in, w);
}

static husk_status write_view(page_input *in, husk_verdict *v, worker *w, husk_error *error)
{
    return husk_write_view(v, &in->extract, w->out, error);
}

void pages_view(worker *w, request *r)
{
    page_input in;
    if (input_take(&in, w, r)) {
        in.judge.why = !in.no_why;
        judge(w, r, &in, "application/json", write_view);
    }
    input_free(&in, w);
}
