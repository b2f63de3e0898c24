/* learning.h - pages of a run into a learner, for the commands that learn from them all. */
#ifndef HUSK_CLI_LEARNING_H
#define HUSK_CLI_LEARNING_H

#include "run.h"

/* What such a command's context begins with. */
typedef struct learning {
    husk_learner *learner;
    bool failed; /* told already */
} learning;

/* page_run's `work` and `write`: what the learner needs of a page, and the learner takes it. */
husk_status learning_read(void *context, husk_page *page, const husk_raw *raw, husk_status parsed, const char *reason, husk_output *out,
                          husk_error *error);
bool learning_take(void *context, const page_result *result);

#endif
