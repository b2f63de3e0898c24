/* judging.h - shared by the commands that judge pages: --method, --site and --model, one verdict per page, drift. */
#ifndef HUSK_CLI_JUDGING_H
#define HUSK_CLI_JUDGING_H

#include "names.h"
#include "run.h"

/* Tell, on stderr, if other models than these (NULL: the built-in ones) learned the file. */
void talk_of_models(const char *path, husk_site *site, const husk_page_model *model);

/* What a worker passes to judging_take and a command's own `write`: the run's value of a page. */
typedef struct judged {
    husk_fit fit;
    husk_obstacle obstacle;
    int drop;            /* why it is left out; 0: it is not */
    husk_digest *digest; /* to compare with the pages before, or NULL */
} judged;
void judged_free(void *value);

/* The first member of a command's context. */
typedef struct judging {
    output output;
    names files;       /* directory not NULL: a file per page, in place of `output` */
    husk_site *site;   /* or NULL */
    husk_drift *drift; /* with a site */
    husk_page_model *page_model;
    husk_pagelevel *pagelevel;
    husk_published published; /* which options point to, for a published method */
    husk_judge_options options;
    bool quiet, verbose;
    uint64_t n_lacking[HUSK_OBSTACLE_NO_TEXT + 1]; /* pages, by obstacle */
    /* Open the output, once models and site are open; NULL: that of --output. False after reporting why not. */
    bool (*open)(void *context, const page_run *run);
    /* For judging_work: write a page's verdict, and decide whether the page is left out. */
    husk_status (*write)(const void *context, husk_verdict *verdict, husk_output *out, husk_error *error); /* or NULL */
    husk_status (*check)(const void *context, husk_verdict *verdict, judged *seen, husk_error *error);     /* or NULL */
} judging;

/* What the settings ask for, not yet open: options may be changed before judging_run. */
judging judging_by(const common_settings *s);

/* Check the options, open what they name, run, and close it again: everything of a command that judges pages. `why`:
 * what is wrong with its own options, or NULL. run->context starts with a judging. Without a `work`, the run writes
 * verdicts to the output; with an `end`, that closes the output. */
exit_code judging_run(const char *name, const char *why, const page_run *run);

/* For a page_run, `work`: judge the page and write its verdict. */
husk_status judging_work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                         husk_error *error);

/* In input order: warn about pages that lack their content, and when a site turns out to have changed. True: it was
 * read and does not lack its content. */
bool judging_take(judging *j, const page_result *result);

/* At the end: report on stderr what did not fit and, if verbose, how many pages lack their content, and why. */
void judging_report(const judging *j);

/* --- commands that compare the words of many pages: husk dedup and husk topics ------------------------------------ */

/* The first member of such a command's context. */
typedef struct comparing {
    judging by;
    husk_words words;
    husk_status (*read)(const husk_verdict *verdict, husk_words words, husk_digest **out, husk_error *error);
    bool failed; /* already reported: nothing is written */
} comparing;

comparing comparing_by(const common_settings *s, husk_words words);

/* For a page_run whose context starts with a `comparing`: a page's value is `judged`, with its digest. */
#define COMPARING(c) .context = (c), .work = judging_work, .free_value = judged_free

/* Did a step succeed? If not, report why; the run fails. */
bool comparing_check(comparing *c, husk_status status, const husk_error *error);

/* Close the output, which replaces an earlier file only if the run succeeded. */
exit_code comparing_end(comparing *c, exit_code code);

#endif
