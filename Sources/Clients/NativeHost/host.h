// SPDX-License-Identifier: MIT

#ifndef POPOVER_NATIVE_HOST_H
#define POPOVER_NATIVE_HOST_H

/// Statuses of sysexits.h.
enum status { misused = 64, invalid_data = 65, unavailable = 69, io_error = 74 };

/// Writes a line to standard error, and ends the process.
_Noreturn void fail(enum status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// A connection to the daemon. Without one the process ends.
int connect_to_daemon(void);

#endif
