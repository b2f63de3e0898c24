/* drift.h - the fit of pages on its way from the workers to the one that writes: behind each page's bytes. */
#ifndef HUSK_CLI_DRIFT_H
#define HUSK_CLI_DRIFT_H

#include "run.h"

/* On a worker: put the fit of the page that was just judged behind what `out` has. */
void drift_put(husk_output *out);

/* In input order: take it off again, and tell when a site turns out to have changed. `drift` may be NULL: then nothing is there. */
page_result drift_take(husk_drift *drift, const page_result *result);

/* At the end: what did not fit, on standard error. */
void drift_end(husk_drift *drift, bool quiet);

#endif
