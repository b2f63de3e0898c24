/* drift.c - pages are judged on many threads, but whether a site has changed is a question of their order. */
#include "drift.h"

#include <string.h>

#include "talk.h"

/* An output that is full has no room for it: then it is not there. */
#define MAGIC 0x7469666b73756876u

typedef struct trailer {
    husk_fit fit;
    uint64_t magic;
} trailer;

void drift_put(husk_output *out)
{
    trailer t;
    memset(&t, 0, sizeof t);
    husk_output_fit(out, &t.fit);
    t.magic = MAGIC;
    husk_output_append(out, &t, sizeof t);
}

page_result drift_take(husk_drift *drift, const page_result *result)
{
    page_result rest = *result;
    trailer t = { .magic = 0 };
    if (drift == NULL || rest.len < sizeof t)
        return rest;
    memcpy(&t, rest.bytes + rest.len - sizeof t, sizeof t);
    if (t.magic != MAGIC)
        return rest;
    rest.len -= sizeof t;
    if (husk_drift_add(drift, &t.fit))
        talk("%s: %s has changed since it was learned; pages that don't fit are judged by themselves", rest.id, t.fit.host[0] ? t.fit.host : "the site");
    return rest;
}

void drift_end(husk_drift *drift, bool quiet)
{
    husk_output *lines;
    size_t len;
    if (drift != NULL && !quiet && husk_output_new((size_t)1 << 24, &lines) == HUSK_OK) {
        husk_drift_report(drift, lines);
        const char *at = husk_output_data(lines, &len);
        for (size_t i = 0, from = 0; i < len; i++)
            if (at[i] == '\n') {
                talk("%.*s", (int)(i - from), at + from);
                from = i + 1;
            }
        husk_output_free(lines);
    }
    husk_drift_free(drift);
}
