// SPDX-License-Identifier: MIT

#include "start.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "popovers.h"

enum { PAUSE_NANOSECONDS = 50000, PATIENCE_SECONDS = 20, HANDED_OVER = 3 };

static int listening(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(descriptor, (struct sockaddr *)&address, sizeof(address)) != 0
        || listen(descriptor, 1024) != 0) {
        fail("cannot listen on %s", path);
    }
    return descriptor;
}

static _Noreturn void become(char *const *command, int socket) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int silence = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(silence, 0);
    dup2(silence, 1);
    if (getenv("SERVER_SPEAKS") == NULL) dup2(silence, 2);
    if (socket >= 0) {
        char process[16];
        snprintf(process, sizeof(process), "%d", (int)getpid());
        setenv("LISTEN_FDS", "1", 1);
        setenv("LISTEN_PID", process, 1);
        // dup2 keeps FD_CLOEXEC if both descriptors are the same.
        if (socket == HANDED_OVER) fcntl(socket, F_SETFD, 0);
        else dup2(socket, HANDED_OVER);
    }
    execvp(command[0], command);
    _exit(127);
}

/// Retries until the server listens.
static int is_there(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int connected = connect(descriptor, (struct sockaddr *)&address, sizeof(address));
    close(descriptor);
    return connected == 0;
}

int64_t start_once(const server_t *server, const char *address, char *const *command) {
    unlink(address);
    int socket = getenv("SERVER_LISTENS") ? listening(address) : -1;
    int64_t began = now();
    pid_t child = fork();
    if (child < 0) fail("cannot start a process");
    if (child == 0) become(command, socket);
    while (socket < 0 && !is_there(address)) {
        struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};
        nanosleep(&pause, NULL);
        if (now() - began > PATIENCE_SECONDS * 1000000000LL) fail("%s did not start in time", command[0]);
        if (waitpid(child, NULL, WNOHANG) == child) fail("%s has ended", command[0]);
    }
    link_t *link = link_open(server, address);
    int64_t took = now() - began;
    link_close(link);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    if (socket >= 0) close(socket);
    return took;
}
