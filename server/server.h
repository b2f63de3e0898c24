/* server.h - the HTTP server behind `husk serve`: pages and sites in a browser, and an API under /v1 (openapi.json).
 * It uses the public header alone. */
#ifndef HUSK_SERVER_SERVER_H
#define HUSK_SERVER_SERVER_H

#include "husk/husk.h"

typedef enum server_log { SERVER_LOG_LINES, SERVER_LOG_JSON, SERVER_LOG_NONE } server_log;

/* What the caller gives; borrowed until server_run returns. */
typedef struct server_settings {
    const char *bind;         /* an address; NULL: 127.0.0.1 */
    unsigned port;            /* 0: any free one */
    const char *token;        /* what requests to /v1 must show; NULL: nothing */
    const char *const *hosts; /* names by which the server may be addressed, besides its own address and localhost */
    size_t n_hosts;
    const char *sites; /* the folder of .husk files; NULL: one that is removed at the end */
    const char *web;   /* a folder to serve instead of the files that are part of the program; NULL: those */
    size_t max_body;   /* bytes */
    unsigned max_connections;
    unsigned max_jobs;        /* of learning and crawling, running or waiting */
    unsigned idle_seconds;    /* a connection that says nothing for so long is closed */
    unsigned request_seconds; /* the longest time that a client may take to send a request's body */
    unsigned workers;         /* pages worked on at the same time; 0: one for each core */
    server_log log;
    bool quiet;
    const husk_source_options *source; /* how URLs are fetched */
    const husk_page_options *page;
    const char *const *inputs; /* what to open: pages and .husk files */
    size_t n_inputs;
} server_settings;

/* Serve until SIGINT, SIGTERM or SIGHUP comes; then finish what was begun and return true. The address goes to stdout
 * when the server listens, everything else to stderr. False after a message: it could not start. Ends the process's
 * other handling of these signals. */
bool server_run(const server_settings *settings);

#endif
