/* learn.c - the public face of learning: options, records as outputs, and the report of what was found. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/learner.h"
#include "api/output.h"
#include "base/durable.h"
#include "base/limits.h"
#include "base/status.h"
#include "records/column_keep.h"
#include "write/history.h"
#include "write/sitefile.h"

void husk_learn_options_init(husk_learn_options *options, size_t size)
{
    husk_learn_options defaults = { .size = size,
                                    .pages = 16,
                                    .sample = 128,
                                    .clustered = HUSK_LEARN_PAGES,
                                    .prune_percent = 25,
                                    .keep_percent = 50,
                                    .seed = 1,
                                    .half_life = 64,
                                    .remembered = 64 };
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
        return error_set(error, HUSK_BAD_ARGUMENT,
                         "a template is made from 2 pages or more, and a class's sample is no smaller");
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
    inner.half_life = given.half_life;
    inner.remembered = given.remembered;
    inner.date = given.date;
    inner.page = given.page;
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    arena_init(&(*out)->memory, HUSK_MAX_PAGE_ARENA);
    (*out)->anew = given.anew;
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
    husk_status status = path_model_read((slice){ text, len }, &l->memory, &l->model, error);
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

typedef struct finish {
    learner *inner;
    store_writer *writer;
    bool anew;
    const host_ending *ending;
    husk_output *report;
} finish;

/* What the file has of the host, in `memory`: nothing when it is learned anew. */
static husk_status read_before(const finish *f, slice name, arena *memory, model_host *host, learner_before *before,
                               husk_error *error)
{
    bool found = false;
    *before = (learner_before){ 0 };
    husk_status status = f->anew ? HUSK_OK : store_writer_old(f->writer, name, memory, host, &found, error);
    if (status == HUSK_OK && found) {
        before->host = host;
        status = store_writer_memory(f->writer, name, &before->pages, error);
    }
    return status;
}

static husk_status remember(const finish *f, const learned_host *host, husk_error *error)
{
    buffer scratch;
    remembered_page page;
    husk_status status = HUSK_OK;
    buffer_init(&scratch, HUSK_MAX_PAGE_BYTES_ASKED * 2);
    for (uint32_t i = 0; i < host->n_notes && status == HUSK_OK; i++) {
        status = learner_note(f->inner, &host->notes[i], &scratch, &page, error);
        if (status == HUSK_OK)
            status = store_write_memory(f->writer, &page, error);
    }
    buffer_free(&scratch);
    return status;
}

static void tell_host(const finish *f, const model_host *before, const learned_host *host)
{
    buffer *report = &f->report->bytes;
    f->ending->tell(f->ending->context, &host->model, report);
    if (before)
        write_last_run(before, &host->model, report);
    if (host->n_copies)
        buffer_format(report, "  %u more %s the same bytes as one of these, and %s left out\n", host->n_copies,
                      host->n_copies == 1 ? "has" : "have", host->n_copies == 1 ? "is" : "are");
}

/* A host that the file has already gives its columns' names to those that are found again. */
static husk_status learn_host(const finish *f, uint32_t i, arena *old, arena *memory, husk_error *error)
{
    slice name;
    model_host old_host;
    learned_host host;
    learner_before before = { 0 };
    husk_status status = learner_host_name(f->inner, i, &name, error);
    if (status == HUSK_OK)
        status = read_before(f, name, old, &old_host, &before, error);
    if (status == HUSK_OK)
        status = learner_host(f->inner, i, &before, memory, &host, error);
    memory_reader_free(before.pages);
    if (status == HUSK_OK && before.host && !columns_keep_names(before.host, &host.model, memory))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (status == HUSK_OK)
        status = f->ending->add(f->ending->context, &host.model, memory, error);
    if (status == HUSK_OK)
        status = store_write_host(f->writer, &host.model, error);
    if (status == HUSK_OK)
        status = remember(f, &host, error);
    if (status == HUSK_OK && f->report)
        tell_host(f, before.host, &host);
    return status;
}

static husk_status add_nothing(void *context, model_host *host, arena *memory, husk_error *error)
{
    (void)context, (void)host, (void)memory, (void)error;
    return HUSK_OK;
}

static void tell_classes(void *context, const model_host *host, buffer *report)
{
    (void)context;
    write_host_text(host, 0, false, report);
}

husk_status learner_finish(husk_learner *l, const char *path, const host_ending *ending, husk_output *report,
                           husk_error *error)
{
    finish f = { l->inner, NULL, l->anew, ending, report };
    uint32_t n = learner_n_hosts(l->inner);
    if (n == 0)
        return error_set(error, HUSK_BAD_ARGUMENT, "%s: no page was read, so nothing is written", path);
    husk_status status = store_writer_open(path, &f.writer, error);
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++) {
        arena old, memory;
        arena_init(&old, HUSK_MAX_HOST_BYTES);
        arena_init(&memory, HUSK_MAX_HOST_BYTES);
        status = learn_host(&f, i, &old, &memory, error);
        arena_free(&old);
        arena_free(&memory);
    }
    if (status == HUSK_OK)
        status = store_commit(f.writer, error);
    store_writer_free(f.writer);
    return status;
}

husk_status husk_site_copy(const char *from, const char *to, husk_error *error)
{
    return file_copy(from, to) ? HUSK_OK : error_set(error, HUSK_IO, "%s: %s", to, strerror(errno));
}

husk_status husk_site_check(const char *path, husk_error *error)
{
    return store_check(path, error);
}

husk_status husk_learner_finish(husk_learner *l, const char *path, husk_output *report, husk_error *error)
{
    host_ending ending = { add_nothing, tell_classes, NULL };
    return learner_finish(l, path, &ending, report, error);
}
