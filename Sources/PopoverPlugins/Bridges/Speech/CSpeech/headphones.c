// SPDX-License-Identifier: MIT

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "headphones.h"

#define BITS (8 * sizeof(unsigned long))
#define WORDS ((SW_CNT + BITS - 1) / BITS)

static bool has_jack(const unsigned long *switches) {
    return switches[SW_HEADPHONE_INSERT / BITS] >> (SW_HEADPHONE_INSERT % BITS) & 1;
}

// Zero, or a negative errno.
static int examine(int descriptor, bool *are_plugged_in) {
    struct stat status;
    *are_plugged_in = false;
    if (fstat(descriptor, &status) < 0) return -errno;
    if (S_ISFIFO(status.st_mode)) return 0;
    unsigned long known[WORDS] = {0}, set[WORDS] = {0};
    if (!S_ISCHR(status.st_mode) || ioctl(descriptor, EVIOCGBIT(EV_SW, sizeof known), known) < 0
        || !has_jack(known))
        return -ENODEV;
    if (ioctl(descriptor, EVIOCGSW(sizeof set), set) < 0) return -errno;
    *are_plugged_in = has_jack(set);
    return 0;
}

int headphones_open(const char *path, bool *are_plugged_in) {
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    int failure = examine(descriptor, are_plugged_in);
    if (failure == 0) return descriptor;
    close(descriptor);
    return failure;
}

bool headphones_read(int descriptor, bool *are_plugged_in) {
    for (;;) {
        struct input_event event;
        ssize_t length = read(descriptor, &event, sizeof event);
        if (length < 0 && errno == EINTR) continue;
        if (length < 0) return errno == EAGAIN;
        if (length != sizeof event) return false;
        // The kernel dropped events: ask for the state.
        if (event.type == EV_SYN && event.code == SYN_DROPPED) examine(descriptor, are_plugged_in);
        if (event.type == EV_SW && event.code == SW_HEADPHONE_INSERT)
            *are_plugged_in = event.value != 0;
    }
}

void headphones_close(int descriptor) { close(descriptor); }
