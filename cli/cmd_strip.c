/* cmd_strip.c - remove the template from pages. */
#include <stdlib.h>

#include "judging.h"
#include "talk.h"

typedef struct strip_settings {
    common_settings common;
    judging_settings judging;
    const char *output;
    int keep;
    bool scripts;
} strip_settings;

typedef struct strip_context {
    judging by;
    husk_keep keep;
} strip_context;

static const choice keeps[] = { { "content", HUSK_KEEP_CONTENT }, { "template", HUSK_KEEP_TEMPLATE }, { NULL, 0 } };

static const option strip_options[] = {
    JUDGING_OPTIONS(strip_settings),
    { CHOICE_AT(strip_settings, keep), .name = "keep", .value = "PART", .choices = keeps, .help = "The part to keep." },
    { FLAG_AT(strip_settings, scripts), .name = "scripts",
      .help =
          "Keep scripts, frames, plug-ins, event handlers such as onclick, and URLs such as javascript: of that part. "
          "Without this they are removed." },
    OUTPUT_OPTION(strip_settings),
    { .name = NULL },
};

static const char *const examples[] = {
    "husk strip --site site.husk page.html",
    "Print a page without the template of its site.",
    "husk strip --site site.husk --keep template page.html",
    "Print only the template.",
    NULL,
};

static void defaults(void *settings)
{
    strip_settings *s = settings;
    judging_defaults(&s->judging);
}

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                        husk_error *error)
{
    const strip_context *c = context;
    husk_verdict *verdict = NULL;
    (void)raw;
    husk_status status = judging_page(&c->by, page, &verdict, value, error);
    if (status == HUSK_OK)
        status = husk_write_stripped(verdict, c->keep, out, error);
    husk_verdict_free(verdict);
    return status;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const strip_settings *s = settings;
    strip_context c = { .keep = (husk_keep)(s->keep | (s->scripts ? HUSK_KEEP_SCRIPTS : 0)) };
    exit_code code = EXIT_NOTHING;
    const char *why = s->judging.site == NULL && s->judging.method == HUSK_METHOD_AUTO
                          ? "--site FILE says what is known of the site; --method page or pagelevel does without"
                          : judging_contradiction(&s->judging);
    if (why != NULL) {
        talk("strip: %s", why);
        return EXIT_USAGE;
    }
    bool opened = judging_open(&c.by, &s->judging, s->common.quiet);
    if (c.by.site != NULL && s->judging.method != HUSK_METHOD_PAGE)
        c.by.options.depth = HUSK_DEPTH_TEMPLATE;
    if (opened && output_open(&c.by.output, s->output))
        code = run_pages(&(page_run){
            RUN_OVER(s, inputs, n_inputs),
            .context = &c,
            .work = work,
            JUDGING_OUTPUT(&c.by),
        });
    judging_close(&c.by);
    return code;
}

const command command_strip = {
    .name = "strip",
    .summary = "print pages as HTML without their template",
    TAKES_INPUTS,
    .about = "Print each page as HTML without the site's template, or only the template.\n\nAn element is removed if "
             "everything in it is template. Elements that contain content stay, with their tags.",
    .examples = examples,
    .options = strip_options,
    .settings_size = sizeof(strip_settings),
    .defaults = defaults,
    .run = run,
};
