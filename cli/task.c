/* task.c - work on a separate thread, the progress line (pages done, rate, bytes done and total, time left), and the
 * signals that end a run, whose handlers touch only small volatile data: they may run between any two instructions.
 * The main thread waits in ticks of a tenth of a second: often enough for progress and Ctrl-C, rarely enough to cost
 * nothing. Rates are averages since the start, so they don't jump. */
#include "task.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "talk.h"

#define TICK_NANOSECONDS 100000000L
#ifdef __APPLE__
#define WAITING_CLOCK CLOCK_REALTIME /* the only one to wait by */
#else
#define WAITING_CLOCK CLOCK_MONOTONIC
#endif
#define FIRST_AFTER 1.0
#define REDRAW_AFTER 0.2

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
    clock_gettime(WAITING_CLOCK, &until);
    until.tv_nsec += TICK_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&t->ended, &t->lock, &until);
}

static void init(task *t)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, WAITING_CLOCK);
    pthread_cond_init(&t->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&t->lock, NULL);
    t->has_ended = false;
}

static void progress_start(progress *p, bool draws)
{
    const char *terminal = getenv("TERM");
    bool able = isatty(STDERR_FILENO) && terminal != NULL && strcmp(terminal, "dumb") != 0;
    *p = (progress){ .wanted = able && draws, .started = clock_seconds() };
}

static void progress_end(progress *p)
{
    if (p->wanted)
        talk_status_line("", 0);
    p->wanted = false;
}

bool task_run(task *t, bool draws)
{
    init(t);
    progress_start(&t->progress, draws);
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
        given_up = !t->has_ended && t->tick != NULL && t->tick(t);
    }
    progress_end(&t->progress);
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

/* --- progress ----------------------------------------------------------------------------------------------------- */

static size_t terminal_columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

static void put_bytes(char *out, size_t size, uint64_t done, uint64_t total)
{
    uint64_t largest = total > done ? total : done;
    double unit = largest >= 1000000000 ? 1e9 : largest >= 1000000 ? 1e6 : 1e3;
    const char *name = unit == 1e9 ? "GB" : unit == 1e6 ? "MB" : "kB";
    if (total > 0)
        snprintf(out, size, "%.1f of %.1f %s", (double)done / unit, (double)total / unit, name);
    else
        snprintf(out, size, "%.1f %s", (double)done / unit, name);
}

static void put_time(char *out, size_t size, double seconds)
{
    unsigned long s = (unsigned long)(seconds + 0.5);
    if (s >= 3600)
        snprintf(out, size, "%lu:%02lu:%02lu left", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(out, size, "%lu:%02lu left", s / 60, s % 60);
}

/* A line that wraps could not be cleared. */
static void line_draw(const char *line)
{
    size_t len = strlen(line), columns = terminal_columns();
    talk_status_line(line, len < columns ? len : columns - 1);
}

static void draw(double elapsed, uint64_t pages, uint64_t bytes, uint64_t total)
{
    char line[192], amount[64], left[48] = "";
    double share = total > 0 ? (double)bytes / (double)total : 0, rate = (double)pages / elapsed;
    share = share > 1 ? 1 : share;
    put_bytes(amount, sizeof amount, bytes, total);
    if (share > 0)
        put_time(left, sizeof left, elapsed * (1 - share) / share);
    snprintf(line, sizeof line, "%" PRIu64 " page%s  %.*f/s  %s%s%s", pages, pages == 1 ? "" : "s", rate < 10, rate,
             amount, left[0] ? "  " : "", left);
    line_draw(line);
}

static bool is_time(progress *p)
{
    double now = clock_seconds();
    if (!p->wanted || now - p->started < FIRST_AFTER || now - p->drawn < REDRAW_AFTER)
        return false;
    p->drawn = now;
    return true;
}

void progress_draw(progress *p, uint64_t pages, uint64_t bytes, uint64_t total)
{
    if (is_time(p))
        draw(p->drawn - p->started, pages, bytes, total);
}

void progress_draw_line(progress *p, const char *line)
{
    if (is_time(p))
        line_draw(line);
}

/* --- signals ------------------------------------------------------------------------------------------------------ */

static husk_stop *volatile stop;
static const char *volatile unfinished;

/* timeout(1) signals the process and then its whole group: two signals for one wish, milliseconds apart. A second
 * Ctrl-C takes longer. */
#define SAME_WISH_MILLISECONDS 100
static atomic_int_fast64_t stopped_at;

static void end_now(int number)
{
    const char *clearing = talk_status_clearing();
    if (clearing != NULL && write(STDERR_FILENO, clearing, strlen(clearing)) < 0)
        errno = 0;
    const char *path = unfinished;
    if (path != NULL)
        unlink(path);
    signal(number, SIG_DFL);
    raise(number); /* delivered when the handler returns */
}

static void on_stop(int number)
{
    int saved = errno;
    int_fast64_t now = (int_fast64_t)(clock_seconds() * 1000), first = 0;
    if (atomic_compare_exchange_strong(&stopped_at, &first, now))
        husk_stop_set(stop);
    else if (now - first >= SAME_WISH_MILLISECONDS)
        end_now(number);
    errno = saved;
}

void signals_start(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* so that the write fails with EFBIG, and is reported */
}

husk_stop *signals_catch_stop(void)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action = { .sa_handler = on_stop, .sa_flags = SA_RESTART };
    sigemptyset(&action.sa_mask);
    husk_stop *made = stop;
    if (made == NULL && husk_stop_new(&made) != HUSK_OK)
        return NULL;
    stop = made; /* one per process, never freed */
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction old;
        /* The parent may have set it to be ignored (nohup, a background job). */
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
    return made;
}

void signals_remove_on_end(const char *path)
{
    unfinished = path;
}

_Noreturn void signals_end_by_pipe(void)
{
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
    _exit(128 + SIGPIPE); /* if it is blocked */
}
