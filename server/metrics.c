/* metrics.c - the request log, on stderr, and counters, in Prometheus's text format. */
#include <arpa/inet.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "http.h"
#include "talk.h"

#define MAX_LINE 1024

/* --- the log --- */

static void client_of(const request *r, char *out, size_t size)
{
    const union MHD_ConnectionInfo *info =
        mhd.MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    out[0] = 0;
    if (info == NULL)
        return;
    socklen_t len = info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    getnameinfo(info->client_addr, len, out, (socklen_t)size, NULL, 0, NI_NUMERICHOST);
}

/* A path inside quotes, without characters that would end them. */
static void clean_path(const char *path, char *out, size_t size)
{
    size_t n = 0;
    for (; *path != 0 && n + 1 < size; path++)
        out[n++] =
            (unsigned char)*path < 0x20 || *path == '"' || *path == '\\' || (unsigned char)*path >= 0x7f ? '?' : *path;
    out[n] = 0;
}

static void log_request(const request *r, double seconds)
{
    server_log kind = r->server->settings->log;
    char line[MAX_LINE], client[64], path[512], date[32];
    if (kind == SERVER_LOG_NONE)
        return;
    time_t now = time(NULL);
    struct tm utc;
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    client_of(r, client, sizeof client);
    clean_path(r->path, path, sizeof path);
    int n = snprintf(line, sizeof line,
                     kind == SERVER_LOG_JSON ? "{\"date\":\"%s\",\"client\":\"%s\",\"method\":\"%s\",\"path\":\"%s\","
                                               "\"status\":%u,\"received\":%zu,\"sent\":%zu,\"milliseconds\":%.1f}"
                                             : "%s %s %s %s %u %zu %zu %.1fms",
                     date, client, r->method, path, r->reply.status, r->len, r->reply.len, seconds * 1e3);
    if (n > 0)
        talk_line(line, sizeof line);
}

/* --- counters --- */

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

void metrics_request(const request *r)
{
    metrics *m = r->server->metrics;
    double seconds = clock_seconds() - r->started;
    unsigned i = 0, status = r->reply.status;
    while (i < N_BOUNDS && seconds > bounds[i])
        i++;
    atomic_fetch_add(&m->by_status[status / 100 < 6 ? status / 100 : 0], 1);
    atomic_fetch_add(&m->by_time[i], 1);
    atomic_fetch_add(&m->microseconds, (unsigned long)(seconds * 1e6));
    log_request(r, seconds);
}

void metrics_connection(metrics *m, int change)
{
    atomic_fetch_add(&m->connections, change);
}

static void put_requests(FILE *t, metrics *m)
{
    unsigned long sum = 0;
    fprintf(t, "# HELP husk_requests_total Requests by class of status; 0: closed without an answer.\n"
               "# TYPE husk_requests_total counter\n");
    for (unsigned i = 0; i < 6; i++)
        fprintf(t, "husk_requests_total{status=\"%u%s\"} %lu\n", i, i ? "xx" : "", atomic_load(&m->by_status[i]));
    fprintf(t, "# HELP husk_request_seconds From a request's first byte to the last of its answer.\n"
               "# TYPE husk_request_seconds histogram\n");
    for (unsigned i = 0; i < N_BOUNDS; i++)
        fprintf(t, "husk_request_seconds_bucket{le=\"%g\"} %lu\n", bounds[i], sum += atomic_load(&m->by_time[i]));
    sum += atomic_load(&m->by_time[N_BOUNDS]);
    fprintf(
        t,
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

void metrics_get(request *r)
{
    server *s = r->server;
    char *text = NULL;
    size_t len = 0;
    FILE *t = open_memstream(&text, &len);
    if (t == NULL) {
        reply_problem(&r->reply, 507, "out of memory");
        return;
    }
    put_requests(t, s->metrics);
    fprintf(t, "# TYPE husk_connections gauge\nhusk_connections %d\n", atomic_load(&s->metrics->connections));
    fprintf(t,
            "# HELP husk_requests_in_progress Requests read and not yet answered, this one included.\n"
            "# TYPE husk_requests_in_progress gauge\nhusk_requests_in_progress %u\n",
            http_answering());
    fprintf(t, "# TYPE husk_requests_waiting gauge\nhusk_requests_waiting %u\n", pool_waiting(s->pool));
    fprintf(t, "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes %lu\n", resident_bytes());
    fprintf(t, "# TYPE husk_uptime_seconds gauge\nhusk_uptime_seconds %.3f\n", clock_seconds() - s->metrics->started);
    fprintf(t, "# TYPE husk_build_info gauge\nhusk_build_info{version=\"%s\"} 1\n", husk_version());
    fclose(t);
    reply_take(&r->reply, 200, "text/plain; version=0.0.4; charset=utf-8", text, len);
}
