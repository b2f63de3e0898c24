/* sandbox.c - what the sandbox refuses and what it lets pass, each tried in a child process. */
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
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
    if (open("made-outside", O_WRONLY | O_CREAT, 0600) >= 0)
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

int main(void)
{
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
