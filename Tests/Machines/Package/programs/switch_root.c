// SPDX-License-Identifier: MIT
//
// The first process of a machine that has a disk: it loads the modules of /modules in the order of
// their names, and starts what the disk has as /sbin/init. Where something fails it says "emulation:"
// and what, and the machine is switched off.

#include <errno.h>
#include <stddef.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "machine.h"

#define ROOT "/root"

int main(void) {
    machine_begin();
    machine_load_modules();
    mkdir(ROOT, 0755);
    if (mount("/dev/vda", ROOT, "ext4", 0, "") < 0) machine_end("/dev/vda", errno);
    if (mount("/dev", ROOT "/dev", NULL, MS_MOVE, NULL) < 0) machine_end(ROOT "/dev", errno);
    if (chdir(ROOT) < 0 || mount(".", "/", NULL, MS_MOVE, NULL) < 0 || chroot(".") < 0)
        machine_end(ROOT, errno);
    execl("/sbin/init", "/sbin/init", (char *)NULL);
    machine_end("/sbin/init", errno);
}
