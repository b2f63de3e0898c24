/* server.h - the HTTP server behind `husk serve`: pages and sites in a browser, and an API under /v1 (openapi.json).
 * It uses only the public header. */
#ifndef HUSK_SERVER_SERVER_H
#define HUSK_SERVER_SERVER_H

#include "husk/husk.h"

typedef enum server_log { SERVER_LOG_LINES, SERVER_LOG_JSON, SERVER_LOG_NONE } server_log;

/* What the caller gives; borrowed until server_run returns. */
typedef struct server_settings {
    const char *bind;         /* an address; NULL: 127.0.0.1 */
    unsigned port;            /* 0: any free one */
    const char *token;        /* required for requests to /v1; NULL: none */
    const char *const *hosts; /* names by which the server may be addressed, besides its own address and localhost */
    size_t n_hosts;
    const char *sites;        /* the directory of .husk files; NULL: a temporary one */
    size_t max_body;          /* bytes */
    unsigned max_jobs;        /* of learning and crawling, running or waiting */
    unsigned concurrent_jobs; /* of them, running at the same time: at least 1 */
    unsigned request_seconds; /* the longest time to send a request's body */
    unsigned workers;         /* pages processed in parallel; 0: one per core */
    server_log log;
    bool quiet;
    const husk_source_options *source; /* how URLs are fetched */
    const husk_page_options *page;
    const char *const *inputs; /* what to open: pages and .husk files */
    size_t n_inputs;
} server_settings;

/* Serve until SIGINT, SIGTERM or SIGHUP; then finish what was started and return true. The address goes to stdout
 * when the server listens, everything else to stderr. False after a message: it could not start. Replaces the
 * process's other handling of these signals. */
bool server_run(const server_settings *settings);

#endif
