/* cmd_label.c - label each block content or template, with the reason. */
#include <stdlib.h>

#include "judging.h"
#include "talk.h"

typedef struct label_settings {
    common_settings common;
    judging_settings judging;
    const char *output;
    bool why;
    bool roles;
    bool segments;
} label_settings;

typedef struct label_context {
    judging by;
    uint32_t flags; /* of the labels */
    bool segments;
} label_context;

static const option label_options[] = {
    JUDGING_OPTIONS(label_settings),
    { NO_AT(label_settings, why), .name = "no-why",
      .help = "Omit the reasons, which take most of the time of --method page." },
    { FLAG_AT(label_settings, roles), .name = "roles",
      .help = "Add each block's role if known: title, byline, date, tags, navigation, related, comment, signature, "
              "caption, promotion." },
    { FLAG_AT(label_settings, segments), .name = "segments",
      .help = "For pagelevel: print one line per segment, with its box, instead of one per block." },
    OUTPUT_OPTION(label_settings),
    { .name = NULL },
};

static const char *const examples[] = {
    "husk label page.html | jq -r 'select(.label == \"content\").text'",
    "Print the text of the main content, block by block.",
    "husk label --site site.husk page.html",
    "The same, with a site file.",
    "husk label --segments page.html",
    "Print the page's segments, each with its box, label and reason.",
    NULL,
};

static void defaults(void *settings)
{
    label_settings *s = settings;
    judging_defaults(&s->judging);
    s->why = true;
}

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                        husk_error *error)
{
    const label_context *c = context;
    husk_verdict *verdict = NULL;
    (void)raw;
    if (c->segments)
        return husk_pagelevel_segments(page, &c->by.options, out, error);
    husk_status status = judging_page(&c->by, page, &verdict, value, error);
    if (status == HUSK_OK)
        status = husk_write_labels(verdict, c->flags, out, error);
    husk_verdict_free(verdict);
    return status;
}

/* Why options conflict, or NULL. */
static const char *contradiction(const label_settings *s)
{
    bool by_other = s->judging.method != HUSK_METHOD_AUTO && s->judging.method != HUSK_METHOD_PAGELEVEL;
    if (s->segments && (by_other || s->judging.site))
        return "--segments needs --method pagelevel";
    if (!s->why && (s->segments || s->judging.site || s->judging.no_smoothing || s->judging.penalty != 1 ||
                    (s->judging.method != HUSK_METHOD_AUTO && s->judging.method != HUSK_METHOD_PAGE)))
        return "--no-why goes with --method page";
    return judging_contradiction(&s->judging);
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const label_settings *s = settings;
    label_context c = { .segments = s->segments };
    const char *why = contradiction(s);
    if (why != NULL) {
        talk("label: %s", why);
        return EXIT_USAGE;
    }
    judging_settings asked = s->judging;
    if (s->segments)
        asked.method = HUSK_METHOD_PAGELEVEL;
    c.flags = s->roles ? HUSK_LABEL_ROLES : 0;
    exit_code code = EXIT_NOTHING;
    bool opened = judging_open(&c.by, &asked, s->common.quiet);
    c.by.options.why = s->why && c.by.site == NULL;
    if (opened && output_open(&c.by.output, s->output))
        code = run_pages(&(page_run){
            RUN_OVER(s, inputs, n_inputs),
            .context = &c,
            .work = work,
            JUDGING_OUTPUT(&c.by),
        });
    judging_close(&c.by);
    return code;
}

const command command_label = {
    .name = "label",
    .summary = "label each block of text as content or template, with reasons",
    TAKES_INPUTS,
    .about = "Print one JSON line per block of text: id, path (an XPath), text, label (content or template), score "
             "(the probability of content, 0 to 1) and why.\n\nWithout --site, the page model of husk extract scores "
             "every block and decides for the page as a whole; why lists the features with the most weight. --method "
             "pagelevel scores the page's elements with logistic models and smooths the scores over the tree; regions "
             "of equal score are the page's segments.\n\nWith --site, the site and the page model decide together. "
             "Every place of a site (the elements around a text, by tag, class and id) was judged when it was learned, "
             "and text on nearly all pages is template. The fewer pages were learned, the more the page model counts; "
             "it decides alone where the file does not know the host, the place, or a page like this. by names the "
             "evidence that decided (site, page, both, text, token); site and page_model give the verdict of each; "
             "class and fit say how the page fits its site. A block that is partly template gives one line per part.",
    .examples = examples,
    .options = label_options,
    .settings_size = sizeof(label_settings),
    .defaults = defaults,
    .run = run,
};
