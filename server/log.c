/* log.c - the request log, on stderr. */
#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "http.h"
#include "talk.h"

#define MAX_LINE 1024

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

void log_request(const request *r)
{
    double seconds = clock_seconds() - r->started;
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
