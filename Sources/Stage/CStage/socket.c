// SPDX-License-Identifier: MIT
//
// The socket for clients. libwayland's own would ask again at once, and forever, for a connection that the
// process has no descriptor for.

#include "parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wlr/util/log.h>

// Between two looks whether a descriptor is free, in milliseconds.
#define PAUSE 500
// As many names as libwayland tries.
#define NAMES 32
#define LOCK_CAPACITY (sizeof((struct sockaddr_un *)0)->sun_path + sizeof ".lock")

static int connected(int descriptor, uint32_t mask, void *data) {
    (void)mask;
    stage *stage = data;
    int client = accept4(descriptor, NULL, NULL, SOCK_CLOEXEC);
    if (client < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)) {
        if (!stage->is_full) wlr_log(WLR_ERROR, "clients wait: %s", strerror(errno));
        stage->is_full = true;
        wl_event_source_fd_update(stage->door, 0);
        wl_event_source_timer_update(stage->reopening, PAUSE);
        return 0;
    }
    stage->is_full = false;
    stage->is_accepting = true;
    if (client >= 0 && !wl_client_create(stage->display, client)) close(client);
    stage->is_accepting = false;
    return 0;
}

static int reopen(void *data) {
    stage *stage = data;
    wl_event_source_fd_update(stage->door, WL_EVENT_READABLE);
    return 0;
}

// A name is in use while somebody holds the lock of its file, as libwayland does.
static int locked(const char *path) {
    int lock = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0660);
    if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
    close(lock);
    return -1;
}

static void lock_path(const stage *stage, char path[static LOCK_CAPACITY]) {
    snprintf(path, LOCK_CAPACITY, "%s.lock", stage->address.sun_path);
}

static bool listens(stage *stage, const char *name) {
    const char *folder = getenv("XDG_RUNTIME_DIR");
    struct sockaddr_un *address = &stage->address;
    char path[LOCK_CAPACITY];
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (!folder) return false;
    int length = snprintf(address->sun_path, sizeof address->sun_path, "%s/%s", folder, name);
    if ((size_t)length >= sizeof address->sun_path) return false;
    lock_path(stage, path);
    stage->lock = locked(path);
    if (stage->lock < 0) return false;
    snprintf(stage->socket, sizeof stage->socket, "%s", name);
    // One that is left of a process that ended.
    unlink(address->sun_path);
    stage->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return stage->listener >= 0 &&
        bind(stage->listener, (const struct sockaddr *)address, sizeof *address) == 0 &&
        listen(stage->listener, SOMAXCONN) == 0;
}

bool stage_open_socket(stage *stage, const char *name) {
    char free_name[sizeof "wayland-" + 10];
    bool is_open = name && listens(stage, name);
    for (int number = 0; !name && stage->lock < 0 && number <= NAMES; number++) {
        snprintf(free_name, sizeof free_name, "wayland-%d", number);
        is_open = listens(stage, free_name);
    }
    if (!is_open) return false;
    stage->reopening = wl_event_loop_add_timer(stage->loop, reopen, stage);
    stage->door = wl_event_loop_add_fd(
        stage->loop, stage->listener, WL_EVENT_READABLE, connected, stage);
    return stage->reopening && stage->door;
}

void stage_close_socket(stage *stage) {
    char path[LOCK_CAPACITY];
    if (stage->door) wl_event_source_remove(stage->door);
    if (stage->reopening) wl_event_source_remove(stage->reopening);
    if (stage->listener >= 0) close(stage->listener);
    if (stage->lock < 0) return;
    unlink(stage->address.sun_path);
    lock_path(stage, path);
    unlink(path);
    close(stage->lock);
}
