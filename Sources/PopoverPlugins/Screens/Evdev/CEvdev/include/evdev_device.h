// SPDX-License-Identifier: MIT
//
// Kernel input devices, whose ioctls Swift cannot import.

#ifndef EVDEV_DEVICE_H
#define EVDEV_DEVICE_H

#include <linux/input-event-codes.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct evdev_axis {
    int32_t least;
    int32_t most;
} evdev_axis;

// A device's abilities. A pipe that replays a recording has all of them.
typedef struct evdev_abilities {
    // Several fingers, each in a slot of its own (multi-touch protocol B).
    bool has_slots;
    // One finger, or a pen.
    bool has_touch;
    // A pointer with buttons.
    bool is_mouse;
    // Keys, as of a keypad.
    bool has_keys;
    bool is_pipe;
    // The ranges of slots, or of single touch.
    evdev_axis x, y;
} evdev_abilities;

typedef struct evdev_event {
    // Microseconds of CLOCK_MONOTONIC; 0: a pipe's, which has no clock.
    int64_t time;
    uint16_t type;
    uint16_t code;
    int32_t value;
} evdev_event;

// Opens a device, non-blocking and close-on-exec: its descriptor, or a negative errno. ENODEV: not an
// input device. One that is opened for its keys is grabbed, so that they type nowhere else; EBUSY: another
// program has grabbed it.
int evdev_open(const char *path, bool is_for_keys, evdev_abilities *abilities);

// Stores the last positions of at most `capacity` slots, in the device's values; single touch is slot
// 0. The kernel does not repeat unchanged values, not even for a new finger. Returns the current slot.
int evdev_places(int descriptor, bool has_slots, int32_t *x, int32_t *y, int capacity);

// Reads at most `capacity` events: their number; 0: none now; -1: the device is gone.
int evdev_read(int descriptor, bool is_pipe, evdev_event *events, int capacity);

#endif
