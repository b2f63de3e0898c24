/* cmd_learn.c - learn the templates of a site into a file. */
#include <stdio.h>
#include <stdlib.h>

#include "run.h"
#include "talk.h"
#include "task.h"

typedef struct learn_settings {
    common_settings common;
    husk_learn_options options;
} learn_settings;

typedef struct learn_context {
    learning learning; /* first: learning_take expects it here */
    const char *path;
    char *partial; /* where the file of a stopped run goes; NULL: `path` */
    bool quiet;
    husk_output *report;
    husk_stop *stop; /* ends the last step; one set before only ends reading */
    bool is_partial; /* a signal ended reading */
} learn_context;

static const option learn_options[] = {
    OUTPUT_OPTION,
    { FLAG_AT(learn_settings, options.one_class), .name = "one-class" },
    { TEXT_AT(common_settings, judging.model), .name = "model", .value = "FILE" },
    { .name = NULL },
};

static const option published[] = {
    { NUMBER_AT(learn_settings, options.pages), .name = "pages", .min = 2, .max = 1024 },
    { NUMBER_AT(learn_settings, options.sample), .name = "sample", .min = 2, .max = 100000 },
    { NUMBER_AT(learn_settings, options.prune_percent), .name = "prune", .max = 100 },
    { NUMBER_AT(learn_settings, options.keep_percent), .name = "keep", .max = 100 },
    { NUMBER_AT(learn_settings, options.seed), .name = "seed", .max = 4294967295.0 },
    { .name = NULL },
};

static void defaults(void *settings)
{
    learn_settings *s = settings;
    husk_learn_options_init(&s->options, sizeof s->options);
}

static husk_status make_file(void *context, husk_error *error)
{
    learn_context *c = context;
    return husk_learner_finish(c->learning.learner, c->partial ? c->partial : c->path, c->report, error);
}

static bool tick(task *t)
{
    const learn_context *c = t->context;
    char line[80];
    snprintf(line, sizeof line, "making classes and templates  %.0f s", clock_seconds() - t->progress.started);
    progress_draw_line(&t->progress, line);
    if (!c->is_partial && output_is_stopped())
        husk_stop_set(c->stop);
    return false;
}

/* A stopped run learns from the pages read so far, into a copy of the file. False after reporting why not. */
static bool set_apart(learn_context *c)
{
    husk_error error = { .status = HUSK_OK };
    c->partial = output_partial_name(c->path);
    if (c->partial != NULL && husk_site_copy(c->path, c->partial, &error) == HUSK_OK)
        return true;
    talk("%s", c->partial == NULL ? "out of memory" : error.message);
    return false;
}

/* A failed run leaves the file unchanged. */
static exit_code end(void *context, exit_code code)
{
    learn_context *c = context;
    c->is_partial = output_is_stopped();
    if (code == EXIT_NOTHING || c->learning.failed || (c->is_partial && !set_apart(c)))
        return EXIT_NOTHING;
    if (!talk_failure(husk_output_new((size_t)64 << 20, &c->report), NULL))
        return EXIT_NOTHING;
    task t = { .context = c, .work = make_file, .tick = tick };
    task_run(&t, !c->quiet);
    if (t.status == HUSK_STOPPED)
        talk("stopped; %s is unchanged", c->path);
    else if (talk_failure(t.status, &t.error) && c->partial)
        output_tell_partial(c->path, c->partial);
    bool done = t.status == HUSK_OK && (c->quiet || output_whole(NULL, c->report));
    husk_output_free(c->report);
    return done ? code : EXIT_NOTHING;
}

/* Use a model of sites from a file. False after reporting why not. */
static bool give_model(const learn_context *c, const char *path)
{
    size_t len = 0;
    char *bytes = file_read(path, MAX_MODEL_BYTES, &len);
    husk_error error = { .status = HUSK_OK };
    bool done = bytes != NULL && husk_learner_model(c->learning.learner, bytes, len, &error) == HUSK_OK;
    if (bytes != NULL && !done)
        talk("%s: %s", path, error.message);
    free(bytes);
    return done;
}

static void fill_options(husk_learn_options *o, const learn_settings *s)
{
    o->fresh = s->common.relearning.fresh;
    o->remembered = s->common.relearning.remembered;
    if (o->sample < o->pages)
        o->sample = o->pages;
    o->jobs = s->common.jobs;
    o->page = &s->common.page;
    o->warn = talk_page;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    learn_settings *s = settings;
    const char *path = s->common.output, *model = s->common.judging.model;
    learn_context c = { .path = path, .quiet = s->common.quiet };
    husk_error error = { .status = HUSK_OK };
    if (path == NULL) {
        talk("learn needs a site file to write: -o FILE");
        return EXIT_USAGE;
    }
    if (!relearning_date(&s->common.relearning, &s->options.date))
        return EXIT_USAGE;
    fill_options(&s->options, s);
    exit_code code = EXIT_NOTHING;
    if (talk_failure(husk_stop_new(&c.stop), &error)) {
        s->options.stop = c.stop;
        if (talk_failure(husk_site_check(path, &error), &error) &&
            talk_failure(husk_learner_new(&s->options, &c.learning.learner, &error), &error) &&
            (model == NULL || give_model(&c, model)))
            code = run_pages(&(page_run){
                RUN_OVER(s, inputs, n_inputs),
                .context = &c,
                .work = learning_read,
                .free_value = run_free_digest,
                .write = learning_take,
                .end = end,
            });
    }
    husk_learner_free(c.learning.learner);
    husk_stop_free(c.stop);
    free(c.partial);
    return code;
}

const command command_learn = {
    .name = "learn",
    .summary = "learn the template of a site from its pages, into a site file",
    TAKES_INPUTS,
    .options = learn_options,
    .published = published,
    .relearns = true,
    .settings_size = sizeof(learn_settings),
    .defaults = defaults,
    .run = run,
};
