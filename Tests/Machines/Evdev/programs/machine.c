// SPDX-License-Identifier: MIT

#include "machine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

_Noreturn void machine_end(const char *what, int number) {
    printf("emulation: %s %d\n", what, number);
    fflush(stdout);
    reboot(RB_POWER_OFF);
    exit(1);
}

void machine_begin(void) {
    mkdir("/dev", 0755);
    if (mount("dev", "/dev", "devtmpfs", 0, "") < 0) machine_end("/dev", errno);
    int console = open("/dev/console", O_RDWR);
    for (int i = 0; i < 3; i++) dup2(console, i);
}

static int is_module(const struct dirent *entry) { return entry->d_name[0] != '.'; }

void machine_load_modules(void) {
    struct dirent **modules;
    int count = scandir("/modules", &modules, is_module, alphasort);
    for (int i = 0; i < count; i++) {
        char path[512];
        snprintf(path, sizeof path, "/modules/%s", modules[i]->d_name);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0 || syscall(SYS_finit_module, file, "", 0) < 0) machine_end(path, errno);
        close(file);
    }
}
