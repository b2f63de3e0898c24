/* cmd_label.c - what is content and what is template, block by block, and why. */
#include "models.h"
#include "run.h"

typedef struct label_settings {
    common_settings common;
    const char *output;
    const char *model;
    bool segments;
    bool no_smoothing;
    double penalty;
} label_settings;

typedef struct label_context {
    output output; /* first: run_write and its like take it from here */
    husk_pagelevel *models;
    husk_pagelevel_options options;
} label_context;

static const option label_options[] = {
    { FLAG_AT(label_settings, segments), .name = "segments",
      .help = "A line for each segment of the page instead of each block of text: the regions that hang together, with their boxes." },
    { TEXT_AT(label_settings, model), .name = "model", .value = "FILE", .normally = "the models that come with husk",
      .help = "Models made by husk train --method pagelevel." },
    { REAL_AT(label_settings, penalty), .name = "penalty", .value = "FACTOR", .min = 0, .max = 1e6,
      .help = "Times the penalty for a new segment: more makes fewer and larger segments." },
    { FLAG_AT(label_settings, no_smoothing), .name = "no-smoothing", .help = "Judge every element by its own score alone." },
    { TEXT_AT(label_settings, output), .name = "output", .letter = 'o', .value = "FILE",
      .help = "Write to FILE instead of standard output; it appears whole or not at all." },
    { .name = NULL },
};

static const char *const examples[] = {
    "husk label page.html | jq -r 'select(.label == \"content\").text'", "The content's text, block by block.",
    "husk label --segments page.html", "The page's regions, each with its box, label and reason.",
    NULL,
};

static void defaults(void *settings)
{
    ((label_settings *)settings)->penalty = 1;
}

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_status parsed, const char *reason,
                        husk_output *out, husk_error *error)
{
    const label_context *c = context;
    (void)raw, (void)reason;
    if (parsed != HUSK_OK && parsed != HUSK_LIMIT)
        return HUSK_OK;
    return husk_pagelevel_label(page, c->models, &c->options, out, error);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const label_settings *s = settings;
    label_context c = { .models = models_open(s->model) };
    if (c.models == NULL)
        return EXIT_NOTHING;
    husk_pagelevel_options_init(&c.options, sizeof c.options);
    c.options.segments = s->segments;
    c.options.no_smoothing = s->no_smoothing;
    c.options.penalty_factor = (float)s->penalty;
    exit_code code = EXIT_NOTHING;
    if (output_open(&c.output, s->output))
        code = run_pages(&(page_run){
            .common = &s->common,
            .inputs = inputs,
            .n_inputs = n_inputs,
            .context = &c,
            .work = work,
            .write = run_write,
            .flush = run_flush,
            .end = run_end,
            .data_to_terminal = run_to_terminal(&c.output),
        });
    husk_pagelevel_free(c.models);
    return code;
}

const command command_label = {
    .name = "label",
    .summary = "what is content and what is template, and why, as JSON lines",
    .operands = "INPUT...",
    .about = "Print a JSON line for each block of text that a reader sees: page, path, text, label (content or template), score (0 is "
             "content, 1 is template) and why.\n\n"
             "Each page is judged by itself: logistic models score its elements, and the scores are smoothed so that nothing inside "
             "a template is less of one. The regions of equal score are the page's segments.",
    .examples = examples,
    .options = label_options,
    .reads_pages = true,
    .min_operands = 1,
    .max_operands = -1,
    .settings_size = sizeof(label_settings),
    .defaults = defaults,
    .run = run,
};
