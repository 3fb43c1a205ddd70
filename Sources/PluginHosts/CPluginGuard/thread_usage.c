// SPDX-License-Identifier: MIT

// For RUSAGE_THREAD, which is Linux's own.
#define _GNU_SOURCE

#include "thread_usage.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

// The second number in schedstat of proc(5), in nanoseconds.
static int64_t ready_ns(void) {
    int file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    char text[64];
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length < 0) return 0;
    text[length] = 0;
    long long busy, ready;
    return sscanf(text, "%lld %lld", &busy, &ready) == 2 ? ready : 0;
}

int thread_usage_read(struct thread_usage *usage) {
    struct timespec busy;
    struct rusage resources;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &busy) != 0) return -1;
    if (getrusage(RUSAGE_THREAD, &resources) != 0) return -1;
    usage->busy_us = (int64_t)busy.tv_sec * 1000000 + busy.tv_nsec / 1000;
    usage->ready_us = ready_ns() / 1000;
    usage->sleeps = resources.ru_nvcsw;
    return 0;
}
