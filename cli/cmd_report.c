/* cmd_report.c - a page with its template shaded, for people. */
#include "models.h"
#include "run.h"

typedef struct report_settings {
    common_settings common;
    const char *output;
    const char *model;
    double penalty;
} report_settings;

typedef struct report_context {
    output output; /* first: run_pages writes to it */
    husk_pagelevel *models;
    husk_pagelevel_options options;
} report_context;

static const option report_options[] = {
    OUTPUT_OPTION(report_settings),
    { TEXT_AT(report_settings, model), .name = "model", .value = "FILE", .normally = "the models that come with husk",
      .help = "Models made by husk train --method pagelevel." },
    { REAL_AT(report_settings, penalty), .name = "penalty", .value = "FACTOR", .min = 0, .max = 1e6,
      .help = "Times the penalty for a new segment: more makes fewer and larger segments." },
    { .name = NULL },
};

static const char *const examples[] = {
    "husk report page.html -o report.html",
    "Open report.html in a browser and hover over the page.",
    NULL,
};

static void defaults(void *settings)
{
    ((report_settings *)settings)->penalty = 1;
}

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_status parsed, const char *reason,
                        husk_output *out, husk_error *error)
{
    const report_context *c = context;
    (void)raw, (void)reason;
    if (parsed != HUSK_OK && parsed != HUSK_LIMIT)
        return HUSK_OK;
    return husk_pagelevel_report(page, c->models, &c->options, out, error);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const report_settings *s = settings;
    report_context c = { .models = models_open(s->model) };
    if (c.models == NULL)
        return EXIT_NOTHING;
    husk_pagelevel_options_init(&c.options, sizeof c.options);
    c.options.penalty_factor = (float)s->penalty;
    exit_code code = EXIT_NOTHING;
    if (output_open(&c.output, s->output))
        code = run_pages(&(page_run){
            RUN_OVER(s, inputs, n_inputs),
            .context = &c,
            .work = work,
        });
    husk_pagelevel_free(c.models);
    return code;
}

const command command_report = {
    .name = "report",
    .summary = "a page with its template shaded, as one HTML file",
    .operands = "PAGE",
    .about =
        "Write the page as one HTML file that loads nothing and runs nothing: what is template is shaded, segments "
        "have borders, and "
        "hovering over one tells its score and the reason.\n\n"
        "Style sheets of the page are not shown. scripts/render gives the page real boxes beforehand, from a browser.",
    .examples = examples,
    .options = report_options,
    .reads_pages = true,
    .min_operands = 1,
    .max_operands = 1,
    .settings_size = sizeof(report_settings),
    .defaults = defaults,
    .run = run,
};
