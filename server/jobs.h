/* jobs.h - learning and crawling: long work that runs next to the requests, a few jobs at a time.
 * The others wait in order. Two jobs that write one site file, or crawl one host, never run at the same time. */
#ifndef HUSK_SERVER_JOBS_H
#define HUSK_SERVER_JOBS_H

#include <limits.h>

#include "http.h"
#include "sites.h"

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

void jobs_learn(request *r);
void jobs_crawl(request *r);
void jobs_list(request *r);
void jobs_get(request *r);
void jobs_events(request *r);

#endif
