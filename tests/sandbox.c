/* sandbox.c - what the sandbox refuses and what it lets pass, each tried in a child process. */
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SKIPPED 77

enum { FINE, NO_SANDBOX, RAN_A_PROGRAM, CONNECTED, NOT_CONNECTED, NO_FILES };

static int try_calls(bool may_connect)
{
    if (!sandbox_enter(may_connect))
        return NO_SANDBOX;
    int opened = socket(AF_INET, SOCK_STREAM, 0);
    if (opened >= 0 && !may_connect)
        return CONNECTED;
    if (opened < 0 && may_connect)
        return NOT_CONNECTED;
    if (access("/dev/null", F_OK) != 0 || open("/dev/null", O_RDWR) < 0)
        return NO_FILES;
    char *const words[] = { "true", NULL };
    execv("/bin/true", words);
    return errno == EPERM ? FINE : RAN_A_PROGRAM;
}

/* A child that runs /bin/true would end with FINE, too: it must say so itself. */
static int in_child(bool may_connect)
{
    int said[2], status, answer = RAN_A_PROGRAM;
    if (pipe(said) != 0)
        return -1;
    fcntl(said[1], F_SETFD, FD_CLOEXEC);
    pid_t child = fork();
    if (child == 0) {
        answer = try_calls(may_connect);
        _exit(write(said[1], &answer, sizeof answer) == sizeof answer ? 0 : 1);
    }
    close(said[1]);
    (void)!read(said[0], &answer, sizeof answer);
    close(said[0]);
    return child > 0 && waitpid(child, &status, 0) == child ? answer : -1;
}

int main(void)
{
    int closed = in_child(false), open_to_web = in_child(true);
    if (closed == NO_SANDBOX) {
        puts("sandbox: the kernel offers none, so nothing was tried");
        return SKIPPED;
    }
    printf("without URLs: %d, with URLs: %d (0: as it should be)\n", closed, open_to_web);
    return closed == FINE && open_to_web == FINE ? 0 : 1;
}
