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
    site_context by;
    husk_keep keep;
    husk_site_method method;
} strip_context;

static const choice keeps[] = { { "content", HUSK_KEEP_CONTENT }, { "template", HUSK_KEEP_TEMPLATE }, { NULL, 0 } };

static const choice methods[] = { { "joint", HUSK_SITE_JOINT }, { "consensus", HUSK_SITE_CONSENSUS }, { NULL, 0 } };

static const option strip_options[] = {
    { TEXT_AT(strip_settings, site), .name = "site", .value = "FILE",
      .help = "What was learned of the pages' sites (husk learn)." },
    { CHOICE_AT(strip_settings, keep), .name = "keep", .value = "PART", .choices = keeps, .help = "What stays." },
    { CHOICE_AT(strip_settings, method), .name = "method", .value = "METHOD", .choices = methods,
      .help = "By the site's places and the page model together, or by the template of the page's class alone, which "
              "the page is aligned with." },
    OUTPUT_OPTION(strip_settings),
    { .name = NULL },
};

static const char *const examples[] = {
    "husk strip --site site.husk page.html",
    "A page without what its site puts on every page.",
    "husk strip --site site.husk --keep template page.html",
    "What the site puts on it, alone.",
    NULL,
};

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_status parsed, const char *reason,
                        husk_output *out, husk_error *error)
{
    const strip_context *c = context;
    (void)raw, (void)reason;
    if (parsed != HUSK_OK && parsed != HUSK_LIMIT)
        return HUSK_OK;
    husk_status status = husk_site_strip(page, c->by.site, c->keep, c->method, out, error);
    if (status == HUSK_OK)
        drift_put(&c->by, out);
    return status;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const strip_settings *s = settings;
    strip_context c = { .keep = (husk_keep)s->keep, .method = (husk_site_method)s->method };
    exit_code code = EXIT_NOTHING;
    if (s->site == NULL) {
        talk("strip: --site FILE says what is known of the site");
        return EXIT_USAGE;
    }
    if (site_context_open(&c.by, s->site, s->common.quiet) && output_open(&c.by.output, s->output))
        code = run_pages(&(page_run){
            RUN_OVER(s, inputs, n_inputs),
            .context = &c,
            .work = work,
            DRIFT_OUTPUT(&c.by),
        });
    site_context_close(&c.by);
    return code;
}

const command command_strip = {
    .name = "strip",
    .summary = "pages as HTML without their template",
    TAKES_INPUTS,
    .about = "Print each page as HTML without what its site puts on all of its pages, or with that alone.\n\n"
             "An element goes when all it holds is template; what holds content stays, with its tags.",
    .examples = examples,
    .options = strip_options,
    .settings_size = sizeof(strip_settings),
    .run = run,
};
