/* pool.c - a ring of slots under one lock.
 * `next_read`, `next_work` and `next_write` only grow; a place in the ring is reused after it has been written.
 * Reading and writing are each done by one worker at a time, outside the lock. Workers read some items ahead, so that
 * none idles while another reads a large one: decompression is two fifths of the time of `extract --all`. Item
 * buffers come from a stack, last in first out: their memory is still in the cache, and deep rings cost nothing until
 * needed. Failures are kept per item, so that the first in input order is the one reported. */
#include "base/pool.h"

#include "base/stop.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/status.h"

#define SLOTS_PER_JOB 8 /* items in flight per worker, so that one slow page does not stall the rest */
/* Items of them to read ahead. Simulated with the sizes of real pages, two workers idle 8 % of their time with one
 * item each, 1 % with four. */
#define AHEAD_PER_JOB 4

typedef struct pool_slot {
    bool done;
    husk_status status;
    size_t bytes;
    husk_error error;
    void *data;
} pool_slot;

typedef struct pool {
    const pool_options *options;
    const pool_ops *ops;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pool_slot *slots;
    void **spare; /* a stack of unused item buffers */
    size_t n_slots, n_spare;
    size_t n_ahead; /* how many items to read ahead */
    size_t next_read, next_work, next_write;
    size_t bytes; /* held by all slots */
    bool reading, writing, ended;
    husk_status status; /* the first failure of work or write: nothing is written after it */
    husk_error error;
    husk_status read_status; /* why reading ended early; items read before are still written */
    husk_error read_error;
} pool;

typedef struct pool_worker {
    pool *pool;
    void *state;
} pool_worker;

static bool may_read(const pool *p)
{
    return !p->ended && !p->reading && p->next_read - p->next_work < p->n_ahead &&
           p->next_read - p->next_write < p->n_slots &&
           (p->bytes < p->options->max_bytes || p->next_read == p->next_write);
}

static void account(pool *p, pool_slot *slot, size_t bytes)
{
    p->bytes = p->bytes - slot->bytes + bytes;
    slot->bytes = bytes;
}

/* With the lock held: read the next item into its slot. */
static void read_one(pool *p)
{
    if (stop_is_set(p->options->stop)) {
        p->ended = true;
        p->read_status = error_set(&p->read_error, HUSK_STOPPED, "stopped");
        return;
    }
    pool_slot *slot = &p->slots[p->next_read % p->n_slots];
    slot->data = p->spare[--p->n_spare];
    husk_error error = { 0 };
    size_t bytes = 0;
    p->reading = true;
    pthread_mutex_unlock(&p->lock);
    husk_status status = p->ops->read(p->context, slot->data, &bytes, &error);
    pthread_mutex_lock(&p->lock);
    p->reading = false;
    if (status != HUSK_OK) {
        p->spare[p->n_spare++] = slot->data;
        p->ended = true;
        p->read_status = status == HUSK_END ? HUSK_OK : status;
        p->read_error = error;
        return;
    }
    account(p, slot, bytes);
    slot->done = false;
    p->next_read++;
}

/* With the lock held: write what is ready, oldest first. */
static void write_ready(pool *p)
{
    while (!p->writing && p->next_write < p->next_read) {
        pool_slot *slot = &p->slots[p->next_write % p->n_slots];
        if (!slot->done)
            return;
        bool dead = p->status != HUSK_OK;
        husk_status status = slot->status;
        husk_error error = slot->error;
        if (!dead && status == HUSK_OK && p->ops->write) {
            p->writing = true;
            pthread_mutex_unlock(&p->lock);
            status = p->ops->write(p->context, slot->data, &error);
            pthread_mutex_lock(&p->lock);
            p->writing = false;
        }
        if (!dead && status != HUSK_OK) {
            p->ended = true;
            p->status = status;
            p->error = error;
        }
        account(p, slot, 0);
        p->spare[p->n_spare++] = slot->data;
        p->next_write++;
        pthread_cond_broadcast(&p->changed);
    }
}

