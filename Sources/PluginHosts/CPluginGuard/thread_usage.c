// SPDX-License-Identifier: MIT

// For RUSAGE_THREAD, which is Linux's own.
#define _GNU_SOURCE

#include "thread_usage.h"

#include <sys/resource.h>
#include <time.h>

int thread_usage_read(struct thread_usage *usage) {
    struct timespec busy;
    struct rusage resources;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &busy) != 0) return -1;
    if (getrusage(RUSAGE_THREAD, &resources) != 0) return -1;
    usage->busy_us = (int64_t)busy.tv_sec * 1000000 + busy.tv_nsec / 1000;
    usage->sleeps = resources.ru_nvcsw;
    return 0;
}
