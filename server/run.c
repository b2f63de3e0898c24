/* run.c - the server's life cycle: start, wait for a signal, finish what was started. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "http.h"
#include "talk.h"

#define PING_TICKS 15 /* seconds between signs of life to watchers of a job */

/* As many files as the connections need, up to the system's limit. */
static void raise_file_limit(void)
{
    struct rlimit limit;
    rlim_t wanted = MAX_CONNECTIONS + 256;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool start(server *s)
{
    char why[256] = "out of memory";
    if (!mhd_load()) {
        talk("serve: libmicrohttpd is missing (Debian package libmicrohttpd12)");
        return false;
    }
    raise_file_limit();
    if (metrics_start(s) && sites_start(s, why, sizeof why) && jobs_start(s) && pool_start(s) &&
        http_start(s, why, sizeof why))
        return true;
    talk("serve: %s", why);
    return false;
}

static void announce(const server *s)
{
    const server_settings *set = s->settings;
    const char *mark = set->token ? "#token=" : ""; /* for the web page; never sent */
    printf("http://%s/%s%s\n", s->address, mark, set->token ? set->token : "");
    fflush(stdout);
    if (!is_loopback(s->address) && set->token == NULL)
        talk("anyone who reaches %s can use this server; --token TEXT restricts it", s->address);
    if (!set->quiet)
        talk("serving at the address above: open it in a browser; Ctrl-C ends it");
}

static void end(server *s)
{
    http_stop(s);
    s->is_ending = true;
    jobs_stop(s->jobs);
    pool_stop(s->pool);
    http_end(s);
    pool_end(s->pool);
    jobs_end(s->jobs);
    sites_end(s->sites);
    free(s->metrics);
}

bool server_run(const server_settings *settings)
{
    server s = { .settings = settings, .draw = PTHREAD_MUTEX_INITIALIZER };
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL); /* for all threads started below: this one waits for signals */
    bool ok = start(&s);
    if (ok) {
        announce(&s);
        for (unsigned n = 1; sigtimedwait(&signals, NULL, &(struct timespec){ .tv_sec = 1 }) < 0; n++) {
            http_tick();
            if (n % PING_TICKS == 0)
                jobs_ping(s.jobs);
        }
        pthread_sigmask(SIG_UNBLOCK, &signals, NULL); /* a second one ends the process at once */
    }
    end(&s);
    return ok;
}
