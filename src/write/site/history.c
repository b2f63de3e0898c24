/* history.c - a host's runs of learning, as a table with a plot of their fit, or as JSON.
 * The plot has a column per run: eight heights for the mean fit of its pages to what was known before, a dot for a
 * run with nothing to fit. */
#include "write/site/sitefile.h"

#include <stdio.h>
#include <time.h>

#include "base/json.h"

/* Classes named per line; JSON has all. */
#define FEW_CLASSES 12u

static const char *const event_names[N_RUN_EVENTS] = { "met", "added", "retired", "returned" };

/* "2026-11-15", or `none`. */
static void put_date(buffer *out, int64_t seconds, const char *none)
{
    struct tm t;
    time_t when = (time_t)seconds;
    if (seconds && gmtime_r(&when, &t))
        buffer_format(out, "%04d-%02d-%02d", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday);
    else
        buffer_text(out, none);
}

static void put_name(buffer *out, slice name)
{
    buffer_visible(out, name.len ? name.data : "(files)", name.len ? name.len : 7);
}

static void put_picture(const model_host *host, buffer *out)
{
    static const char *const heights[] = { "\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84",
                                           "\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87", "\xe2\x96\x88" };
    for (uint32_t i = 0; i < host->n_runs; i++) {
        uint32_t height = host->runs[i].fit * 8 / 1000;
        buffer_text(out, host->runs[i].fit == 0 ? "\xc2\xb7" : heights[height < 8 ? height : 7]);
    }
}

/* "added 3 (20), 4 (6)": the classes with this event, and the run's pages in them. */
static void put_event(const model_run *run, run_event event, bool *any, buffer *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < run->n_classes; i++) {
        const model_run_class *c = &run->classes[i];
        if (c->event != event || n++ >= FEW_CLASSES)
            continue;
        if (n == 1)
            buffer_format(out, "%s%s", *any ? "; " : "", event_names[event]);
        buffer_format(out, n == 1 ? " %u" : ", %u", c->number);
        if (c->pages)
            buffer_format(out, " (%u)", c->pages);
        *any = true;
    }
    if (n > FEW_CLASSES)
        buffer_format(out, " and %u more", n - FEW_CLASSES);
}

static void put_events(const model_run *run, buffer *out)
{
    bool any = run->changed != 0;
    if (any)
        buffer_text(out, "the site has changed");
    put_event(run, RUN_ADDED, &any, out);
    put_event(run, RUN_RETURNED, &any, out);
    put_event(run, RUN_RETIRED, &any, out);
    put_event(run, RUN_MET, &any, out);
    uint32_t left = run->pages;
    for (uint32_t i = 0; i < run->n_classes; i++)
        left -= run->classes[i].pages < left ? run->classes[i].pages : left;
    if (left)
        buffer_format(out, "%s%u of no class", any ? "; " : "", left);
    buffer_byte(out, '\n');
}

static void put_run(const model_run *run, buffer *out)
{
    char numbers[32], fit[16] = "-";
    if (run->n_runs > 1)
        snprintf(numbers, sizeof numbers, "%u-%u", run->number - run->n_runs + 1, run->number);
    else
        snprintf(numbers, sizeof numbers, "%u", run->number);
    if (run->fit)
        snprintf(fit, sizeof fit, "%.2f", run->fit / 1000.);
    buffer_format(out, "%6s  ", numbers);
    put_date(out, run->date, "-         ");
    buffer_format(out, " %7u %7u %5s  ", run->pages, run->fresh, fit);
    put_events(run, out);
}

static uint32_t last_number(const model_host *host)
{
    return host->n_runs ? host->runs[host->n_runs - 1].number : 0;
}

void write_history_text(const model_host *host, buffer *out)
{
    put_name(out, host->name);
    if (host->n_runs == 0) {
        buffer_text(out, ": no history\n");
        return;
    }
    buffer_format(out, ": %u run%s, fit ", last_number(host), last_number(host) == 1 ? "" : "s");
    put_picture(host, out);
    buffer_text(out, "\n   run  date         pages     new   fit  classes (pages)\n");
    for (uint32_t i = 0; i < host->n_runs; i++)
        put_run(&host->runs[i], out);
}

static void put_run_json(const model_run *run, buffer *out)
{
    buffer_format(out, "{\"run\": %u, \"runs\": %u, \"date\": ", run->number, run->n_runs);
    if (run->date) {
        buffer_byte(out, '"');
        put_date(out, run->date, "");
        buffer_byte(out, '"');
    } else {
        buffer_text(out, "null");
    }
    buffer_format(out, ", \"pages\": %u, \"new\": %u, \"fit\": ", run->pages, run->fresh);
    buffer_format(out, run->fit ? "%.3f" : "null", run->fit / 1000.);
    buffer_format(out, ", \"changed\": %s, \"classes\": [", run->changed ? "true" : "false");
    for (uint32_t i = 0; i < run->n_classes; i++) {
        const model_run_class *c = &run->classes[i];
        buffer_format(out, "%s\n   {\"class\": %u, \"event\": \"%s\", \"pages\": %u, \"fit\": ", i ? "," : "",
                      c->number, event_names[c->event], c->pages);
        buffer_format(out, c->fit ? "%.3f}" : "null}", c->fit / 1000.);
    }
    buffer_text(out, "]}");
}

void write_runs_json(const model_host *host, buffer *out)
{
    buffer_byte(out, '[');
    for (uint32_t i = 0; i < host->n_runs; i++) {
        buffer_text(out, i ? ",\n  " : "\n  ");
        put_run_json(&host->runs[i], out);
    }
    buffer_byte(out, ']');
}

void write_history_json(const model_host *host, buffer *out)
{
    json_string_after(out, "{\"host\": ", host->name);
    buffer_text(out, ", \"history\": ");
    write_runs_json(host, out);
    buffer_byte(out, '}');
}

void write_last_run(const model_host *before, const model_host *host, buffer *out)
{
    if (last_number(host) == last_number(before)) {
        buffer_text(out, "  nothing new\n");
        return;
    }
    const model_run *run = &host->runs[host->n_runs - 1];
    buffer_format(out, "  run %u: %u pages, %u new, ", run->number, run->pages, run->fresh);
    if (run->fit)
        buffer_format(out, "fit %.2f; ", run->fit / 1000.);
    put_events(run, out);
}
