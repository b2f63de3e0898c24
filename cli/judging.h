/* judging.h - shared by the commands that judge pages: --method, --site and --model, one verdict per page, drift. */
#ifndef HUSK_CLI_JUDGING_H
#define HUSK_CLI_JUDGING_H

#include "options.h"
#include "run.h"

/* Part of such a command's settings. */
typedef struct judging_settings {
    int method;
    const char *site;
    const char *model;
    double theta;
    double penalty;
    bool no_smoothing;
} judging_settings;

extern const choice judging_methods[];

#define JUDGING_OPTIONS(settings)                                                                                      \
    { TEXT_AT(settings, judging.site), .name = "site", .value = "FILE",                                                \
      .help = "Also judge by what was learned of the pages' sites (husk learn). A page whose host FILE does not know " \
              "is judged by itself." },                                                                                \
        { CHOICE_AT(settings, judging.method),                                                                         \
          .name = "method",                                                                                            \
          .value = "METHOD",                                                                                           \
          .choices = judging_methods,                                                                                  \
          .normally = "page, or site with --site",                                                                     \
          .help = "How pages are judged: page is the page model; pagelevel the published logistic models with "        \
                  "smoothing; and by --site: site is the site and the page model together, sitelevel what many of "    \
                  "the site's pages have, consensus the template of the page's class alone." },                        \
        { TEXT_AT(settings, judging.model), .name = "model", .value = "FILE", .normally = "the models compiled in",    \
          .help = "A page model made by models/train, or PageLevel's models made by husk train." },                    \
        { REAL_AT(settings, judging.theta),                                                                            \
          .name = "theta",                                                                                             \
          .value = "SHARE",                                                                                            \
          .min = 0,                                                                                                    \
          .max = 1,                                                                                                    \
          .help = "For sitelevel: a text on at least this share of the site's pages is template." },                   \
        { REAL_AT(settings, judging.penalty),                                                                          \
          .name = "penalty",                                                                                           \
          .value = "FACTOR",                                                                                           \
          .min = 0,                                                                                                    \
          .max = 1e6,                                                                                                  \
          .help = "For pagelevel: scale the penalty for a new segment; more makes fewer and larger segments." },       \
    {                                                                                                                  \
        FLAG_AT(settings, judging.no_smoothing), .name = "no-smoothing",                                               \
                                                 .help = "For pagelevel: judge every element by its own score alone."  \
    }

void judging_defaults(judging_settings *s);

/* The first member of a command's context. */
typedef struct judging {
    output output;     /* first: run_write and the other run functions expect it here */
    husk_site *site;   /* or NULL */
    husk_drift *drift; /* with a site */
    husk_page_model *page_model;
    husk_pagelevel *pagelevel;
    husk_judge_options options;
    bool quiet;
} judging;

/* Why options conflict, or NULL. */
const char *judging_contradiction(const judging_settings *s);

/* Open the site file and the model. False after reporting why not; call judging_close in any case. */
bool judging_open(judging *j, const judging_settings *s, bool quiet);
void judging_close(judging *j);

/* On a worker: judge the page; *value gets what judging_take needs, or NULL. */
husk_status judging_page(const judging *j, husk_page *page, husk_verdict **verdict, void **value, husk_error *error);

/* In input order: warn about pages that lack their content, and when a site turns out to have changed. */
void judging_take(const judging *j, const page_result *result);

/* At the end: report on stderr what did not fit. */
void judging_tell(const judging *j);

/* `write` and `end` for a page_run: run_write and run_end with judging_take and judging_tell. */
bool judging_write(void *context, const page_result *result);
exit_code judging_end(void *context, exit_code code);

/* For a page_run whose context starts with a `judging`. */
#define JUDGING_OUTPUT(by)                                                              \
    .write = judging_write, .flush = run_flush, .end = judging_end, .free_value = free, \
    .data_to_terminal = run_to_terminal(&(by)->output)

#endif
