// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "plugin_guard.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct plugin_guard_state plugin_guard_state = {0, NULL, 1};

// Looks in a limit; a call that was seen first and twice again has run for a whole limit.
enum { looks = 2 };

static timer_t timer;
static struct timespec period;
static volatile uint64_t seen_call;
static volatile int seen_again;

static void set_period(struct timespec length) {
    struct itimerspec time = {length, length};
    timer_settime(timer, 0, &time, NULL);
}

static void say(const char *text) {
    // Where even this fails there is nobody left to tell.
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

// Runs as a signal's handler: only what POSIX allows there.
static void look(int signal, siginfo_t *info, void *context) {
    (void)signal;
    (void)context;
    if (info->si_code != SI_TIMER) return;
    int error = errno;
    uint64_t call = plugin_guard_state.call;
    if (call % 2 == 0) {
        struct timespec never = {0, 0};
        set_period(never);
        plugin_guard_state.is_armed = 0;
        seen_call = 0;
    } else if (call != seen_call) {
        seen_call = call;
        seen_again = 0;
    } else if (++seen_again == looks) {
        say("plugin ");
        say(plugin_guard_state.name);
        say(": one of its calls does not return; the daemon aborts\n");
        abort();
    }
    errno = error;
}

int plugin_guard_start(uint32_t limit_ms) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = look;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    // One of the real-time signals, which nothing else in the daemon uses.
    int number = SIGRTMIN + 5;
    if (sigaction(number, &action, NULL) != 0) return errno;
    // A parent may have left it blocked.
    sigset_t mine;
    sigemptyset(&mine);
    sigaddset(&mine, number);
    int blocked = pthread_sigmask(SIG_UNBLOCK, &mine, NULL);
    if (blocked != 0) return blocked;
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = number;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return errno;
    uint32_t period_ms = limit_ms / looks;
    period.tv_sec = period_ms / 1000;
    period.tv_nsec = (long)(period_ms % 1000) * 1000000;
    plugin_guard_state.is_armed = 0;
    return 0;
}

void plugin_guard_arm(void) {
    plugin_guard_state.is_armed = 1;
    set_period(period);
}
