// SPDX-License-Identifier: MIT
//
// How long the process waits for a server: libxcb waits for the rest of a message that has begun, for
// room to send, and for the answers at the beginning, without a limit.

#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "screen.h"

// The connection that is waited for; -1: none.
static volatile sig_atomic_t used = -1;
static volatile sig_atomic_t given_up = -1;

static void give_up(int signal) {
    (void)signal;
    // libxcb takes it for the server's end.
    if (used >= 0 && shutdown(used, SHUT_RDWR) == 0) given_up = used;
}

int screen_use(int descriptor) {
    int before = used;
    if (given_up == descriptor) given_up = -1;
    used = descriptor;
    // What it sends the daemon meanwhile is not interrupted.
    struct sigaction action = {.sa_handler = give_up, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    return before;
}

void screen_forget(int descriptor) {
    if (used == descriptor) used = -1;
}

bool screen_gave_up(int descriptor) { return given_up == descriptor; }

void x_screen_limit_wait(unsigned seconds) { alarm(seconds); }
