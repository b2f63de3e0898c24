/* cmd_train.c - train the models of PageLevel, or write the features that models/ trains on (models/dump.h). */
#include "models/dump.h"
#include "run.h"
#include "talk.h"
#include "task.h"

typedef struct train_settings {
    common_settings common;
    int method;
    bool dump;
    bool columns;
    husk_train_options options;
} train_settings;

typedef struct train_context {
    const char *const *inputs;
    size_t n_inputs;
    husk_train_options options;
    husk_output *model;
} train_context;

#define METHOD_PAGELEVEL (DUMP_MAIN + 1) /* the others are kinds of features */

static const choice methods[] = { { "pagelevel", METHOD_PAGELEVEL },
                                  { "blocks", DUMP_BLOCKS },
                                  { "paths", DUMP_PATHS },
                                  { "main", DUMP_MAIN },
                                  { NULL, 0 } };

static const option train_options[] = {
    { CHOICE_AT(train_settings, method), .name = "method", .value = "METHOD", .choices = methods },
    { FLAG_AT(train_settings, dump), .name = "dump" },
    { FLAG_AT(train_settings, columns), .name = "columns" },
    { TEXT_AT(common_settings, judging.model), .name = "model", .value = "FILE" },
    { TEXT_AT(common_settings, judging.site), .name = "site", .value = "FILE" },
    OUTPUT_OPTION,
    { .name = NULL },
};

static const option published[] = {
    { REAL_AT(train_settings, options.theta), .name = "theta", .max = 1 },
    { REAL_AT(train_settings, options.template_share), .name = "template-share", .max = 1 },
    { NUMBER_AT(train_settings, options.min_pages), .name = "min-pages", .min = 2, .max = 1e9 },
    { NUMBER_AT(train_settings, options.max_pages), .name = "max-pages", .min = 2, .max = 1e9 },
    { FLAG_AT(train_settings, options.keep_stop_words), .name = "keep-stop-words" },
    { .name = NULL },
};

static void defaults(void *settings)
{
    train_settings *s = settings;
    husk_train_options_init(&s->options, sizeof s->options);
    s->method = METHOD_PAGELEVEL;
}

static husk_status work(void *context, husk_error *error)
{
    train_context *c = context;
    return husk_train(c->inputs, c->n_inputs, &c->options, c->model, error);
}

/* --- options ------------------------------------------------------------------------------------------------------ */

/* Why options conflict, or NULL. */
static const char *contradiction(const train_settings *s, size_t n_inputs)
{
    bool blocks = s->method != METHOD_PAGELEVEL;
    if (blocks && !s->dump)
        return "--method blocks, paths and main need --dump: husk makes the features, models/train, models/train_site "
               "and models/train_main the models";
    if (s->method == DUMP_PATHS && s->common.judging.model != NULL)
        return "--model needs --method blocks or main";
    if (blocks && s->options.keep_stop_words)
        return "--set keep-stop-words needs --method pagelevel";
    if (!blocks && (s->dump || s->columns || s->common.judging.model != NULL))
        return "--dump, --columns and --model need --method blocks, paths or main";
    if ((s->method == DUMP_MAIN && !s->columns) != (s->common.judging.site != NULL))
        return "--site FILE and --method main need each other";
    if (s->columns && (n_inputs > 0 || s->common.judging.model != NULL))
        return "--columns takes no --model and no INPUT";
    if (!s->columns && n_inputs == 0)
        return "no INPUT given; - reads stdin";
    if (s->method == DUMP_BLOCKS && !s->columns && s->common.judging.model == NULL)
        return "--dump needs --model FILE";
    return NULL;
}

static exit_code train_sites(const train_settings *s, const char *const *inputs, size_t n_inputs)
{
    train_context c = { .inputs = inputs, .n_inputs = n_inputs, .options = s->options };
    husk_each_options each;
    husk_each_options_init(&each, sizeof each);
    each.jobs = s->common.jobs;
    each.stop = signals_catch_stop();
    c.options.source = &s->common.source;
    c.options.each = &each;
    if (!talk_failure(husk_output_new((size_t)1 << 26, &c.model), NULL))
        return EXIT_NOTHING;
    task t = { .context = &c, .work = work };
    task_run(&t, false);
    exit_code code = t.status == HUSK_OK && output_whole(s->common.output, c.model) ? EXIT_DONE : EXIT_NOTHING;
    if (t.status == HUSK_STOPPED)
        talk("train: stopped; no models were written");
    else if (t.status)
        talk("train: %s", t.error.message);
    husk_output_free(c.model);
    return code;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const train_settings *s = settings;
    const char *why = contradiction(s, n_inputs);
    if (why != NULL) {
        talk("train: %s", why);
        return EXIT_USAGE;
    }
    if (!output_check(s->common.output))
        return EXIT_NOTHING;
    if (s->columns)
        return dump_columns(&s->common, (dump_kind)s->method);
    return s->method == METHOD_PAGELEVEL ? train_sites(s, inputs, n_inputs)
                                         : dump_features(&s->common, (dump_kind)s->method, inputs, n_inputs);
}

const command command_train = {
    .name = "train",
    .summary = "train custom models",
    .operands = "INPUT...",
    .options = train_options,
    .published = published,
    .reads_pages = true,
    .min_operands = 0,
    .max_operands = -1,
    .settings_size = sizeof(train_settings),
    .defaults = defaults,
    .run = run,
};
