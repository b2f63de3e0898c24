/* cmd_records.c - extract what varies between the pages of a site, as rows and columns. */
#include <stdlib.h>
#include <string.h>

#include "judging.h"
#include "run.h"
#include "talk.h"

#define NOT_GIVEN (-1)

typedef struct records_settings {
    common_settings common;
    int format;
    husk_records_options options;
    text_list columns;
} records_settings;

typedef struct records_context {
    output output; /* unused for tables */
    husk_site *site;
    husk_records *records;
    const char *path; /* of the SQLite file */
    bool tables, items;
    bool quiet;
} records_context;

static const choice formats[] = {
    { "jsonl", HUSK_RECORDS_JSONL },     { "csv", HUSK_RECORDS_CSV },       { "sqlite", HUSK_RECORDS_SQLITE },
    { "parquet", HUSK_RECORDS_PARQUET }, { "schema", HUSK_RECORDS_SCHEMA }, { NULL, 0 },
};

static const option records_options[] = {
    { TEXT_AT(common_settings, judging.site), .name = "site", .value = "FILE" },
    { CHOICE_AT(records_settings, format), .name = "format", .value = "FORMAT", .choices = formats,
      .normally = "by the name of --output, or jsonl" },
    { LIST_AT(records_settings, columns), .name = "column", .value = "NAME" },
    { NUMBER_AT(records_settings, options.best), .name = "best", .value = "N", .min = 1, .max = 100,
      .normally = "all" },
    { FLAG_AT(records_settings, options.items), .name = "items" },
    { NUMBER_AT(records_settings, options.region), .name = "region", .value = "N", .min = 1, .max = 16,
      .normally = "the main one" },
    { FLAG_AT(records_settings, options.list), .name = "list" },
    OUTPUT_OPTION,
    { .name = NULL },
};

static void defaults(void *settings)
{
    records_settings *s = settings;
    husk_records_options_init(&s->options, sizeof s->options);
    s->format = NOT_GIVEN;
}

static void free_row(void *value)
{
    husk_row_free(value);
}

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                        husk_error *error)
{
    const records_context *c = context;
    husk_judge_options options;
    husk_verdict *verdict = NULL;
    husk_row *row = NULL;
    (void)raw;
    husk_judge_options_init(&options, sizeof options);
    options.depth = c->items ? HUSK_DEPTH_FULL : HUSK_DEPTH_CLASS;
    husk_status status = husk_judge(page, c->site, &options, &verdict, error);
    if (status == HUSK_OK)
        status = husk_records_read(c->records, verdict, &row, error);
    if (status == HUSK_OK && !c->tables)
        status = husk_records_write(c->records, row, out, error);
    *value = row;
    husk_verdict_free(verdict);
    return status;
}

static bool write_row(void *context, const page_result *result)
{
    records_context *c = context;
    husk_error error = { .status = HUSK_OK };
    const husk_row *row = result->value;
    bool is_read = result->status == HUSK_OK || result->status == HUSK_LIMIT;
    if (row && is_read && husk_row_class(row) == 0 && !c->items && !c->quiet)
        talk("%s: no known class in the site file", result->id);
    if (!c->tables)
        return output_write(&c->output, result->bytes, result->len);
    return row == NULL || talk_failure(husk_records_store(c->records, row, &error), &error);
}

static exit_code end(void *context, exit_code code)
{
    records_context *c = context;
    husk_error error = { .status = HUSK_OK };
    if (!c->tables)
        return run_end(&c->output, code);
    if (code == EXIT_NOTHING)
        return code;
    char *partial = output_is_stopped() ? output_partial_name(c->path) : NULL;
    husk_status status =
        output_is_stopped() && partial == NULL ? HUSK_NO_MEMORY : husk_records_commit(c->records, partial, &error);
    if (talk_failure(status, &error) && partial != NULL)
        output_tell_partial(c->path, partial);
    free(partial);
    return status == HUSK_OK ? code : EXIT_NOTHING;
}

