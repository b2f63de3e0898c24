/* cmd_classify.c - print the class of each page of a known site. */
#include "run.h"
#include "talk.h"

typedef struct classify_settings {
    common_settings common;
    const char *output;
    const char *site;
} classify_settings;

typedef struct classify_context {
    output output; /* first: run_pages writes to it */
    husk_site *site;
} classify_context;

static const option classify_options[] = {
    { TEXT_AT(classify_settings, site), .name = "site", .value = "FILE",
      .help = "The site file, made by husk crawl or husk learn." },
    OUTPUT_OPTION(classify_settings),
    { .name = NULL },
};

static const char *const examples[] = {
    "husk classify --site docs.husk docs/*.html",
    "Print the class of every page of a directory.",
    NULL,
};

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                        husk_error *error)
{
    const classify_context *c = context;
    husk_judge_options options;
    husk_verdict *verdict = NULL;
    (void)raw, (void)value;
    husk_judge_options_init(&options, sizeof options);
    options.depth = HUSK_DEPTH_CLASS;
    husk_status status = husk_judge(page, c->site, &options, &verdict, error);
    if (status == HUSK_OK)
        status = husk_write_class(verdict, out, error);
    husk_verdict_free(verdict);
    return status;
}

static exit_code end(void *context, exit_code code)
{
    classify_context *c = context;
    husk_site_free(c->site);
    return run_end(context, code);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const classify_settings *s = settings;
    classify_context c = { .site = NULL };
    husk_error error = { .status = HUSK_OK };
    if (s->site == NULL) {
        talk("classify needs a site file: --site FILE");
        return EXIT_USAGE;
    }
    if (husk_site_open(s->site, &c.site, &error) != HUSK_OK) {
        talk("%s", error.message);
        return EXIT_NOTHING;
    }
    if (!output_open(&c.output, s->output)) {
        husk_site_free(c.site);
        return EXIT_NOTHING;
    }
    return run_pages(&(page_run){
        RUN_OVER(s, inputs, n_inputs),
        .context = &c,
        .work = work,
        .end = end,
    });
}

const command command_classify = {
    .name = "classify",
    .summary = "print the class of each page of a known site",
    TAKES_INPUTS,
    .about = "Print one line per page: its class, a score and its id, tab-separated. The class is the one that gives "
             "the shortest description of the page; \"none\" if the page has little in common with the class or its "
             "host is not in the site file. The score, 0 to 1, is how much more the next best class would cost.",
    .examples = examples,
    .options = classify_options,
    .settings_size = sizeof(classify_settings),
    .run = run,
};
