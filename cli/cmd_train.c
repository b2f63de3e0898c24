/* cmd_train.c - models of one's own. */
#include "output.h"
#include "signals.h"
#include "talk.h"
#include "task.h"

typedef struct train_settings {
    common_settings common;
    const char *output;
    int method;
    bool sites;
    double theta;
    double share;
    unsigned min_pages;
    unsigned max_pages;
} train_settings;

typedef struct train_context {
    const char *const *inputs;
    size_t n_inputs;
    husk_train_options options;
    husk_output *model;
} train_context;

static const choice methods[] = { { "pagelevel", 0 }, { NULL, 0 } };

static const option train_options[] = {
    { CHOICE_AT(train_settings, method), .name = "method", .value = "METHOD", .choices = methods, .help = "Which models to make." },
    { FLAG_AT(train_settings, sites), .name = "sites",
      .help = "Learn from sites whose pages are not labelled: what many pages of a site share is its template." },
    { REAL_AT(train_settings, theta), .name = "theta", .value = "SHARE", .min = 0, .max = 1,
      .help = "An element on so great a share of a site's pages is template." },
    { REAL_AT(train_settings, share), .name = "template-share", .value = "SHARE", .min = 0, .max = 1,
      .help = "An element of whose HTML so much is template is template." },
    { NUMBER_AT(train_settings, min_pages), .name = "min-pages", .value = "N", .min = 2, .max = 1e9,
      .help = "Sites with fewer pages are left out." },
    { NUMBER_AT(train_settings, max_pages), .name = "max-pages", .value = "N", .min = 2, .max = 1e9,
      .help = "The most pages of a site that are used." },
    { TEXT_AT(train_settings, output), .name = "output", .letter = 'o', .value = "FILE",
      .help = "Write to FILE instead of standard output; it appears whole or not at all." },
    { .name = NULL },
};

static const char *const examples[] = {
    "husk train --method pagelevel --sites crawl.warc.gz -o my.txt", "Models from a crawl of many sites.",
    "husk label --model my.txt page.html", "Judge a page by them.",
    NULL,
};

static void defaults(void *settings)
{
    train_settings *s = settings;
    husk_train_options options;
    husk_train_options_init(&options, sizeof options);
    s->theta = .1;
    s->share = .85;
    s->min_pages = options.min_pages;
    s->max_pages = options.max_pages;
}

static husk_status work(void *context, husk_error *error)
{
    train_context *c = context;
    return husk_train(c->inputs, c->n_inputs, &c->options, c->model, error);
}

static exit_code write_model(const train_settings *s, const husk_output *model)
{
    output out;
    size_t len;
    const char *bytes = husk_output_data(model, &len);
    if (!output_open(&out, s->output))
        return EXIT_NOTHING;
    bool written = output_write(&out, bytes, len);
    return output_close(&out, written) && written ? EXIT_DONE : EXIT_NOTHING;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const train_settings *s = settings;
    train_context c = { .inputs = inputs, .n_inputs = n_inputs };
    if (!s->sites) {
        talk("train: --sites says where the labels come from, and is the only way for --method pagelevel");
        return EXIT_USAGE;
    }
    husk_train_options_init(&c.options, sizeof c.options);
    c.options.theta = (float)s->theta;
    c.options.template_share = (float)s->share;
    c.options.min_pages = s->min_pages;
    c.options.max_pages = s->max_pages;
    c.options.source = s->common.source;
    c.options.source.headers = s->common.headers.items;
    c.options.source.n_headers = s->common.headers.n;
    c.options.each.jobs = s->common.jobs;
    c.options.each.stop = signals_catch_stop();
    if (husk_output_new((size_t)1 << 26, &c.model)) {
        talk("train: out of memory");
        return EXIT_NOTHING;
    }
    task t = { .context = &c, .work = work };
    task_run(&t);
    exit_code code = t.status ? EXIT_NOTHING : write_model(s, c.model);
    if (t.status == HUSK_STOPPED)
        talk("train: stopped; no models were written");
    else if (t.status)
        talk("train: %s", t.error.message);
    husk_output_free(c.model);
    return code;
}

const command command_train = {
    .name = "train",
    .summary = "models of one's own, from pages",
    .operands = "INPUT...",
    .about = "Make the logistic models by which husk label judges a page alone.\n\n"
             "With --sites the pages need no labels: what at least --theta of a site's pages share is template (SiteLevel), and the models learn "
             "how such elements look, on sites they will be tried on as well as on others. A site is a host; the pages of an INPUT that have "
             "no address are a site by themselves. The same pages give the same file.",
    .examples = examples,
    .options = train_options,
    .reads_pages = true,
    .min_operands = 1,
    .max_operands = -1,
    .settings_size = sizeof(train_settings),
    .defaults = defaults,
    .run = run,
};
