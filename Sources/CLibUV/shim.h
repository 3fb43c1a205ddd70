// SPDX-License-Identifier: MIT
#ifndef CLIBUV_SHIM_H
#define CLIBUV_SHIM_H

/* No _GNU_SOURCE: it changes fd_set, and Swift's own import of the C library is made without. */
#include <sys/socket.h>
#include <uv.h>

/* GNU names of the C library, which are not declared without _GNU_SOURCE. */
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *size, int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int close_range(unsigned int first, unsigned int last, int flags);

#endif
