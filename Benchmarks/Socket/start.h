// SPDX-License-Identifier: MIT
//
// The start time of a server.

#ifndef START_H
#define START_H

#include "link.h"

/// Nanoseconds from starting the NULL-terminated command to its first response at this address.
/// Kills the server afterwards. With SERVER_LISTENS in the environment, the command gets its socket
/// like from systemd.
int64_t start_once(const server_t *server, const char *address, char *const *command);

#endif
