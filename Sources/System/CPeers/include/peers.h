// SPDX-License-Identifier: MIT
//
// The users of TCP connections from this machine, over IPv4.

#ifndef PEERS_H
#define PEERS_H

#include <stdbool.h>
#include <stdint.h>

// Opens the descriptor for peer_user; -1 on failure.
int peers_open(void);

// Finds the user at the other end of a connection from this machine; false: nobody is there any more.
bool peer_user(int peers, int descriptor, uint32_t *user);

#endif
