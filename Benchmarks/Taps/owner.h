// SPDX-License-Identifier: MIT
//
// A client of popoverd's that has one popover at a time.

#ifndef OWNER_H
#define OWNER_H

void owner_connect(const char *socket);

// Opens a popover. Returns when it is open, and everybody whom the daemon tells so was told.
void owner_open(void);

// Waits until the daemon asks whether the popover may close.
void owner_await_close(void);

// Lets it close.
void owner_agree(void);

#endif
