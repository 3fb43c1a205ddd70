// SPDX-License-Identifier: MIT

#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

// Newer calls do not exist for a program: nobody has reviewed them. From 424 on numbers are the same on
// every architecture.
enum { newest_call = 451 };

// Address families have numbers below this.
enum { families = 64 };

/// Calls that reach beyond the program by other ways than opening files. Calls that need a capability
/// are left out, since the program has none.
static const char *const refused[] = {
    // Other processes, their memory, descriptors and share of the machine.
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease",
    "pidfd_getfd", "kcmp", "move_pages", "migrate_pages", "perf_event_open", "sched_setaffinity",
    "sched_setattr", "sched_setparam", "sched_setscheduler", "setpriority", "ioprio_set",
    // Files: Landlock does not control modes, owners, times, attributes, handles and watches.
    "chmod", "fchmod", "fchmodat", "chown", "chown32", "fchown", "fchown32", "fchownat", "lchown",
    "lchown32", "utime", "utimes", "futimesat", "utimensat", "utimensat_time64", "setxattr",
    "fsetxattr", "lsetxattr", "removexattr", "fremovexattr", "lremovexattr", "name_to_handle_at",
    "open_by_handle_at", "inotify_init", "inotify_init1", "fanotify_init",
    // Memory and messages that belong to a user or to a namespace rather than to a file.
    "shmget", "shmat", "shmctl", "semget", "semop", "semtimedop", "semtimedop_time64", "semctl",
    "msgget", "msgsnd", "msgrcv", "msgctl", "ipc", "mq_open", "mq_unlink", "add_key", "request_key",
    "keyctl",
    // Namespaces give capabilities; the others have a wide way into the kernel.
    "unshare", "setns", "io_uring_setup", "io_uring_enter", "io_uring_register", "bpf", "userfaultfd",
};

static scmp_filter_ctx filter;

static void check(int status, const char *call) {
    if (status < 0) fail("no sandbox: %s: %s", call, strerror(-status));
}

static void refuse(const char *name) {
    int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return;
    check(seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 0), name);
}

static void refuse_if(int number, int error, struct scmp_arg_cmp comparison) {
    check(seccomp_rule_add_array(filter, SCMP_ACT_ERRNO((unsigned)error), number, 1, &comparison), "a rule");
}

/// The kernel reads 32 bits of most arguments, so the others must not hide a value.
static struct scmp_arg_cmp is(unsigned argument, uint32_t value) {
    return SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, UINT32_MAX, value);
}

static struct scmp_arg_cmp has(unsigned argument, uint32_t mask, uint32_t value) {
    return SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, mask, value);
}

static void refuse_sockets(const struct grants *grants) {
    for (uint32_t family = 0; family < families; family++) {
        int is_granted = family == AF_UNIX ? grants->unix_sockets
            : family == AF_INET || family == AF_INET6 || family == AF_NETLINK ? grants->network : 0;
        if (!is_granted) refuse_if(SCMP_SYS(socket), EAFNOSUPPORT, is(0, family));
    }
    if (grants->unix_sockets) return;
    if (!grants->network) {
        // One of a pair could take a name that somebody else needs.
        refuse("bind");
        refuse("connect");
        refuse("listen");
    }
    // Such a pair could send to the socket of somebody else; a pair of streams cannot.
    refuse_if(SCMP_SYS(socketpair), EPERM, has(1, 0xF, SOCK_DGRAM));
    refuse_if(SCMP_SYS(socketpair), EPERM, has(1, 0xF, SOCK_RAW));
}

static void refuse_namespaces(void) {
    static const uint32_t kinds[] = {
        CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET};
    for (size_t each = 0; each < sizeof kinds / sizeof *kinds; each++) {
        refuse_if(SCMP_SYS(clone), EPERM, has(0, kinds[each], kinds[each]));
    }
    // Its flags are out of a filter's sight; the C library then uses clone.
    check(seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0), "clone3");
}

/// Before version 6 Landlock lets signals through: the program may signal itself only.
static void refuse_signals(void) {
    static const int numbers[] = {
        SCMP_SYS(kill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo)};
    for (size_t each = 0; each < sizeof numbers / sizeof *numbers; each++) {
        refuse_if(numbers[each], EPERM, SCMP_CMP(0, SCMP_CMP_NE, (scmp_datum_t)getpid()));
    }
    refuse("tkill");
    refuse("pidfd_send_signal");
    // The owner of a descriptor gets a signal of the program's choice.
    static const uint32_t owners[] = {F_SETOWN, F_SETSIG, F_SETOWN_EX};
    for (size_t each = 0; each < sizeof owners / sizeof *owners; each++) {
        refuse_if(SCMP_SYS(fcntl), EPERM, is(1, owners[each]));
        refuse_if(SCMP_SYS(fcntl64), EPERM, is(1, owners[each]));
    }
    refuse_if(SCMP_SYS(ioctl), EPERM, is(1, FIOSETOWN));
    refuse_if(SCMP_SYS(ioctl), EPERM, is(1, SIOCSPGRP));
}

/// Before version 3 Landlock lets files be cut that cannot be written to.
static void refuse_truncation(void) {
    refuse("truncate");
    refuse("truncate64");
    // Neither of these modes is one for writing.
    static const uint32_t modes[] = {O_RDONLY, O_ACCMODE};
    for (size_t each = 0; each < sizeof modes / sizeof *modes; each++) {
        refuse_if(SCMP_SYS(open), EPERM, has(1, O_TRUNC | O_ACCMODE, O_TRUNC | modes[each]));
        refuse_if(SCMP_SYS(openat), EPERM, has(2, O_TRUNC | O_ACCMODE, O_TRUNC | modes[each]));
    }
    // Its flags are out of a filter's sight.
    check(seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(openat2), 0), "openat2");
}

/// A filter of its own: libseccomp compares with single numbers only, so that this took it 7 ms.
static void refuse_newer_calls(void) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, newest_call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        fail("no sandbox: seccomp: %s", strerror(errno));
    }
}

void restrict_calls(int version, const struct grants *grants) {
    refuse_newer_calls();
    filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL) fail("no sandbox: seccomp_init failed");
    for (size_t each = 0; each < sizeof refused / sizeof *refused; each++) refuse(refused[each]);
    // The limits of other processes of the same user.
    refuse_if(SCMP_SYS(prlimit64), EPERM, SCMP_CMP(0, SCMP_CMP_NE, 0));
    refuse_sockets(grants);
    refuse_namespaces();
    if (version < 6) refuse_signals();
    if (version < 3) refuse_truncation();
    check(seccomp_load(filter), "seccomp");
    seccomp_release(filter);
}
