// SPDX-License-Identifier: MIT
//
// A client of popoverd with one popover at a time.

#ifndef OWNER_H
#define OWNER_H

void owner_connect(const char *socket);

// Opens a popover. Returns when it is open and all clients were notified.
void owner_open(void);

// Waits for willClose.
void owner_await_close(void);

// Answers willClose.
void owner_agree(void);

#endif
