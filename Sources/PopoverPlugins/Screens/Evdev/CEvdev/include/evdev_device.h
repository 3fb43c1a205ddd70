// SPDX-License-Identifier: MIT
//
// Input devices of the kernel's, of which Swift does not see the ioctls.

#ifndef EVDEV_DEVICE_H
#define EVDEV_DEVICE_H

#include <linux/input-event-codes.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct evdev_axis {
    int32_t least;
    int32_t most;
} evdev_axis;

// What a device can do. A pipe that plays a recording can do all.
typedef struct evdev_abilities {
    // Several fingers, each in a slot of its own (multi-touch protocol B).
    bool has_slots;
    // One finger, or a pen.
    bool has_touch;
    // It moves a pointer, and has buttons.
    bool is_mouse;
    bool is_pipe;
    // Of slots where there are some, else of the one finger.
    evdev_axis x, y;
} evdev_abilities;

typedef struct evdev_event {
    // Microseconds of CLOCK_MONOTONIC; 0: a pipe's, which has no clock.
    int64_t time;
    uint16_t type;
    uint16_t code;
    int32_t value;
} evdev_event;

// Opens a device, non-blocking and not inherited: its descriptor, or a negative errno. ENODEV: it is
// no input device.
int evdev_open(const char *path, evdev_abilities *abilities);

// Ends it. Returns at once, which the kernel does not: it waits until nobody handles its events.
void evdev_close(int descriptor);

// Where the slots' fingers are or were last, in the device's numbers; without slots, where the one
// finger is, as slot 0. The kernel tells nothing that has not changed, not even of a new finger.
// The slot of which it tells next. At most `capacity` of them; what it does not know stays.
int evdev_places(int descriptor, bool has_slots, int32_t *x, int32_t *y, int capacity);

// Reads at most `capacity` events: how many; 0: none now; -1: the device is gone.
int evdev_read(int descriptor, bool is_pipe, evdev_event *events, int capacity);

// Watches a folder for devices that come; a descriptor, or a negative errno.
int evdev_watch_folder(const char *path);

// Takes what the folder's descriptor has to say, all of which means: look again.
void evdev_drain(int descriptor);

#endif
