/* learning.c - pages of a run into a learner, and the options by which a site file goes on. Pages that could not be
 * parsed are told by the run and left out. */
#include "learning.h"

#include <stdlib.h>
#include <time.h>

#include "talk.h"

husk_status learning_read(void *context, husk_page *page, const husk_raw *raw, husk_status parsed, const char *reason,
                          husk_output *out, husk_error *error)
{
    (void)context, (void)reason;
    return parsed == HUSK_OK || parsed == HUSK_LIMIT ? husk_learner_read(page, raw, out, error) : HUSK_OK;
}

bool learning_take(void *context, const page_result *result)
{
    learning *l = context;
    husk_error error = { .status = HUSK_OK };
    if (result->len == 0 || husk_learner_add(l->learner, result->bytes, result->len, &error) == HUSK_OK)
        return true;
    talk("%s", error.message);
    l->failed = true;
    return false;
}

void going_on_defaults(going_on *g)
{
    husk_learn_options o;
    husk_learn_options_init(&o, sizeof o);
    *g = (going_on){ .half_life = o.half_life, .remembered = o.remembered };
}

/* Never the clock: the same pages give the same file on any day. */
bool going_on_date(const going_on *g, int64_t *date)
{
    struct tm t = { 0 };
    const char *epoch = getenv("SOURCE_DATE_EPOCH"), *end = g->date ? strptime(g->date, "%Y-%m-%d", &t) : "";
    if (end == NULL || *end) {
        talk("--date is a day like 2026-01-31, not '%s'", g->date);
        return false;
    }
    *date = g->date ? timegm(&t) : epoch && *epoch ? strtoll(epoch, NULL, 10) : 0;
    return true;
}
