// SPDX-License-Identifier: MIT
//
// Ends the process when one call into a plugin does not return.
//
// A call costs two stores and a test. A timer of the system's is armed by a call that finds it
// disarmed, and while calls come it goes off twice in a limit; when it finds no call running, it
// disarms itself, so that an idle process is not woken. A call is let run for the limit at least
// and for one and a half times the limit at most. Time that the process is stopped counts once.

#ifndef PLUGIN_GUARD_H
#define PLUGIN_GUARD_H

#include <signal.h>
#include <stdint.h>

struct plugin_guard_state {
    // Odd while a call is running.
    volatile uint64_t call;
    // Of the running call's plugin, ended by NUL.
    const char *volatile name;
    // 0: the next call has to arm it. 1 at first, so that nothing happens before the start.
    volatile sig_atomic_t is_armed;
};

extern struct plugin_guard_state plugin_guard_state;

// Guards every call from now on; once a process, from the thread of the calls. 0, or an error
// number of the system's.
int plugin_guard_start(uint32_t limit_ms);

void plugin_guard_arm(void);

// The name stays the caller's and is there until the call has ended. Calls do not nest, and all
// come from one thread.
static inline void plugin_guard_enter(const char *name) {
    plugin_guard_state.name = name;
    plugin_guard_state.call = plugin_guard_state.call + 1;
    if (!plugin_guard_state.is_armed) plugin_guard_arm();
}

static inline void plugin_guard_leave(void) {
    plugin_guard_state.call = plugin_guard_state.call + 1;
}

#endif
