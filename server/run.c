/* run.c - the server's life: start, wait for a signal, finish what was begun. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "http.h"
#include "metrics.h"
#include "sites.h"

/* As many files as connections need, up to what the system lets us have. */
static void raise_file_limit(unsigned connections)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)connections + 256;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool start(server *s)
{
    char why[256] = "out of memory";
    if (!mhd_load()) {
        log_say("serve: libmicrohttpd is missing (Debian package libmicrohttpd12)");
        return false;
    }
    raise_file_limit(s->settings->max_connections);
    if (metrics_start(s) && pool_start(s) && http_start(s, why, sizeof why))
        return true;
    log_say("serve: %s", why);
    return false;
}

static void announce(const server *s)
{
    const server_settings *set = s->settings;
    const char *mark = set->token ? "#token=" : "";
    printf("http://%s/%s%s\n", s->address, mark, set->token ? set->token : "");
    fflush(stdout);
    if (!set->quiet)
        log_say("serving at the address above: open it in a browser; Ctrl-C ends it");
}

static void end(server *s)
{
    s->is_ending = true;
    if (s->daemon != NULL) {
        int fd = mhd.MHD_quiesce_daemon(s->daemon);
        if (fd >= 0)
            close(fd);
    }
    pool_end(s->pool);
    http_end(s);
    metrics_end(s->metrics);
}

bool server_run(const server_settings *settings)
{
    server s = { .settings = settings };
    sigset_t signals;
    int number = 0;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL); /* for all threads started below: this one waits for them */
    bool ok = start(&s);
    if (ok) {
        announce(&s);
        sigwait(&signals, &number);
    }
    end(&s);
    return ok;
}
