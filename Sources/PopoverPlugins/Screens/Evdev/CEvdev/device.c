// SPDX-License-Identifier: MIT

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
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

// A bitmap from sysfs: hexadecimal words, the lowest last. False where the file is missing.
static bool read_bitmap(dev_t device, const char *name, unsigned long *words, int count) {
    char path[96], text[1024];
    snprintf(
        path, sizeof path, "/sys/dev/char/%u:%u/device/capabilities/%s", major(device),
        minor(device), name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return false;
    text[length] = 0;
    char *end = text + length;
    for (int word = 0; word < count && end > text; word++) {
        while (end > text && (end[-1] == '\n' || end[-1] == ' ')) *--end = 0;
        while (end > text && end[-1] != ' ') end--;
        words[word] = strtoul(end, NULL, 16);
    }
    return true;
}

// Whether a device is certainly no touch device. Opening and closing it would take the kernel tens of
// milliseconds.
static bool is_of_no_interest(const struct stat *status) {
    unsigned long absolute[WORDS(ABS_CNT)] = {0}, relative[WORDS(REL_CNT)] = {0};
    unsigned long keys[WORDS(KEY_CNT)] = {0};
    if (!S_ISCHR(status->st_mode) || !read_bitmap(status->st_rdev, "abs", absolute, WORDS(ABS_CNT))
        || !read_bitmap(status->st_rdev, "rel", relative, WORDS(REL_CNT))
        || !read_bitmap(status->st_rdev, "key", keys, WORDS(KEY_CNT)))
        return false;
    return !has(absolute, ABS_MT_SLOT) && !has(keys, BTN_TOUCH)
           && !(has(relative, REL_X) && has(keys, BTN_LEFT));
}

int evdev_open(const char *path, bool is_for_keys, evdev_abilities *abilities) {
    memset(abilities, 0, sizeof *abilities);
    struct stat status;
    if (!is_for_keys && stat(path, &status) == 0 && is_of_no_interest(&status)) return -ENODEV;
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
    evdev_close(descriptor);
    return failure;
}

static void *close_patiently(void *descriptor) {
    close((int)(intptr_t)descriptor);
    return NULL;
}

void evdev_close(int descriptor) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    void *argument = (void *)(intptr_t)descriptor;
    // The daemon handles signals.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, &attributes, close_patiently, argument) != 0) close(descriptor);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
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

int evdev_watch_folder(const char *path) {
    int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (descriptor < 0) return -errno;
    // udev sets a device's permissions after it has appeared.
    if (inotify_add_watch(descriptor, path, IN_CREATE | IN_ATTRIB | IN_MOVED_TO) >= 0)
        return descriptor;
    int failure = -errno;
    close(descriptor);
    return failure;
}

void evdev_drain(int descriptor) {
    char bytes[4096] __attribute__((aligned(8)));
    while (read(descriptor, bytes, sizeof bytes) > 0) continue;
}
