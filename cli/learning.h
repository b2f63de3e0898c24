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

/* For page_run, `work`, `free_value` and `write`: read a page for the learner, and add it. */
husk_status learning_read(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                          husk_error *error);
void learning_free(void *value);
bool learning_take(void *context, const page_result *result);

/* --- updating a site file: husk learn and husk crawl -------------------------------------------------------------- */

typedef struct relearning {
    bool fresh;
    unsigned half_life, remembered;
    const char *date;
} relearning;

#define RELEARNING_OPTIONS(settings)                                                                                 \
    { FLAG_AT(settings, relearning.fresh), .name = "fresh",                                                          \
      .help = "Ignore what FILE has on the hosts of these pages." },                                                 \
        { NUMBER_AT(settings, relearning.half_life),                                                                 \
          .name = "half-life",                                                                                       \
          .value = "N",                                                                                              \
          .min = 1,                                                                                                  \
          .max = 1000000,                                                                                            \
          .help = "The number of new pages of a class that halves the weight of earlier ones." },                    \
        { NUMBER_AT(settings, relearning.remembered), .name = "remember", .value = "N", .max = 100000,               \
          .help = "Pages per class to store in FILE, compressed, so that a later run can keep learning. With 0 the " \
                  "next run starts over." },                                                                         \
    {                                                                                                                \
        TEXT_AT(settings, relearning.date), .name = "date", .value = "DATE",                                         \
                                            .normally = "SOURCE_DATE_EPOCH, else the newest WARC-Date",              \
                                            .help = "The date of this run as YYYY-MM-DD, for husk show --history."   \
    }

void relearning_defaults(relearning *g);

/* The run's date in seconds since 1970, 0 if none is given. False after reporting that it is not a date. */
bool relearning_date(const relearning *g, int64_t *date);

#endif
