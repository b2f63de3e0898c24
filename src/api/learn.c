/* learn.c - public API for learning: digests, and the report. */
#include "api/api.h"
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
