// SPDX-License-Identifier: MIT

#ifndef LAUNCHER_H
#define LAUNCHER_H

#include <stdint.h>

enum { max_paths = 64 };

/// What a program in a sandbox may do beyond its own folder and the system's files.
struct grants {
    int network;
    int unix_sockets;
    const char *readable[max_paths];
    int readable_count;
    const char *writable[max_paths];
    int writable_count;
};

/// Prints an error and ends the process with the status of a failed launch.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Returns the version of Landlock's interface, at most `newest`; 0: the kernel has none.
int landlock_version(int newest);

/// Restricts this process to the files that a program in `folder` may use, and keeps it from tracing
/// others; since version 6 also from signaling them.
void restrict_files(int version, const char *folder, const struct grants *grants);

/// Refuses the system calls that Landlock of this version does not control.
void restrict_calls(int version, const struct grants *grants);

#endif