static bool write_header(records_context *c)
{
    husk_error error = { .status = HUSK_OK };
    husk_output *head = NULL;
    husk_status status = husk_output_new((size_t)16 << 20, &head);
    if (status == HUSK_OK)
        status = husk_records_begin(c->records, head, &error);
    bool done = talk_failure(status, &error) && output_put(&c->output, head);
    husk_output_free(head);
    return done;
}

static bool open_all(records_context *c, const records_settings *s, exit_code *code)
{
    husk_error error = { .status = HUSK_OK };
    husk_records_options options = s->options;
    options.columns = s->columns.items;
    options.n_columns = s->columns.n;
    husk_status status = HUSK_OK;
    if (s->common.judging.site)
        status = husk_site_open(s->common.judging.site, &c->site, &error);
    if (status == HUSK_OK && c->site)
        talk_of_models(s->common.judging.site, c->site, NULL);
    if (status == HUSK_OK)
        status = husk_records_new(c->site, &options, &c->records, &error);
    if (status == HUSK_OK && c->tables)
        status = husk_records_create(c->records, s->common.output, &error);
    if (status != HUSK_OK) {
        talk("%s", error.message);
        *code = status == HUSK_BAD_ARGUMENT ? EXIT_USAGE : EXIT_NOTHING;
        return false;
    }
    if (c->tables)
        return true;
    if (!output_open(&c->output, s->common.output) ||
        (s->options.format == HUSK_RECORDS_PARQUET && !output_rows(&c->output)))
        return false;
    if (write_header(c))
        return true;
    output_close(&c->output, false);
    return false;
}

static const char *contradiction(const records_settings *s, size_t n_inputs)
{
    if (n_inputs == 0 && s->options.format != HUSK_RECORDS_SCHEMA)
        return "records: no INPUT given; - reads stdin";
    if (s->common.judging.site == NULL && !s->options.items)
        return "records needs a site file: --site FILE; with --items it doesn't";
    if ((s->options.list || s->options.region) && !s->options.items)
        return "records: --list and --region are about --items";
    if (s->options.list && s->options.format != HUSK_RECORDS_JSONL)
        return "records: --list is JSON lines";
    if (s->options.format == HUSK_RECORDS_SQLITE && (s->common.output == NULL || strcmp(s->common.output, "-") == 0))
        return "records: a database needs a file: -o FILE";
    return NULL;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    records_settings *s = settings;
    int format = s->format != NOT_GIVEN ? s->format : format_by_name(s->common.output, formats, NOT_GIVEN);
    char instead[128];
    s->options.format = format == NOT_GIVEN ? HUSK_RECORDS_JSONL : (husk_records_format)format;
    if (format == NOT_GIVEN && instead_of_name(s->common.output, instead, sizeof instead)) {
        talk("records: can't write %s: %s", s->common.output, instead);
        return EXIT_USAGE;
    }
    records_context c = { .path = s->common.output,
                          .tables = s->options.format == HUSK_RECORDS_SQLITE,
                          .items = s->options.items,
                          .quiet = s->common.quiet };
    const char *why = contradiction(s, n_inputs);
    if (why != NULL) {
        talk("%s", why);
        return EXIT_USAGE;
    }
    exit_code code = EXIT_NOTHING;
    bool ready = open_all(&c, s, &code);
    if (ready && s->options.format == HUSK_RECORDS_SCHEMA)
        code = run_end(&c.output, EXIT_DONE);
    else if (ready)
        code = run_pages(&(page_run){
            RUN_OVER(s, inputs, n_inputs),
            .context = &c,
            .work = work,
            .takes_failed = true,
            .free_value = free_row,
            .write = write_row,
            .end = end,
            .output = c.tables ? NULL : &c.output,
        });
    husk_records_free(c.records);
    husk_site_free(c.site);
    return code;
}

const command command_records = {
    .name = "records",
    .summary = "extract records: one row per page, one column per slot",
    .operands = "INPUT...",
    .reads_pages = true,
    .max_operands = -1,
    .options = records_options,
    .settings_size = sizeof(records_settings),
    .defaults = defaults,
    .run = run,
};
