/* dump.c - the features that models are trained on, for the programs in models/. models/features.c has the formats. */
#include "dump.h"

#include "husk/lab.h"
#include "run.h"
#include "talk.h"

/* For --dump: what models/train and models/train_main read. */
typedef struct dump_context {
    output output;
    husk_page_model *model;
    husk_site *site;
} dump_context;

/* For --dump by paths: what models/train_site reads. */
typedef struct paths_context {
    learning learning; /* first: learning_take expects it here */
    husk_output *made;
} paths_context;

/* --- the page model's features ------------------------------------------------------------------------------------ */

static husk_status dump_page(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                             husk_error *error)
{
    const dump_context *c = context;
    (void)raw, (void)value;
    return c->site ? husk_main_model_dump(page, c->site, c->model, out, error)
                   : husk_page_model_dump(page, c->model, out, error);
}

exit_code dump_columns(const common_settings *s, dump_kind kind)
{
    husk_output *names;
    if (!talk_failure(husk_output_new((size_t)1 << 20, &names), NULL))
        return EXIT_NOTHING;
    if (kind == DUMP_PATHS)
        husk_learner_columns(names);
    else if (kind == DUMP_MAIN)
        husk_main_model_columns(names);
    else
        husk_page_model_columns(names);
    exit_code code = output_whole(s->output, names) ? EXIT_DONE : EXIT_NOTHING;
    husk_output_free(names);
    return code;
}

static exit_code dump_pages(const common_settings *s, dump_kind kind, const char *const *inputs, size_t n_inputs)
{
    const char *model = s->judging.model;
    dump_context c = { .model = NULL };
    exit_code code = EXIT_NOTHING;
    husk_error error = { .status = HUSK_OK };
    bool ready = model == NULL || models_open(model, HUSK_METHOD_PAGE, &c.model, NULL);
    if (ready && kind == DUMP_MAIN)
        ready = talk_failure(husk_site_open(s->judging.site, &c.site, &error), &error);
    if (ready && output_open(&c.output, s->output))
        code = run_pages(&(page_run){ .common = s,
                                      .inputs = inputs,
                                      .n_inputs = n_inputs,
                                      .context = &c,
                                      .work = dump_page,
                                      .output = &c.output });
    husk_page_model_free(c.model);
    husk_site_free(c.site);
    return code;
}

/* --- the site model's features ------------------------------------------------------------------------------------ */

static exit_code end_pages(void *context, exit_code code)
{
    paths_context *c = context;
    husk_error error = { .status = HUSK_OK };
    if (code == EXIT_NOTHING || c->learning.failed)
        return EXIT_NOTHING;
    return talk_failure(husk_learner_dump(c->learning.learner, c->made, &error), &error) ? code : EXIT_NOTHING;
}

static exit_code dump_paths(const common_settings *s, const char *const *inputs, size_t n_inputs)
{
    paths_context c = { .made = NULL };
    husk_error error = { .status = HUSK_OK };
    husk_learn_options o;
    husk_learn_options_init(&o, sizeof o);
    o.one_class = true;
    o.sample = 100000;
    exit_code code = EXIT_NOTHING;
    if (husk_output_new((size_t)1 << 30, &c.made) != HUSK_OK ||
        husk_learner_new(&o, &c.learning.learner, &error) != HUSK_OK)
        talk("train: %s", error.message[0] ? error.message : "out of memory");
    else
        code = run_pages(&(page_run){ .common = s,
                                      .inputs = inputs,
                                      .n_inputs = n_inputs,
                                      .context = &c,
                                      .work = learning_read,
                                      .free_value = run_free_digest,
                                      .write = learning_take,
                                      .end = end_pages });
    if (code != EXIT_NOTHING && !output_whole(s->output, c.made))
        code = EXIT_NOTHING;
    husk_learner_free(c.learning.learner);
    husk_output_free(c.made);
    return code;
}

exit_code dump_features(const common_settings *s, dump_kind kind, const char *const *inputs, size_t n_inputs)
{
    return kind == DUMP_PATHS ? dump_paths(s, inputs, n_inputs) : dump_pages(s, kind, inputs, n_inputs);
}
