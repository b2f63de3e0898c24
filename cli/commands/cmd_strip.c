/* cmd_strip.c - remove the template from pages. */
#include "judging.h"

typedef struct strip_settings {
    common_settings common;
    int keep;
    bool scripts;
    const char *output_dir;
    bool keep_dirs;
} strip_settings;

typedef struct strip_context {
    judging by;
    husk_keep keep;
} strip_context;

const choice parts_of_strip[] = { { "content", HUSK_KEEP_CONTENT }, { "template", HUSK_KEEP_TEMPLATE }, { NULL, 0 } };

static const option strip_options[] = {
    { CHOICE_AT(strip_settings, keep), .name = "keep", .value = "PART", .choices = parts_of_strip },
    { FLAG_AT(strip_settings, scripts), .name = "scripts" },
    OUTPUT_OPTION,
    FILES_OPTIONS(strip_settings),
    { .name = NULL },
};

static husk_status write(const void *context, husk_verdict *verdict, husk_output *out, husk_error *error)
{
    const strip_context *c = context;
    return husk_write_stripped(verdict, c->keep, out, error);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const strip_settings *s = settings;
    const judging_settings *by = &s->common.judging;
    strip_context c = { judging_by(&s->common), (husk_keep)(s->keep | (s->scripts ? HUSK_KEEP_SCRIPTS : 0)) };
    const char *why = by->site == NULL && by->method == HUSK_METHOD_AUTO
                          ? "--site FILE says what is known of the site; --method page or pagelevel does without"
                          : names_contradiction(s->output_dir, s->keep_dirs, s->common.output);
    c.by.write = write;
    c.by.files = (names){ .directory = s->output_dir, .extension = ".html", .keep_dirs = s->keep_dirs };
    if (by->site != NULL && by->method != HUSK_METHOD_PAGE)
        c.by.options.depth = HUSK_DEPTH_TEMPLATE;
    return judging_run("strip", why, &(page_run){ RUN_OVER(s, inputs, n_inputs), .context = &c });
}

const command command_strip = {
    .name = "strip",
    .summary = "print pages as HTML without their template",
    TAKES_INPUTS,
    .options = strip_options,
    .judges = true,
    .settings_size = sizeof(strip_settings),
    .run = run,
};
