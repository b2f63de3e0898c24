/* run.h - a command's work on every page of its inputs: threads, progress, Ctrl-C, failures and the exit code. */
#ifndef HUSK_CLI_RUN_H
#define HUSK_CLI_RUN_H

#include "command.h"
#include "output.h"

/* What became of one page. Borrowed for the call. */
typedef husk_each_result page_result;

typedef struct page_run {
    const common_settings *common;
    const char *const *inputs;
    size_t n_inputs;
    void *context; /* of the functions below */

    /* On any worker: what the page becomes, as bytes in `out` or as *value. As husk_each_work, but not called for pages
     * that failed unless `takes_failed`. */
    husk_each_work work;
    bool takes_failed;
    void (*free_value)(void *value); /* where the work makes values */
    /* In input order, one call at a time. False when writing failed. NULL: context begins with an `output`, open, and
     * results go there as they are: run_write, run_flush, and run_end where `end` is NULL too. */
    bool (*write)(void *context, const page_result *result);
    /* Now and then, never during `write`: let what is written go out. May be NULL. */
    void (*flush)(void *context);
    /* At the end, however it came. The code is what the pages say; returns what the command makes of it. */
    exit_code (*end)(void *context, exit_code code);
    bool data_to_terminal; /* no progress bar */
} page_run;

/* What every page_run begins with: the command's settings and its inputs. */
#define RUN_OVER(settings, given, n_given) .common = &(settings)->common, .inputs = (given), .n_inputs = (n_given)

/* Run it. May end the process itself, after `end`, when a stopped run waits for an input that does not answer. */
exit_code run_pages(const page_run *run);

/* The `output` handling that most commands want. */
bool run_write(void *context, const page_result *result);
void run_flush(void *context);
exit_code run_end(void *context, exit_code code);

/* True when the output's data is shown on a terminal. */
bool run_to_terminal(const output *o);

#endif
