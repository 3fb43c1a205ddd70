// SPDX-License-Identifier: MIT
//
// What a tap outside a popover takes until its owner is asked to close it, beside what a tap takes
// on a display server alone: finger, window and owner in one process with one clock.
//   taps ROUNDS WIDTH HEIGHT ALONE FINGER KIOSK FINGER SOCKET
// ALONE and KIOSK are displays; on the second the popoverd of SOCKET is at work. A line each round:
// nanoseconds on the first, on the second, and how many windows were pressed that must not be.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "owner.h"
#include "screen.h"

// Beyond, something hangs.
#define SECONDS 300

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Everybody rests, so that every tap finds them resting; twice as long as a tap and its echo.
static void rest(void) { nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL); }

void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

int main(int count, char **arguments) {
    if (count != 9) return 2;
    alarm(SECONDS);
    int rounds = atoi(arguments[1]), width = atoi(arguments[2]), height = atoi(arguments[3]);
    struct screen *alone = screen_open(arguments[4], arguments[5], width, height);
    struct screen *kiosk = screen_open(arguments[6], arguments[7], width, height);
    owner_connect(arguments[8]);
    for (int round = 0; round < rounds; round++) {
        // Never the same place twice running, and never near the popover.
        int x = 20 + round * 37 % 200, y = height - 20 - round * 41 % 200;
        rest();
        long long start = now();
        screen_tap(alone, x, y);
        screen_await(alone);
        long long alone_end = now();
        screen_settle(alone);
        owner_open();
        rest();
        screen_was_pressed(kiosk);
        long long kiosk_start = now();
        screen_tap(kiosk, x, y);
        owner_await_close();
        long long kiosk_end = now();
        screen_settle(kiosk);
        int wrong = screen_was_pressed(kiosk);
        owner_agree();
        printf("%lld %lld %d\n", alone_end - start, kiosk_end - kiosk_start, wrong);
    }
    return 0;
}
