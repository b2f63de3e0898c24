/* jobs.c - the list of jobs, the threads that run them, their watchers, and /v1/learn, /v1/crawl and /v1/jobs.
 * A job's pages wait in a file for their turn. A watcher is a connection that is suspended until the job has news
 * (server-sent events). It holds the job, so that an old one can leave the list meanwhile. */
#include "http.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FINISHED 100 /* kept in the list */
#define MAX_THREADS 64
#define MAX_DELAY_MS 60000

struct job_list {
    pthread_mutex_t lock; /* for everything below, and for what jobs report */
    pthread_cond_t filled;
    pthread_t threads[MAX_THREADS];
    unsigned n_threads;
    bool is_ending;
    atomic_uint numbers; /* given so far */
    job *first, **last;  /* oldest first */
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

/* NULL: the reply says why. */
static job *job_new(request *r, job_kind kind)
{
    job *j = calloc(1, sizeof *j);
    if (j == NULL || husk_stop_new(&j->stop) != HUSK_OK) {
        reply_problem(&r->reply, 507, "out of memory");
        free(j);
        return NULL;
    }
    j->kind = kind;
    j->server = r->server;
    j->users = 1;
    j->version = 1;
    j->number = ++r->server->jobs->numbers;
    return j;
}

static void job_free(job *j)
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

void job_report(void *context, const husk_crawl_progress *progress)
{
    job *j = context;
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

/* Add it to the list, which then owns it. False: there are too many. */
static bool jobs_add(job_list *l, job *j)
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

/* --- names --- */

/* The host of a URL in lower case, without user and port, as site files name it; "" if there is none. */
static void host_of(const char *url, char *out, size_t size)
{
    const char *from = strstr(url, "://");
    from = from ? from + 3 : "";
    size_t len = strcspn(from, "/?#");
    const char *user = memchr(from, '@', len);
    if (user != NULL) {
        len -= (size_t)(user + 1 - from);
        from = user + 1;
    }
    const char *port = memchr(from, ':', len);
    if (len > 0 && from[0] == '[') /* an IPv6 address */
        len = strcspn(from, "]/?#") + (from[strcspn(from, "]/?#")] == ']');
    else if (port != NULL)
        len = (size_t)(port - from);
    snprintf(out, size, "%.*s", (int)len, from);
    for (char *c = out; *c != 0; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c += 'a' - 'A';
}

static const char *text_of(yyjson_val *root, const char *name)
{
    yyjson_val *value = yyjson_obj_get(root, name);
    const char *text = yyjson_get_str(value);
    return text != NULL && strlen(text) == yyjson_get_len(value) ? text : NULL;
}

/* --- learn --- */

static void add_job(job *j, request *r)
{
    char number[16], location[64];
    snprintf(number, sizeof number, "%u", j->number);
    snprintf(location, sizeof location, "/v1/jobs/%s", number);
    sites_name(j->name);
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = json_object(&root); /* now: once it is added, the job is the list's */
    yyjson_mut_obj_add_strcpy(doc, root, "job", number);
    yyjson_mut_obj_add_strcpy(doc, root, "site", j->name);
    if (!jobs_add(r->server->jobs, j)) {
        reply_problem(&r->reply, 429, "%u jobs run or wait already", r->server->settings->max_jobs);
        reply_header(&r->reply, "Retry-After", "10");
        job_free(j);
        yyjson_mut_doc_free(doc);
        return;
    }
    reply_json(&r->reply, 202, "application/json", doc);
    if (r->reply.status == 202)
        reply_header(&r->reply, "Location", location);
}

/* A page as a line that husk_source reads. One with neither id nor URL gets a number. */
static char *page_line(yyjson_val *page, size_t number, size_t *len)
{
    char id[40];
    if (yyjson_obj_get(page, "id") || yyjson_obj_get(page, "url"))
        return yyjson_val_write(page, 0, len);
    yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *copy = yyjson_val_mut_copy(doc, page);
    snprintf(id, sizeof id, "page %zu", number);
    yyjson_mut_obj_add_strcpy(doc, copy, "id", id);
    char *line = yyjson_mut_val_write(copy, 0, len);
    yyjson_mut_doc_free(doc);
    return line;
}

static bool not_written(request *r)
{
    return reply_problem(&r->reply, 507, "the pages can't be written down: %m");
}

static bool write_pages(FILE *f, yyjson_val *pages, char *host, size_t size)
{
    size_t i, n;
    yyjson_val *page;
    yyjson_arr_foreach(pages, i, n, page)
    {
        size_t len;
        char *line = page_line(page, i + 1, &len);
        bool ok = line != NULL && fwrite(line, 1, len, f) == len && fputc('\n', f) != EOF;
        free(line);
        if (!ok)
            return false;
        if (host[0] == 0 && text_of(page, "url") != NULL)
            host_of(text_of(page, "url"), host, size);
    }
    return true;
}

static bool are_pages(yyjson_val *pages)
{
    size_t i, n;
    yyjson_val *page;
    yyjson_arr_foreach(pages, i, n, page) if (!yyjson_is_str(yyjson_obj_get(page, "html")) &&
                                              !yyjson_is_str(yyjson_obj_get(page, "text"))) return false;
    return yyjson_arr_size(pages) > 0;
}

static bool spool_json(job *j, request *r, FILE *f)
{
    yyjson_doc *doc = input_json(r);
    yyjson_val *root = yyjson_doc_get_root(doc), *pages = yyjson_obj_get(root, "pages");
    bool ok = doc != NULL;
    if (ok && !are_pages(pages))
        ok =
            reply_problem(&r->reply, 400,
                          "\"pages\" is a list of one or more objects with \"html\" or \"text\", and \"url\" if known");
    ok = ok && (write_pages(f, pages, j->name, sizeof j->name) || not_written(r));
    if (ok && text_of(root, "site") != NULL && *text_of(root, "site"))
        snprintf(j->name, sizeof j->name, "%s", text_of(root, "site"));
    yyjson_doc_free(doc);
    return ok;
}

/* Write an archive to disk unchanged. */
static bool spool_archive(request *r, FILE *f)
{
    if (r->len == 0)
        return reply_problem(&r->reply, 400, "the body is empty");
    return fwrite(r->body, 1, r->len, f) == r->len || not_written(r);
}

static const char *archive_ending(const request *r)
{
    if (input_is_type(r, "application/warc"))
        return r->len > 1 && (unsigned char)r->body[0] == 0x1f ? ".warc.gz" : ".warc";
    return input_is_type(r, "application/jsonl") || input_is_type(r, "application/x-ndjson") ? ".jsonl" : NULL;
}

static bool spool(job *j, request *r)
{
    const char *ending = archive_ending(r);
    if (ending == NULL && !input_is_type(r, "application/json"))
        return reply_problem(&r->reply, 415, "the body is application/json, application/jsonl or application/warc");
    j->ending = ending ? ending : ".jsonl";
    sites_spool(r->server->sites, j->number, j->ending, j->spool, sizeof j->spool);
    FILE *f = fopen(j->spool, "wxe");
    if (f == NULL)
        return not_written(r);
    bool ok = ending ? spool_archive(r, f) : spool_json(j, r, f);
    j->bytes_of = (uint64_t)ftell(f);
    return (fclose(f) == 0 || !ok || not_written(r)) && ok;
}

void jobs_learn(request *r)
{
    const char *name = request_query(r, "site");
    job *j = job_new(r, JOB_LEARN);
    if (j == NULL || !spool(j, r)) {
        job_free(j);
        return;
    }
    if (name != NULL && *name)
        snprintf(j->name, sizeof j->name, "%s", name);
    else if (j->name[0] == 0)
        snprintf(j->name, sizeof j->name, "files");
    add_job(j, r);
}

/* --- crawl --- */

static bool take_number(request *r, yyjson_val *root, const char *name, double max, unsigned *out)
{
    yyjson_val *value = yyjson_obj_get(root, name);
    if (value == NULL || yyjson_is_null(value))
        return true;
    double number = yyjson_get_num(value);
    if (!yyjson_is_num(value) || !(number >= 0 && number <= max))
        return reply_problem(&r->reply, 400, "\"%s\" is a number from 0 to %.0f", name, max);
    *out = (unsigned)number;
    return true;
}

static bool fill_crawl(job *j, request *r, yyjson_val *root)
{
    const char *url = text_of(root, "url"), *name = text_of(root, "site");
    husk_crawl_options defaults;
    husk_crawl_options_init(&defaults, sizeof defaults);
    j->max_pages = defaults.max_pages;
    j->delay_ms = r->server->settings->source->allow_private ? 0 : defaults.delay_ms;
    if (url == NULL || !is_web_address(url))
        return reply_problem(&r->reply, 400, "\"url\" is an http or https address");
    host_of(url, j->host, sizeof j->host);
    snprintf(j->name, sizeof j->name, "%s", name != NULL && *name ? name : j->host);
    return take_number(r, root, "max_pages", 1e6, &j->max_pages) &&
           take_number(r, root, "max_seconds", 1e6, &j->max_seconds) &&
           take_number(r, root, "delay_ms", MAX_DELAY_MS, &j->delay_ms) && (j->url = strdup(url)) != NULL;
}

void jobs_crawl(request *r)
{
    if (!input_is_type(r, "application/json")) {
        reply_problem(&r->reply, 415, "the body is application/json");
        return;
    }
    yyjson_doc *doc = input_json(r);
    job *j = doc ? job_new(r, JOB_CRAWL) : NULL;
    if (j != NULL && fill_crawl(j, r, yyjson_doc_get_root(doc)))
        add_job(j, r);
    else
        job_free(j);
    yyjson_doc_free(doc);
}

/* --- jobs --- */

void jobs_list(request *r)
{
    job_list *l = r->server->jobs;
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = json_object(&root);
    yyjson_mut_val *list = yyjson_mut_obj_add_arr(doc, root, "jobs");
    pthread_mutex_lock(&l->lock);
    for (const job *j = l->first; j != NULL; j = j->next)
        job_write(j, doc, yyjson_mut_arr_add_obj(doc, list));
    pthread_mutex_unlock(&l->lock);
    reply_json(&r->reply, 200, "application/json", doc);
}

/* With the lock held. */
static void cancel(job *j)
{
    if (is_finished(j))
        return;
    husk_stop_set(j->stop);
    changed(j);
    if (j->result.state == JOB_WAITING) {
        j->result.state = JOB_CANCELLED;
        queue_moved(j->server->jobs);
    }
}

/* With the lock held: make the reply a stream of the job's events. */
static void watch(job *j, request *r)
{
    job_watch *w = calloc(1, sizeof *w);
    if (w == NULL) {
        reply_problem(&r->reply, 507, "out of memory");
        return;
    }
    *w = (job_watch){ .of = j, .connection = r->connection, .next = j->watches };
    j->watches = w;
    j->users++;
    r->reply = (reply){
        .status = 200, .type = "text/event-stream", .stream = next_event, .stream_context = w, .stream_free = end_watch
    };
}

static void show(job *j, request *r)
{
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = json_object(&root);
    job_write(j, doc, root);
    reply_json(&r->reply, 200, "application/json", doc);
}

static void with_job(request *r, void (*answer)(job *j, request *r))
{
    job_list *l = r->server->jobs;
    pthread_mutex_lock(&l->lock);
    job *j = find(l, r->parameters[0]);
    if (j != NULL && strcmp(r->method, "DELETE") == 0)
        cancel(j);
    if (j != NULL)
        answer(j, r);
    else
        reply_problem(&r->reply, 404, "there is no job %s", r->parameters[0]);
    pthread_mutex_unlock(&l->lock);
}

/* Cancelled first if the method is DELETE. */
void jobs_get(request *r)
{
    with_job(r, show);
}

void jobs_events(request *r)
{
    with_job(r, watch);
}
