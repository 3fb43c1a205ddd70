// SPDX-License-Identifier: MIT
//
// The first process of an emulated machine. It loads the modules of /modules in the order of their
// names, mounts the files of the machine that emulates, and runs the shell's command of /command
// there, after the line "emulation: begins". What is written stays in memory. Its last line is
// "emulation: exit STATUS", or what failed, and then the machine is switched off.

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine.h"

#define HOST "/host"
#define MEMORY "/memory"
#define ROOT "/root"

static void put(const char *source, const char *target, const char *kind, const char *options) {
    unsigned long flags = strcmp(kind, "9p") ? 0 : MS_RDONLY;
    mkdir(target, 0755);
    if (mount(source, target, kind, flags, options) < 0) machine_end(target, errno);
}

static void connect_to_itself(void) {
    struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP};
    int unconnected = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (ioctl(unconnected, SIOCSIFFLAGS, &request) < 0) machine_end("lo", errno);
    close(unconnected);
}

int main(void) {
    machine_begin();
    static char command[4096];
    int file = open("/command", O_RDONLY | O_CLOEXEC);
    if (file < 0 || read(file, command, sizeof command - 1) <= 0) machine_end("/command", errno);
    machine_load_modules();
    connect_to_itself();
    put("host", HOST, "9p", "trans=virtio,version=9p2000.L,msize=512000,cache=loose");
    put("memory", MEMORY, "tmpfs", "");
    mkdir(MEMORY "/written", 0755);
    mkdir(MEMORY "/work", 0755);
    put("root", ROOT, "overlay",
        "lowerdir=" HOST ",upperdir=" MEMORY "/written,workdir=" MEMORY "/work");
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
    machine_end("exit", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}
