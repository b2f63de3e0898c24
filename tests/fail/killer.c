/* killer.c - runs a command and kills it (SIGKILL) at a chosen place.
 *   killer call N COMMAND...   when it enters its N-th system call, counted over all of its threads; N = 0: never
 *   killer cpu N COMMAND...    when it has used N microseconds of processor time; its processes are not traced
 * On stdout: "killed", or "ended STATUS CALLS MICROSECONDS" when the command ended before. A count of processor time
 * finds the same places on a busy machine as on an idle one. Cost: two stops per system call, much less than starting
 * strace. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_THREADS 256
#define POLL_NS 20000 /* a hundredth of the shortest command */

static void fail(const char *what)
{
    fprintf(stderr, "killer: %s: %s\n", what, strerror(errno));
    exit(2);
}

static pid_t start(char **command, bool is_traced)
{
    pid_t child = fork();
    if (child < 0)
        fail("fork");
    if (child > 0)
        return child;
    if (is_traced && ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
        fail("ptrace");
    execv(command[0], command);
    fail(command[0]);
    return 0;
}

static int report(bool is_killed, int status, unsigned long n_calls)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    long long us =
        (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000LL + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
    int code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    if (is_killed)
        printf("killed\n");
    else
        printf("ended %d %lu %lld\n", code, n_calls, us);
    return 0;
}

/* Which threads are inside a system call: stops at its entry and its end take turns. */
static struct {
    pid_t id[MAX_THREADS];
    bool is_inside[MAX_THREADS];
    int n;
} threads;

static bool *is_inside(pid_t id)
{
    int i = 0;
    while (i < threads.n && threads.id[i] != id)
        i++;
    if (i == MAX_THREADS)
        fail("too many threads");
    if (i == threads.n) {
        threads.id[threads.n++] = id;
        threads.is_inside[i] = false;
    }
    return &threads.is_inside[i];
}

/* The signal to go on with; 0 for stops that tracing makes itself. */
static int signal_of(int status, bool is_new)
{
    int number = WSTOPSIG(status);
    bool is_own = number == (SIGTRAP | 0x80) || number == SIGTRAP || status >> 16 || (is_new && number == SIGSTOP);
    return is_own ? 0 : number;
}

static int kill_at_call(char **command, unsigned long target)
{
    pid_t child = start(command, true), id;
    int status;
    unsigned long n = 0;
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        fail("the command did not start");
    if (ptrace(PTRACE_SETOPTIONS, child, NULL,
               (void *)(long)(PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                              PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL)) != 0)
        fail("ptrace");
    *is_inside(child) = false;
    ptrace(PTRACE_SYSCALL, child, NULL, NULL);
    while ((id = waitpid(-1, &status, __WALL)) > 0) {
        if (!WIFSTOPPED(status)) {
            if (id == child)
                return report(false, status, n);
            continue;
        }
        int before = threads.n;
        bool *inside = is_inside(id);
        if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
            *inside = !*inside;
            if (*inside && ++n == target) {
                kill(child, SIGKILL);
                while ((id = waitpid(-1, &status, __WALL)) > 0 && !(id == child && !WIFSTOPPED(status)))
                    ;
                return report(true, status, n);
            }
        }
        ptrace(PTRACE_SYSCALL, id, NULL, (void *)(long)signal_of(status, threads.n > before));
    }
    fail("the command was lost");
    return 2;
}

static int kill_at_time(char **command, long long us)
{
    pid_t child = start(command, false);
    clockid_t clock;
    int status;
    bool is_killed = false;
    if (clock_getcpuclockid(child, &clock) != 0)
        fail("clock");
    while (waitpid(child, &status, WNOHANG) == 0) {
        struct timespec used, pause = { 0, POLL_NS };
        if (clock_gettime(clock, &used) == 0 && used.tv_sec * 1000000LL + used.tv_nsec / 1000 >= us) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            is_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
            break;
        }
        nanosleep(&pause, NULL);
    }
    return report(is_killed, status, 0);
}

int main(int argc, char **argv)
{
    if (argc < 4 || (strcmp(argv[1], "call") != 0 && strcmp(argv[1], "cpu") != 0)) {
        fprintf(stderr, "usage: killer call|cpu N COMMAND...\n");
        return 2;
    }
    if (strcmp(argv[1], "call") == 0)
        return kill_at_call(argv + 3, strtoul(argv[2], NULL, 10));
    return kill_at_time(argv + 3, strtoll(argv[2], NULL, 10));
}
