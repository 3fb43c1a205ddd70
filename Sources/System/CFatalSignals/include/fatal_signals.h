// SPDX-License-Identifier: MIT
//
// Runs a callback when the process crashes.
//
// When a fatal signal arrives, the process is forked. The child has a copy of all memory and runs the
// callback with ordinary code, which a signal handler must not do. The process waits for the child
// while it makes progress, and then dies of the signal as it would have without this module. A child
// that crashes is not replaced; one that hangs, for example on a lock, is replaced once. Other signals
// stay blocked meanwhile, until the end.
//
// Handlers that were installed before, by a debugger, a sanitizer or the runtime, run afterwards.

#ifndef FATAL_SIGNALS_H
#define FATAL_SIGNALS_H

#include <stdint.h>

// Runs in the child, which ends when it returns.
typedef void (*fatal_signals_callback)(int signal);

// Call once, from the thread whose data the callback uses: a crash of another thread does not run the
// callback, since that data may be half changed. A signal sent to the process counts as that
// thread's. A stack overflow is handled, too. `limit_ms` is how long two children together may stand
// still; a child that uses CPU time has six times that. Returns 0 or an error number.
int fatal_signals_start(fatal_signals_callback callback, uint32_t limit_ms);

#endif
