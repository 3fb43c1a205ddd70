// SPDX-License-Identifier: MIT
//
// Questions without a host, the baseline for the hosts: a call of a plugin's function, and a round trip
// of lines with a program.

#ifndef BARE_QUESTIONS_H
#define BARE_QUESTIONS_H

#include <stdint.h>

// Loads the library at `path`, which answers without an instance; -1 on failure.
int32_t bare_plugin_load(const char *path);
// Calls its function with a prepared question and returns the kind of the verdict.
uint32_t bare_plugin_ask_outside_tap(void);
uint32_t bare_plugin_ask_open(void);

// Starts the program at `path` with pipes for standard input and output; -1 on failure.
int32_t bare_program_start(const char *path);
// Writes a line that ends with LF and waits for one; returns its length, or -1 at the end.
int64_t bare_program_ask(const char *line, uint64_t length);
// Closes the pipes and waits until the program ends.
void bare_program_end(void);

#endif
