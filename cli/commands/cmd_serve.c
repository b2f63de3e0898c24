/* cmd_serve.c - pages and sites in a browser, and an HTTP API: server/ does the work. */
#include <stdlib.h>

#include "command.h"
#include "server.h"
#include "talk.h"

#define DEFAULT_PORT 4875 /* H, U, S, K on a telephone */

typedef struct serve_settings {
    common_settings common;
    server_settings server; /* those that options set directly */
    text_list hosts;
} serve_settings;

static const choice logs[] = {
    { "lines", SERVER_LOG_LINES }, { "json", SERVER_LOG_JSON }, { "none", SERVER_LOG_NONE }, { NULL, 0 }
};

static const option serve_options[] = {
    { NUMBER_AT(serve_settings, server.port), .name = "port", .letter = 'p', .value = "N", .min = 0, .max = 65535 },
    { TEXT_AT(serve_settings, server.bind), .name = "bind", .value = "ADDRESS", .normally = "127.0.0.1" },
    { TEXT_AT(serve_settings, server.token), .name = "token", .value = "TEXT",
      .normally = "HUSK_TOKEN from the environment, if set" },
    { LIST_AT(serve_settings, hosts), .name = "host", .value = "NAME" },
    { TEXT_AT(serve_settings, server.sites), .name = "sites", .value = "DIR", .is_written = true,
      .normally = "a temporary directory" },
    { SIZE_AT(serve_settings, server.max_body), .name = "max-body", .value = "SIZE", .min = 1024, .max = 1 << 30 },
    { NUMBER_AT(serve_settings, server.max_jobs), .name = "max-jobs", .value = "N", .min = 0, .max = 1000 },
    { NUMBER_AT(serve_settings, server.concurrent_jobs), .name = "concurrent-jobs", .value = "N", .min = 1, .max = 64 },
    { NUMBER_AT(serve_settings, server.request_seconds), .name = "request-time", .value = "SECONDS", .min = 1,
      .max = 86400 },
    { CHOICE_AT(serve_settings, server.log), .name = "log", .value = "FORMAT", .choices = logs },
    { .name = NULL },
};

static void defaults(void *settings)
{
    serve_settings *s = settings;
    s->server = (server_settings){
        .port = DEFAULT_PORT,
        .max_body = (size_t)64 << 20,
        .max_jobs = 16,
        .concurrent_jobs = 2,
        .request_seconds = 300,
    };
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    serve_settings *s = settings;
    server_settings *server = &s->server;
    if (server->token == NULL)
        server->token = getenv("HUSK_TOKEN"); /* a command line is visible to all users */
    if (server->token != NULL && *server->token == 0) {
        talk("serve: the token is empty; leave out --token and HUSK_TOKEN to serve without one");
        return EXIT_USAGE;
    }
    server->hosts = s->hosts.items;
    server->n_hosts = s->hosts.n;
    server->workers = s->common.jobs;
    server->quiet = s->common.quiet;
    server->source = &s->common.source;
    server->page = &s->common.page;
    server->inputs = inputs;
    server->n_inputs = n_inputs;
    return server_run(server) ? EXIT_DONE : EXIT_NOTHING;
}

const command command_serve = {
    .name = "serve",
    .summary = "show pages and sites in a browser, and answer requests over HTTP",
    .operands = "[INPUT...]",
    .options = serve_options,
    .draws = true,
    .serves = true,
    .reads_pages = true,
    .min_operands = 0,
    .max_operands = -1,
    .settings_size = sizeof(serve_settings),
    .defaults = defaults,
    .run = run,
};
