/* run.c - run a command's work on every page of its inputs.
 * husk_each runs on a separate thread, while the main thread draws progress, flushes output and handles Ctrl-C. A
 * stopped run finishes the pages it has read. If only a read that does not return remains (a FIFO, a silent server),
 * the output is closed and the process ends: a blocked read can't be cancelled from another thread. */
#include "run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "talk.h"
#include "task.h"

#define IDLE_TICKS 3 /* ticks of only reading after which a stopped run stops waiting */

typedef struct runner {
    const page_run *run;
    husk_source *source;
    husk_stop *stop;
    task task; /* its lock protects what follows, and the command's write and flush */
    uint64_t n_done, n_failed;
    bool write_failed;
    int n_idle;                   /* ticks */
    atomic_uint_fast64_t n_begun; /* pages read; no lock needed */
} runner;

static bool failed(husk_status status)
{
    return status != HUSK_OK && status != HUSK_LIMIT;
}

static void on_read(void *context)
{
    runner *r = context;
    atomic_fetch_add(&r->n_begun, 1);
}

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                        husk_error *error)
{
    runner *r = context;
    bool is_failed = failed(husk_page_status(page));
    if (is_failed && !r->run->takes_failed)
        return HUSK_OK;
    return r->run->work(r->run->context, page, raw, out, value, error);
}

/* Report a page that failed or was cut. */
static void report_page(const runner *r, const page_result *result)
{
    if (failed(result->status))
        talk("%s: %s%s", result->id, result->reason, alias_remedy(result->id, result->reason));
    else if (result->status == HUSK_LIMIT && !r->run->common->quiet)
        talk("%s: %s%s", result->id, strncmp(result->reason, "cut", 3) == 0 ? "" : "cut: ", result->reason);
}

static husk_status sink(void *context, page_result *result, husk_error *error)
{
    runner *r = context;
    (void)error;
    pthread_mutex_lock(&r->task.lock);
    report_page(r, result);
    const page_run *run = r->run;
    bool written =
        run->write ? run->write(run->context, result) : output_write(run->output, result->bytes, result->len);
    r->n_done++;
    r->n_failed += failed(result->status);
    r->write_failed = !written;
    pthread_mutex_unlock(&r->task.lock);
    return written ? HUSK_OK : HUSK_IO;
}

/* Read past the pages that an earlier run has done. */
static husk_status skip(runner *r, husk_error *error)
{
    husk_raw raw;
    husk_status status = HUSK_OK;
    uint64_t n = r->run->before != NULL ? r->run->before->pages : 0;
    for (uint64_t i = 0; i < n && status == HUSK_OK; i++) {
        husk_raw_init(&raw, sizeof raw);
        status = husk_source_next(r->source, &raw, error);
    }
    if (status == HUSK_END)
        snprintf(error->message, sizeof error->message, "the input has fewer pages than the earlier run read");
    pthread_mutex_lock(&r->task.lock);
    atomic_store(&r->n_begun, n);
    r->n_done = n;
    r->n_failed = n > 0 ? r->run->before->failed : 0;
    pthread_mutex_unlock(&r->task.lock);
    return status == HUSK_END ? HUSK_BAD_FILE : status;
}

static husk_status each(void *context, husk_error *error)
{
    runner *r = context;
    husk_each_options options;
    husk_status status = skip(r, error);
    if (status != HUSK_OK)
        return status;
    husk_each_options_init(&options, sizeof options);
    options.jobs = r->run->common->jobs;
    options.page = &r->run->common->page;
    options.stop = r->stop;
    options.free_value = r->run->free_value;
    options.on_read = on_read;
    return husk_each(r->source, &options, work, sink, r, error);
}

/* True if a stopped run has only been reading for a while. */
static bool tick(task *t)
{
    runner *r = t->context;
    if (r->run->output != NULL && !r->write_failed)
        output_flush(r->run->output);
    uint64_t bytes, total;
    husk_source_progress(r->source, &bytes, &total);
    progress_draw(&t->progress, r->n_done, bytes, total);
    bool only_reading = husk_stop_is_set(r->stop) && atomic_load(&r->n_begun) == r->n_done;
    r->n_idle = only_reading ? r->n_idle + 1 : 0;
    return r->n_idle >= IDLE_TICKS;
}

static exit_code judge(const runner *r, bool returned)
{
    const task *t = &r->task;
    if (!returned || t->status == HUSK_STOPPED) {
        talk("stopped: %" PRIu64 " page%s done", r->n_done, r->n_done == 1 ? "" : "s");
        return EXIT_SOME_FAILED;
    }
    if (r->write_failed)
        return EXIT_NOTHING;
    if (t->status != HUSK_OK)
        talk("%s", t->error.message[0] ? t->error.message : husk_status_text(t->status));
    else if (r->n_done == 0)
        talk("no pages in %s", r->run->n_inputs == 1 ? r->run->inputs[0] : "the input");
    if (r->n_done == r->n_failed)
        return EXIT_NOTHING;
    return r->n_failed > 0 || t->status != HUSK_OK ? EXIT_SOME_FAILED : EXIT_DONE;
}

