// SPDX-License-Identifier: MIT

#include "host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char system_socket[] = "/run/popoverd/popoverd.sock";

/// The value of a variable; an empty one counts as none.
static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/// Writes the path that docs/reference/protocol.md names, and returns its length.
static int write_path(char *path, size_t size) {
    const char *named = variable("POPOVERD_SOCKET"), *folder = variable("XDG_RUNTIME_DIR");
    if (named) return snprintf(path, size, "%s", named);
    if (folder) {
        int length = snprintf(path, size, "%s/popoverd/popoverd.sock", folder);
        // A stale socket counts as present: the session's daemon may be restarting.
        if ((size_t)length < size && access(path, F_OK) == 0) return length;
    }
    return snprintf(path, size, "%s", system_socket);
}

int connect_to_daemon(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if ((size_t)write_path(address.sun_path, sizeof address.sun_path) >= sizeof address.sun_path) {
        fail(unavailable, "the path of the socket is too long");
    }
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) fail(io_error, "cannot make a socket: %s", strerror(errno));
    if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) {
        const char *remedy = errno == EACCES ? "join the group of that file"
                                             : "start popoverd, or set POPOVERD_SOCKET";
        fail(unavailable, "cannot connect to \"%s\": %s (%s)", address.sun_path, strerror(errno), remedy);
    }
    return connection;
}
