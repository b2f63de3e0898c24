/* metrics.c - counters, in Prometheus's text format. */
#include "metrics.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_TEXT 8192

static const double bounds[] = { .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30 };
enum { N_BOUNDS = sizeof bounds / sizeof *bounds };

struct metrics {
    atomic_ulong by_status[6]; /* 1xx … 5xx; 0: closed before there was a reply */
    atomic_ulong by_time[N_BOUNDS + 1];
    atomic_ulong microseconds;
    atomic_int connections;
    double started;
};

bool metrics_start(server *s)
{
    s->metrics = calloc(1, sizeof *s->metrics);
    if (s->metrics != NULL)
        s->metrics->started = clock_seconds();
    return s->metrics != NULL;
}

void metrics_end(metrics *m)
{
    free(m);
}

void metrics_request(metrics *m, unsigned status, double seconds)
{
    unsigned i = 0;
    while (i < N_BOUNDS && seconds > bounds[i])
        i++;
    atomic_fetch_add(&m->by_status[status / 100 < 6 ? status / 100 : 0], 1);
    atomic_fetch_add(&m->by_time[i], 1);
    atomic_fetch_add(&m->microseconds, (unsigned long)(seconds * 1e6));
}

void metrics_connection(metrics *m, int change)
{
    atomic_fetch_add(&m->connections, change);
}

/* The number of requests between their first byte and their last. */
static unsigned connections(const metrics *m)
{
    int n = atomic_load(&m->connections);
    return n > 0 ? (unsigned)n : 0;
}

typedef struct text {
    char bytes[MAX_TEXT];
    size_t len;
} text;

__attribute__((format(printf, 2, 3))) static void put(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->bytes + t->len, sizeof t->bytes - t->len, format, args);
    va_end(args);
    if (n > 0 && t->len + (size_t)n < sizeof t->bytes)
        t->len += (size_t)n;
}

static void put_requests(text *t, metrics *m)
{
    unsigned long sum = 0;
    put(t, "# HELP husk_requests_total Requests by class of status; 0: closed without an answer.\n"
           "# TYPE husk_requests_total counter\n");
    for (unsigned i = 0; i < 6; i++)
        put(t, "husk_requests_total{status=\"%u%s\"} %lu\n", i, i ? "xx" : "", atomic_load(&m->by_status[i]));
    put(t, "# HELP husk_request_seconds From a request's first byte to the last of its answer.\n"
           "# TYPE husk_request_seconds histogram\n");
    for (unsigned i = 0; i < N_BOUNDS; i++)
        put(t, "husk_request_seconds_bucket{le=\"%g\"} %lu\n", bounds[i], sum += atomic_load(&m->by_time[i]));
    sum += atomic_load(&m->by_time[N_BOUNDS]);
    put(t,
        "husk_request_seconds_bucket{le=\"+Inf\"} %lu\nhusk_request_seconds_sum %.6f\nhusk_request_seconds_count %lu\n",
        sum, (double)atomic_load(&m->microseconds) / 1e6, sum);
}

static unsigned long resident_bytes(void)
{
    char line[128] = "", *end;
    FILE *f = fopen("/proc/self/statm", "re");
    if (f != NULL && fgets(line, sizeof line, f) == NULL)
        line[0] = 0;
    if (f != NULL)
        fclose(f);
    strtoul(line, &end, 10); /* the size of the whole address space comes first */
    return strtoul(end, NULL, 10) * (unsigned long)sysconf(_SC_PAGESIZE);
}

void metrics_get(worker *w, request *r)
{
    server *s = r->server;
    text t = { .len = 0 };
    (void)w;
    put_requests(&t, s->metrics);
    put(&t, "# TYPE husk_connections gauge\nhusk_connections %u\n", connections(s->metrics));
    put(&t,
        "# HELP husk_requests_in_progress Requests read and not yet answered, this one included.\n"
        "# TYPE husk_requests_in_progress gauge\nhusk_requests_in_progress %u\n",
        http_answering());
    put(&t, "# TYPE husk_requests_waiting gauge\nhusk_requests_waiting %u\n", pool_waiting(s->pool));
    put(&t, "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes %lu\n", resident_bytes());
    put(&t, "# TYPE husk_uptime_seconds gauge\nhusk_uptime_seconds %.3f\n", clock_seconds() - s->metrics->started);
    put(&t, "# TYPE husk_build_info gauge\nhusk_build_info{version=\"%s\"} 1\n", husk_version());
    reply_copy(&r->reply, 200, "text/plain; version=0.0.4; charset=utf-8", t.bytes, t.len);
}
