// SPDX-License-Identifier: MIT
//
// Measures the turns of a daemon's loop: from the end of one wait for events to the beginning of
// the next. Preloaded into it, it writes to a file that the test has mapped, too. A machine that
// gives the processor to others makes turns long; how long the loop's thread could have run, and
// was not let, the kernel counts (sched-stats.rst), and here it is taken off.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

// As `turns.py` reads them; times are in nanoseconds.
struct turns {
    int64_t count;
    int64_t own;       // the longest, less what it waited for a processor
    int64_t computed;  // how long that one had a processor
    int64_t longest;   // the longest, with all of that
};

static struct turns *turns;
static int schedstat = -1;
static int64_t began, delayed, computing;

static int64_t now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// How long this thread has waited for a processor so far.
static int64_t delay(void) {
    char text[96];
    long long ran = 0, waited = 0;
    ssize_t count = pread(schedstat, text, sizeof text - 1, 0);
    if (count <= 0) return 0;
    text[count] = 0;
    return sscanf(text, "%lld %lld", &ran, &waited) == 2 ? waited : 0;
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("TURNS");
    if (path == NULL) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    // What the daemon starts is not measured.
    unsetenv("TURNS");
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof *turns, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) return;
    schedstat = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    turns = memory;
}

static void turn_ends(void) {
    if (began == 0) return;
    int64_t wall = now(CLOCK_MONOTONIC) - began;
    turns->count++;
    if (wall > turns->longest) turns->longest = wall;
    // Most need no second look.
    if (wall <= turns->own) return;
    int64_t own = wall - (delay() - delayed);
    if (own <= turns->own) return;
    turns->own = own;
    turns->computed = now(CLOCK_THREAD_CPUTIME_ID) - computing;
}

static void turn_begins(void) {
    delayed = delay();
    computing = now(CLOCK_THREAD_CPUTIME_ID);
    began = now(CLOCK_MONOTONIC);
}

int epoll_pwait(int set, struct epoll_event *events, int most, int timeout, const sigset_t *mask) {
    static int (*real)(int, struct epoll_event *, int, int, const sigset_t *);
    if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "epoll_pwait");
    if (turns == NULL) return real(set, events, most, timeout, mask);
    turn_ends();
    int count = real(set, events, most, timeout, mask);
    turn_begins();
    return count;
}

int epoll_wait(int set, struct epoll_event *events, int most, int timeout) {
    return epoll_pwait(set, events, most, timeout, NULL);
}
