/* task.c - work on a separate thread.
 * The main thread waits in ticks of a tenth of a second: often enough for progress and Ctrl-C, rarely enough to cost
 * nothing. */
#include "task.h"

#include <time.h>

#include "signals.h"
#include "talk.h"

#define TICK_NANOSECONDS 100000000L

static void *work_thread(void *context)
{
    task *t = context;
    husk_error error = { .status = HUSK_OK };
    husk_status status = t->work(t->context, &error);
    pthread_mutex_lock(&t->lock);
    t->status = status;
    t->error = error;
    t->has_ended = true;
    pthread_cond_signal(&t->ended);
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Wait one tick, or until the end. The lock is held, and released while waiting. */
static void wait_tick(task *t)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += TICK_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&t->ended, &t->lock, &until);
}

static void init(task *t)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&t->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&t->lock, NULL);
    t->has_ended = false;
}

bool task_run(task *t)
{
    init(t);
    pthread_t thread;
    if (pthread_create(&thread, NULL, work_thread, t) != 0) {
        t->status = HUSK_NO_MEMORY;
        t->error = (husk_error){ HUSK_NO_MEMORY, 0, "can't start a thread" };
        return true;
    }
    bool given_up = false;
    pthread_mutex_lock(&t->lock);
    while (!t->has_ended && !given_up) {
        wait_tick(t);
        given_up = !t->has_ended && t->tick != NULL && t->tick(t->context);
    }
    if (given_up)
        return false;
    pthread_mutex_unlock(&t->lock);
    pthread_join(thread, NULL);
    pthread_cond_destroy(&t->ended);
    pthread_mutex_destroy(&t->lock);
    return true;
}

husk_source *task_open_source(const common_settings *common, const char *const *inputs, size_t n_inputs)
{
    husk_source_options options = common->source;
    options.stop = signals_catch_stop();
    husk_error error = { .status = HUSK_OK };
    husk_source *source = NULL;
    if (husk_source_open(inputs, n_inputs, &options, &source, &error) == HUSK_OK)
        return source;
    talk("%s", error.message);
    return NULL;
}
