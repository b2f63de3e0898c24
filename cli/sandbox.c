/* sandbox.c - a seccomp filter around the reading of pages.
 * The filter lists what is refused, not what is allowed: the allowed calls depend on the version of the C library,
 * the refused ones do not. A refused call fails with EPERM and the run continues. Cost: a few nanoseconds per system
 * call. Linux only, on x86-64 and ARM64; elsewhere nothing is refused. */
#include "sandbox.h"

#include <stddef.h>

#if defined __linux__ && (defined __x86_64__ || defined __aarch64__)
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif
#define X32_CALLS 0x40000000 /* the same calls under other numbers, on x86-64 */

/* Never needed to read and write files. */
static const int refused[] = {
    SYS_execve,         SYS_execveat,   SYS_process_vm_readv, SYS_process_vm_writev, SYS_mount,
    SYS_umount2,        SYS_pivot_root, SYS_chroot,           SYS_init_module,       SYS_finit_module,
    SYS_kexec_load,     SYS_bpf,        SYS_perf_event_open,  SYS_unshare,           SYS_setns,
    SYS_add_key,        SYS_keyctl,     SYS_request_key,      SYS_userfaultfd,       SYS_swapon,
    SYS_reboot,
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
#endif
#ifndef __SANITIZE_ADDRESS__ /* its leak check traces the process */
    SYS_ptrace,
#endif
};

/* Needed only to fetch pages. */
static const int network[] = { SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4 };

#define N(list) (sizeof(list) / sizeof *(list))
#define MAX_FILTER (8 + 2 * (N(refused) + N(network)))
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static size_t refuse_calls(struct sock_filter *filter, size_t n, const int *calls, size_t n_calls)
{
    for (size_t i = 0; i < n_calls; i++) {
        filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1);
        filter[n++] = (struct sock_filter)REFUSE;
    }
    return n;
}

bool sandbox_enter(bool may_connect)
{
    struct sock_filter filter[MAX_FILTER] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        REFUSE,
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_CALLS, 0, 1),
        REFUSE,
    };
    size_t n = refuse_calls(filter, 6, refused, N(refused));
    if (!may_connect)
        n = refuse_calls(filter, n, network, N(network));
    filter[n++] = (struct sock_filter)ALLOW;
    struct sock_fprog program = { .len = (unsigned short)n, .filter = filter };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#else
bool sandbox_enter(bool may_connect)
{
    (void)may_connect;
    return false;
}
#endif
