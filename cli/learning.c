/* learning.c - pages of a run into a learner. Pages that could not be parsed are told by the run and left out. */
#include "learning.h"

#include "talk.h"

husk_status learning_read(void *context, husk_page *page, const husk_raw *raw, husk_status parsed, const char *reason, husk_output *out,
                          husk_error *error)
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
