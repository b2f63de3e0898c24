/* sandbox.c - what the sandbox refuses and what it lets pass, each tried in a child process.
 * With arguments, a command line of the program: does it say so where the kernel offers no sandbox? */
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define SKIPPED 77

typedef const char *(*trial)(void);

static bool has_landlock(void)
{
#ifdef HUSK_COUNTED
    return false;
#endif
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 3;
}

static bool runs(const char *program)
{
    int status = 1;
    pid_t child = fork();
    if (child == 0) {
        execl(program, program, (char *)NULL);
        _exit(99);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) != 99;
}

/* --- what every sandbox does --- */

static const char *try_common(void)
{
    char typed = 'x';
    if (ioctl(0, TIOCSTI, &typed) == 0 || errno != EPERM)
        return "types into its terminal";
    if (syscall(SYS_pidfd_getfd, -1, 0, 0) == 0 || errno != EPERM)
        return "takes descriptors of other processes";
    if (raise(SIGURG) != 0)
        return "can't signal itself";
    if (access("/dev/null", F_OK) != 0 || open("/dev/null", O_RDWR) < 0)
        return "can't open files";
    if (!has_landlock())
        return NULL;
    char here[4096] = "";
    bool is_temporary = getcwd(here, sizeof here) == NULL || strncmp(here, "/tmp/", 5) == 0 ||
                        strncmp(here, "/var/tmp/", 9) == 0; /* there it may write */
    if (!is_temporary && open("made-outside", O_WRONLY | O_CREAT, 0600) >= 0)
        return "writes anywhere";
    if (open("allowed/made", O_WRONLY | O_CREAT | O_TRUNC, 0600) < 0)
        return "can't write its output";
    if (rename("allowed/made", "allowed/kept") != 0 || unlink("allowed/kept") != 0)
        return "can't put its output in place";
    if (geteuid() == 0 && open("/root", O_RDONLY | O_DIRECTORY) >= 0)
        return "reads home directories";
    return NULL;
}

static const sandbox_path paths[] = { { "allowed", true, true } };

static const char *try_closed(void)
{
    if (!sandbox_enter(&(sandbox){ .paths = paths, .n_paths = 1 }))
        return "no sandbox";
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0)
        return "connects";
    if (kill(getppid(), 0) == 0)
        return "signals other processes";
    if (runs("/bin/true"))
        return "starts programs";
    return try_common();
}

static const char *try_connecting(void)
{
    if (!sandbox_enter(&(sandbox){ .may_connect = true, .paths = paths, .n_paths = 1 }))
        return "no sandbox";
    return socket(AF_INET, SOCK_STREAM, 0) < 0 ? "can't connect" : try_common();
}

static const char *try_drawing(void)
{
    if (!sandbox_enter(&(sandbox){ .may_draw = true, .paths = paths, .n_paths = 1 }))
        return "no sandbox";
    if (has_landlock() && runs("/bin/true"))
        return "starts programs other than dot";
    if (access("/usr/bin/dot", X_OK) == 0 && !runs("/usr/bin/dot"))
        return "can't start dot";
    return try_common();
}

static const char *try_reading(void)
{
    if (!sandbox_enter(&(sandbox){ .reads_all = true, .paths = paths, .n_paths = 1 }))
        return "no sandbox";
    return geteuid() == 0 && open("/root", O_RDONLY | O_DIRECTORY) < 0 ? "can't follow links" : NULL;
}

static int report(const char *name, trial t)
{
    int said[2], status;
    char answer[80] = "died";
    if (pipe(said) != 0)
        return 1;
    pid_t child = fork();
    if (child == 0) {
        const char *wrong = t();
        wrong = wrong ? wrong : "fine";
        _exit(write(said[1], wrong, strlen(wrong) + 1) > 0 ? 0 : 1);
    }
    close(said[1]);
    (void)!read(said[0], answer, sizeof answer - 1);
    close(said[0]);
    waitpid(child, &status, 0);
    printf("%s: %s\n", name, answer);
    return strcmp(answer, "no sandbox") == 0 ? SKIPPED : strcmp(answer, "fine") != 0;
}

/* A kernel without seccomp, as far as this process and those that it starts can tell. */
static bool refuse_filters(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { .len = sizeof code / sizeof *code, .filter = code };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* Run the program without a sandbox: it must do its work, and say on stderr what is missing. */
static int run_without(char **words)
{
    int said[2], status = 1;
    char text[2000] = "";
    size_t len = 0;
    if (pipe(said) != 0)
        return 1;
    pid_t child = fork();
    if (child == 0) {
        if (!refuse_filters())
            _exit(SKIPPED);
        dup2(said[1], STDERR_FILENO);
        execv(words[0], words);
        _exit(99);
    }
    close(said[1]);
    for (ssize_t n; len + 1 < sizeof text && (n = read(said[0], text + len, sizeof text - 1 - len)) > 0;
         len += (size_t)n)
        ;
    close(said[0]);
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED)
        return SKIPPED;
    const char *first = strstr(text, "offers no sandbox");
    bool once = first != NULL && strstr(first + 1, "offers no sandbox") == NULL;
    printf("%s", text);
    return !(once && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return run_without(argv + 1);
    static const char folder[] = "sandbox-trial"; /* not among temporary files, which may be written */
    signal(SIGURG, SIG_IGN);
    if ((mkdir(folder, 0700) != 0 && errno != EEXIST) || chdir(folder) != 0 ||
        (mkdir("allowed", 0700) != 0 && errno != EEXIST)) {
        perror(folder);
        return 1;
    }
    int closed = report("closed", try_closed), failed = closed;
    if (closed == SKIPPED)
        return SKIPPED;
    failed |=
        report("connecting", try_connecting) | report("drawing", try_drawing) | report("reading all", try_reading);
    bool cleared = rmdir("allowed") == 0 && chdir("..") == 0 && rmdir(folder) == 0;
    return failed || !cleared;
}
