// SPDX-License-Identifier: MIT
//
// libwebsockets takes about a millisecond to start, and longer on a slow disk. It starts on a thread
// of its own, so that it does not stall the loop.

#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "page.h"

// A process starts the library once.
static pthread_t thread;

static void *start_library(void *argument) {
    (void)gateway_start_library();
    uint64_t one = 1;
    ssize_t written = write((int)(intptr_t)argument, &one, sizeof one);
    (void)written;
    return NULL;
}

int web_library_begin(void) {
    int done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (done < 0) return -1;
    // The daemon handles signals.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&thread, NULL, start_library, (void *)(intptr_t)done);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error == 0) return done;
    close(done);
    return -1;
}

void web_library_end(int descriptor) {
    pthread_join(thread, NULL);
    close(descriptor);
}
