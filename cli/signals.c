/* signals.c - the signals that end a run.
 * The handlers touch only small volatile data: they may run between any two instructions of any thread. */
#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "talk.h"
#include "text.h"

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
