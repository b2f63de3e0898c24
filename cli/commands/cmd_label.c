/* cmd_label.c - label each block main, own or template, with the reason. */
#include "judging.h"

typedef struct label_settings {
    common_settings common;
    bool no_why;
    bool roles;
    bool segments;
} label_settings;

typedef struct label_context {
    judging by;
    uint32_t flags; /* of the labels */
} label_context;

static const option label_options[] = {
    { FLAG_AT(label_settings, no_why), .name = "no-why",
      .help = "Omit the reasons, which take a third of the time of --method page." },
    { FLAG_AT(label_settings, roles), .name = "roles",
      .help = "Add each block's role if known: title, byline, date, tags, navigation, related, comment, signature, "
              "caption, promotion." },
    { FLAG_AT(label_settings, segments), .name = "segments",
      .help = "For pagelevel: print one line per segment, with its box, instead of one per block." },
    OUTPUT_OPTION,
    { .name = NULL },
};

static husk_status write(const void *context, husk_verdict *verdict, husk_output *out, husk_error *error)
{
    const label_context *c = context;
    return husk_write_labels(verdict, c->flags, out, error);
}

static husk_status write_segments(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                                  husk_error *error)
{
    const label_context *c = context;
    (void)raw, (void)value;
    return husk_pagelevel_segments(page, &c->by.published, out, error);
}

/* Why options conflict, or NULL. */
static const char *contradiction(const label_settings *s)
{
    const judging_settings *by = &s->common.judging;
    bool by_other = by->method != HUSK_METHOD_AUTO && by->method != HUSK_METHOD_PAGELEVEL;
    if (s->segments && (by_other || by->site))
        return "--segments needs --method pagelevel";
    if (s->no_why && (s->segments || by->site || by->published.no_smoothing || by->published.penalty_factor != 1 ||
                      (by->method != HUSK_METHOD_AUTO && by->method != HUSK_METHOD_PAGE)))
        return "--no-why goes with --method page";
    return NULL;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    label_settings *s = settings;
    const char *why = contradiction(s);
    label_context c = { .by = judging_by(&s->common) };
    c.by.write = write;
    c.by.options.why = !s->no_why;
    if (s->segments)
        s->common.judging.method = HUSK_METHOD_PAGELEVEL;
    c.flags = s->roles ? HUSK_LABEL_ROLES : 0;
    return judging_run("label", why,
                       &(page_run){ RUN_OVER(s, inputs, n_inputs), .context = &c,
                                    .work = s->segments ? write_segments : judging_work });
}

const command command_label = {
    .name = "label",
    .summary = "label each block of text as main, own or template, with reasons",
    TAKES_INPUTS,
    .about =
        "Print one JSON line per block of text: id, path (an XPath, with /… for the middle of a very long one), text, "
        "label, template and main (the probability of each, 0 to 1), why and reasons. The label is main: what this "
        "page is about; own: this page's, but not main, such as its headline, byline, date, price, comments and "
        "related links; or template: the site put it there, whatever the page. why is a sentence with at most three "
        "facts of the page and the site, such as \"one of 12 links in a list\"; what speaks against the label follows "
        "\"though\". reasons has the same facts one by one: code, main (it speaks for main content), value, of "
        "and text.\n\nWithout --site, the page model of husk extract chooses the main content of the page as a whole, "
        "and the template model what looks like texts that sites repeat. --method pagelevel scores the page's elements "
        "with logistic models and smooths the scores over the tree; regions of equal score are the page's "
        "segments.\n\nWith --site, template is what repeats: text on nearly all pages, and places (the elements around "
        "a text, by tag, class and id) that were judged so when the site was learned, but not a text that differs from "
        "page to page there. The fewer pages were learned, the more the page model counts; it decides alone where the "
        "file does not know the host, the place, or a page like this. by names the evidence that decided (site, page, "
        "both, text, token); site and page_model give the verdict of each; class and fit say how the page fits its "
        "site. A block that is partly template gives one line per part.",
    .examples = { { "husk label page.html | jq -r 'select(.label == \"main\").text'",
                    "Print the text of the main content, block by block." },
                  { "husk label --site site.husk page.html", "The same, with a site file." },
                  { "husk label --segments page.html",
                    "Print the page's segments, each with its box, label and reason." } },
    .options = label_options,
    .judges = true,
    .settings_size = sizeof(label_settings),
    .run = run,
};
