/* drift.h - the head of a context whose pages are judged by a site file: the open file, and whether its sites have
 * changed. The fit of a page goes from the worker to the one that writes behind the page's bytes. */
#ifndef HUSK_CLI_DRIFT_H
#define HUSK_CLI_DRIFT_H

#include "run.h"

/* The first member of a command's context. */
typedef struct site_context {
    output output;     /* first: run_write and its like take it from here */
    husk_site *site;   /* NULL: there is none, and all of this does nothing but write */
    husk_drift *drift; /* with a site */
    bool quiet;
} site_context;

/* Open the site file, if `path` is not NULL. False after telling why not; close it in any case. */
bool site_context_open(site_context *c, const char *path, bool quiet);
void site_context_close(site_context *c);

/* On a worker: put the fit of the page that was just judged behind what `out` has. */
void drift_put(const site_context *c, husk_output *out);

/* In input order: take it off again, and tell when a site turns out to have changed. */
page_result drift_take(const site_context *c, const page_result *result);

/* At the end: what did not fit, on standard error. */
void drift_tell(const site_context *c);

/* A page_run's `write` and `end` that do so around run_write and run_end. */
bool drift_write(void *context, const page_result *result);
exit_code drift_end(void *context, exit_code code);

/* A page_run whose context begins with this one writes so. */
#define DRIFT_OUTPUT(by) \
    .write = drift_write, .flush = run_flush, .end = drift_end, .data_to_terminal = run_to_terminal(&(by)->output)

#endif
