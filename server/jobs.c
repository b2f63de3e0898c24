/* jobs.c - the list of jobs, the threads that run them, and their watchers.
 * A watcher is a connection that is suspended until the job has news (server-sent events). It holds the job, so that
 * an old one can leave the list meanwhile. */
#include "jobs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FINISHED 100 /* kept in the list */
#define MAX_THREADS 64

struct job_list {
    pthread_mutex_t lock; /* for everything below, and for what jobs report */
    pthread_cond_t filled;
    pthread_t threads[MAX_THREADS];
    unsigned n_threads;
    bool is_ending;
    unsigned numbers;
    job *first, **last; /* oldest first */
};

struct job_watch {
    job *of;
    struct MHD_Connection *connection;
    unsigned seen;
    bool is_waiting; /* suspended */
    bool pings;
    job_watch *next;
};

static const char *const state_names[] = { "waiting", "running", "done", "failed", "cancelled" };
static const char *const kind_names[] = { "learn", "crawl" };

static bool is_finished(const job *j)
{
    return j->result.state >= JOB_DONE;
}

/* --- one job --- */

static unsigned next_number(job_list *l)
{
    pthread_mutex_lock(&l->lock);
    unsigned number = ++l->numbers;
    pthread_mutex_unlock(&l->lock);
    return number;
}

job *job_new(server *s, job_kind kind)
{
    job *j = calloc(1, sizeof *j);
    if (j == NULL || husk_stop_new(&j->stop) != HUSK_OK) {
        free(j);
        return NULL;
    }
    j->kind = kind;
    j->server = s;
    j->users = 1;
    j->version = 1;
    j->number = next_number(s->jobs);
    return j;
}

void job_free(job *j)
{
    if (j == NULL || --j->users > 0)
        return;
    if (j->spool[0] != 0)
        remove(j->spool);
    husk_stop_free(j->stop);
    free(j->url);
    free(j->result.report);
    free(j);
}

/* The jobs that wait before it, plus one. With the lock held. */
static unsigned place_of(const job *j)
{
    unsigned place = 1;
    for (const job *of = j->server->jobs->first; of != NULL && of != j; of = of->next)
        place += of->result.state == JOB_WAITING;
    return place;
}

static void job_write(const job *j, yyjson_mut_doc *doc, yyjson_mut_val *of)
{
    const husk_crawl_progress *p = &j->progress;
    char number[16];
    snprintf(number, sizeof number, "%u", j->number);
    yyjson_mut_obj_add_strcpy(doc, of, "job", number);
    yyjson_mut_obj_add_str(doc, of, "kind", kind_names[j->kind]);
    yyjson_mut_obj_add_str(doc, of, "state", state_names[j->result.state]);
    yyjson_mut_obj_add_strcpy(doc, of, "site", j->name);
    if (j->result.state == JOB_WAITING)
        yyjson_mut_obj_add_uint(doc, of, "place", place_of(j));
    if (j->url != NULL)
        yyjson_mut_obj_add_strcpy(doc, of, "url", j->url);
    yyjson_mut_obj_add_uint(doc, of, "pages", p->pages);
    yyjson_mut_obj_add_uint(doc, of, "failed", p->failed);
    yyjson_mut_obj_add_uint(doc, of, "classes", p->classes);
    yyjson_mut_obj_add_uint(doc, of, "waiting", p->waiting);
    yyjson_mut_obj_add_uint(doc, of, "bytes", p->bytes);
    yyjson_mut_obj_add_uint(doc, of, "of_bytes", j->bytes_of);
    yyjson_mut_obj_add_real(doc, of, "seconds", round(p->seconds * 10) / 10);
    yyjson_mut_obj_add_bool(doc, of, "explored", p->is_explored);
    if (j->result.reason[0] != 0)
        yyjson_mut_obj_add_strcpy(doc, of, "reason", j->result.reason);
    if (j->result.report != NULL)
        yyjson_mut_obj_add_strcpy(doc, of, "report", j->result.report);
}

/* --- watching --- */

/* With the lock held: resume whoever waits for the job. */
static void wake(job *j)
{
    for (job_watch *w = j->watches; w != NULL; w = w->next)
        if (w->is_waiting) {
            w->is_waiting = false;
            mhd.MHD_resume_connection(w->connection);
        }
}

/* With the lock held: there is news of the job. */
static void changed(job *j)
{
    j->version++;
    wake(j);
}

