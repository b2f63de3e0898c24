/* cmd_label.c - label each block main, own or template, with the reason. */
#include "judging.h"

typedef struct label_settings {
    common_settings common;
    bool no_why;
    bool roles;
    bool segments;
} label_settings;

typedef struct label_context {
    judging by;
    uint32_t flags; /* of the labels */
} label_context;

static const option label_options[] = {
    { FLAG_AT(label_settings, no_why), .name = "no-why" },
    { FLAG_AT(label_settings, roles), .name = "roles" },
    { FLAG_AT(label_settings, segments), .name = "segments" },
    OUTPUT_OPTION,
    { .name = NULL },
};

static husk_status write(const void *context, husk_verdict *verdict, husk_output *out, husk_error *error)
{
    const label_context *c = context;
    return husk_write_labels(verdict, c->flags, out, error);
}

static husk_status write_segments(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                                  husk_error *error)
{
    const label_context *c = context;
    (void)raw, (void)value;
    return husk_pagelevel_segments(page, &c->by.published, out, error);
}

/* Why options conflict, or NULL. */
static const char *contradiction(const label_settings *s)
{
    const judging_settings *by = &s->common.judging;
    bool by_other = by->method != HUSK_METHOD_AUTO && by->method != HUSK_METHOD_PAGELEVEL;
    if (s->segments && (by_other || by->site))
        return "--segments needs --method pagelevel";
    if (s->no_why && (s->segments || by->site || by->published.no_smoothing || by->published.penalty_factor != 1 ||
                      (by->method != HUSK_METHOD_AUTO && by->method != HUSK_METHOD_PAGE)))
        return "--no-why goes with --method page";
    return NULL;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    label_settings *s = settings;
    const char *why = contradiction(s);
    label_context c = { .by = judging_by(&s->common) };
    c.by.write = write;
    c.by.options.why = !s->no_why;
    if (s->segments)
        s->common.judging.method = HUSK_METHOD_PAGELEVEL;
    c.flags = s->roles ? HUSK_LABEL_ROLES : 0;
    return judging_run("label", why,
                       &(page_run){ RUN_OVER(s, inputs, n_inputs), .context = &c,
                                    .work = s->segments ? write_segments : judging_work });
}

const command command_label = {
    .name = "label",
    .summary = "label each block of text as main, own or template, with reasons",
    TAKES_INPUTS,
    .options = label_options,
    .judges = true,
    .settings_size = sizeof(label_settings),
    .run = run,
};
