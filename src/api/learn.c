/* learn.c - public API for learning: options, digests, and the report. */
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/pool.h"
#include "husk/models.h"
#include "write/site/sitefile.h"

OPTIONS_INIT(husk_learn_options, .pages = 16, .sample = 128, .clustered = HUSK_LEARN_PAGES, .prune_percent = 25,
             .keep_percent = 50, .seed = 1, .half_life = 64, .remembered = 64)

static husk_status options_of(const husk_learn_options *options, husk_learn_options *given, learner_options *inner,
                              husk_error *error)
{
    learner_options_init(inner);
    husk_status status = OPTIONS_READ(given, options, husk_learn_options, warn_context, error);
    status = status ?: OPTIONS_TAKE(&inner->page, given->page, husk_page_options, max_milliseconds, error);
    if (status != HUSK_OK)
        return status;
    if (given->pages < 2 || given->sample < given->pages || given->prune_percent > 100 || given->keep_percent > 100)
        return error_set(error, HUSK_BAD_ARGUMENT,
                         "a template needs at least 2 pages, and a class's sample at least as many");
    inner->host.template.pages = given->pages;
    inner->host.template.consensus.prune_percent = given->prune_percent;
    inner->host.template.consensus.keep_percent = given->keep_percent;
    inner->host.template.consensus.jobs = pool_jobs(given->jobs);
    inner->host.template.warn = given->warn;
    inner->host.template.warn_context = given->warn_context;
    inner->sample = given->sample;
    inner->one_class = given->one_class;
    inner->kept = given->clustered;
    inner->seed = given->seed;
    inner->half_life = given->half_life;
    inner->remembered = given->remembered;
    inner->date = given->date;
    inner->stop = given->stop;
    return HUSK_OK;
}

husk_status husk_learner_new(const husk_learn_options *options, husk_learner **out, husk_error *error)
{
    husk_learn_options given;
    learner_options inner;
    *out = NULL;
    husk_status status = options_of(options, &given, &inner, error);
    if (status != HUSK_OK)
        return status;
    husk_learner *l = calloc(1, sizeof *l);
    if (l == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    arena_init(&l->memory, HUSK_MAX_PAGE_ARENA);
    l->fresh = given.fresh;
    status = learner_new(&inner, &l->inner, error);
    if (status == HUSK_OK)
        *out = l;
    else
        free(l);
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
    husk_status status = judge_models_read((slice){ text, len }, &l->memory, &l->models, error);
    if (status == HUSK_OK)
        learner_set_models(l->inner, &l->models);
    return status;
}

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
    return status == HUSK_OK ? learner_add(l->inner, digest->bytes.data, digest->bytes.len, error) : status;
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
    return learner_finish(l->inner, path, l->fresh, &ending, error);
}

husk_status husk_learner_finish_memory(husk_learner *l, const void *before, size_t before_len, husk_output *file,
                                       husk_output *report, husk_error *error)
{
    host_ending ending = { NULL, report_classes, report };
    return learner_finish_memory(l->inner, (slice){ before, before_len }, &file->bytes, l->fresh, &ending, error);
}
