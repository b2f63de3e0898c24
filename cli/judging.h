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
    int penalty_by;
    bool no_smoothing;
} judging_settings;

extern const choice judging_methods[], judging_penalties[];

#define JUDGING_OPTIONS(settings)                                                                                    \
    { TEXT_AT(settings, judging.site), .name = "site", .value = "FILE",                                              \
      .help = "Also use a site file made by husk learn. Pages of hosts that are not in FILE are judged by the page " \
              "alone." },                                                                                            \
        { CHOICE_AT(settings, judging.method),                                                                       \
          .name = "method",                                                                                          \
          .value = "METHOD",                                                                                         \
          .choices = judging_methods,                                                                                \
          .normally = "page, or site with --site",                                                                   \
          .help = "How to judge pages. page: the page model. pagelevel: the published logistic models with "         \
                  "smoothing. The rest need --site. site: the site and the page model together. sitelevel: text on " \
                  "many pages of the site is template. consensus: only the template of the page's class." },         \
        { TEXT_AT(settings, judging.model), .name = "model", .value = "FILE", .normally = "the built-in models",     \
          .help = "Use a page model from models/train, or PageLevel models from husk train." },                      \
        { REAL_AT(settings, judging.theta),                                                                          \
          .name = "theta",                                                                                           \
          .value = "SHARE",                                                                                          \
          .min = 0,                                                                                                  \
          .max = 1,                                                                                                  \
          .help = "For sitelevel: text on at least this share of the site's pages is template." },                   \
        { REAL_AT(settings, judging.penalty),                                                                        \
          .name = "penalty",                                                                                         \
          .value = "FACTOR",                                                                                         \
          .min = 0,                                                                                                  \
          .max = 1e6,                                                                                                \
          .help =                                                                                                    \
              "For pagelevel: scale the penalty for a new segment. Higher values give fewer and larger segments." }, \
        { CHOICE_AT(settings, judging.penalty_by), .name = "penalty-by", .value = "WHAT",                            \
          .choices = judging_penalties,                                                                              \
          .help = "For pagelevel: the penalty grows as an element gets smaller relative to WHAT: the page's area, "  \
                  "the page's nodes, or the area of its parent." },                                                  \
    {                                                                                                                \
        FLAG_AT(settings, judging.no_smoothing),                                                                     \
            .name = "no-smoothing", .help = "For pagelevel: judge each element by its own score, without smoothing." \
    }

void judging_defaults(judging_settings *s);

/* The first member of a command's context. */
typedef struct judging {
    output output;     /* first: run_write and the other run functions expect it here */
    husk_site *site;   /* or NULL */
    husk_drift *drift; /* with a site */
    husk_page_model *page_model;
    husk_pagelevel *pagelevel;
    husk_published published; /* which options point to, for a published method */
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

/* In input order: warn about pages that lack their content, and when a site turns out to have changed. True: it was
 * read and does not lack its content. */
bool judging_take(const judging *j, const page_result *result);

/* At the end: report on stderr what did not fit. */
void judging_report(const judging *j);

/* `write` and `end` for a page_run: run_write and run_end with judging_take and judging_report. */
bool judging_write(void *context, const page_result *result);
exit_code judging_end(void *context, exit_code code);

/* For a page_run whose context starts with a `judging`. */
#define JUDGING_OUTPUT(by)                                                              \
    .write = judging_write, .flush = run_flush, .end = judging_end, .free_value = free, \
    .data_to_terminal = run_to_terminal(&(by)->output)

/* --- commands that compare the words of many pages: husk dedup and husk topics ------------------------------------ */

/* The first member of such a command's context. */
typedef struct comparing {
    judging by;
    husk_words words;
    husk_status (*read)(const husk_verdict *verdict, husk_words words, husk_digest **out, husk_error *error);
    bool failed; /* already reported: nothing is written */
} comparing;

/* Open the site file and the model, and judge only as deep as `words` needs. False after reporting why not. */
bool comparing_open(comparing *c, const judging_settings *s, bool quiet);

/* For a page_run, `work` and `free_value`: judge a page and read its digest, the page's value. */
husk_status comparing_work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                           husk_error *error);
void comparing_free_value(void *value);

/* For a page_run whose context starts with a `comparing`. */
#define COMPARING(c) .context = (c), .work = comparing_work, .free_value = comparing_free_value

/* Did a step succeed? If not, report why; the run fails. */
bool comparing_check(comparing *c, husk_status status, const husk_error *error);

/* Close the output, which replaces an earlier file only if the run succeeded. */
exit_code comparing_end(comparing *c, exit_code code);

#endif