/* With the lock held: work on the oldest item that no worker has taken. */
static void work_one(pool *p, void *state)
{
    pool_slot *slot = &p->slots[p->next_work++ % p->n_slots];
    husk_error error = { 0 };
    size_t bytes = slot->bytes;
    pthread_mutex_unlock(&p->lock);
    husk_status status = p->ops->work(p->context, state, slot->data, &bytes, &error);
    pthread_mutex_lock(&p->lock);
    account(p, slot, bytes);
    slot->status = status;
    slot->error = error;
    slot->done = true;
}

static void *worker_main(void *argument)
{
    pool_worker *worker = argument;
    pool *p = worker->pool;
    pthread_mutex_lock(&p->lock);
    while (p->status == HUSK_OK && !(p->ended && p->next_work == p->next_read)) {
        if (may_read(p)) {
            read_one(p);
            pthread_cond_broadcast(&p->changed); /* there is an item to work on, or the end was reached */
        } else if (p->next_work < p->next_read) {
            work_one(p, worker->state);
            write_ready(p);
        } else {
            pthread_cond_wait(&p->changed, &p->lock);
        }
    }
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void run_threads(pool *p, unsigned jobs)
{
    pool_worker workers[HUSK_MAX_JOBS];
    pthread_t threads[HUSK_MAX_JOBS];
    unsigned n_threads = 0;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, HUSK_WORKER_STACK);
    for (unsigned i = 0; i < jobs; i++)
        workers[i] = (pool_worker){ p, p->options->states[i] };
    if (jobs > 1)
        for (; n_threads < jobs; n_threads++)
            if (pthread_create(&threads[n_threads], &attributes, worker_main, &workers[n_threads]) != 0)
                break;
    pthread_attr_destroy(&attributes);
    if (n_threads == 0) /* one job, or no threads available: run on the calling thread */
        worker_main(&workers[0]);
    for (unsigned i = 0; i < n_threads; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_lock(&p->lock);
    write_ready(p);
    pthread_mutex_unlock(&p->lock);
}

static bool slots_make(pool *p, unsigned jobs)
{
    p->n_slots = jobs == 1 ? 1 : (size_t)jobs * SLOTS_PER_JOB;
    p->n_ahead = jobs == 1 ? 1 : (size_t)jobs * AHEAD_PER_JOB;
    p->slots = calloc(p->n_slots, sizeof *p->slots);
    p->spare = calloc(p->n_slots, sizeof *p->spare);
    while (p->slots && p->spare && p->n_spare < p->n_slots) {
        void *data = calloc(1, p->options->slot_size);
        if (data == NULL)
            return false;
        p->spare[p->n_spare++] = data;
    }
    return p->slots && p->spare;
}

static void data_free(pool *p, void *data)
{
    if (p->options->slot_free)
        p->options->slot_free(data);
    free(data);
}

/* After a failure, unwritten slots still hold their buffers. */
static void slots_free(pool *p)
{
    for (; p->next_write < p->next_read; p->next_write++)
        data_free(p, p->slots[p->next_write % p->n_slots].data);
    while (p->n_spare > 0)
        data_free(p, p->spare[--p->n_spare]);
    free(p->spare);
    free(p->slots);
}

unsigned pool_jobs(unsigned asked)
{
    long n = asked ? (long)asked : sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > (long)HUSK_MAX_JOBS ? HUSK_MAX_JOBS : (unsigned)n;
}

husk_status pool_run(const pool_options *options, const pool_ops *ops, void *context, husk_error *error)
{
    unsigned jobs = options->jobs < 1 ? 1 : options->jobs > HUSK_MAX_JOBS ? HUSK_MAX_JOBS : options->jobs;
    pool p = { .options = options, .ops = ops, .context = context };
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    if (slots_make(&p, jobs))
        run_threads(&p, jobs);
    else
        p.status = error_set(&p.error, HUSK_NO_MEMORY, "out of memory for %zu slots", p.n_slots);
    slots_free(&p);
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.lock);
    bool failed = p.status != HUSK_OK;
    if (error && (failed || p.read_status != HUSK_OK))
        *error = failed ? p.error : p.read_error;
    return failed ? p.status : p.read_status;
}
