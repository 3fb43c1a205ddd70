// SPDX-License-Identifier: MIT
//
// What the first processes of emulated machines have in common. The machine that emulates is told of
// it by lines that begin with "emulation:".

#ifndef MACHINE_H
#define MACHINE_H

// Says what has ended, with a number, and switches the machine off.
_Noreturn void machine_end(const char *what, int number);

// Mounts /dev, and speaks and listens on the console from then on.
void machine_begin(void);

// Loads the modules of /modules in the order of their names.
void machine_load_modules(void);

#endif
