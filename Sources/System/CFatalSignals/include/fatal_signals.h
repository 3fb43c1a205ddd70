// SPDX-License-Identifier: MIT
//
// Lets a process leave word before it dies of a fault.
//
// When one of the signals of a fault comes, the process is forked: the child has all memory as it
// was, and says what there is to say with ordinary code, which a handler must not run. The process
// itself waits for it while it gets on, and then dies of the signal as it would have without any of
// this. A child that dies costs its words and nothing else; of one that hangs, on a lock of somebody's
// for instance, another takes the place, once. Other signals wait meanwhile, and for ever.
//
// Whoever handled the signal before, a debugger's or a sanitizer's handler or the runtime's, has its
// turn afterwards.

#ifndef FATAL_SIGNALS_H
#define FATAL_SIGNALS_H

#include <stdint.h>

// Runs in the child; the process ends when it returns.
typedef void (*fatal_signals_last_word)(int signal);

// Once a process, from the thread that has what there is to say: a fault of another leaves no word,
// for what the child would look at may be half changed; what somebody sends to the process counts as
// that thread's. Its stack may overflow. `limit_ms` is how long two children may stand still together;
// one that computes has six times that. 0, or an error number of the system's.
int fatal_signals_start(fatal_signals_last_word last_word, uint32_t limit_ms);

#endif
