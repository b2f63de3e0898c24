/* drift.c - the public face of drift: the hosts of a run, each with its own test. */
#include <stdlib.h>
#include <string.h>

#include "api/output.h"
#include "site/drift.h"

typedef struct host_drift {
    char *name;
    drift_state state;
} host_drift;

struct husk_drift {
    host_drift *hosts;
    size_t n, room;
};

husk_status husk_drift_new(husk_drift **out)
{
    *out = calloc(1, sizeof **out);
    return *out ? HUSK_OK : HUSK_NO_MEMORY;
}

void husk_drift_free(husk_drift *d)
{
    for (size_t i = 0; d && i < d->n; i++)
        free(d->hosts[i].name);
    if (d)
        free(d->hosts);
    free(d);
}

/* Pages of one host come together more often than not: the last one first. */
static host_drift *find_host(husk_drift *d, const char *name)
{
    for (size_t i = d->n; i-- > 0;)
        if (strcmp(d->hosts[i].name, name) == 0)
            return &d->hosts[i];
    if (d->n == d->room) {
        size_t room = d->room ? d->room * 2 : 8;
        host_drift *hosts = realloc(d->hosts, room * sizeof *hosts);
        if (hosts == NULL)
            return NULL;
        d->hosts = hosts;
        d->room = room;
    }
    host_drift made = { .name = strdup(name) };
    if (made.name == NULL)
        return NULL;
    d->hosts[d->n] = made;
    return &d->hosts[d->n++];
}

bool husk_drift_add(husk_drift *d, const husk_fit *fit)
{
    host_drift *host = fit->known ? find_host(d, fit->host) : NULL;
    return host && drift_add(&host->state, fit);
}

void husk_drift_report(const husk_drift *d, husk_output *output)
{
    for (size_t i = 0; i < d->n; i++) {
        const drift_state *s = &d->hosts[i].state;
        if (s->poor == 0 && s->changed == 0)
            continue;
        buffer_format(&output->bytes, "%s: %llu of %llu pages don't fit the site file and were judged by themselves; mean fit %.2f", d->hosts[i].name[0] ? d->hosts[i].name : "(files)",
                      (unsigned long long)s->poor, (unsigned long long)s->n, s->fits / (double)s->n);
        if (s->changed)
            buffer_format(&output->bytes, "; the site has changed, noticed at its page %llu: learn it again", (unsigned long long)s->changed);
        buffer_byte(&output->bytes, '\n');
    }
}
