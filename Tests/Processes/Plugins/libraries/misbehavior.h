// SPDX-License-Identifier: MIT
//
// What the zoo's libraries do; each library is made of a few of these.

#ifndef MISBEHAVIOR_H
#define MISBEHAVIOR_H

#include <errno.h>
#include <fcntl.h>
#include <popover_plugin.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void nobody_defines_this(void);

static inline void crash(void) {
    // Volatile twice, or the compiler knows that this cannot be meant.
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
}

static inline void hang(void) {
    for (;;) pause();
}

// Busy for so long: what the machine gives to others meanwhile does not count.
static inline void spin(int64_t milliseconds) {
    struct timespec begun, now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begun);
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while ((now.tv_sec - begun.tv_sec) * 1000 + (now.tv_nsec - begun.tv_nsec) / 1000000
           < milliseconds);
}

static inline void refuse(popover_verdict *verdict, const char *message) {
    verdict->kind = POPOVER_VERDICT_REFUSE;
    verdict->message_length = (uint32_t)strlen(message);
    memcpy(verdict->message, message, verdict->message_length);
}

static inline void print_much(void) {
    for (int line = 0; line < 1000; line++) printf("{\"ok\":true,\"line\":%d}\n", line);
    fflush(stdout);
}

// A process stays behind that cannot be told to go, and writes down who it is.
// Comes back when that is written: who ends the caller's processes may do so at once.
static inline void leave_a_child(const char *note) {
    int ready[2];
    char told;
    if (pipe(ready) != 0) return;
    if (fork() != 0) {
        close(ready[1]);
        while (read(ready[0], &told, 1) < 0 && errno == EINTR) {}
        close(ready[0]);
        return;
    }
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    int file = open(note, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file >= 0) {
        dprintf(file, "%d", (int)getpid());
        close(file);
    }
    close(ready[0]);
    close(ready[1]);
    hang();
}

static inline int is_victim(const popover_question *question) {
    static const char name[] = "victim";
    return question->app.length == sizeof(name) - 1
        && memcmp(question->app.bytes, name, sizeof(name) - 1) == 0;
}

#endif
