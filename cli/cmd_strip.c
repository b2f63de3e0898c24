/* cmd_strip.c - pages without their template. */
#include "drift.h"
#include "run.h"
#include "talk.h"

typedef struct strip_settings {
    common_settings common;
    const char *output;
    const char *site;
    int keep;
    int method;
} strip_settings;

typedef struct strip_context {
    output output; /* first: run_write and its like take it from here */
    husk_site *site;
    husk_keep keep;
    husk_site_method method;
    husk_drift *drift; /* with a site */
    bool quiet;
} strip_context;

static const choice keeps[] = { { "content", HUSK_KEEP_CONTENT }, { "template", HUSK_KEEP_TEMPLATE }, { NULL, 0 } };

static const choice methods[] = { { "joint", HUSK_SITE_JOINT }, { "consensus", HUSK_SITE_CONSENSUS }, { NULL, 0 } };

static const option strip_options[] = {
    { TEXT_AT(strip_settings, site), .name = "site", .value = "FILE", .help = "What was learned of the pages' sites (husk learn)." },
    { CHOICE_AT(strip_settings, keep), .name = "keep", .value = "PART", .choices = keeps, .help = "What stays." },
    { CHOICE_AT(strip_settings, method), .name = "method", .value = "METHOD", .choices = methods,
      .help = "By the site's places and the page model together, or by the template of the page's class alone, which the page is aligned with." },
    OUTPUT_OPTION(strip_settings),
    { .name = NULL },
};

static const char *const examples[] = {
    "husk strip --site site.husk page.html", "A page without what its site puts on every page.",
    "husk strip --site site.husk --keep template page.html", "What the site puts on it, alone.",
    NULL,
};

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_status parsed, const char *reason,
                        husk_output *out, husk_error *error)
{
    const strip_context *c = context;
    (void)raw, (void)reason;
    if (parsed != HUSK_OK && parsed != HUSK_LIMIT)
        return HUSK_OK;
    husk_status status = husk_site_strip(page, c->site, c->keep, c->method, out, error);
    if (status == HUSK_OK)
        drift_put(out);
    return status;
}

static bool write_page(void *context, const page_result *result)
{
    strip_context *c = context;
    page_result rest = drift_take(c->drift, result);
    return run_write(context, &rest);
}

static exit_code end(void *context, exit_code code)
{
    strip_context *c = context;
    drift_end(c->drift, c->quiet);
    return run_end(context, code);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const strip_settings *s = settings;
    strip_context c = { .keep = (husk_keep)s->keep, .method = (husk_site_method)s->method };
    husk_error error = { .status = HUSK_OK };
    if (s->site == NULL) {
        talk("strip: --site FILE says what is known of the site");
        return EXIT_USAGE;
    }
    if (husk_site_open(s->site, &c.site, &error) != HUSK_OK) {
        talk("%s", error.message);
        return EXIT_NOTHING;
    }
    c.quiet = s->common.quiet;
    exit_code code = EXIT_NOTHING;
    if (husk_drift_new(&c.drift) != HUSK_OK)
        talk("strip: out of memory");
    else if (output_open(&c.output, s->output))
        code = run_pages(&(page_run){
            .common = &s->common,
            .inputs = inputs,
            .n_inputs = n_inputs,
            .context = &c,
            .work = work,
            .write = write_page,
            .flush = run_flush,
            .end = end,
            .data_to_terminal = run_to_terminal(&c.output),
        });
    husk_site_free(c.site);
    return code;
}

const command command_strip = {
    .name = "strip",
    .summary = "pages as HTML without their template",
    .operands = "INPUT...",
    .about = "Print each page as HTML without what its site puts on all of its pages, or with that alone.\n\n"
             "An element goes when all it holds is template; what holds content stays, with its tags.",
    .examples = examples,
    .options = strip_options,
    .reads_pages = true,
    .min_operands = 1,
    .max_operands = -1,
    .settings_size = sizeof(strip_settings),
    .run = run,
};
