/* cmd_classify.c - print the class of each page of a known site. */
#include "judging.h"
#include "talk.h"

typedef struct classify_settings {
    common_settings common;
    husk_path_costs costs;
} classify_settings;

typedef struct classify_context {
    output output;
    husk_site *site;
} classify_context;

static const option classify_options[] = {
    { TEXT_AT(common_settings, judging.site), .name = "site", .value = "FILE",
      .help = "The site file, made by husk crawl or husk learn." },
    OUTPUT_OPTION,
    { .name = NULL },
};

static const option published[] = { PATH_COSTS(classify_settings, costs), { .name = NULL } };

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

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const classify_settings *s = settings;
    classify_context c = { .site = NULL };
    husk_error error = { .status = HUSK_OK };
    if (s->common.judging.site == NULL) {
        talk("classify needs a site file: --site FILE");
        return EXIT_USAGE;
    }
    exit_code code = EXIT_NOTHING;
    if (talk_failure(husk_site_open(s->common.judging.site, &c.site, &error), &error) &&
        talk_failure(husk_site_set_costs(c.site, &s->costs, &error), &error) &&
        output_open(&c.output, s->common.output)) {
        talk_of_models(s->common.judging.site, c.site, NULL);
        code =
            run_pages(&(page_run){ RUN_OVER(s, inputs, n_inputs), .context = &c, .work = work, .output = &c.output });
    }
    husk_site_free(c.site);
    return code;
}

const command command_classify = {
    .name = "classify",
    .summary = "print the class of each page of a known site",
    TAKES_INPUTS,
    .about = "Print one line per page: its class, a score and its id, tab-separated. The class is the one that gives "
             "the shortest description of the page; \"none\" if the page has little in common with the class or its "
             "host is not in the site file. The score, 0 to 1, is how much more the next best class would cost.",
    .examples = { { "husk classify --site docs.husk docs/*.html", "Print the class of every page of a directory." } },
    .options = classify_options,
    .published = published,
    .settings_size = sizeof(classify_settings),
    .defaults = defaults,
    .run = run,
};
