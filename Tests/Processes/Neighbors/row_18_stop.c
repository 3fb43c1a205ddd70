// SPDX-License-Identifier: MIT
//
// Stops a link whose thread hangs, while the clock is set back by an hour: CLOCK_REALTIME is ahead when
// the program reads it, and right when the kernel does. Prints how long that took, in milliseconds.

#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "fleet_link.h"

int clock_gettime(clockid_t clock, struct timespec *time) {
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_REALTIME) time->tv_sec += 3600;
    return status;
}

// The disk hangs.
int flock(int descriptor, int operation) {
    (void)descriptor;
    (void)operation;
    printf("hanging\n");
    fflush(stdout);
    for (;;) pause();
}

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int main(int count, char **arguments) {
    char error[FLEET_ERROR_CAPACITY];
    fleet_settings settings = {
        .host = "127.0.0.1", .port = 1, .client = "test", .status_topic = "status",
        .gap_topic = "gap", .directory = arguments[count - 1], .patience = 1000,
        .shortest_retry = 1000, .longest_retry = 1000, .seed = 1, .most_events = 100,
        .most_bytes = 65536, .trail_bytes = 4096, .most_nonces = 1,
    };
    fleet_link *link = fleet_link_start(&settings, error);
    if (!link) return 1;
    getchar();
    long begun = now();
    fleet_link_stop(link);
    printf("%ld\n", now() - begun);
    return 0;
}
