/* SPDX-License-Identifier: MIT */
/* Where the socket is, and what to say if it cannot be connected to. */

#ifndef POPOVER_SOCKET_H
#define POPOVER_SOCKET_H

#include <stdbool.h>

/* A message for people about an error of connect(2); NULL without memory. */
char *popover_connect_message(const char *path, int number, bool is_searching);

#endif
