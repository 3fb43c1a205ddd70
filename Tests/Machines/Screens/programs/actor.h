// SPDX-License-Identifier: MIT
//
// The lines of an actor: those that it is told, and those of the daemon, to which it is a client.

#ifndef ACTOR_H
#define ACTOR_H

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { SCREEN, TOLD, DAEMON, POLLED };

// What to wait for: the screen's descriptor, standard input, and the daemon at the only argument.
static void actor_begin(int argc, char **argv, struct pollfd polled[POLLED]) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc != 2 || strlen(argv[1]) >= sizeof address.sun_path) exit(2);
    strcpy(address.sun_path, argv[1]);
    int daemon = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(daemon, (struct sockaddr *)&address, sizeof address) < 0) exit(1);
    polled[TOLD] = (struct pollfd){.fd = 0, .events = POLLIN};
    polled[DAEMON] = (struct pollfd){.fd = daemon, .events = POLLIN};
}

// Obeys lines and writes the daemon's. A line that begins with "{" goes to the daemon. It ends with its input.
static void actor_read(struct pollfd polled[POLLED], void (*obey)(const char *line)) {
    static char lines[65536], received[65536];
    static size_t count;
    if (polled[TOLD].revents) {
        ssize_t more = read(0, lines + count, sizeof lines - count - 1);
        if (more <= 0) exit(0);
        count += (size_t)more;
        lines[count] = 0;
        char *start = lines, *end;
        while ((end = strchr(start, '\n'))) {
            *end = 0;
            int daemon = polled[DAEMON].fd;
            if (*start != '{') obey(start);
            else if (write(daemon, start, strlen(start)) < 0 || write(daemon, "\n", 1) < 0) exit(1);
            start = end + 1;
        }
        count = strlen(start);
        memmove(lines, start, count);
    }
    if (polled[DAEMON].revents) {
        ssize_t more = read(polled[DAEMON].fd, received, sizeof received);
        if (more <= 0) polled[DAEMON].fd = -1;
        else fwrite(received, 1, (size_t)more, stdout), fflush(stdout);
    }
}

#endif
