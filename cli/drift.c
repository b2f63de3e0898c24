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

bool site_context_open(site_context *c, const char *path, bool quiet)
{
    husk_error error = { .status = HUSK_OK };
    c->quiet = quiet;
    if (path == NULL)
        return true;
    husk_status status = husk_site_open(path, &c->site, &error);
    if (status == HUSK_OK)
        status = husk_drift_new(&c->drift);
    if (status != HUSK_OK)
        talk("%s", error.message[0] ? error.message : husk_status_text(status));
    return status == HUSK_OK;
}

void site_context_close(site_context *c)
{
    husk_drift_free(c->drift);
    husk_site_free(c->site);
}

void drift_put(const site_context *c, husk_output *out)
{
    trailer t;
    if (c->drift == NULL)
        return;
    memset(&t, 0, sizeof t);
    husk_output_fit(out, &t.fit);
    t.magic = MAGIC;
    husk_output_append(out, &t, sizeof t);
}

page_result drift_take(const site_context *c, const page_result *result)
{
    page_result rest = *result;
    trailer t = { .magic = 0 };
    if (c->drift == NULL || rest.len < sizeof t)
        return rest;
    memcpy(&t, rest.bytes + rest.len - sizeof t, sizeof t);
    if (t.magic != MAGIC)
        return rest;
    rest.len -= sizeof t;
    if (husk_drift_add(c->drift, &t.fit))
        talk("%s: %s; pages that don't fit are judged by themselves", rest.id,
             t.fit.host[0] ? "its site has changed since it was learned"
                           : "the site has changed since it was learned, or this is another");
    return rest;
}

void drift_tell(const site_context *c)
{
    husk_output *lines;
    size_t len;
    if (c->drift == NULL || c->quiet || husk_output_new((size_t)1 << 24, &lines) != HUSK_OK)
        return;
    husk_drift_report(c->drift, lines);
    const char *at = husk_output_data(lines, &len);
    for (size_t i = 0, from = 0; i < len; i++)
        if (at[i] == '\n') {
            talk("%.*s", (int)(i - from), at + from);
            from = i + 1;
        }
    husk_output_free(lines);
}

bool drift_write(void *context, const page_result *result)
{
    page_result rest = drift_take(context, result);
    return run_write(context, &rest);
}

exit_code drift_end(void *context, exit_code code)
{
    drift_tell(context);
    return run_end(context, code);
}
