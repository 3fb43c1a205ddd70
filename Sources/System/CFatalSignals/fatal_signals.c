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
    // The child works on it, with the same code as always.
    stack_bytes = 4 * 1024 * 1024,
    look_ms = 5,
    attempts = 2,
    // So many times the limit is the most for a child that does something.
    longest = 6,
};

static const int signals[signal_count] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE};
static struct sigaction before[signal_count];
static fatal_signals_last_word say;
static uint32_t limit_ms;
static pid_t own_thread;
static sigset_t others;
static int is_dying;

static void be_child(int number) {
    // What a fault of the child's would leave is of no use, and must not hide the process's own.
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    for (int i = 0; i < signal_count; i++) signal(signals[i], SIG_DFL);
    sigset_t empty;
    sigemptyset(&empty);
    sigprocmask(SIG_SETMASK, &empty, NULL);
    // Where the process is killed meanwhile, nobody else would end it.
    alarm(longest * limit_ms / 1000 + 1);
    say(number);
    _exit(0);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// What it has computed; -1 where that cannot be known.
static int64_t computed(pid_t child) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0) return -1;
    return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

// Whether it stood still, so that another may do better. On a busy machine it may take long, but it
// gets on; one that does so without end is ended, and another would do the same.
static int stands_still(pid_t child) {
    int64_t latest = -1, moved = now_ms();
    int is_still = 0;
    for (int64_t end = moved + longest * (int64_t)limit_ms; !is_still && now_ms() < end;) {
        pid_t ended = waitpid(child, NULL, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) return 0;
        int64_t now = computed(child);
        if (now != latest) moved = now_ms();
        latest = now;
        is_still = now_ms() - moved >= limit_ms / attempts;
        struct timespec pause = {0, look_ms * 1000000};
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return is_still;
}

// A lock that another thread has just then, the allocator's for instance, is never given back in the
// child. In the process it is, so that the next child may get it.
static void leave_word(int number) {
    for (int i = 0; i < attempts; i++) {
        // Not fork(): its handlers may wait for a lock that this very thread holds.
        pid_t child = _Fork();
        if (child == 0) be_child(number);
        if (child < 0 || !stands_still(child)) return;
    }
}

static void hand_on(int number, siginfo_t *info, void *context) {
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
    // What is sent to the process comes to whichever thread has it unblocked: it is nobody's fault.
    int is_sent = info->si_code == SI_USER || info->si_code == SI_QUEUE;
    if (is_sent && gettid() != own_thread && tgkill(getpid(), own_thread, number) == 0) return;
    if (!__atomic_exchange_n(&is_dying, 1, __ATOMIC_SEQ_CST)) {
        // Another thread's fault comes while this one changes what the child would look at.
        if (gettid() == own_thread) leave_word(number);
        hand_on(number, info, context);
    }
    // What has come meanwhile must not be first when this returns: it might have an end of its own
    // for the process, and hide what it died of. (The kernel's set is shorter than the library's.)
    memcpy(&((ucontext_t *)context)->uc_sigmask, &others, (_NSIG - 1) / 8);
    // It dies in any case, whatever a handler before this one made of a signal that it was sent.
    signal(number, SIG_DFL);
    // The processor's own faults come again when this returns, with all that is known of them;
    // what somebody has sent does not, nor does a trap.
    if (info->si_code <= 0 || number == SIGTRAP || number == SIGABRT) raise(number);
}

int fatal_signals_start(fatal_signals_last_word last_word, uint32_t limit) {
    say = last_word;
    limit_ms = limit;
    own_thread = gettid();
    sigfillset(&others);
    for (int i = 0; i < signal_count; i++) sigdelset(&others, signals[i]);
    // A stack that has overflowed has no room for a handler.
    void *memory = mmap(NULL, stack_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return errno;
    stack_t stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = stack_bytes};
    if (sigaltstack(&stack, NULL) != 0) return errno;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = die;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    action.sa_mask = others;
    for (int i = 0; i < signal_count; i++) {
        if (sigaction(signals[i], &action, &before[i]) != 0) return errno;
        // A parent may have left it blocked.
        sigset_t mine;
        sigemptyset(&mine);
        sigaddset(&mine, signals[i]);
        int blocked = pthread_sigmask(SIG_UNBLOCK, &mine, NULL);
        if (blocked != 0) return blocked;
    }
    return 0;
}
