/* cmd_classify.c - print the class of each page of a known site. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judging.h"
#include "talk.h"

typedef struct classify_settings {
    common_settings common;
    husk_path_costs costs;
    bool show_costs;
} classify_settings;

typedef struct classify_context {
    output output;
    husk_site *site;
    bool show_costs;
    double pages; /* enc(D|M) of the pages so far */
} classify_context;

static const option classify_options[] = {
    { TEXT_AT(common_settings, judging.site), .name = "site", .value = "FILE" },
    OUTPUT_OPTION,
    { .name = NULL },
};

static const option published[] = { PATH_COSTS(classify_settings, costs),
                                    { FLAG_AT(classify_settings, show_costs), .name = "costs" },
                                    { .name = NULL } };

static void defaults(void *settings)
{
    classify_settings *s = settings;
    husk_path_costs_init(&s->costs);
}

static husk_status judge_class(const classify_context *c, husk_page *page, husk_output *out, husk_error *error)
{
    husk_judge_options options;
    husk_verdict *verdict = NULL;
    husk_judge_options_init(&options, sizeof options);
    options.depth = HUSK_DEPTH_CLASS;
    husk_status status = husk_judge(page, c->site, &options, &verdict, error);
    status = status ?: husk_write_class(verdict, out, error);
    husk_verdict_free(verdict);
    return status;
}

/* The class by a published map: as judged, unless the page has none of the class's link paths. */
static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                        husk_error *error)
{
    const classify_context *c = context;
    husk_encoding *e = malloc(sizeof *e);
    (void)raw;
    husk_status status = e ? husk_encode_page(c->site, page, e, error) : HUSK_NO_MEMORY;
    if (status == HUSK_OK && !e->is_by_links && !c->show_costs)
        status = judge_class(c, page, out, error);
    *value = e;
    return status;
}

/* A page's line, if it is of a published map. */
static bool write_encoding(void *context, const page_result *result)
{
    classify_context *c = context;
    const husk_encoding *e = result->value;
    char line[96], score[32];
    if (e == NULL || (!e->is_by_links && !c->show_costs))
        return output_write(&c->output, result->bytes, result->len);
    snprintf(score, sizeof score, e->n_shared ? "%.4f" : "-", e->margin);
    if (!e->is_by_links)
        snprintf(line, sizeof line, "none\t-\t0\t");
    else if (c->show_costs)
        snprintf(line, sizeof line, "%u\t%.1f\t%u\t", e->page_class, e->cost, e->n_shared);
    else
        snprintf(line, sizeof line, "%u\t%s\t", e->page_class, score);
    c->pages += e->cost;
    return output_write(&c->output, line, strlen(line)) && output_id_line(&c->output, result->id);
}

static exit_code end(void *context, exit_code code)
{
    classify_context *c = context;
    char line[128];
    double model;
    husk_error error = { .status = HUSK_OK };
    if (c->show_costs && code != EXIT_NOTHING && talk_failure(husk_encode_model(c->site, &model, &error), &error)) {
        snprintf(line, sizeof line, "MDL\t%.1f\t%.1f\t%.1f\n", model + c->pages, model, c->pages);
        output_write(&c->output, line, strlen(line));
    }
    return run_end(&c->output, code);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const classify_settings *s = settings;
    classify_context c = { .show_costs = s->show_costs };
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
        code = run_pages(&(page_run){ RUN_OVER(s, inputs, n_inputs), .context = &c, .work = work, .free_value = free,
                                      .output = &c.output, .write = write_encoding, .end = end });
    }
    husk_site_free(c.site);
    return code;
}

const command command_classify = {
    .name = "classify",
    .summary = "print the class of each page of a known site",
    TAKES_INPUTS,
    .options = classify_options,
    .published = published,
    .settings_size = sizeof(classify_settings),
    .defaults = defaults,
    .run = run,
};
