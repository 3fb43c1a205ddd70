// SPDX-License-Identifier: MIT
//
// How long a server takes until it has given its first answer.

#ifndef START_H
#define START_H

#include "link.h"

/// Nanoseconds from starting the command, a list that NULL ends, to its first answer at this
/// address; the server is dead afterwards. Where SERVER_LISTENS is set in the environment, the
/// command finds its socket open already, as systemd hands it over.
int64_t start_once(const server_t *server, const char *address, char *const *command);

#endif
