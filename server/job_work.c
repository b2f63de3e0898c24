/* job_work.c - run a job: learn from the pages of a request, or crawl a site.
 * Each uses one thread, so that requests have the others. The pages are kept next to the site file, for its examples
 * and records. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "http.h"
#include "run.h"
#include "talk.h"

#define MAX_REPORT ((size_t)1 << 20)
#define REPORT_SECONDS .2 /* between two events of a learner */

typedef struct job_learning {
    job *job;
    husk_learner *learner;
    husk_source *source;
    husk_crawl_progress progress;
    double started, reported;
} job_learning;

/* --- learning --- */

static husk_status read_page(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                             husk_error *error)
{
    husk_status was = husk_page_status(page);
    bool is_read = was == HUSK_OK || was == HUSK_LIMIT;
    return is_read ? learning_read(context, page, raw, out, value, error) : HUSK_OK;
}

static husk_status add_page(void *context, husk_each_result *result, husk_error *error)
{
    job_learning *l = context;
    double now = clock_seconds();
    husk_status status = HUSK_OK;
    uint64_t of;
    if (result->value != NULL)
        status = husk_learner_add(l->learner, result->value, error);
    l->progress.pages++;
    l->progress.failed += result->value == NULL;
    l->progress.seconds = now - l->started;
    husk_source_progress(l->source, &l->progress.bytes, &of);
    if (now - l->reported > REPORT_SECONDS) {
        l->reported = now;
        job_report(l->job, &l->progress);
    }
    return status;
}

static husk_status read_pages(job_learning *l, husk_error *error)
{
    const char *spool = l->job->spool;
    husk_source_options source = *l->job->server->settings->source;
    husk_each_options each;
    source.stop = l->job->stop;
    husk_each_options_init(&each, sizeof each);
    each.jobs = 1;
    each.page = l->job->server->settings->page;
    each.stop = l->job->stop;
    each.free_value = run_free_digest;
    husk_status status = husk_source_open(&spool, 1, &source, &l->source, error);
    status = status ?: husk_each(l->source, &each, read_page, add_page, l, error);
    husk_source_free(l->source);
    return status;
}

static husk_status learn(job *j, const char *path, husk_output *report, husk_error *error)
{
    job_learning l = { .job = j, .started = clock_seconds(), .progress = { .size = sizeof l.progress } };
    husk_learn_options options;
    husk_learn_options_init(&options, sizeof options);
    options.jobs = 1;
    options.page = j->server->settings->page;
    options.warn = talk_page;
    options.date = time(NULL);
    options.stop = j->stop;
    husk_status status = husk_learner_new(&options, &l.learner, error);
    status = status ?: read_pages(&l, error);
    l.progress.is_explored = true;
    job_report(j, &l.progress);
    if (status == HUSK_OK && l.progress.pages == l.progress.failed) {
        snprintf(error->message, sizeof error->message, "there is no page to learn from");
        status = HUSK_BAD_ARGUMENT;
    }
    status = status ?: husk_learner_finish(l.learner, path, report, error);
    l.progress.seconds = clock_seconds() - l.started;
    job_report(j, &l.progress);
    husk_learner_free(l.learner);
    return status;
}

/* Keep the learned pages as one more file of the site. */
static void keep_spool(job *j, const char *pages)
{
    char kept[PATH_MAX + 64];
    snprintf(kept, sizeof kept, "%s/%lld-%u%s", pages, (long long)time(NULL), j->number, j->ending);
    if ((mkdir(pages, 0777) == 0 || errno == EEXIST) && rename(j->spool, kept) == 0)
        j->spool[0] = 0;
}

/* --- crawling --- */

static husk_status crawl(job *j, const char *path, const char *pages, husk_output *report, husk_error *error)
{
    char warc[PATH_MAX + 64], partial[PATH_MAX];
    husk_source_options source = *j->server->settings->source;
    husk_crawl_options options;
    husk_crawl_options_init(&options, sizeof options);
    snprintf(warc, sizeof warc, "%s/%lld-%u.warc.gz", pages, (long long)time(NULL), j->number);
    sites_spool(j->server->sites, j->number, ".partial", partial, sizeof partial);
    if (mkdir(pages, 0777) != 0 && errno != EEXIST) {
        snprintf(error->message, sizeof error->message, "%.200s: %m", pages);
        return HUSK_IO;
    }
    source.stop = j->stop;
    options.source = &source;
    options.page = j->server->settings->page;
    options.max_pages = j->max_pages;
    options.max_seconds = j->max_seconds;
    options.delay_ms = j->delay_ms;
    options.jobs = 1;
    options.warc = warc;
    options.stop = j->stop;
    options.stopped_path = partial;
    options.progress = job_report;
    options.context = j;
    options.warn = talk_page;
    options.date = time(NULL);
    husk_status status = husk_crawl(j->url, path, &options, report, error);
    remove(partial);
    if (status != HUSK_OK) {
        remove(warc);
        rmdir(pages); /* if it is empty */
    }
    return status;
}

/* --- both --- */

void job_work(job *j, job_result *result)
{
    husk_error error = { .status = HUSK_OK };
    husk_output *report = NULL;
    char path[PATH_MAX], pages[PATH_MAX];
    size_t len = 0;
    sites_path(j->server->sites, j->name, path, pages, sizeof path);
    husk_status status = husk_output_new(MAX_REPORT, &report);
    if (status == HUSK_OK)
        status = j->kind == JOB_LEARN ? learn(j, path, report, &error) : crawl(j, path, pages, report, &error);
    if (status == HUSK_OK && j->kind == JOB_LEARN)
        keep_spool(j, pages);
    result->state = status == HUSK_OK ? JOB_DONE : husk_stop_is_set(j->stop) ? JOB_CANCELLED : JOB_FAILED;
    const char *data = status == HUSK_OK ? husk_output_data(report, &len) : NULL;
    result->report = data ? strndup(data, len) : NULL;
    if (status != HUSK_OK)
        snprintf(result->reason, sizeof result->reason, "%s",
                 error.message[0] ? error.message : husk_status_text(status));
    husk_output_free(report);
}
