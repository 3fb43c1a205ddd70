// SPDX-License-Identifier: MIT

#define _GNU_SOURCE

#include "fatal_signals.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    signal_count = 6,
    // The child runs ordinary code on it.
    stack_bytes = 4 * 1024 * 1024,
    poll_ms = 5,
    attempts = 2,
    // A child that makes progress may run this many times the limit.
    max_limits = 6,
    // How often a sent signal is sent again, and after how long: the thread goes on meanwhile.
    max_sent_again = 20,
    pause_ms = 10,
};

static const int signals[signal_count] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE};
static struct sigaction before[signal_count];
static fatal_signals_callback run_callback;
static uint32_t limit_ms;
static pid_t own_thread;
static sigset_t others;
static int is_dying;
static int is_forwarded;
// Of the signal that is being handled; only the owning thread uses them.
static int is_sent;
static int hangs;
static int sent_again;
static pid_t messenger;

enum result { over, failed, hung };

static void sleep_ms(int duration) {
    struct timespec pause = {0, duration * 1000000};
    nanosleep(&pause, NULL);
}

static void be_child(int number) {
    // A core dump of the child is useless, and must not replace that of the process.
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    for (int i = 0; i < signal_count; i++) signal(signals[i], SIG_DFL);
    sigset_t empty;
    sigemptyset(&empty);
    sigprocmask(SIG_SETMASK, &empty, NULL);
    // Ends the child if the process is killed meanwhile.
    alarm(max_limits * limit_ms / 1000 + 1);
    run_callback(number);
    _exit(0);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// The CPU time of the child in nanoseconds; -1 if unknown.
static int64_t cpu_time(pid_t child) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0) return -1;
    return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

// Waits for the child. On a busy machine it may take long but makes progress; one that never ends is
// killed, and a retry would not help.
static enum result wait_for(pid_t child) {
    int64_t latest = -1, moved = now_ms();
    int is_still = 0;
    for (int64_t end = moved + max_limits * (int64_t)limit_ms; !is_still && now_ms() < end;) {
        int status;
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) return WIFEXITED(status) ? over : failed;
        if (ended < 0 && errno != EINTR) return over;
        int64_t now = cpu_time(child);
        if (now != latest) moved = now_ms();
        latest = now;
        is_still = now_ms() - moved >= limit_ms / attempts;
        sleep_ms(poll_ms);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return is_still ? hung : over;
}

// A lock that another thread holds, such as the allocator's, is never released in the child. It is
// released in the process, so the next child may succeed.
static enum result fork_callback(int number) {
    for (;;) {
        // Not fork(): its handlers may wait for a lock that this thread holds.
        pid_t child = _Fork();
        if (child == 0) be_child(number);
        enum result result = child < 0 ? over : wait_for(child);
        if (result == hung) hangs++;
        if (result != hung || hangs == attempts || is_sent) return result;
    }
}

// A signal from outside, such as a watchdog's, arrives at any instruction: the thread may hold the
// allocator's lock, or be changing what the callback reads. Unlike after a fault, the thread can
// continue and handle the signal again. Returns whether that will happen.
static int send_again(int number) {
    if (hangs == attempts || sent_again == max_sent_again) return 0;
    sent_again++;
    pid_t parent = getpid();
    // Not a timer: making one may wait for the same lock.
    messenger = _Fork();
    if (messenger == 0) {
        sleep_ms(pause_ms);
        if (getppid() == parent) kill(parent, number);
        _exit(0);
    }
    return messenger > 0;
}

static void call_previous_handler(int number, siginfo_t *info, void *context) {
    for (int i = 0; i < signal_count; i++) {
        if (signals[i] != number) continue;
        struct sigaction *action = &before[i];
        if (action->sa_flags & SA_SIGINFO) {
            action->sa_sigaction(number, info, context);
        } else if (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN) {
            action->sa_handler(number);
        }
    }
}

static void die(int number, siginfo_t *info, void *context) {
    // A signal sent to the process may arrive in any thread; pass it to the owning thread.
    int is_owner = gettid() == own_thread;
    int comes_from_outside = info->si_code == SI_USER || info->si_code == SI_QUEUE;
    if (comes_from_outside && !is_owner) {
        __atomic_store_n(&is_forwarded, 1, __ATOMIC_SEQ_CST);
        if (tgkill(getpid(), own_thread, number) == 0) return;
    }
    if (!__atomic_exchange_n(&is_dying, 1, __ATOMIC_SEQ_CST)) {
        // During a crash of another thread, the owner's data may be half changed.
        if (is_owner) {
            int was_forwarded = __atomic_exchange_n(&is_forwarded, 0, __ATOMIC_SEQ_CST);
            is_sent = comes_from_outside || (info->si_code == SI_TKILL && was_forwarded);
            if (messenger > 0) waitpid(messenger, NULL, 0);
            messenger = 0;
            if (fork_callback(number) != over && is_sent && send_again(number)) {
                __atomic_store_n(&is_dying, 0, __ATOMIC_SEQ_CST);
                return;
            }
        }
        call_previous_handler(number, info, context);
    }
    // A pending signal must not be delivered first when this returns: it might end the process and hide
    // the cause. (The kernel's set is shorter than the library's.)
    memcpy(&((ucontext_t *)context)->uc_sigmask, &others, (_NSIG - 1) / 8);
    // The process dies in any case, whatever the previous handler has done.
    signal(number, SIG_DFL);
    // CPU faults are raised again when this returns, with all their details; sent signals and traps are
    // not.
    if (info->si_code <= 0 || number == SIGTRAP || number == SIGABRT) raise(number);
}

int fatal_signals_start(fatal_signals_callback callback, uint32_t limit) {
    run_callback = callback;
    limit_ms = limit;
    own_thread = gettid();
    sigfillset(&others);
    for (int i = 0; i < signal_count; i++) sigdelset(&others, signals[i]);
    // After a stack overflow, handlers need another stack.
    void *memory = mmap(NULL, stack_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return errno;
    stack_t stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = stack_bytes};
    if (sigaltstack(&stack, NULL) != 0) return errno;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = die;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    action.sa_mask = others;
    for (int i = 0; i < signal_count; i++) {
        if (sigaction(signals[i], &action, &before[i]) != 0) return errno;
        // The parent may have blocked it.
        sigset_t mine;
        sigemptyset(&mine);
        sigaddset(&mine, signals[i]);
        int blocked = pthread_sigmask(SIG_UNBLOCK, &mine, NULL);
        if (blocked != 0) return blocked;
    }
    return 0;
}
