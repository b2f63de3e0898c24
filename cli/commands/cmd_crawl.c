/* cmd_crawl.c - explore a site from its start page and write its classes to a site file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <husk/lab.h>

#include "run.h"
#include "talk.h"
#include "task.h"

typedef struct crawl_settings {
    common_settings common;
    husk_crawl_options options; /* those that options set directly */
    husk_crawl_published published;
    text_list include, exclude;
    double delay; /* seconds; below 0: the default */
    size_t max_bytes;
} crawl_settings;

typedef struct crawl_run {
    const crawl_settings *settings;
    const char *start;
    husk_crawl_options options;
    husk_source_options source;
    husk_output *report;
    task task;
    husk_crawl_progress last;
} crawl_run;

static const choice orders[] = {
    { "spread", HUSK_CRAWL_SPREAD },
    { "densest", HUSK_CRAWL_DENSEST },
    { "sparsest", HUSK_CRAWL_SPARSEST },
    { "breadth", HUSK_CRAWL_BREADTH },
    { NULL, 0 },
};

static const option crawl_options[] = {
    OUTPUT_OPTION,
    { NUMBER_AT(crawl_settings, options.max_pages), .name = "max-pages", .value = "N", .min = 0, .max = 1e8 },
    { NUMBER_AT(crawl_settings, options.max_depth), .name = "depth", .value = "N", .min = 0, .max = 1e6,
      .normally = "no limit" },
    { LIST_AT(crawl_settings, include), .name = "include", .value = "PATTERN" },
    { LIST_AT(crawl_settings, exclude), .name = "exclude", .value = "PATTERN" },
    { TEXT_AT(crawl_settings, options.root), .name = "root", .value = "DIR",
      .normally = "START if it is a directory; else START's directory" },
    { FLAG_AT(crawl_settings, options.allow_subdomains), .name = "allow-subdomains" },
    { FLAG_AT(crawl_settings, options.ignore_robots), .name = "ignore-robots" },
    { REAL_AT(crawl_settings, delay), .name = "delay", .value = "SECONDS", .min = -1, .max = 3600,
      .normally = "0.5; 0 with --allow-private" },
    { NUMBER_AT(crawl_settings, options.connections), .name = "connections", .value = "N", .min = 1, .max = 256 },
    { NUMBER_AT(crawl_settings, options.retries), .name = "retries", .value = "N", .min = 0, .max = 20 },
    { NUMBER_AT(crawl_settings, options.max_seconds), .name = "max-seconds", .value = "N", .min = 0, .max = 1e8,
      .normally = "no limit" },
    { SIZE_AT(crawl_settings, max_bytes), .name = "max-total", .value = "SIZE", .min = 0, .max = 1e15,
      .normally = "no limit" },
    { NUMBER_AT(crawl_settings, options.max_addresses), .name = "max-addresses", .value = "N", .min = 0, .max = 1e9,
      .normally = "500000" },
    { TEXT_AT(crawl_settings, options.warc), .name = "warc", .value = "FILE", .is_written = true },
    { TEXT_AT(crawl_settings, options.resume), .name = "resume", .value = "FILE" },
    { FLAG_AT(crawl_settings, options.revalidate), .name = "revalidate" },
    { FLAG_AT(crawl_settings, published.published), .name = "published" },
    { .name = NULL },
};

static const option published[] = {
    { CHOICE_AT(crawl_settings, published.order), .name = "order", .choices = orders },
    { NUMBER_AT(crawl_settings, options.per_collection), .name = "per-collection", .max = 100000 },
    { REAL_AT(crawl_settings, published.distance), .name = "distance", .max = 1 },
    PATH_COSTS(crawl_settings, published.costs),
    { NUMBER_AT(crawl_settings, published.after_peak), .name = "after-peak", .max = 1e8 },
    { NUMBER_AT(crawl_settings, options.seed), .name = "seed", .max = 4294967295.0 },
    { .name = NULL },
};

static void defaults(void *settings)
{
    crawl_settings *s = settings;
    husk_crawl_options_init(&s->options, sizeof s->options);
    husk_crawl_published_init(&s->published);
    s->delay = -1;
}

