/* sandbox.c - a seccomp filter and Landlock rules around a run.
 * The filter lists what is refused, not what is allowed: the allowed calls depend on the version of the C library,
 * the refused ones do not. A refused call fails with EPERM and the run continues. Cost: a few nanoseconds per system
 * call. Linux only, on x86-64 and ARM64; elsewhere nothing is refused. */
#include "sandbox.h"

#if defined __linux__ && (defined __x86_64__ || defined __aarch64__)
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif
#define X32_CALLS 0x40000000 /* the same calls under other numbers, on x86-64 */
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

/* --- system calls ------------------------------------------------------------------------------------------------- */

/* Never needed. */
static const int refused[] = {
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_init_module,
    SYS_finit_module,
    SYS_kexec_load,
    SYS_bpf,
    SYS_unshare,
    SYS_perf_event_open,
    SYS_setns,
    SYS_add_key,
    SYS_keyctl,
    SYS_request_key,
    SYS_userfaultfd,
    SYS_swapon,
    SYS_reboot,
    SYS_pidfd_getfd,
    SYS_pidfd_open,
    SYS_pidfd_send_signal,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_execveat,
    SYS_rt_tgsigqueueinfo,
    SYS_io_uring_setup,
#ifndef __SANITIZE_ADDRESS__ /* its leak check traces the process */
    SYS_ptrace,
#endif
};

static const int network[] = { SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4 };

#define N(list) (sizeof(list) / sizeof *(list))
#define LOAD(member) ((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member)))
#define EQUALS(value, yes, no) ((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), (yes), (no)))
#define ANSWER(what) ((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, (what)))
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)

typedef struct filter {
    struct sock_filter code[8 + 2 * (N(refused) + N(network) + 1) + 5 * 4];
    unsigned short n;
} filter;

static void add(filter *f, struct sock_filter line)
{
    f->code[f->n++] = line;
}

static void refuse_calls(filter *f, const int *calls, size_t n_calls)
{
    for (size_t i = 0; i < n_calls; i++) {
        add(f, EQUALS(calls[i], 0, 1));
        add(f, REFUSE);
    }
}

/* Refuse a call whose argument is `value`, or whose is anything else. */
static void refuse_argument(filter *f, int call, unsigned argument, unsigned value, bool unless)
{
    add(f, EQUALS(call, 0, 4));
    add(f, LOAD(args[argument]));
    add(f, EQUALS(value, unless, !unless));
    add(f, REFUSE);
    add(f, LOAD(nr));
}

static bool refuse_all(const sandbox *s)
{
    static const int start[] = { SYS_execve };
    filter f = { .n = 0 };
    add(&f, LOAD(arch));
    add(&f, EQUALS(ARCHITECTURE, 1, 0));
    add(&f, REFUSE);
    add(&f, LOAD(nr));
    add(&f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_CALLS, 0, 1));
    add(&f, REFUSE);
    refuse_calls(&f, refused, N(refused));
    refuse_argument(&f, SYS_ioctl, 1, TIOCSTI, false);
    refuse_argument(&f, SYS_ioctl, 1, 0x541c /* TIOCLINUX */, false);
    if (!s->may_draw) { /* a dot that takes too long is killed */
        refuse_calls(&f, start, 1);
        refuse_argument(&f, SYS_kill, 0, (unsigned)getpid(), true);
        refuse_argument(&f, SYS_tgkill, 0, (unsigned)getpid(), true);
    }
    if (!s->may_connect)
        refuse_calls(&f, network, N(network));
    add(&f, ANSWER(SECCOMP_RET_ALLOW));
    struct sock_fprog program = { .len = f.n, .filter = f.code };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* --- files -------------------------------------------------------------------------------------------------------- */

#define READ (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE_FILE (LANDLOCK_ACCESS_FS_WRITE_FILE | (UINT64_C(1) << 14)) /* truncate, since version 3 */
#define WRITE                                                                                                    \
    (WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR | \
     LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SYM | (UINT64_C(1) << 13)) /* move, since version 2 */
#define EXECUTE LANDLOCK_ACCESS_FS_EXECUTE
#define LEAST_VERSION 3 /* earlier ones can't restrict truncation, or refuse every move */
#define SIGNALS_VERSION 6

/* What linux/landlock.h has depends on its version. */
typedef struct rules {
    uint64_t files, network, scopes;
} rules;

