// SPDX-License-Identifier: MIT
//
// Two apps with popovers on one display of popoverd, and an observer of taps. Each call plays one
// round and returns its nanoseconds.

#ifndef POPOVERS_H
#define POPOVERS_H

#include <stdint.h>

typedef struct popovers popovers;

int64_t now(void);
popovers *popovers_begin(const char *address);
/// From an open to its grant, on an empty display.
int64_t popovers_open(popovers *popovers);
/// From a tap outside of a popover to `popover.willClose` at its owner.
int64_t popovers_tap(popovers *popovers);
/// From a tap on a source of one app, with a popover of the other app, to the grant of its popover.
int64_t popovers_switch(popovers *popovers);
/// One of open and, while a popover is open, close, tap and switch.
void popovers_step(popovers *popovers, const char *step);
/// Reads all messages of all clients between rounds.
void popovers_read(popovers *popovers);

#endif
