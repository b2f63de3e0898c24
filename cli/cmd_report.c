/* cmd_report.c - show a page with its template shaded. */
#include "judging.h"

static const option report_options[] = { OUTPUT_OPTION, { .name = NULL } };

static husk_status write(const void *context, husk_verdict *verdict, husk_output *out, husk_error *error)
{
    (void)context;
    return husk_write_report(verdict, out, error);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const common_settings *s = settings;
    judging by = judging_by(s);
    by.write = write;
    by.options.why = true;
    return judging_run("report", NULL,
                       &(page_run){ .common = s, .inputs = inputs, .n_inputs = n_inputs, .context = &by });
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
    .examples = { { "husk report page.html -o report.html", "Open report.html in a browser and hover over the page." },
                  { "husk report --site site.husk page.html -o report.html", "The same, with a site file." } },
    .options = report_options,
    .judges = true,
    .draws = true,
    .reads_pages = true,
    .min_operands = 1,
    .max_operands = 1,
    .settings_size = sizeof(common_settings),
    .run = run,
};
