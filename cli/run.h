/* run.h - run a command's work on every page of its inputs: threads, progress, Ctrl-C, failures and the exit code. */
#ifndef HUSK_CLI_RUN_H
#define HUSK_CLI_RUN_H

#include "command.h"
#include "output.h"

/* The result for one page. Borrowed for the call. */
typedef husk_each_result page_result;

/* Pages that were processed. */
typedef struct run_counts {
    uint64_t pages, failed;
} run_counts;

typedef struct page_run {
    const common_settings *common;
    const char *const *inputs;
    size_t n_inputs;
    const run_counts *before; /* what an earlier run has done: these pages are skipped; NULL: nothing */
    void *context;            /* for the functions below */

    /* Before anything else, with the opened source; may be NULL. False after reporting why the run can't start. */
    bool (*begin)(void *context, husk_source *source);
    /* On any worker: turn the page into bytes in `out` or into *value. As husk_each_work, but not called for failed
     * pages unless `takes_failed`. */
    husk_each_work work;
    bool takes_failed;
    void (*free_value)(void *value); /* if the work makes values */
    /* Open, and written to page by page: flushed from time to time, and on a terminal there is no progress line. NULL:
     * nothing is printed before the last page is read. */
    output *output;
    /* In input order, one call at a time. False if writing failed. NULL: results go to `output` unchanged. */
    bool (*write)(void *context, const page_result *result);
    /* At the end, in any case. `code` is the exit code from the pages; returns the command's. NULL: run_end. */
    exit_code (*end)(void *context, exit_code code);
} page_run;

/* The start of every page_run: the command's settings and inputs. */
#define RUN_OVER(settings, given, n_given) .common = &(settings)->common, .inputs = (given), .n_inputs = (n_given)

/* Run it. May end the process itself, after `end`, if a stopped run waits for an input that does not respond. */
exit_code run_pages(const page_run *run);

/* Close the output of a run; returns its exit code. */
exit_code run_end(output *o, exit_code code);

/* `free_value` of a run whose values are digests. */
void run_free_digest(void *value);

/* A whole file of up to `most` bytes, malloc'd; "-" is stdin. NULL after reporting why. */
char *file_read(const char *path, size_t most, size_t *len);
#define MAX_MODEL_BYTES ((size_t)1 << 24)

/* What the first line says it is: a page model, or PageLevel models. False after reporting why it is neither, or not
 * the one for `method`, if that is PAGE or PAGELEVEL. */
bool models_open(const char *path, int method, husk_page_model **page, husk_pagelevel **pagelevel);

/* --- pages into a learner: husk learn and husk train -------------------------------------------------------------- */

/* First member of such a command's context. */
typedef struct learning {
    husk_learner *learner;
    bool failed; /* already reported */
} learning;

/* For page_run, `work` and `write`: read a page for the learner, and add it. */
husk_status learning_read(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                          husk_error *error);
bool learning_take(void *context, const page_result *result);

#endif
