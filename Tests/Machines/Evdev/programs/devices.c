// SPDX-License-Identifier: MIT
//
// Input devices as the kernel has them, made and used by lines, each of which is answered by one:
//   create NUMBER KIND WIDTH HEIGHT   "created /dev/input/eventN"; KIND is "slots" (fingers by the
//                                     multi-touch protocol B), "single", "mouse", "keyboard" or
//                                     "keypad", WIDTH and HEIGHT are the most of its places
//   frame NUMBER [TYPE CODE VALUE]... "done"
//   destroy NUMBER                    "done"

#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define DEVICES 8

static int devices[DEVICES];

static int is_there(int number) {
    return number >= 0 && number < DEVICES && devices[number] != 0;
}

static void must(int result, const char *what) {
    if (result >= 0) return;
    perror(what);
    exit(3);
}

static void axis(int device, int code, int most) {
    must(ioctl(device, UI_SET_EVBIT, EV_ABS), "UI_SET_EVBIT");
    struct uinput_abs_setup setup = {.code = (__u16)code, .absinfo = {.maximum = most}};
    must(ioctl(device, UI_ABS_SETUP, &setup), "UI_ABS_SETUP");
}

static void key(int device, int code) {
    must(ioctl(device, UI_SET_EVBIT, EV_KEY), "UI_SET_EVBIT");
    must(ioctl(device, UI_SET_KEYBIT, code), "UI_SET_KEYBIT");
}

static void describe(int device, const char *kind, int width, int height) {
    if (!strcmp(kind, "mouse")) {
        must(ioctl(device, UI_SET_EVBIT, EV_REL), "UI_SET_EVBIT");
        must(ioctl(device, UI_SET_RELBIT, REL_X), "UI_SET_RELBIT");
        must(ioctl(device, UI_SET_RELBIT, REL_Y), "UI_SET_RELBIT");
        for (int button = BTN_LEFT; button <= BTN_MIDDLE; button++) key(device, button);
        return;
    }
    if (!strcmp(kind, "keyboard")) {
        for (int letter = KEY_Q; letter <= KEY_P; letter++) key(device, letter);
        return;
    }
    if (!strcmp(kind, "keypad")) {
        key(device, KEY_TAB);
        key(device, KEY_ENTER);
        key(device, KEY_BACK);
        return;
    }
    if (!strcmp(kind, "switch")) {
        key(device, KEY_SPACE);
        return;
    }
    // A touch screen with slots tells of its first finger in the old way, too.
    key(device, BTN_TOUCH);
    must(ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT), "UI_SET_PROPBIT");
    axis(device, ABS_X, width);
    axis(device, ABS_Y, height);
    if (strcmp(kind, "slots")) return;
    axis(device, ABS_MT_SLOT, 9);
    axis(device, ABS_MT_TRACKING_ID, 65535);
    axis(device, ABS_MT_POSITION_X, width);
    axis(device, ABS_MT_POSITION_Y, height);
}

static void create(int number, const char *kind, int width, int height) {
    int device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    must(device, "/dev/uinput");
    describe(device, kind, width, height);
    struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 1, .product = 1}};
    snprintf(setup.name, sizeof setup.name, "%s %d", kind, number);
    must(ioctl(device, UI_DEV_SETUP, &setup), "UI_DEV_SETUP");
    must(ioctl(device, UI_DEV_CREATE), "UI_DEV_CREATE");
    char name[64], path[128];
    must(ioctl(device, UI_GET_SYSNAME(sizeof name), name), "UI_GET_SYSNAME");
    snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
    DIR *folder = opendir(path);
    must(folder ? 0 : -1, path);
    struct dirent *entry;
    while ((entry = readdir(folder)) && strncmp(entry->d_name, "event", 5))
        ;
    must(entry ? 0 : -1, "the device has no node");
    printf("created /dev/input/%s\n", entry->d_name);
    closedir(folder);
    devices[number] = device;
}

static void frame(int number, const char *words) {
    struct input_event events[64] = {0};
    int count = 0, type, code, value, length;
    while (count < 63 && sscanf(words, "%d %d %d%n", &type, &code, &value, &length) == 3) {
        events[count++] = (struct input_event){
            .type = (__u16)type, .code = (__u16)code, .value = value};
        words += length;
    }
    // The last stays zero, which is the frame's end.
    size_t size = sizeof events[0] * (size_t)(count + 1);
    must(write(devices[number], events, size) == (ssize_t)size ? 0 : -1, "write");
    puts("done");
}

int main(void) {
    char line[2048], kind[32];
    int number, width, height, length;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "create %d %31s %d %d", &number, kind, &width, &height) == 4
            && number >= 0 && number < DEVICES) {
            create(number, kind, width, height);
        } else if (sscanf(line, "frame %d%n", &number, &length) == 1 && is_there(number)) {
            frame(number, line + length);
        } else if (sscanf(line, "destroy %d", &number) == 1 && is_there(number)) {
            close(devices[number]);
            devices[number] = 0;
            puts("done");
        } else {
            return 2;
        }
        fflush(stdout);
    }
    return 0;
}