static void allow(int ruleset, const char *path, uint64_t access)
{
    struct stat status;
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return; /* what is not there needs no right */
    if (fstat(fd, &status) == 0 && !S_ISDIR(status.st_mode))
        access &= LANDLOCK_ACCESS_FS_READ_FILE | WRITE_FILE | EXECUTE;
    struct landlock_path_beneath_attr rule = { .allowed_access = access, .parent_fd = fd };
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(fd);
}

/* The directory of a file; one that is yet to be made is made in the nearest that is there. */
static void allow_parent(int ruleset, const char *path, uint64_t access)
{
    char copy[PATH_MAX];
    if ((size_t)snprintf(copy, sizeof copy, "%s", path) >= sizeof copy)
        return;
    char *folder = dirname(copy);
    while (faccessat(AT_FDCWD, folder, F_OK, 0) != 0 && strcmp(folder, ".") != 0 && strcmp(folder, "/") != 0)
        folder = dirname(folder);
    allow(ruleset, folder, access);
}

static void allow_given(int ruleset, const sandbox_path *p)
{
    uint64_t access = p->writes ? READ | WRITE : READ;
    struct stat status;
    bool is_folder = stat(p->path, &status) == 0 && S_ISDIR(status.st_mode);
    allow(ruleset, p->path, access);
    if (!p->beside || is_folder)
        return;
    char *real = realpath(p->path, NULL);
    allow_parent(ruleset, p->path, access);
    if (real != NULL) /* a link's file is replaced, not the link */
        allow_parent(ruleset, real, access);
    free(real);
}

/* Everything but the places where people keep their own files. */
static void allow_system(int ruleset, bool reads_all)
{
    static const char *const personal[] = { "home", "root", "srv", "mnt", "media", ".", ".." };
    DIR *top = opendir("/");
    for (struct dirent *entry; top != NULL && (entry = readdir(top)) != NULL;) {
        char path[300];
        bool is_personal = false;
        for (size_t i = 0; i < N(personal); i++)
            is_personal |= strcmp(personal[i], entry->d_name) == 0;
        snprintf(path, sizeof path, "/%s", entry->d_name);
        if (!is_personal)
            allow(ruleset, path, READ);
    }
    if (reads_all)
        allow(ruleset, "/", READ);
    if (top != NULL)
        closedir(top);
    const char *temporary = getenv("TMPDIR");
    allow(ruleset, "/dev", READ | WRITE);
    allow(ruleset, "/tmp", READ | WRITE);
    allow(ruleset, "/var/tmp", READ | WRITE);
    if (temporary != NULL && *temporary)
        allow(ruleset, temporary, READ | WRITE);
}

/* dot, wherever PATH has it, and the loader that starts it. */
static void allow_dot(int ruleset)
{
    static const char *const loaders[] = { "/lib", "/lib64", "/usr/lib" };
    const char *at = getenv("PATH");
    allow(ruleset, "/bin/sh", READ | EXECUTE); /* it may be a script around the program */
    for (size_t i = 0; i < N(loaders); i++)
        allow(ruleset, loaders[i], READ | EXECUTE);
    for (size_t len; at != NULL && *at; at += len + (at[len] == ':')) {
        char path[PATH_MAX];
        len = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/dot", (int)len, at);
        allow(ruleset, path, READ | EXECUTE);
    }
}

static void restrict_files(const sandbox *s)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < LEAST_VERSION)
        return;
    rules r = { .files = READ | WRITE | EXECUTE, .scopes = version >= SIGNALS_VERSION ? 2 /* signals */ : 0 };
    int ruleset =
        (int)syscall(SYS_landlock_create_ruleset, &r, version >= SIGNALS_VERSION ? sizeof r : sizeof r.files, 0);
    if (ruleset < 0)
        return;
    allow_system(ruleset, s->reads_all);
    for (size_t i = 0; i < s->n_paths; i++)
        allow_given(ruleset, &s->paths[i]);
    if (s->may_draw)
        allow_dot(ruleset);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        syscall(SYS_landlock_restrict_self, ruleset, 0);
    close(ruleset);
}

bool sandbox_enter(const sandbox *s)
{
#ifdef HUSK_COUNTED /* a build that counts writes its counts at its end, beside its objects */
    (void)restrict_files;
#else
    restrict_files(s);
#endif
    return refuse_all(s);
}
#else
bool sandbox_enter(const sandbox *s)
{
    (void)s;
    return false;
}
#endif
