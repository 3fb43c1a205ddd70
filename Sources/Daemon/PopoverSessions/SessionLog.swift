// SPDX-License-Identifier: MIT

package import PopoverModel

/// Where the shell says what happened. Nothing that people wrote may be said.
package protocol SessionLog: AnyObject {
    /// - Parameter subject: what it is about, for those who search.
    func write(
        _ level: LogLevel, _ subject: @autoclosure () -> LogSubject,
        _ message: @autoclosure () -> String)
    /// Writes a line that a peer can cause at will, a few times for each cause.
    ///
    /// - Parameter cause: from a fixed set of words, never from a peer.
    func limited(
        _ level: LogLevel, cause: String, _ subject: @autoclosure () -> LogSubject,
        _ message: @autoclosure () -> String)
}

extension SessionLog {
    package func write(_ level: LogLevel, _ message: @autoclosure () -> String) {
        write(level, LogSubject(), message())
    }

    package func limited(
        _ level: LogLevel, cause: String, _ message: @autoclosure () -> String
    ) {
        limited(level, cause: cause, LogSubject(), message())
    }
}
