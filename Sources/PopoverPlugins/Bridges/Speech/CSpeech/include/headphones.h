// SPDX-License-Identifier: MIT
//
// Headphone jacks, which the kernel's sound drivers report as switches of input devices.

#ifndef HEADPHONES_H
#define HEADPHONES_H

#include <stdbool.h>

// Opens a device that has a headphone jack, non-blocking and close-on-exec: its descriptor, or a
// negative errno. ENODEV: it has none. A pipe counts as a device whose jack is empty until it is reported
// otherwise, in the kernel's format.
int headphones_open(const char *path, bool *are_plugged_in);

// Reads what has happened to a jack since. False: the device is gone.
bool headphones_read(int descriptor, bool *are_plugged_in);

void headphones_close(int descriptor);

#endif