static void report_summary(const runner *r)
{
    uint64_t bytes, total;
    husk_source_progress(r->source, &bytes, &total);
    double seconds = clock_seconds() - r->task.progress.started;
    talk("%" PRIu64 " pages, %" PRIu64 " failed, %.1f MB read, %.2f s", r->n_done, r->n_failed, (double)bytes / 1e6,
         seconds);
    uint64_t n[HUSK_SKIPS], all = 0;
    for (uint32_t i = 0; i < HUSK_SKIPS; i++)
        all += n[i] = husk_source_skipped(r->source, i);
    if (all > 0)
        talk("%" PRIu64 " records and files passed over: %" PRIu64 " that are no responses, %" PRIu64
             " with another HTTP status than 200, %" PRIu64 " that are no HTML or text",
             all, n[HUSK_SKIP_RECORD], n[HUSK_SKIP_STATUS], n[HUSK_SKIP_TYPE]);
}

static exit_code end(const page_run *run, exit_code code)
{
    return run->end ? run->end(run->context, code) : run_end(run->output, code);
}

/* After husk_each returned, or was given up. */
static exit_code finish(runner *r, bool returned)
{
    if (r->run->common->verbose)
        report_summary(r);
    exit_code code = judge(r, returned);
    if ((!returned || r->task.status != HUSK_OK) && !r->run->common->partial)
        output_stopped();
    return end(r->run, code);
}

exit_code run_pages(const page_run *run)
{
    runner r = { .run = run, .stop = signals_catch_stop(), .task = { .work = each, .tick = tick } };
    r.task.context = &r;
    r.source = task_open_source(run->common, run->inputs, run->n_inputs);
    if (r.source == NULL || (run->begin && !run->begin(run->context, r.source))) {
        husk_source_free(r.source);
        return end(run, EXIT_NOTHING);
    }
    bool to_terminal = run->output != NULL && isatty(run->output->fd);
    bool returned = task_run(&r.task, !run->common->quiet && !to_terminal);
    exit_code code = finish(&r, returned);
    if (!returned)
        _exit(code); /* the reading thread still uses all of this */
    husk_source_free(r.source);
    return code;
}

exit_code run_end(output *o, exit_code code)
{
    /* If nothing could be done, an old file is worth more than a list of failures. */
    bool keep = code != EXIT_NOTHING || (o->written > 0 && o->temporary == NULL);
    return output_close(o, keep) ? code : EXIT_NOTHING;
}

void run_free_digest(void *value)
{
    husk_digest_free(value);
}

husk_status learning_read(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                          husk_error *error)
{
    husk_digest *digest = NULL;
    (void)context, (void)out;
    husk_status status = husk_learner_read(page, raw, &digest, error);
    *value = digest;
    return status;
}

bool learning_take(void *context, const page_result *result)
{
    learning *l = context;
    husk_error error = { .status = HUSK_OK };
    l->failed = result->value != NULL && !talk_failure(husk_learner_add(l->learner, result->value, &error), &error);
    return !l->failed;
}

char *file_read(const char *path, size_t most, size_t *len)
{
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *f = is_stdin ? stdin : fopen(path, "rb");
    char *bytes = NULL;
    size_t room = 0;
    *len = 0;
    errno = f ? 0 : errno;
    for (bool more = f != NULL; more;) {
        if (*len == room) {
            room = room ? room * 2 : 65536;
            char *larger = room <= most * 2 ? realloc(bytes, room) : NULL;
            if (larger == NULL)
                break;
            bytes = larger;
        }
        size_t n = fread(bytes + *len, 1, room - *len, f);
        *len += n;
        more = n > 0;
    }
    bool done = f && bytes && !ferror(f) && feof(f) && *len <= most;
    if (!done && *len > most)
        talk("%s: larger than %zu MB", path, most >> 20);
    else if (!done)
        talk("%s: %s", path, errno ? strerror(errno) : "reading failed");
    if (f && !is_stdin)
        fclose(f);
    if (done)
        return bytes;
    free(bytes);
    return NULL;
}

bool models_open(const char *path, int method, husk_page_model **page, husk_pagelevel **pagelevel)
{
    static const char mark[] = "husk-pagelevel";
    size_t len = 0;
    char *bytes = file_read(path, MAX_MODEL_BYTES, &len);
    husk_error error = { .status = HUSK_OK };
    if (bytes == NULL)
        return false;
    bool is_marked = len >= sizeof mark && memcmp(bytes, mark, sizeof mark - 1) == 0;
    bool is_pagelevel = method == HUSK_METHOD_PAGELEVEL || (method == HUSK_METHOD_AUTO && is_marked);
    husk_status status = is_pagelevel ? husk_pagelevel_read(bytes, len, pagelevel, &error)
                                      : husk_page_model_read(bytes, len, page, &error);
    free(bytes);
    if (status != HUSK_OK)
        talk("%s: %s", path, error.message);
    return status == HUSK_OK;
}
