// SPDX-License-Identifier: MIT
//
// What questions cost without a host: the call of a plugin's function, and a line to a program and
// one back. It is what the hosts are measured against, so there is as little here as there can be.

#ifndef BARE_QUESTIONS_H
#define BARE_QUESTIONS_H

#include <stdint.h>

// Loads the library at `path`, which needs no instance to answer; -1 where it cannot be.
int32_t bare_plugin_load(const char *path);
// Calls its function with a question that was prepared before; the verdict's kind.
uint32_t bare_plugin_ask_outside_tap(void);
uint32_t bare_plugin_ask_open(void);

// Starts the program at `path` with pipes for its standard input and output; -1 where it cannot be.
int32_t bare_program_start(const char *path);
// Writes the line, which ends with LF, and waits for one; its bytes, -1 where there is none.
int64_t bare_program_ask(const char *line, uint64_t length);
// Closes the pipes and waits for its end.
void bare_program_end(void);

#endif
