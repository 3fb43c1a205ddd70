// SPDX-License-Identifier: MIT
//
// Measures the time from a tap outside of a popover to willClose at its owner, and the time of a tap on a
// display server alone. Finger, window and owner are in one process with one clock.
//   taps ROUNDS WIDTH HEIGHT ALONE FINGER KIOSK FINGER SOCKET
// ALONE and KIOSK are displays; popoverd at SOCKET handles the second. Prints one line per round: the
// nanoseconds on both displays, and the number of presses that passed the shield.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "owner.h"
#include "screen.h"

// The timeout of one step.
#define SECONDS 300

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Idle time before each tap: twice the time of a tap and its echo.
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
        // Never the same position twice in a row, and never near the popover.
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