/* Called on the crawl's thread; the main thread draws. */
static void keep_progress(void *context, const husk_crawl_progress *p)
{
    crawl_run *r = context;
    pthread_mutex_lock(&r->task.lock);
    r->last = *p;
    pthread_mutex_unlock(&r->task.lock);
}

static husk_status work(void *context, husk_error *error)
{
    crawl_run *r = context;
    return husk_crawl_by(r->start, r->settings->common.output, &r->options, &r->settings->published, r->report, error);
}

static bool tick(task *t)
{
    const crawl_run *r = t->context;
    const husk_crawl_progress *p = &r->last;
    char line[160], most[32] = "";
    if (r->settings->options.max_pages)
        snprintf(most, sizeof most, " of at most %u", r->settings->options.max_pages);
    if (p->is_explored)
        snprintf(line, sizeof line, "%u pages seen; making classes", p->pages);
    else
        snprintf(line, sizeof line, "%u pages%s  %.1f/s  %u classes by links  %u collections wait  %.1f MB", p->pages,
                 most, p->seconds > 0 ? p->pages / p->seconds : 0, p->classes, p->waiting, (double)p->bytes / 1e6);
    progress_draw_line(&t->progress, line);
    return false;
}

static void options_fill(crawl_run *r)
{
    const crawl_settings *s = r->settings;
    husk_crawl_options *o = &r->options;
    *o = s->options;
    o->include = s->include.items;
    o->n_include = s->include.n;
    o->exclude = s->exclude.items;
    o->n_exclude = s->exclude.n;
    o->delay_ms = s->delay >= 0 ? (unsigned)(s->delay * 1000) : s->common.source.allow_private ? 0 : o->delay_ms;
    o->max_bytes = s->max_bytes;
    o->warc = o->warc && strcmp(o->warc, "-") == 0 ? "/dev/stdout" : o->warc;
    o->fresh = s->common.relearning.fresh;
    o->remembered = s->common.relearning.remembered;
    o->jobs = s->common.jobs;
    r->source = s->common.source;
    o->source = &r->source;
    o->page = &s->common.page;
    o->progress = keep_progress;
    o->context = r;
    o->warn = talk_page;
}

static exit_code run(void *settings, const char *const *operands, size_t n_operands)
{
    crawl_run r = { .settings = settings, .start = operands[0], .task = { .work = work, .tick = tick } };
    (void)n_operands;
    if (r.settings->common.output == NULL) {
        talk("crawl needs a site file to write: -o FILE");
        return EXIT_USAGE;
    }
    options_fill(&r);
    if (r.options.revalidate && r.options.resume == NULL) {
        talk("crawl: --revalidate needs --resume FILE");
        return EXIT_USAGE;
    }
    if (!relearning_date(&r.settings->common.relearning, &r.options.date))
        return EXIT_USAGE;
    if (!talk_failure(husk_output_new((size_t)64 << 20, &r.report), NULL))
        return EXIT_NOTHING;
    char *partial = r.settings->common.partial ? NULL : output_partial_name(r.settings->common.output);
    r.options.stopped_path = partial;
    task *t = &r.task;
    t->context = &r;
    r.options.stop = r.source.stop = signals_catch_stop();
    task_run(t, !r.settings->common.quiet);
    size_t len;
    const char *report = husk_output_data(r.report, &len);
    if (!r.settings->common.quiet && len)
        fwrite(report, 1, len, stderr);
    husk_output_free(r.report);
    if (t->status == HUSK_OK) {
        free(partial);
        return r.last.failed ? EXIT_SOME_FAILED : EXIT_DONE;
    }
    const char *why = t->error.message[0] ? t->error.message : husk_status_text(t->status);
    talk("%s%s", why, alias_remedy(r.start, why));
    if (t->status == HUSK_STOPPED && len && partial)
        output_tell_partial(r.settings->common.output, partial);
    free(partial);
    return t->status == HUSK_STOPPED ? EXIT_SOME_FAILED : EXIT_NOTHING;
}

const command command_crawl = {
    .name = "crawl",
    .summary = "map a site from a few of its pages: kinds of page and links",
    .operands = "START",
    .options = crawl_options,
    .published = published,
    .relearns = true,
    .follows = true,
    .reads_pages = true,
    .min_operands = 1,
    .max_operands = 1,
    .settings_size = sizeof(crawl_settings),
    .defaults = defaults,
    .run = run,
};
