/* learning.c - add the pages of a run to a learner, and the options for updating a site file.
 * Pages that could not be parsed are reported by the run and left out. */
#include "learning.h"

#include <stdlib.h>
#include <time.h>

#include "talk.h"

husk_status learning_read(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                          husk_error *error)
{
    husk_digest *digest = NULL;
    (void)context, (void)out;
    husk_status status = husk_learner_read(page, raw, &digest, error);
    *value = digest;
    return status;
}

bool learning_take(void *context, const page_result *result)
{
    learning *l = context;
    husk_error error = { .status = HUSK_OK };
    l->failed = result->value != NULL && !talk_failure(husk_learner_add(l->learner, result->value, &error), &error);
    return !l->failed;
}

/* Never the clock: the same pages give the same file on any day. */
bool relearning_date(const relearning_settings *g, int64_t *date)
{
    struct tm t = { 0 };
    const char *epoch = getenv("SOURCE_DATE_EPOCH"), *end = g->date ? strptime(g->date, "%Y-%m-%d", &t) : "";
    if (end == NULL || *end) {
        talk("--date must be YYYY-MM-DD, not '%s'", g->date);
        return false;
    }
    *date = g->date ? timegm(&t) : epoch && *epoch ? strtoll(epoch, NULL, 10) : 0;
    return true;
}
