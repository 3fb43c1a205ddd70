// SPDX-License-Identifier: MIT

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "evdev_device.h"

#define BITS (8 * sizeof(unsigned long))
#define WORDS(count) (((count) + BITS - 1) / BITS)

static bool has(const unsigned long *bits, int number) {
    return bits[(size_t)number / BITS] >> ((size_t)number % BITS) & 1;
}

static bool axis(int descriptor, int number, evdev_axis *axis) {
    struct input_absinfo info;
    if (ioctl(descriptor, EVIOCGABS(number), &info) < 0) return false;
    axis->least = info.minimum;
    axis->most = info.maximum;
    return info.maximum > info.minimum;
}

static int examine(int descriptor, evdev_abilities *abilities) {
    unsigned long absolute[WORDS(ABS_CNT)] = {0}, relative[WORDS(REL_CNT)] = {0};
    unsigned long keys[WORDS(KEY_CNT)] = {0};
    if (ioctl(descriptor, EVIOCGBIT(EV_ABS, sizeof absolute), absolute) < 0) return -ENODEV;
    ioctl(descriptor, EVIOCGBIT(EV_REL, sizeof relative), relative);
    ioctl(descriptor, EVIOCGBIT(EV_KEY, sizeof keys), keys);
    int clock = CLOCK_MONOTONIC;
    if (ioctl(descriptor, EVIOCSCLOCKID, &clock) < 0) return -errno;
    abilities->has_slots = has(absolute, ABS_MT_SLOT)
                           && axis(descriptor, ABS_MT_POSITION_X, &abilities->x)
                           && axis(descriptor, ABS_MT_POSITION_Y, &abilities->y);
    if (!abilities->has_slots)
        abilities->has_touch = has(keys, BTN_TOUCH) && axis(descriptor, ABS_X, &abilities->x)
                               && axis(descriptor, ABS_Y, &abilities->y);
    abilities->is_mouse = has(relative, REL_X) && has(relative, REL_Y) && has(keys, BTN_LEFT);
    for (int key = 1; key < KEY_CNT; key++)
        if ((key < BTN_MISC || key >= KEY_OK) && has(keys, key)) abilities->has_keys = true;
    return 0;
}

int evdev_open(const char *path, bool is_for_keys, evdev_abilities *abilities) {
    memset(abilities, 0, sizeof *abilities);
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    int failure = fstat(descriptor, &status) < 0 ? -errno : 0;
    if (!failure && S_ISFIFO(status.st_mode)) {
        abilities->is_pipe = abilities->has_slots = true;
        abilities->has_touch = abilities->is_mouse = abilities->has_keys = true;
    } else if (!failure) {
        failure = S_ISCHR(status.st_mode) ? examine(descriptor, abilities) : -ENODEV;
        if (!failure && is_for_keys && abilities->has_keys && ioctl(descriptor, EVIOCGRAB, 1) < 0)
            failure = -errno;
    }
    if (!failure) return descriptor;
    close(descriptor);
    return failure;
}

static void places(int descriptor, int axis, int32_t *places, int capacity) {
    struct {
        uint32_t axis;
        int32_t values[64];
    } request = {.axis = (uint32_t)axis};
    int count = capacity < 64 ? capacity : 64;
    // The kernel leaves values of slots that the device does not have.
    memcpy(request.values, places, sizeof places[0] * (size_t)count);
    size_t size = sizeof request.axis + sizeof places[0] * (size_t)count;
    if (ioctl(descriptor, EVIOCGMTSLOTS(size), &request) < 0) return;
    memcpy(places, request.values, sizeof places[0] * (size_t)count);
}

int evdev_places(int descriptor, bool has_slots, int32_t *x, int32_t *y, int capacity) {
    struct input_absinfo info;
    if (has_slots) {
        places(descriptor, ABS_MT_POSITION_X, x, capacity);
        places(descriptor, ABS_MT_POSITION_Y, y, capacity);
        return ioctl(descriptor, EVIOCGABS(ABS_MT_SLOT), &info) < 0 ? 0 : info.value;
    }
    if (ioctl(descriptor, EVIOCGABS(ABS_X), &info) == 0) x[0] = info.value;
    if (ioctl(descriptor, EVIOCGABS(ABS_Y), &info) == 0) y[0] = info.value;
    return 0;
}

int evdev_read(int descriptor, bool is_pipe, evdev_event *events, int capacity) {
    struct input_event raw[64];
    if (capacity > 64) capacity = 64;
    ssize_t count = read(descriptor, raw, sizeof raw[0] * (size_t)capacity);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    // A pipe without a writer; writers write whole events.
    if (count == 0) return is_pipe ? -1 : 0;
    int read_count = (int)((size_t)count / sizeof raw[0]);
    for (int i = 0; i < read_count; i++) {
        int64_t time = raw[i].input_event_sec * INT64_C(1000000) + raw[i].input_event_usec;
        events[i] = (evdev_event){is_pipe ? 0 : time, raw[i].type, raw[i].code, raw[i].value};
    }
    return read_count;
}
