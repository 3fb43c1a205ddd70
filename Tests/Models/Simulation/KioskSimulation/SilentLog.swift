// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverSessions

/// What is logged is not simulated.
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