void job_report(job *j, const husk_crawl_progress *progress)
{
    pthread_mutex_lock(&j->server->jobs->lock);
    j->progress = *progress;
    changed(j);
    pthread_mutex_unlock(&j->server->jobs->lock);
}

/* The current state of the job as an event; without its report if that does not fit into `room`. */
static ssize_t put_event(const job *j, char *bytes, size_t room)
{
    const char *name = is_finished(j) ? state_names[j->result.state] : "progress";
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = json_object(&root);
    job_write(j, doc, root);
    size_t len;
    char *text = json_text(doc, &len);
    int n = text ? snprintf(bytes, room, "event: %s\ndata: %s\n", name, text) : -1;
    if (n < 0 || (size_t)n >= room) /* a long report: fetch the job for it */
        n = snprintf(bytes, room, "event: %s\ndata: {\"job\":\"%u\",\"state\":\"%s\"}\n\n", name, j->number,
                     state_names[j->result.state]);
    free(text);
    return n;
}

static ssize_t next_event(void *context, uint64_t at, char *bytes, size_t room)
{
    job_watch *w = context;
    job_list *l = w->of->server->jobs;
    ssize_t n = 0;
    (void)at;
    pthread_mutex_lock(&l->lock);
    if (w->seen != w->of->version) {
        w->seen = w->of->version;
        n = put_event(w->of, bytes, room);
    } else if (is_finished(w->of) || l->is_ending) {
        n = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (w->pings) {
        n = snprintf(bytes, room, ":\n\n");
    } else {
        mhd.MHD_suspend_connection(w->connection);
        w->is_waiting = true;
    }
    w->pings = false;
    pthread_mutex_unlock(&l->lock);
    return n;
}

static void end_watch(void *context)
{
    job_watch *w = context;
    job *j = w->of;
    job_list *l = j->server->jobs;
    pthread_mutex_lock(&l->lock);
    for (job_watch **at = &j->watches; *at != NULL; at = &(*at)->next)
        if (*at == w) {
            *at = w->next;
            break;
        }
    job_free(j);
    pthread_mutex_unlock(&l->lock);
    free(w);
}

/* With the lock held. */
static job *find(const job_list *l, const char *number)
{
    char *end;
    unsigned long wanted = strtoul(number, &end, 10);
    for (job *j = l->first; *end == 0 && j != NULL; j = j->next)
        if (j->number == wanted)
            return j;
    return NULL;
}

bool jobs_watch(job_list *l, const char *number, request *r)
{
    job_watch *w = calloc(1, sizeof *w);
    pthread_mutex_lock(&l->lock);
    job *j = find(l, number);
    if (j != NULL && w != NULL) {
        *w = (job_watch){ .of = j, .connection = r->connection, .next = j->watches };
        j->watches = w;
        j->users++;
        r->reply = (reply){ .status = 200,
                            .type = "text/event-stream",
                            .stream = next_event,
                            .stream_context = w,
                            .stream_free = end_watch };
    } else {
        free(w);
    }
    pthread_mutex_unlock(&l->lock);
    return j != NULL;
}

void jobs_ping(job_list *l)
{
    pthread_mutex_lock(&l->lock);
    for (job *j = l->first; j != NULL; j = j->next) {
        for (job_watch *w = j->watches; w != NULL; w = w->next)
            w->pings = true;
        wake(j);
    }
    pthread_mutex_unlock(&l->lock);
}

/* With the lock held: a job left the queue, so the others moved up. */
static void queue_moved(job_list *l)
{
    for (job *j = l->first; j != NULL; j = j->next)
        if (j->result.state == JOB_WAITING)
            changed(j);
}

/* --- the list --- */

/* With the lock held: forget the oldest finished jobs if there are too many. */
static void forget(job_list *l)
{
    unsigned finished = 0;
    for (const job *j = l->first; j != NULL; j = j->next)
        finished += is_finished(j);
    for (job **at = &l->first; *at != NULL && finished > MAX_FINISHED;) {
        job *j = *at;
        if (!is_finished(j)) {
            at = &j->next;
            continue;
        }
        *at = j->next;
        if (l->last == &j->next)
            l->last = at;
        job_free(j);
        finished--;
    }
}

bool jobs_add(job_list *l, job *j)
{
    unsigned open = 0;
    pthread_mutex_lock(&l->lock);
    for (const job *of = l->first; of != NULL; of = of->next)
        open += !is_finished(of);
    bool room = open < j->server->settings->max_jobs && !l->is_ending;
    if (room) {
        *l->last = j;
        l->last = &j->next;
        forget(l);
        pthread_cond_signal(&l->filled);
    }
    pthread_mutex_unlock(&l->lock);
    return room;
}

yyjson_mut_doc *jobs_write(job_list *l, const char *number)
{
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = NULL;
    pthread_mutex_lock(&l->lock);
    const job *j = find(l, number);
    if (j != NULL) {
        doc = json_object(&root);
        job_write(j, doc, root);
    }
    pthread_mutex_unlock(&l->lock);
    return doc;
}

yyjson_mut_doc *jobs_write_all(job_list *l)
{
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = json_object(&root);
    yyjson_mut_val *list = yyjson_mut_obj_add_arr(doc, root, "jobs");
    pthread_mutex_lock(&l->lock);
    for (const job *j = l->first; j != NULL; j = j->next)
        job_write(j, doc, yyjson_mut_arr_add_obj(doc, list));
    pthread_mutex_unlock(&l->lock);
    return doc;
}

void jobs_cancel(job_list *l, const char *number)
{
    pthread_mutex_lock(&l->lock);
    job *j = find(l, number);
    if (j != NULL && !is_finished(j)) {
        husk_stop_set(j->stop);
        changed(j);
        if (j->result.state == JOB_WAITING) {
            j->result.state = JOB_CANCELLED;
            queue_moved(l);
        }
    }
    pthread_mutex_unlock(&l->lock);
}

/* --- the threads --- */

/* Must `j` wait for a running job? One file has one writer, and one crawl at a time is polite to a host. */
static bool is_blocked(const job_list *l, const job *j)
{
    for (const job *of = l->first; of != NULL; of = of->next)
        if (of->result.state == JOB_RUNNING &&
            (strcmp(of->name, j->name) == 0 || (j->host[0] != 0 && strcmp(of->host, j->host) == 0)))
            return true;
    return false;
}

static job *first_ready(const job_list *l)
{
    for (job *j = l->first; j != NULL; j = j->next)
        if (j->result.state == JOB_WAITING && !is_blocked(l, j))
            return j;
    return NULL;
}

static job *take(job_list *l)
{
    job *found = NULL;
    pthread_mutex_lock(&l->lock);
    while (!l->is_ending && (found = first_ready(l)) == NULL)
        pthread_cond_wait(&l->filled, &l->lock);
    if (l->is_ending)
        found = NULL;
    if (found != NULL) {
        found->result.state = JOB_RUNNING;
        changed(found);
        queue_moved(l);
    }
    pthread_mutex_unlock(&l->lock);
    return found;
}

static void *work(void *context)
{
    job_list *l = context;
    for (job *j; (j = take(l)) != NULL;) {
        job_result result = { .state = JOB_FAILED };
        job_work(j, &result);
        pthread_mutex_lock(&l->lock);
        j->result = result;
        changed(j);
        pthread_cond_broadcast(&l->filled); /* for those that it blocked */
        pthread_mutex_unlock(&l->lock);
    }
    return NULL;
}

bool jobs_start(server *s)
{
    job_list *l = calloc(1, sizeof *l);
    if (l == NULL)
        return false;
    s->jobs = l;
    l->last = &l->first;
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->filled, NULL);
    while (l->n_threads < s->settings->concurrent_jobs && l->n_threads < MAX_THREADS &&
           pthread_create(&l->threads[l->n_threads], NULL, work, l) == 0)
        l->n_threads++;
    return l->n_threads > 0;
}

void jobs_stop(job_list *l)
{
    if (l == NULL)
        return;
    pthread_mutex_lock(&l->lock);
    l->is_ending = true;
    for (job *j = l->first; j != NULL; j = j->next) {
        if (!is_finished(j))
            husk_stop_set(j->stop);
        wake(j);
    }
    pthread_cond_broadcast(&l->filled);
    pthread_mutex_unlock(&l->lock);
    while (l->n_threads > 0)
        pthread_join(l->threads[--l->n_threads], NULL);
}

void jobs_end(job_list *l)
{
    if (l == NULL)
        return;
    for (job *j = l->first, *next; j != NULL; j = next) {
        next = j->next;
        job_free(j);
    }
    free(l);
}
