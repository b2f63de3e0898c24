/* http.h - a request, its reply, and the server: shared by the files of server/.
 * A request is read by libmicrohttpd's thread, answered by a worker, and sent by libmicrohttpd's thread again. */
#ifndef HUSK_SERVER_HTTP_H
#define HUSK_SERVER_HTTP_H

#include <limits.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <yyjson.h>

#include "husk/lab.h"
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

/* --- sites.c: the .husk files that the server knows: those in its directory, and those it was started with. A site is
 * a host of such a file, addressed by its host name; the unnamed host of pages without a URL, by its file name. --- */

typedef struct site_file site_file;

/* A site in use. Its file stays open, even if a newer one replaces it meanwhile. */
typedef struct site_ref {
    husk_site *site;          /* NULL: none */
    char host[MAX_PARAMETER]; /* as the file has it */
    char pages[PATH_MAX];     /* the directory of its pages; "" for a file that the server was started with */
    site_file *file;
} site_ref;

bool sites_start(server *s, char *why, size_t size);
void sites_end(site_list *l);

/* False: the reply says why. */
bool sites_open(site_list *l, const char *name, site_ref *out, reply *r);
void sites_close(site_list *l, site_ref *ref);

/* Turn the name of a site, of MAX_PARAMETER bytes, into that of its file. */
void sites_name(char *name);
/* Where the site of that file name and its pages are kept. */
void sites_path(const site_list *l, const char *name, char *file, char *pages, size_t size);
/* A file for the pages of job `number`. */
void sites_spool(const site_list *l, unsigned number, const char *ending, char *path, size_t size);

/* Every site that exists now, or only those of the files that the server was started with, as the member "sites" of a
 * document. */
void sites_write(site_list *l, bool given_alone, yyjson_mut_doc *doc, yyjson_mut_val *root);

/* Has the server pages of the site, kept by its jobs or given at the start? */
bool site_pages_any(const server *s, const site_ref *ref);

/* Called for each page, parsed into the worker's; a return value other than OK ends the run with it. */
typedef husk_status (*page_visit)(void *context, husk_page *page, husk_error *error);
husk_status site_pages_each(worker *w, const site_ref *ref, page_visit visit, void *context, husk_error *error);

/* A source of these pages, to be freed by the caller. END: there are none. */
husk_status site_pages_source(const server *s, const site_ref *ref, husk_source **out, husk_error *error);

/* A source of the pages that the server was started with. */
husk_status opened_source(const server *s, husk_source **out, husk_error *error);

/* --- input.c: the page of a request, and the options for it --- */

#define MAX_COLUMNS 64 /* that a request names */

typedef struct page_input {
    husk_extract_options extract;
    husk_judge_options judge;
    bool roles; /* of labels */
    husk_records_options records;
    int format; /* as given; -1: none */
    int method, keep;
    bool precision, recall, no_why, scripts;
    const char *site; /* the host to judge the page with, or NULL */
    site_ref ref;     /* that site, kept open until input_free */
    husk_site *open;  /* the same */
    const char *column, *columns[MAX_COLUMNS];
    /* The page; its strings belong to the request or the document. */
    const char *id, *url, *html, *charset;
    size_t len, padding;
    bool is_text;
    const char *page; /* the id of a page of the site, or NULL */
    long opened;      /* the number of a page that the server was started with, or -1 */
    yyjson_doc *doc;
    husk_source *source; /* of a fetched page, which may lie in its memory */
    char charset_room[64];
} page_input;

/* Read query, headers and body, and parse the page into the worker's. A page without HTML is fetched from its URL.
 * False: the reply says why. Free in any case. */
bool input_take(page_input *in, request *r);
void input_free(page_input *in, worker *w);

/* The body as JSON, which stays valid as long as the body. NULL: the reply says why. */
yyjson_doc *input_json(request *r);

/* Is it an http or https URL? */
bool is_web_address(const char *url);

/* Is `type` the request's media type? */
bool input_is_type(const request *r, const char *type);

/* --- jobs.c: learning and crawling, long work that runs next to the requests, a few jobs at a time. The others wait in
 * order. Two jobs that write one site file, or crawl one host, never run at the same time. --- */

typedef enum job_kind { JOB_LEARN, JOB_CRAWL } job_kind;
typedef enum job_state { JOB_WAITING, JOB_RUNNING, JOB_DONE, JOB_FAILED, JOB_CANCELLED } job_state;

typedef struct job_result {
    job_state state;
    char reason[240];
    char *report; /* malloc'd, or NULL */
} job_result;

typedef struct job job;
typedef struct job_watch job_watch;

struct job {
    unsigned number;
    job_kind kind;
    char name[MAX_PARAMETER]; /* of the site it makes */
    char *url;                /* of a crawl */
    char host[MAX_PARAMETER]; /* of the URL */
    char spool[PATH_MAX];     /* what a learner reads; "" for none */
    const char *ending;       /* of the spool, once it is kept: ".jsonl" */
    unsigned max_pages, max_seconds, delay_ms;
    husk_stop *stop;
    /* Its progress. */
    husk_crawl_progress progress;
    uint64_t bytes_of; /* that a learner will read */
    job_result result;
    unsigned version; /* changes with every event */
    job_watch *watches;
    unsigned users; /* the list, and every watch */
    server *server;
    job *next;
};

bool jobs_start(server *s);
/* Stop the running jobs and wake all watchers; jobs_end frees the list. */
void jobs_stop(job_list *l);
void jobs_end(job_list *l);
/* Let watchers send a sign of life, so that lost connections are detected. */
void jobs_ping(job_list *l);

/* job_work.c: run it, from start to end, without any lock. */
void job_work(job *j, job_result *result);
/* Progress of a job, which is the context, to show to watchers. */
void job_report(void *context, const husk_crawl_progress *progress);

/* --- the routes' functions --- */

void pages_answer(request *r);
void sites_list(request *r);
void sites_get(request *r);
void sites_map(request *r);
void sites_records(request *r);
void opened_get(request *r);
void metrics_get(request *r);
void jobs_learn(request *r);
void jobs_crawl(request *r);
void jobs_list(request *r);
void jobs_get(request *r);
void jobs_events(request *r);

#endif
