/* cmd_report.c - show a page with its template shaded. */
#include <stdlib.h>

#include "judging.h"
#include "talk.h"

typedef struct report_settings {
    common_settings common;
    judging_settings judging;
    const char *output;
} report_settings;

static const option report_options[] = {
    OUTPUT_OPTION(report_settings),
    JUDGING_OPTIONS(report_settings),
    { .name = NULL },
};

static const char *const examples[] = {
    "husk report page.html -o report.html",
    "Open report.html in a browser and hover over the page.",
    "husk report --site site.husk page.html -o report.html",
    "The same, with a site file.",
    NULL,
};

static void defaults(void *settings)
{
    report_settings *s = settings;
    judging_defaults(&s->judging);
}

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                        husk_error *error)
{
    husk_verdict *verdict = NULL;
    (void)raw;
    husk_status status = judging_page(context, page, &verdict, value, error);
    if (status == HUSK_OK)
        status = husk_write_report(verdict, out, error);
    husk_verdict_free(verdict);
    return status;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const report_settings *s = settings;
    judging by = { .site = NULL };
    const char *why = judging_contradiction(&s->judging);
    if (why != NULL) {
        talk("report: %s", why);
        return EXIT_USAGE;
    }
    exit_code code = EXIT_NOTHING;
    bool opened = judging_open(&by, &s->judging, s->common.quiet);
    by.options.why = true;
    if (opened && output_open(&by.output, s->output))
        code = run_pages(&(page_run){
            RUN_OVER(s, inputs, n_inputs),
            .context = &by,
            .work = work,
            .starts_programs = by.site != NULL,
            JUDGING_OUTPUT(&by),
        });
    judging_close(&by);
    return code;
}

const command command_report = {
    .name = "report",
    .summary = "show a page with its template shaded, as one HTML file",
    .operands = "PAGE",
    .about =
        "Write the page as one HTML file that you can open and share: the page with its template shaded, its main "
        "content as text, Markdown and JSON, and for each block the label, score and reason that husk label gives with "
        "the same options. With --site, the file also shows the page's site: its classes, their templates and how it "
        "was learned.\n\n"
        "The file loads nothing from anywhere and runs nothing of the page. Style sheets and images of the page are "
        "not "
        "shown. scripts/render gives the page real boxes beforehand, from a browser.",
    .examples = examples,
    .options = report_options,
    .reads_pages = true,
    .min_operands = 1,
    .max_operands = 1,
    .settings_size = sizeof(report_settings),
    .defaults = defaults,
    .run = run,
};
