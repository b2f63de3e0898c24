/* child.c - run a child process with posix_spawn, writing and reading in one poll loop.
 * This way neither side deadlocks. Its stdin is a socket: writing to a pipe whose reader is gone raises SIGPIPE,
 * which a library cannot disable. Limits: the caller's time limit and the buffer's cap. */
#include "base/system/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/stop.h"
#include "base/status.h"

extern char **environ;

typedef struct child {
    pid_t pid;
    int in, out; /* our ends; -1 if closed */
} child;

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* A program started without stdin or stdout would get their numbers for these descriptors. */
static bool lift(int fds[2])
{
    for (int i = 0; i < 2; i++) {
        int lifted = fcntl(fds[i], F_DUPFD_CLOEXEC, 3);
        close_fd(&fds[i]);
        fds[i] = lifted;
    }
    return fds[0] >= 0 && fds[1] >= 0;
}

/* 0, or errno. */
static int spawn(char *const *argv, int in, int out, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    int failed = posix_spawn_file_actions_adddup2(&files, in, 0);
    failed = failed ? failed : posix_spawn_file_actions_adddup2(&files, out, 1);
    failed = failed ? failed : posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    failed = failed ? failed : posix_spawnp(pid, argv[0], &files, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

static int child_start(child *c, char *const *argv)
{
    int in[2] = { -1, -1 }, out[2] = { -1, -1 };
    int failed = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) || pipe2(out, O_CLOEXEC) || !lift(in) || !lift(out))
        failed = errno ? errno : EMFILE;
    failed = failed ? failed : spawn(argv, in[1], out[1], &c->pid);
    close_fd(&in[1]);
    close_fd(&out[1]);
    c->in = in[0];
    c->out = out[0];
    return failed;
}

/* Write what the child accepts now and read what it has now. False at the end of its output. */
static bool child_turn(child *c, slice *in, buffer *out, int wait_ms)
{
    struct pollfd polled[2] = { { .fd = c->out, .events = POLLIN }, { .fd = c->in, .events = POLLOUT } };
    char bytes[1 << 14];
    if (poll(polled, 2, wait_ms) <= 0)
        return true;
    if (polled[1].revents) {
        ssize_t n = send(c->in, in->data, in->len, MSG_NOSIGNAL | MSG_DONTWAIT);
        bool is_gone = n < 0 && errno != EAGAIN && errno != EINTR;
        in->data += n > 0 ? n : 0;
        in->len -= n > 0 ? (size_t)n : 0;
        if (is_gone || in->len == 0)
            close_fd(&c->in);
    }
    if (!polled[0].revents)
        return true;
    ssize_t n = read(c->out, bytes, sizeof bytes);
    if (n > 0)
        buffer_append(out, bytes, (size_t)n);
    return n > 0 || (n < 0 && errno == EINTR);
}

/* Did it exit successfully? If the program ignores SIGCHLD there is no exit status: then only its output counts. */
static bool child_end(child *c, bool must_die)
{
    int status = 0;
    pid_t got;
    close_fd(&c->in);
    close_fd(&c->out);
    if (must_die)
        kill(c->pid, SIGKILL);
    while ((got = waitpid(c->pid, &status, 0)) < 0 && errno == EINTR)
        ;
    return got < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

husk_status child_run(char *const *argv, slice in, unsigned seconds, buffer *out, husk_error *error)
{
    child c;
    uint64_t end = now_ms() + seconds * UINT64_C(1000), now;
    int failed = child_start(&c, argv);
    if (failed) {
        close_fd(&c.in);
        close_fd(&c.out);
        return error_set(error, HUSK_IO, failed == ENOENT ? "%s is not installed" : "%s can't be started", argv[0]);
    }
    bool more = true;
    while ((now = now_ms()) < end && more && out->status == HUSK_OK)
        more = child_turn(&c, &in, out, (int)(end - now));
    bool ok = child_end(&c, more);
    if (out->status != HUSK_OK)
        return error_set(error, out->status, "%s wrote too much: %s", argv[0], husk_status_text(out->status));
    if (more)
        return error_set(error, HUSK_IO, "%s took longer than %u seconds", argv[0], seconds);
    return ok ? HUSK_OK : error_set(error, HUSK_IO, "%s failed", argv[0]);
}
