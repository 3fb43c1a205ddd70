// SPDX-License-Identifier: MIT
//
// The first process of a machine that has a disk: it loads the modules of /modules in the order of
// their names, and starts what the disk has as /sbin/init. Where something fails it says "emulation:"
// and what, and the machine is switched off.

#define _GNU_SOURCE
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

#define ROOT "/root"

static _Noreturn void end(const char *what) {
    printf("emulation: %s %d\n", what, errno);
    fflush(stdout);
    reboot(RB_POWER_OFF);
    exit(1);
}

static int is_module(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void load_modules(void) {
    struct dirent **modules;
    int count = scandir("/modules", &modules, is_module, alphasort);
    for (int i = 0; i < count; i++) {
        char path[512];
        snprintf(path, sizeof path, "/modules/%s", modules[i]->d_name);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0 || syscall(SYS_finit_module, file, "", 0) < 0) end(path);
        close(file);
    }
}

int main(void) {
    mkdir("/dev", 0755);
    if (mount("dev", "/dev", "devtmpfs", 0, "") < 0) end("/dev");
    int console = open("/dev/console", O_RDWR);
    for (int i = 0; i < 3; i++) dup2(console, i);
    load_modules();
    mkdir(ROOT, 0755);
    if (mount("/dev/vda", ROOT, "ext4", 0, "") < 0) end("/dev/vda");
    if (mount("/dev", ROOT "/dev", NULL, MS_MOVE, NULL) < 0) end(ROOT "/dev");
    if (chdir(ROOT) < 0 || mount(".", "/", NULL, MS_MOVE, NULL) < 0 || chroot(".") < 0) end(ROOT);
    execl("/sbin/init", "/sbin/init", (char *)NULL);
    end("/sbin/init");
}
