/* drift.c - public API for drift: one test per host. */
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/arrays.h"
#include "learn/update.h"

struct husk_drift {
    arena memory; /* names */
    intern names; /* host names; their ids index `states` */
    drift_state *states;
    size_t room;
    uint64_t n_foreign; /* pages of hosts that the file does not have */
};

husk_status husk_drift_new(husk_drift **out)
{
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return HUSK_NO_MEMORY;
    arena_init(&(*out)->memory, SIZE_MAX);
    intern_init(&(*out)->names, &(*out)->memory, UINT32_MAX - 1);
    return HUSK_OK;
}

void husk_drift_free(husk_drift *d)
{
    if (d == NULL)
        return;
    intern_free(&d->names);
    arena_free(&d->memory);
    free(d->states);
    free(d);
}

static drift_state *find_host(husk_drift *d, const char *name)
{
    uint32_t before = d->names.n;
    if (!array_grow(&d->states, &d->room, (size_t)before + 1, sizeof *d->states))
        return NULL;
    uint32_t id = intern_add(&d->names, name, strlen(name));
    if (id == INTERN_NONE)
        return NULL;
    if (id == before)
        d->states[id] = (drift_state){ 0 };
    return &d->states[id];
}

bool husk_drift_add(husk_drift *d, const husk_fit *given)
{
    husk_fit taken = { 0 };
    const husk_fit *fit = &taken;
    if (OPTIONS_TAKE(&taken, given, husk_fit, host, NULL) != HUSK_OK)
        return false;
    d->n_foreign += fit->foreign;
    drift_state *state = fit->known ? find_host(d, fit->host) : NULL;
    return state && drift_add(state, fit);
}

static void report_host(slice name, const drift_state *s, buffer *out)
{
    slice shown = name.len ? name : SLICE("(files)");
    buffer_append(out, shown.data, shown.len);
    if (s->poor)
        buffer_format(out, ": %llu of %llu pages don't fit the site file and were judged by the page alone",
                      (unsigned long long)s->poor, (unsigned long long)s->n);
    else
        buffer_text(out, ": the pages fit the site file less well than those it was learned from");
    buffer_format(out, "; mean fit %.2f", s->fits / (double)s->n);
    if (s->changed)
        buffer_format(
            out, "; the site has changed%s, detected at page %llu: update the file with husk learn and current pages",
            name.len ? "" : " or this is another site", (unsigned long long)s->changed);
    buffer_byte(out, '\n');
}

void husk_drift_report(const husk_drift *d, husk_output *output)
{
    for (uint32_t i = 0; i < d->names.n; i++)
        if (d->states[i].poor || d->states[i].changed)
            report_host((slice){ d->names.entries[i].data, d->names.entries[i].len }, &d->states[i], &output->bytes);
    if (d->n_foreign)
        buffer_format(
            &output->bytes,
            d->n_foreign == 1
                ? "%llu page is of a host that is not in the site file, and was judged by the page alone\n"
                : "%llu pages are of hosts that are not in the site file, and were judged by the page alone\n",
            (unsigned long long)d->n_foreign);
}
