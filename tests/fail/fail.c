/* fail.c - linked into the program for tests: makes the n-th allocation or the n-th call of the system fail.
 *   HUSK_FAIL=WHAT:N[:on]
 * WHAT is "alloc" (malloc, calloc, realloc, strdup, strndup, asprintf, realpath), or read, write, fsync or rename with
 * "=ERROR": ENOSPC, EIO, EINTR, EPIPE, or "=short" for a read or write of one byte. "alloc=SIGINT" fails nothing: the
 * process gets that signal at the n-th allocation, and the thread waits a second, so that the others notice it. "on":
 * every one from then on, too. HUSK_COUNT=FILE gets how many such calls there were; HUSK_TRACE=1 shows where the call
 * that fails is. Only the program's and the library's own calls count (the linker wraps them); what other libraries do
 * when memory is short is theirs.
 * HUSK_FORKS=1: the program waits before main. For every line "FOLDER HUSK_FAIL" on stdin it forks a child that runs
 * there with that failure, its output in the files stdout, stderr and count, and prints the child's exit status, or the
 * negative number of its signal. A fork costs a fraction of what starting a program with a sanitizer does. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WRAP(result, name, ...)               \
    extern result __real_##name(__VA_ARGS__); \
    extern result __wrap_##name(__VA_ARGS__); \
    result __wrap_##name(__VA_ARGS__)

#define CHILD_SECONDS 600 /* by the clock: on a busy machine a child may wait for minutes */

extern void __sanitizer_print_stack_trace(void) __attribute__((weak));

static char what[16];
static int failure; /* errno; -1: short; -2: the signal SIGINT */
static unsigned long target;
static bool goes_on;
static atomic_ulong n_calls;

static void plan(const char *given)
{
    static const struct {
        const char *name;
        int code;
    } errors[] = { { "ENOSPC", ENOSPC }, { "EIO", EIO },  { "EINTR", EINTR },
                   { "EPIPE", EPIPE },   { "short", -1 }, { "SIGINT", -2 } };
    static char asked[64];
    char *number = given ? strchr(strncpy(asked, given, sizeof asked - 1), ':') : NULL;
    if (number == NULL)
        return;
    *number++ = 0;
    char *equal = strchr(asked, '='), *end;
    for (size_t i = 0; equal && i < sizeof errors / sizeof *errors; i++)
        if (strcmp(equal + 1, errors[i].name) == 0)
            failure = errors[i].code;
    if (equal)
        *equal = 0;
    snprintf(what, sizeof what, "%.15s", asked);
    target = strtoul(number, &end, 10);
    goes_on = strcmp(end, ":on") == 0;
}

/* In a child: to the folder, and from there on as if started there. */
static void settle(const char *folder, const char *given)
{
    if (chdir(folder) != 0 || !freopen("/dev/null", "r", stdin) || !freopen("stdout", "w", stdout) ||
        !freopen("stderr", "w", stderr))
        _exit(98);
    setenv("TMPDIR", folder, 1);
    setenv("HUSK_COUNT", "count", 1);
    alarm(CHILD_SECONDS);
    plan(given);
}

/* Returns in children. */
static void serve_forks(void)
{
    char line[600], folder[500], given[64];
    int status;
    setvbuf(stdin, NULL, _IONBF, 0); /* a child does not inherit what was read ahead */
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%499s %63s", folder, given) < 1)
            _exit(98);
        pid_t child = fork();
        if (child == 0) {
            settle(folder, strchr(line, ' ') ? given : NULL);
            return;
        }
        if (child < 0 || waitpid(child, &status, 0) != child)
            _exit(98);
        printf("%d\n", WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status));
        fflush(stdout);
    }
    _exit(0);
}

__attribute__((constructor)) static void begin(void)
{
    if (getenv("HUSK_FORKS"))
        serve_forks();
    else
        plan(getenv("HUSK_FAIL"));
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("HUSK_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%lu\n", (unsigned long)n_calls);
        fclose(file);
    }
    what[0] = 0; /* what comes after, such as gcov's counts, is not the program's */
}

/* Is this the call that fails? */
static bool fails(const char *name)
{
    if (strcmp(name, what) != 0)
        return false;
    unsigned long n = atomic_fetch_add(&n_calls, 1) + 1;
    if (target == 0 || n < target || (n > target && !goes_on))
        return false;
    if (getenv("HUSK_TRACE") && __sanitizer_print_stack_trace)
        __sanitizer_print_stack_trace();
    if (failure == -2) {
        raise(SIGINT);
        sleep(1);
        return false;
    }
    errno = failure > 0 ? failure : ENOMEM;
    return true;
}

WRAP(void *, malloc, size_t size)
{
    return fails("alloc") ? NULL : __real_malloc(size);
}

WRAP(void *, calloc, size_t n, size_t size)
{
    return fails("alloc") ? NULL : __real_calloc(n, size);
}

WRAP(void *, realloc, void *old, size_t size)
{
    return fails("alloc") ? NULL : __real_realloc(old, size);
}

WRAP(char *, strdup, const char *text)
{
    return fails("alloc") ? NULL : __real_strdup(text);
}

WRAP(char *, strndup, const char *text, size_t most)
{
    return fails("alloc") ? NULL : __real_strndup(text, most);
}

WRAP(char *, realpath, const char *path, char *out)
{
    return fails("alloc") ? NULL : __real_realpath(path, out);
}

extern int __wrap_asprintf(char **out, const char *format, ...);
int __wrap_asprintf(char **out, const char *format, ...)
{
    va_list args;
    if (fails("alloc"))
        return -1;
    va_start(args, format);
    int len = vasprintf(out, format, args);
    va_end(args);
    return len;
}

WRAP(ssize_t, read, int fd, void *data, size_t len)
{
    bool failed = fails("read");
    return failed && failure > 0 ? -1 : __real_read(fd, data, failed && len ? 1 : len);
}

/* What is said on stderr is no output. */
WRAP(ssize_t, write, int fd, const void *data, size_t len)
{
    bool failed = fd != STDERR_FILENO && fails("write");
    return failed && failure > 0 ? -1 : __real_write(fd, data, failed && len ? 1 : len);
}

WRAP(ssize_t, pwrite, int fd, const void *data, size_t len, off_t at)
{
    bool failed = fails("write");
    return failed && failure > 0 ? -1 : __real_pwrite(fd, data, failed && len ? 1 : len, at);
}

WRAP(ssize_t, pread, int fd, void *data, size_t len, off_t at)
{
    bool failed = fails("read");
    return failed && failure > 0 ? -1 : __real_pread(fd, data, failed && len ? 1 : len, at);
}

WRAP(int, fsync, int fd)
{
    return fails("fsync") ? -1 : __real_fsync(fd);
}

WRAP(int, rename, const char *from, const char *to)
{
    return fails("rename") ? -1 : __real_rename(from, to);
}
