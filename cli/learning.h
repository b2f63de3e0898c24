/* learning.h - what the commands that learn share: pages of a run into a learner, and how a site file goes on. */
#ifndef HUSK_CLI_LEARNING_H
#define HUSK_CLI_LEARNING_H

#include "options.h"
#include "run.h"

/* --- pages into a learner: husk learn and husk train
 * ------------------------------------------------------------------------------------ */

/* What such a command's context begins with. */
typedef struct learning {
    husk_learner *learner;
    bool failed; /* told already */
} learning;

/* page_run's `work`, `free_value` and `write`: what the learner needs of a page, and the learner takes it. */
husk_status learning_read(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                          husk_error *error);
void learning_free(void *value);
bool learning_take(void *context, const page_result *result);

/* --- a site file that goes on: husk learn and husk crawl
 * --------------------------------------------------------------------------------- */

typedef struct going_on {
    bool fresh;
    unsigned half_life, remembered;
    const char *date;
} going_on;

#define GOING_ON_OPTIONS(settings)                                                                                     \
    { FLAG_AT(settings, going_on.fresh), .name = "fresh",                                                              \
      .help = "Learn the hosts of the pages as if FILE did not have them." },                                          \
        { NUMBER_AT(settings, going_on.half_life),                                                                     \
          .name = "half-life",                                                                                         \
          .value = "N",                                                                                                \
          .min = 1,                                                                                                    \
          .max = 1000000,                                                                                              \
          .help = "New pages of a class that make those before count half." },                                         \
        { NUMBER_AT(settings, going_on.remembered), .name = "remember", .value = "N", .max = 100000,                   \
          .help = "Pages of a class that FILE keeps, compressed, so that it can go on from them; with 0 the next run " \
                  "learns its hosts anew." },                                                                          \
    {                                                                                                                  \
        TEXT_AT(settings, going_on.date), .name = "date", .value = "DATE",                                             \
                                          .normally = "SOURCE_DATE_EPOCH, else the newest WARC-Date",                  \
                                          .help = "The day of this run as YYYY-MM-DD, for husk show --history."        \
    }

void going_on_defaults(going_on *g);

/* The run's date in seconds since 1970, 0 where none is told. False, and it is told: it is no day. */
bool going_on_date(const going_on *g, int64_t *date);

#endif
