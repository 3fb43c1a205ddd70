// SPDX-License-Identifier: MIT
//
// What the calling thread has used of the machine: it tells a call that was busy, or slept, from one
// that was ready to run and had to wait for others.

#ifndef THREAD_USAGE_H
#define THREAD_USAGE_H

#include <stdint.h>

struct thread_usage {
    // On a processor, in microseconds.
    int64_t busy_us;
    // Ready to run while others had the processor, in microseconds; 0 where the kernel does not tell.
    int64_t ready_us;
    // How often it gave its processor up to wait for something.
    int64_t sleeps;
};

// Of the calling thread. 0, or -1 where the system does not tell.
int thread_usage_read(struct thread_usage *usage);

#endif
