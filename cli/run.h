/* run.h - a command's work on every page of its inputs: threads, progress, Ctrl-C, failures and the exit code. */
#ifndef HUSK_CLI_RUN_H
#define HUSK_CLI_RUN_H

#include "command.h"
#include "output.h"

/* What became of one page. Borrowed for the call. */
typedef struct page_result {
    const char *id;
    husk_status status; /* OK, LIMIT (cut), or why it failed */
    const char *bytes;  /* what the command made of it */
    size_t len;
} page_result;

typedef struct page_run {
    const common_settings *common;
    const char *const *inputs;
    size_t n_inputs;
    void *context; /* of the functions below */

    /* On any worker: append to `out` what the page becomes. `parsed` is how reading and parsing it went: OK, LIMIT
     * (cut) or a failure, with `reason`; after a failure `page` holds nothing. A failure returned makes it a failed
     * page: what was appended is dropped, and the function is called once more with that failure in `parsed`. */
    husk_status (*work)(void *context, husk_page *page, const husk_raw *raw, husk_status parsed, const char *reason,
                        husk_output *out, husk_error *error);
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
