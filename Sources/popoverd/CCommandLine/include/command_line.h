// SPDX-License-Identifier: MIT
//
// The daemon's command line, parsed by the C library's argp: help, usage and errors like other GNU
// programs, with little code.

#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

/// The parsed options. Strings point into the command line; null for options not given.
typedef struct {
    const char *configuration;
    const char *socket;
    const char *state;
    const char *log_level;
    const char *ready_descriptor;
    /// Whether to check the configuration only.
    int checks;
    /// The plugins to probe in this process.
    const char **probed;
    int probed_count;
} command_line;

/// Parses a command line. For help, the version or an error, prints a message and ends the process:
/// with 0, or with 64 and a message on standard error.
///
/// The caller owns `line->probed`, which lives as long as the process.
void command_line_read(int count, char **words, const char *version, command_line *line);

/// Prints an error and a hint to --help, and ends the process with 64.
_Noreturn void command_line_refuse(const char *message);

#endif
