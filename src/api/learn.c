/* learn.c - the public face of learning: options, records as outputs, and the report of what was found. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/learner.h"
#include "api/output.h"
#include "base/limits.h"
#include "base/status.h"
#include "site/column_keep.h"
#include "write/sitefile.h"

void husk_learn_options_init(husk_learn_options *options, size_t size)
{
    husk_learn_options defaults = { .size = size, .pages = 16, .sample = 128, .clustered = HUSK_LEARN_PAGES, .prune_percent = 25, .keep_percent = 50, .seed = 1 };
    husk_page_options_init(&defaults.page, sizeof defaults.page);
    memcpy(options, &defaults, size < sizeof defaults ? size : sizeof defaults);
}

static unsigned jobs_of(unsigned jobs)
{
    long cores = jobs ? (long)jobs : sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > (long)HUSK_MAX_JOBS ? HUSK_MAX_JOBS : (unsigned)cores;
}

husk_status husk_learner_new(const husk_learn_options *options, husk_learner **out, husk_error *error)
{
    husk_learn_options given;
    learner_options inner;
    husk_learn_options_init(&given, sizeof given);
    if (options)
        memcpy(&given, options, options->size < sizeof given ? options->size : sizeof given);
    if (given.pages < 2 || given.sample < given.pages || given.prune_percent > 100 || given.keep_percent > 100)
        return error_set(error, HUSK_BAD_ARGUMENT, "a template is made from 2 pages or more, and a class's sample is no smaller");
    learner_options_init(&inner);
    inner.host.template.pages = given.pages;
    inner.host.template.consensus.prune_percent = given.prune_percent;
    inner.host.template.consensus.keep_percent = given.keep_percent;
    inner.host.template.consensus.jobs = jobs_of(given.jobs);
    inner.host.template.warn = given.warn;
    inner.host.template.warn_context = given.warn_context;
    inner.sample = given.sample;
    inner.one_class = given.one_class;
    inner.kept = given.clustered;
    inner.seed = given.seed;
    inner.page = given.page;
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    arena_init(&(*out)->memory, HUSK_MAX_PAGE_ARENA);
    husk_status status = learner_new(&inner, &(*out)->inner, error);
    if (status != HUSK_OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}

void husk_learner_free(husk_learner *l)
{
    if (l) {
        learner_free(l->inner);
        arena_free(&l->memory);
    }
    free(l);
}

husk_status husk_learner_model(husk_learner *l, const char *text, size_t len, husk_error *error)
{
    husk_status status = site_model_read((slice){ text, len }, &l->memory, &l->model, error);
    if (status == HUSK_OK)
        learner_set_model(l->inner, &l->model);
    return status;
}

husk_status husk_learner_read(const husk_page *page, const husk_raw *raw, husk_output *record, husk_error *error)
{
    return learner_read(page, raw, &record->bytes, error);
}

husk_status husk_learner_add(husk_learner *l, const char *record, size_t len, husk_error *error)
{
    return learner_add(l->inner, record, len, error);
}

/* A host that the file has already gives its columns' names to those that are found again. */
static husk_status keep_names(store_writer *writer, model_host *host, arena *memory, husk_error *error)
{
    model_host before;
    bool found;
    arena scratch;
    arena_init(&scratch, HUSK_MAX_HOST_BYTES);
    husk_status status = store_writer_old(writer, host->name, &scratch, &before, &found, error);
    if (status == HUSK_OK && found && !columns_keep_names(&before, host, memory))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    arena_free(&scratch);
    return status;
}

husk_status husk_learner_finish(husk_learner *l, const char *path, husk_output *report, husk_error *error)
{
    store_writer *writer;
    uint32_t n = learner_n_hosts(l->inner);
    if (n == 0)
        return error_set(error, HUSK_BAD_ARGUMENT, "%s: no page was read, so nothing is written", path);
    husk_status status = store_writer_open(path, &writer, error);
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++) {
        arena memory;
        model_host host;
        arena_init(&memory, HUSK_MAX_HOST_BYTES);
        status = learner_host(l->inner, i, &memory, &host, error);
        if (status == HUSK_OK)
            status = keep_names(writer, &host, &memory, error);
        if (status == HUSK_OK)
            status = store_write_host(writer, &host, error);
        if (status == HUSK_OK && report)
            write_host_text(&host, 0, false, &report->bytes);
        arena_free(&memory);
    }
    if (status == HUSK_OK)
        status = store_commit(writer, error);
    store_writer_free(writer);
    return status;
}
