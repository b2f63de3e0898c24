/* learning.h - shared by the commands that learn: adding pages to a learner, and updating a site file. */
#ifndef HUSK_CLI_LEARNING_H
#define HUSK_CLI_LEARNING_H

#include "options.h"
#include "run.h"

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

/* --- updating a site file: husk learn and husk crawl -------------------------------------------------------------- */

/* The run's date in seconds since 1970, 0 if none is given. False after reporting that it is not a date. */
bool relearning_date(const relearning_settings *g, int64_t *date);

#endif
