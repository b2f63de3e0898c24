/* http.h - a request, its reply, and the server: shared by the files of server/.
 * A request is read by libmicrohttpd's thread, answered by a worker, and sent by libmicrohttpd's thread again. */
#ifndef HUSK_SERVER_HTTP_H
#define HUSK_SERVER_HTTP_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <yyjson.h>

#include "server.h"
#include "talk.h"

#define MAX_CONNECTIONS 10000u
#define MAX_PARAMETERS 2  /* {…} in a route's path */
#define MAX_PARAMETER 256 /* bytes each, including the NUL: a host name has up to 253 */
#define MAX_REPLY_HEADERS 4
#define OUTPUT_PER_BODY 8 /* an answer has at most so many times the bytes that a body may have */
#define BODY_PADDING 64   /* zero bytes after a body: husk_raw and the JSON reader parse it in place */

typedef struct server server;
typedef struct request request;
typedef struct worker worker;

/* The reply to a request. `body` is malloc'd unless `is_static`. */
typedef struct reply {
    unsigned status; /* HTTP status; 0: none yet */
    const char *type;
    char *body;
    size_t len;
    bool is_static;
    bool is_document; /* one of our own files: with the policy that lets it run */
    bool closes;      /* the connection can't be reused */
    struct {
        const char *name; /* static */
        char value[200];
    } headers[MAX_REPLY_HEADERS];
    unsigned n_headers;
    MHD_ContentReaderCallback stream; /* instead of a body, … */
    void *stream_context;             /* … with this, which is freed by: */
    MHD_ContentReaderFreeCallback stream_free;
} reply;

typedef struct route {
    const char *method; /* HEAD goes where GET does */
    const char *path;   /* "/v1/sites/{host}" */
    void (*run)(request *r);
    bool is_quick; /* answered at once, without a worker */
    bool is_open;  /* needs no token */
} route;

typedef enum request_state { REQUEST_READING, REQUEST_WORKING, REQUEST_DONE } request_state;

struct request {
    server *server;
    struct MHD_Connection *connection;
    const route *route;
    worker *worker; /* that answers it; NULL for a quick route */
    char method[12];
    char *path;
    char parameters[MAX_PARAMETERS][MAX_PARAMETER];
    char *body; /* `len` bytes and BODY_PADDING zeros; NULL if empty */
    size_t len, room;
    bool is_too_long;
    request_state state;
    bool is_answering; /* between the whole request and the last byte of its answer */
    reply reply;
    double started; /* seconds of the monotonic clock */
    request *next;  /* in the queue of the pool */
};

/* A thread that answers requests, with what it keeps from one to the next. */
struct worker {
    server *server;
    pthread_t thread;
    husk_page *page;
    husk_output *out, *more;
};

typedef struct pool pool;
typedef struct job_list job_list;
typedef struct site_list site_list;
typedef struct metrics metrics;

struct server {
    const server_settings *settings;
    struct MHD_Daemon *daemon;
    pool *pool;
    job_list *jobs;
    site_list *sites;
    metrics *metrics;
    char address[128]; /* "127.0.0.1:4875" */
    atomic_bool is_ending;
    pthread_mutex_t draw; /* Graphviz draws one map at a time */
};

/* --- libmicrohttpd, which is loaded when the server starts: linking it would make every command load it and its TLS
 * library. Its functions are called as mhd.MHD_start_daemon(…). --- */

#define MHD_CALLS(X)                     \
    X(MHD_start_daemon)                  \
    X(MHD_stop_daemon)                   \
    X(MHD_quiesce_daemon)                \
    X(MHD_get_connection_info)           \
    X(MHD_get_connection_values_n)       \
    X(MHD_lookup_connection_value)       \
    X(MHD_get_reason_phrase_for)         \
    X(MHD_suspend_connection)            \
    X(MHD_resume_connection)             \
    X(MHD_create_response_from_buffer)   \
    X(MHD_create_response_from_callback) \
    X(MHD_add_response_header)           \
    X(MHD_queue_response)                \
    X(MHD_destroy_response)

typedef struct mhd_calls {
#define MHD_MEMBER(name) __typeof__(name) *name;
    MHD_CALLS(MHD_MEMBER)
#undef MHD_MEMBER
} mhd_calls;

extern mhd_calls mhd;

/* Load the library. False: it is missing or too old. Once, before any thread starts. */
bool mhd_load(void);

/* --- reply.c --- */

/* A malloc'd copy, or a buffer that the reply takes over. */
void reply_copy(reply *r, unsigned status, const char *type, const char *body, size_t len);
void reply_take(reply *r, unsigned status, const char *type, char *body, size_t len);
void reply_output(reply *r, const char *type, const husk_output *output);
/* A document, which is freed. */
void reply_json(reply *r, unsigned status, const char *type, yyjson_mut_doc *doc);
yyjson_mut_doc *json_new(void);
/* malloc'd, or NULL if memory ran out since the document was made, which is freed. */
char *json_text(yyjson_mut_doc *doc, size_t *len);
/* A new document whose root is an object. */
yyjson_mut_doc *json_object(yyjson_mut_val **root);
/* `name` is static. */
void reply_header(reply *r, const char *name, const char *value);
/* An error as application/problem+json (RFC 9457). Returns false, for callers that do the same. */
__attribute__((format(printf, 3, 4))) bool reply_problem(reply *r, unsigned status, const char *format, ...);
/* The problem for a status of the library. */
bool reply_failure(reply *r, husk_status status, const husk_error *error);
/* Pass it to libmicrohttpd. */
enum MHD_Result reply_queue(request *r);
void reply_clear(reply *r);

/* --- guard.c --- */

/* Is it an address of this machine alone: "127.0.0.1:4875"? */
bool is_loopback(const char *address);

/* Is this request for us, from an allowed origin, and well framed? False: the reply says why not. */
bool guard_request(request *r, bool needs_token);

/* --- routes.c --- */

/* A file of web/, which is part of the program. */
typedef struct web_file {
    const char *name; /* "index.html"; NULL ends the list */
    const char *data; /* followed by a zero byte */
    const char *end;
} web_file;

/* Sorted by name. Made by cmake/embed.cmake. */
extern const web_file web_files[];

/* The route of the request, with its parameters filled in. NULL: the reply says why. */
const route *routes_find(request *r);

/* --- pool.c --- */

bool pool_start(server *s);
/* False: too many are waiting. The connection is suspended and will be resumed. */
bool pool_add(pool *p, request *r);
unsigned pool_waiting(pool *p);
/* Finish what is waiting; refuse what comes later. */
void pool_stop(pool *p);
void pool_end(pool *p);

/* --- http.c --- */

/* A header or a query parameter as a C string, or NULL. */
const char *request_header(const request *r, const char *name);
const char *request_query(const request *r, const char *name);
bool http_start(server *s, char *why, size_t size);
/* Take no more connections. */
void http_stop(server *s);
/* About once a second: shut connections whose next request takes too long. */
void http_tick(void);
/* Requests whose answers are not yet sent. */
unsigned http_answering(void);
/* Wait a while for answers to be sent, then end. */
void http_end(server *s);

/* --- metrics.c: what the server counts, and its log --- */

bool metrics_start(server *s);
/* Count an answered request, and log it. */
void metrics_request(const request *r);
void metrics_connection(metrics *m, int change);

/* --- the routes' functions --- */

void pages_answer(request *r);
void sites_list(request *r);
void sites_get(request *r);
void sites_map(request *r);
void sites_records(request *r);
void opened_get(request *r);
void metrics_get(request *r);

#endif
