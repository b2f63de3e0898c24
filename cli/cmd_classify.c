/* cmd_classify.c - print the class of each page of a known site. */
#include "path_costs.h"
#include "run.h"
#include "talk.h"

typedef struct classify_settings {
    common_settings common;
    const char *output;
    const char *site;
    husk_path_costs costs;
    int miss;
} classify_settings;

typedef struct classify_context {
    output output; /* first: run_pages writes to it */
    husk_site *site;
} classify_context;

static const option classify_options[] = {
    { TEXT_AT(classify_settings, site), .name = "site", .value = "FILE",
      .help = "The site file, made by husk crawl or husk learn." },
    { REAL_AT(classify_settings, costs.path), .name = "cost-path", .value = "X", .min = 0, .max = 1e6,
      .help = "For files of husk crawl --published, as there: the cost of a link path that the class lacks (c_p)." },
    { REAL_AT(classify_settings, costs.index), .name = "cost-index", .value = "X", .min = 0, .max = 1e6,
      .help = "The cost of a link path of the class, given by its number (c_i)." },
    { REAL_AT(classify_settings, costs.miss), .name = "cost-miss", .value = "X", .min = 0, .max = 1e6,
      .help = "The cost of a missing link path (c_miss)." },
    { CHOICE_AT(classify_settings, miss), .name = "miss", .value = "READING", .choices = path_misses,
      .help = "What c_miss is charged for. page: a path of the class that the page lacks. class: a path of the page "
              "that the class lacks." },
    OUTPUT_OPTION(classify_settings),
    { .name = NULL },
};

static const char *const examples[] = {
    "husk classify --site docs.husk docs/*.html",
    "Print the class of every page of a directory.",
    NULL,
};

static void defaults(void *settings)
{
    classify_settings *s = settings;
    husk_path_costs_init(&s->costs);
}

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
    husk_path_costs costs = s->costs;
    classify_context c = { .site = NULL };
    husk_error error = { .status = HUSK_OK };
    if (s->site == NULL) {
        talk("classify needs a site file: --site FILE");
        return EXIT_USAGE;
    }
    costs.miss_foreign = s->miss;
    if (husk_site_open(s->site, &c.site, &error) != HUSK_OK || husk_site_set_costs(c.site, &costs, &error) != HUSK_OK) {
        talk("%s", error.message);
        husk_site_free(c.site);
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
    .defaults = defaults,
    .run = run,
};
