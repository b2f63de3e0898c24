/* cmd_label.c - what is content and what is template, block by block, and why. */
#include "drift.h"
#include "models.h"
#include "run.h"
#include "talk.h"

enum { METHOD_NOT_GIVEN, METHOD_BLOCKS, METHOD_PAGELEVEL, METHOD_JOINT, METHOD_CONSENSUS };

typedef struct label_settings {
    common_settings common;
    const char *output;
    const char *site;
    int method;
    bool why;
    const char *model;
    bool segments;
    bool no_smoothing;
    double penalty;
} label_settings;

typedef struct label_context {
    site_context by; /* without a site each page is judged by itself */
    husk_site_method site_method;
    husk_label_options options;
    husk_pagelevel *models; /* NULL: the page model judges */
    husk_pagelevel_options pagelevel;
} label_context;

static const choice methods[] = { { "blocks", METHOD_BLOCKS },
                                  { "pagelevel", METHOD_PAGELEVEL },
                                  { "joint", METHOD_JOINT },
                                  { "consensus", METHOD_CONSENSUS },
                                  { NULL, 0 } };

static const option label_options[] = {
    { TEXT_AT(label_settings, site), .name = "site", .value = "FILE",
      .help = "Judge by what was learned of the pages' sites (husk learn) too, not by the page alone." },
    { CHOICE_AT(label_settings, method), .name = "method", .value = "METHOD", .choices = methods,
      .normally = "blocks, or joint with --site",
      .help = "Who judges: blocks is the model of husk extract, pagelevel the logistic models with smoothing, which "
              "also give segments; with --site, joint is "
              "the site together with the model of blocks, consensus the template of the page's class alone, which the "
              "page is aligned with." },
    { NO_AT(label_settings, why), .name = "no-why",
      .help = "Leave the reasons out, which take most of the time of blocks." },
    { FLAG_AT(label_settings, segments), .name = "segments",
      .help = "By pagelevel: a line for each segment of the page instead of each block of text: the regions that hang "
              "together, with their "
              "boxes." },
    { TEXT_AT(label_settings, model), .name = "model", .value = "FILE", .normally = "the models that come with husk",
      .help = "By pagelevel: models made by husk train --method pagelevel." },
    { REAL_AT(label_settings, penalty), .name = "penalty", .value = "FACTOR", .min = 0, .max = 1e6,
      .help = "By pagelevel: times the penalty for a new segment: more makes fewer and larger segments." },
    { FLAG_AT(label_settings, no_smoothing), .name = "no-smoothing",
      .help = "By pagelevel: judge every element by its own score alone." },
    OUTPUT_OPTION(label_settings),
    { .name = NULL },
};

static const char *const examples[] = {
    "husk label page.html | jq -r 'select(.label == \"content\").text'",
    "The content's text, block by block.",
    "husk label --site site.husk page.html",
    "The same by what the pages of its site share.",
    "husk label --segments page.html",
    "The page's regions, each with its box, label and reason.",
    NULL,
};

static void defaults(void *settings)
{
    label_settings *s = settings;
    s->penalty = 1;
    s->why = true;
}

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_status parsed, const char *reason,
                        husk_output *out, husk_error *error)
{
    const label_context *c = context;
    (void)raw, (void)reason;
    if (parsed != HUSK_OK && parsed != HUSK_LIMIT)
        return HUSK_OK;
    if (c->by.site != NULL) {
        husk_status status = husk_site_label(page, c->by.site, c->site_method, out, error);
        if (status == HUSK_OK)
            drift_put(&c->by, out);
        return status;
    }
    if (c->models != NULL)
        return husk_pagelevel_label(page, c->models, &c->pagelevel, out, error);
    return husk_label(page, &c->options, out, error);
}

static bool asks_for_pagelevel(const label_settings *s)
{
    return s->segments || s->model != NULL || s->no_smoothing || s->penalty != 1;
}

/* Options that do not go together: why, or NULL. */
static const char *contradiction(const label_settings *s)
{
    if (s->method == METHOD_BLOCKS && asks_for_pagelevel(s))
        return "--segments, --model, --penalty and --no-smoothing go with --method pagelevel";
    if (!s->why && (s->method == METHOD_PAGELEVEL || asks_for_pagelevel(s)))
        return "--no-why goes with --method blocks";
    if (s->site != NULL &&
        (s->method == METHOD_BLOCKS || s->method == METHOD_PAGELEVEL || !s->why || asks_for_pagelevel(s)))
        return "--site goes with --method joint or consensus, and with none of the others' options";
    if (s->site == NULL && (s->method == METHOD_JOINT || s->method == METHOD_CONSENSUS))
        return "--method joint and consensus need --site FILE";
    return NULL;
}

static bool open_models(label_context *c, const label_settings *s)
{
    husk_label_options_init(&c->options, sizeof c->options);
    c->options.why = s->why;
    if (s->method != METHOD_PAGELEVEL && !asks_for_pagelevel(s))
        return true;
    husk_pagelevel_options_init(&c->pagelevel, sizeof c->pagelevel);
    c->pagelevel.segments = s->segments;
    c->pagelevel.no_smoothing = s->no_smoothing;
    c->pagelevel.penalty_factor = (float)s->penalty;
    c->models = models_open(s->model);
    return c->models != NULL;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const label_settings *s = settings;
    label_context c = { .site_method = s->method == METHOD_CONSENSUS ? HUSK_SITE_CONSENSUS : HUSK_SITE_JOINT };
    const char *why = contradiction(s);
    if (why != NULL) {
        talk("label: %s", why);
        return EXIT_USAGE;
    }
    exit_code code = EXIT_NOTHING;
    if (site_context_open(&c.by, s->site, s->common.quiet) && (s->site != NULL || open_models(&c, s)) &&
        output_open(&c.by.output, s->output))
        code = run_pages(&(page_run){
            RUN_OVER(s, inputs, n_inputs),
            .context = &c,
            .work = work,
            DRIFT_OUTPUT(&c.by),
        });
    site_context_close(&c.by);
    husk_pagelevel_free(c.models);
    return code;
}

const command command_label = {
    .name = "label",
    .summary = "what is content and what is template, and why, as JSON lines",
    TAKES_INPUTS,
    .about = "Print a JSON line for each block of text: page, path, text, label (content or template), score (the "
             "probability that the block is "
             "content, from 0 to 1, however it is judged) and why.\n\n"
             "Without --site each page is judged by itself. By blocks, the model of husk extract scores every block of "
             "text and chooses for the page as a whole; why "
             "tells the features that weighed most and which way. By pagelevel, logistic models score the page's "
             "elements, and the scores are "
             "smoothed so that nothing inside a template is less of one; the regions of equal score are the page's "
             "segments.\n\n"
             "With --site the page is judged by its site and by the page model together. Every place of a site (the "
             "elements around a text, by tag, class and id) was "
             "judged when it was learned, and a text that nearly all pages have is template; the page model has the "
             "more to say the fewer pages were learned, and "
             "decides alone where the file does not know the host, the place, or a page like this. by tells which "
             "evidence decided (site, page, both, text), site and "
             "page_model what each says alone, class and fit how the page fits its site. A block of which a part is "
             "template gives a line for each part.",
    .examples = examples,
    .options = label_options,
    .settings_size = sizeof(label_settings),
    .defaults = defaults,
    .run = run,
};
