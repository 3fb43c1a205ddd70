// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverSessions

/// Discards all lines.
final class SilentLog: SessionLog {
    func write(
        _ level: LogLevel, _ subject: @autoclosure () -> LogSubject,
        _ message: @autoclosure () -> String
    ) {}
    func limited(
        _ level: LogLevel, cause: String, _ subject: @autoclosure () -> LogSubject,
        _ message: @autoclosure () -> String
    ) {}
}
