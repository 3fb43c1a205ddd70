// SPDX-License-Identifier: MIT
//
// Two apps with popovers on one display of popoverd's, and whoever taps there. Each call is a
// round, and returns its nanoseconds.

#ifndef POPOVERS_H
#define POPOVERS_H

#include <stdint.h>

typedef struct popovers popovers;

int64_t now(void);
popovers *popovers_begin(const char *address);
/// From a request to its grant, on a display where nothing is open.
int64_t popovers_open(popovers *popovers);
/// From a tap beside a popover to its owner's `popover.willClose`.
int64_t popovers_tap(popovers *popovers);
/// From a tap on one app's source, while the other's popover is open, to the grant of its own.
int64_t popovers_switch(popovers *popovers);
/// Everybody reads what has come, between the rounds.
void popovers_read(popovers *popovers);

#endif
