/* cmd_report.c - show pages with their template shaded, and their site, as one HTML file. */
#include "judging.h"
#include "talk.h"

typedef struct report_context {
    judging by;
    husk_report *report;
    husk_output *piece; /* the beginning and the end */
    bool has_begun;
} report_context;

static const option report_options[] = { OUTPUT_OPTION, { .name = NULL } };

/* The site file is open when the run begins. */
static bool begin(void *context, husk_source *source)
{
    report_context *c = context;
    husk_error error = { 0 };
    (void)source;
    husk_status status = husk_output_new((size_t)1 << 30, &c->piece);
    return talk_failure(status ?: husk_report_new(c->by.site, &c->report, &error), &error);
}

static husk_status write_verdict(const void *context, husk_verdict *verdict, husk_output *out, husk_error *error)
{
    const report_context *c = context;
    return husk_report_page(c->report, verdict, out, error);
}

static bool write_piece(report_context *c, husk_status status, const husk_error *error)
{
    bool ok = talk_failure(status, error) && output_put(&c->by.output, c->piece);
    husk_output_clear(c->piece);
    return ok;
}

static bool write_page(void *context, const page_result *result)
{
    report_context *c = context;
    husk_error error = { 0 };
    judging_take(&c->by, result);
    if (result->len == 0)
        return true;
    if (!c->has_begun && !write_piece(c, husk_report_begin(c->piece, &error), &error))
        return false;
    c->has_begun = true;
    return output_write(&c->by.output, result->bytes, result->len);
}

static exit_code end(void *context, exit_code code)
{
    report_context *c = context;
    husk_error error = { 0 };
    judging_report(&c->by);
    if (c->has_begun && !write_piece(c, husk_report_end(c->report, c->piece, &error), &error))
        code = EXIT_NOTHING;
    husk_output_free(c->piece);
    husk_report_free(c->report);
    return run_end(&c->by.output, code);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const common_settings *s = settings;
    report_context c = { .by = judging_by(s) };
    c.by.write = write_verdict;
    c.by.options.why = true;
    return judging_run("report", NULL,
                       &(page_run){ .common = s,
                                    .inputs = inputs,
                                    .n_inputs = n_inputs,
                                    .context = &c,
                                    .begin = begin,
                                    .work = judging_work,
                                    .free_value = judged_free,
                                    .output = &c.by.output,
                                    .write = write_page,
                                    .end = end });
}

const command command_report = {
    .name = "report",
    .summary = "show pages with their template shaded, as one HTML file",
    TAKES_INPUTS,
    .options = report_options,
    .judges = true,
    .draws = true,
    .settings_size = sizeof(common_settings),
    .run = run,
};
