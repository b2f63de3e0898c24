/* drift.c - the public face of drift: the hosts of a run, each with its own test. */
#include <stdlib.h>
#include <string.h>

#include "api/output.h"
#include "base/arrays.h"
#include "base/intern.h"
#include "site/drift.h"

struct husk_drift {
    arena memory;        /* names */
    intern names;        /* of hosts; their ids index `states` */
    drift_state *states;
    size_t room;
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

bool husk_drift_add(husk_drift *d, const husk_fit *fit)
{
    drift_state *state = fit->known ? find_host(d, fit->host) : NULL;
    return state && drift_add(state, fit);
}

void husk_drift_report(const husk_drift *d, husk_output *output)
{
    for (uint32_t i = 0; i < d->names.n; i++) {
        const drift_state *s = &d->states[i];
        const intern_entry *name = &d->names.entries[i];
        if (s->poor == 0 && s->changed == 0)
            continue;
        buffer_format(&output->bytes, "%.*s: %llu of %llu pages don't fit the site file and were judged by themselves; mean fit %.2f", name->len ? (int)name->len : (int)strlen("(files)"),
                      name->len ? name->data : "(files)",
                      (unsigned long long)s->poor, (unsigned long long)s->n, s->fits / (double)s->n);
        if (s->changed)
            buffer_format(&output->bytes, "; the site has changed, noticed at its page %llu: learn it again", (unsigned long long)s->changed);
        buffer_byte(&output->bytes, '\n');
    }
}
