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
    { NUMBER_AT(serve_settings, server.port), .name = "port", .letter = 'p', .value = "N", .min = 0, .max = 65535,
      .help = "The port to listen on; 0: any free port." },
    { TEXT_AT(serve_settings, server.bind), .name = "bind", .value = "ADDRESS", .normally = "127.0.0.1",
      .help = "The address to listen on. If others can reach it, also set --token." },
    { TEXT_AT(serve_settings, server.token), .name = "token", .value = "TEXT",
      .normally = "HUSK_TOKEN from the environment, if set",
      .help = "Require this token for API requests: Authorization: Bearer TEXT." },
    { LIST_AT(serve_settings, hosts), .name = "host", .value = "NAME",
      .help = "A host name for the server, besides localhost and its own address. May be repeated." },
    { TEXT_AT(serve_settings, server.sites), .name = "sites", .value = "DIR", .is_written = true,
      .normally = "a temporary directory",
      .help = "The directory for learned and crawled sites, one .husk file each." },
    { SIZE_AT(serve_settings, server.max_body), .name = "max-body", .value = "SIZE", .min = 1024, .max = 1 << 30,
      .help = "The maximum size of a request body, in bytes or with K, M or G. An answer has at most eight times as "
              "many bytes." },
    { NUMBER_AT(serve_settings, server.max_jobs), .name = "max-jobs", .value = "N", .min = 0, .max = 1000,
      .help = "The maximum number of learning and crawling jobs, running or waiting." },
    { NUMBER_AT(serve_settings, server.concurrent_jobs), .name = "concurrent-jobs", .value = "N", .min = 1, .max = 64,
      .help = "Run N of these jobs at the same time; the others wait in order. Jobs for one site never run together." },
    { NUMBER_AT(serve_settings, server.request_seconds), .name = "request-time", .value = "SECONDS", .min = 1,
      .max = 86400,
      .help = "The maximum time for a client to send the headers of a request, and the same for its body. A connection "
              "that is silent for this long, or for two minutes, is closed." },
    { CHOICE_AT(serve_settings, server.log), .name = "log", .value = "FORMAT", .choices = logs,
      .help = "The format of the request log on stderr." },
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
    .about = "Start a web server on this machine and print its address. The web page shows a page with its template "
             "shaded and its main content beside it, and a site with its classes, templates and records. INPUTs are "
             "opened at the start: pages, folders and archives, and .husk files.\n\nThe same is available to programs "
             "under /v1 (/v1/openapi.json describes it): extract, label, strip and records give the same bytes as the "
             "commands of these names; learn and crawl are jobs. URLs are fetched by the crawler's rules: private "
             "addresses only with --allow-private.\n\nThe server listens on the loopback address alone, and refuses "
             "requests for other hosts and from other origins. SIGTERM or Ctrl-C finishes the requests in progress. "
             "Started by systemd with a socket (LISTEN_FDS), it listens on that one.",
    .examples = { { "husk serve", "Open the printed address in a browser." },
                  { "husk serve page.html", "Open a page." },
                  { "husk serve site.husk site/", "Open a site and its pages." },
                  { "curl --data-binary @page.html -H 'Content-Type: text/html' "
                    "'http://127.0.0.1:4875/v1/extract?format=markdown'",
                    "Convert a page to Markdown with the API." } },
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
