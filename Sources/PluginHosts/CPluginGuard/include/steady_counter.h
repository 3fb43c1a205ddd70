// SPDX-License-Identifier: MIT
//
// The processor's own counter of time. Reading it costs half of what reading CLOCK_MONOTONIC does,
// which is what measuring a short call consists of.

#ifndef STEADY_COUNTER_H
#define STEADY_COUNTER_H

#include <stdint.h>

// Whether it runs at one rate on all processors, whatever they do: where the kernel itself keeps
// the time by it.
int steady_counter_is_there(void);

// How often it has ticked; 0 where there is none.
static inline uint64_t steady_counter(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t count;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
    return count;
#else
    return 0;
#endif
}

#endif
