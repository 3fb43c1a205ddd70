/* SPDX-License-Identifier: MIT */

#include "names.h"
#include "popover.h"
#include "socket.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SYSTEM_SOCKET "/run/popoverd/popoverd.sock"

/* The value of a variable; an empty one counts as none. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* The socket of the user's session; NULL without a session or memory. */
static char *session_socket(void)
{
    const char *folder = variable("XDG_RUNTIME_DIR");
    char *path = NULL;
    if (folder && asprintf(&path, "%s/popoverd/popoverd.sock", folder) < 0)
        return NULL;
    return path;
}

POPOVER_PUBLIC char *popover_socket_path(void)
{
    const char *named = variable("POPOVERD_SOCKET");
    if (named)
        return strdup(named);
    /* A stale socket counts as present: clients must not change to the system's daemon while the session's
     * restarts. */
    char *session = session_socket();
    if (session && !access(session, F_OK))
        return session;
    free(session);
    return strdup(SYSTEM_SOCKET);
}

/* Where else the client looked, and a remedy. */
static char *explanation(const char *path, int number, bool is_searching)
{
    char *session = session_socket();
    char *text = NULL;
    int result = 0;
    if (!is_searching || variable("POPOVERD_SOCKET"))
        text = strdup("");
    else if (number == ENOENT && !strcmp(path, SYSTEM_SOCKET))
        result = asprintf(&text, "%s%s%s; start popoverd, or set POPOVERD_SOCKET",
                          session ? ", nor is there \"" : "", session ? session : "", session ? "\"" : "");
    else if (number == ECONNREFUSED && session && !strcmp(path, session))
        result = asprintf(&text, "; start the session's popoverd, or remove this file to use \"%s\"",
                          SYSTEM_SOCKET);
    else
        text = strdup("");
    free(session);
    return result < 0 ? NULL : text;
}

char *popover_connect_message(const char *path, int number, bool is_searching)
{
    char *message = NULL;
    int result;
    if (number == EACCES || number == EPERM) {
        result = asprintf(&message, "cannot connect to \"%s\": permission denied (join the group of that "
                          "file)", path);
        return result < 0 ? NULL : message;
    }
    // strerror_r differs between C libraries, and strerror between threads.
    char cause[128];
    errno = number;
    snprintf(cause, sizeof cause, "%m");
    char *rest = explanation(path, number, is_searching);
    result = asprintf(&message, "cannot connect to \"%s\": %c%s%s", path, tolower((unsigned char)cause[0]),
                      cause[0] ? cause + 1 : "", rest ? rest : "");
    free(rest);
    return result < 0 ? NULL : message;
}
