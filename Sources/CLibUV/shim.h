// SPDX-License-Identifier: MIT
#ifndef CLIBUV_SHIM_H
#define CLIBUV_SHIM_H

/* No _GNU_SOURCE: it changes fd_set, and Swift's own import of the C library is made without. */
#include <malloc.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <uv.h>

/* GNU names of the C library, which are not declared without _GNU_SOURCE. */
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *size, int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int pidfd_open(pid_t process, unsigned int flags);
extern int posix_spawn_file_actions_addchdir_np(
    posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(
    posix_spawn_file_actions_t *actions, int first);

/* Swift cannot call a function with a variable number of arguments. */
static inline int set_dumpable(int dumpable) { return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0); }

/* Overwrites what earlier calls have left below the caller on its thread's stack. */
static inline __attribute__((noinline)) void erase_stack(void) {
    unsigned char left[64 * 1024];
    explicit_bzero(left, sizeof left);
}

#endif
