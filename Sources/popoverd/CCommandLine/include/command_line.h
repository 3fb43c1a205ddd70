// SPDX-License-Identifier: MIT
//
// The daemon's command line, through argp of the C library: help, usage and errors as other GNU
// programs have them, and no more code in the daemon than it needs to read six options.

#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

/// What it says. Texts are those of the command line itself, or null where it says nothing.
typedef struct {
    const char *configuration;
    const char *socket;
    const char *state;
    const char *log_level;
    const char *ready_descriptor;
    /// Whether the configuration is only to be checked.
    int checks;
    /// The plugins to be tried in this process; as many as `probed_count` says.
    const char **probed;
    int probed_count;
} command_line;

/// Reads a command line. Where it asks for help or the version, or is wrong, this answers it and
/// ends the process: with 0, or with 64 and a message on standard error.
///
/// What `line->probed` points to is the caller's, for as long as the process lives.
void command_line_read(int count, char **words, const char *version, command_line *line);

/// Ends the process with 64, and this message before where help can be had.
_Noreturn void command_line_refuse(const char *message);

#endif
