/* learn.c - public API for learning and for drift: digests and the report; one test of drift per host. */
#include <stdlib.h>

#include "api/api.h"
#include "base/arrays.h"
#include "learn/update.h"
#include "write/site/sitefile.h"

husk_status husk_learner_read(const husk_page *page, const husk_raw *raw, husk_digest **out, husk_error *error)
{
    husk_raw given = { 0 };
    *out = NULL;
    husk_status status = OPTIONS_TAKE(&given, raw, husk_raw, date, error);
    status = status ?: digest_new(DIGEST_LEARNER, out, error);
    given.id = given.id ? given.id : "";
    status = status ?: learner_read(page, &given, &(*out)->bytes, error);
    return digest_end(status, out);
}

husk_status husk_learner_add(husk_learner *l, const husk_digest *digest, husk_error *error)
{
    husk_status status = digest_check(digest, DIGEST_LEARNER, error);
    return status == HUSK_OK ? learner_add(l, digest->bytes.data, digest->bytes.len, error) : status;
}

void write_learned(const model_host *before, const learned_host *host, buffer *report)
{
    if (before)
        write_last_run(before, &host->model, report);
    if (host->n_copies)
        buffer_format(report, "  %u more %s the same bytes as one of these, and %s left out\n", host->n_copies,
                      host->n_copies == 1 ? "has" : "have", host->n_copies == 1 ? "is" : "are");
}

static void report_classes(void *context, const model_host *before, const learned_host *host)
{
    husk_output *report = context;
    if (report == NULL)
        return;
    write_host_text(&host->model, 0, false, &report->bytes);
    write_learned(before, host, &report->bytes);
}

husk_status husk_learner_finish(husk_learner *l, const char *path, husk_output *report, husk_error *error)
{
    host_ending ending = { NULL, report_classes, report };
    return learner_finish(l, path, &ending, error);
}

husk_status husk_learner_finish_memory(husk_learner *l, const void *before, size_t before_len, husk_output *file,
                                       husk_output *report, husk_error *error)
{
    host_ending ending = { NULL, report_classes, report };
    return learner_finish_memory(l, (slice){ before, before_len }, &file->bytes, &ending, error);
}

/* --- drift -------------------------------------------------------------------------------------------------------- */

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
