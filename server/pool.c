/* pool.c - the workers, and the requests waiting for one.
 * Connections are read and written by libmicrohttpd's thread, which never waits; requests are answered here, one per
 * core at a time, while their connections are suspended. */
#include <stdlib.h>
#include <unistd.h>

#include "http.h"

/* Requests waiting beyond those being answered: at a few milliseconds each, the last waits for a second or two. */
#define MAX_WAITING 512
#define MAX_WORKERS 256

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    request *first, **last;
    unsigned waiting, n_workers;
    bool is_ending;
    worker workers[MAX_WORKERS];
};

static request *take(pool *p)
{
    pthread_mutex_lock(&p->lock);
    while (p->first == NULL && !p->is_ending)
        pthread_cond_wait(&p->filled, &p->lock);
    request *r = p->first;
    if (r != NULL) {
        p->first = r->next;
        if (p->first == NULL)
            p->last = &p->first;
        p->waiting--;
    }
    pthread_mutex_unlock(&p->lock);
    return r;
}

static void *work(void *context)
{
    worker *w = context;
    for (request *r; (r = take(w->server->pool)) != NULL;) {
        husk_output_clear(w->out);
        husk_output_clear(w->more);
        r->worker = w;
        r->route->run(r);
        r->state = REQUEST_DONE;
        mhd.MHD_resume_connection(r->connection);
    }
    return NULL;
}

static bool start_worker(pool *p, server *s)
{
    worker *w = &p->workers[p->n_workers];
    size_t most = s->settings->max_body * OUTPUT_PER_BODY;
    w->server = s;
    if (husk_page_new(s->settings->page, &w->page, NULL) != HUSK_OK || husk_output_new(most, &w->out) != HUSK_OK ||
        husk_output_new(most, &w->more) != HUSK_OK)
        return false;
    return pthread_create(&w->thread, NULL, work, w) == 0;
}

bool pool_start(server *s)
{
    pool *p = calloc(1, sizeof *p);
    if (p == NULL)
        return false;
    s->pool = p;
    p->last = &p->first;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->filled, NULL);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned n = s->settings->workers ? s->settings->workers : cores > 0 ? (unsigned)cores : 1;
    while (p->n_workers < n && p->n_workers < MAX_WORKERS && start_worker(p, s))
        p->n_workers++;
    return p->n_workers > 0;
}

bool pool_add(pool *p, request *r)
{
    pthread_mutex_lock(&p->lock);
    bool room = p->waiting < MAX_WAITING && !p->is_ending;
    if (room) {
        mhd.MHD_suspend_connection(r->connection); /* before a worker can resume it */
        r->state = REQUEST_WORKING;
        r->next = NULL;
        *p->last = r;
        p->last = &r->next;
        p->waiting++;
        pthread_cond_signal(&p->filled);
    }
    pthread_mutex_unlock(&p->lock);
    return room;
}

unsigned pool_waiting(pool *p)
{
    pthread_mutex_lock(&p->lock);
    unsigned n = p->waiting;
    pthread_mutex_unlock(&p->lock);
    return n;
}

void pool_stop(pool *p)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->is_ending = true;
    pthread_cond_broadcast(&p->filled);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->n_workers; i++)
        pthread_join(p->workers[i].thread, NULL);
}

void pool_end(pool *p)
{
    for (unsigned i = 0; p != NULL && i < MAX_WORKERS; i++) {
        husk_page_free(p->workers[i].page);
        husk_output_free(p->workers[i].out);
        husk_output_free(p->workers[i].more);
    }
    free(p);
}
