// SPDX-License-Identifier: MIT
//
// The first process of an emulated machine. It loads the modules of /modules in the order of their
// names, mounts the files of the machine that emulates, read-only, and runs the shell's command of
// /command there, after the line "emulation: begins". Its last line is "emulation: exit STATUS", or
// what failed, and then the machine is switched off.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROOT "/host"

static _Noreturn void end(const char *what, int number) {
    printf("emulation: %s %d\n", what, number);
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
        if (file < 0 || syscall(SYS_finit_module, file, "", 0) < 0) end(path, errno);
        close(file);
    }
}

static void put(const char *source, const char *target, const char *kind, const char *options) {
    unsigned long flags = strcmp(kind, "9p") ? 0 : MS_RDONLY;
    if (mount(source, target, kind, flags, options) < 0) end(target, errno);
}

int main(void) {
    mkdir("/dev", 0755);
    put("dev", "/dev", "devtmpfs", "");
    int console = open("/dev/console", O_RDWR);
    for (int i = 0; i < 3; i++) dup2(console, i);
    static char command[4096];
    int file = open("/command", O_RDONLY | O_CLOEXEC);
    if (file < 0 || read(file, command, sizeof command - 1) <= 0) end("/command", errno);
    load_modules();
    mkdir(ROOT, 0755);
    put("host", ROOT, "9p", "trans=virtio,version=9p2000.L,msize=512000,cache=loose");
    put("dev", ROOT "/dev", "devtmpfs", "");
    put("proc", ROOT "/proc", "proc", "");
    put("sys", ROOT "/sys", "sysfs", "");
    put("run", ROOT "/run", "tmpfs", "");
    // What the machine has said before has no line's end.
    puts("\nemulation: begins");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (chroot(ROOT) < 0 || chdir("/") < 0) _exit(126);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    int status = -1;
    // Orphans are its children too.
    while (wait(&status) != child)
        ;
    end("exit", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}
