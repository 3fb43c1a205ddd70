// SPDX-License-Identifier: MIT

package import PopoverModel

/// The log. A line is an event and key=value facts, such as `client disconnected: slow client=c3`;
/// it never contains text that people typed.
package protocol SessionLog: AnyObject {
    /// - Parameter subject: fields for the journal.
    func write(
        _ level: LogLevel, _ subject: @autoclosure () -> LogSubject,
        _ message: @autoclosure () -> String)
    /// Writes a line that a peer can cause at will; limits the lines of each cause.
    /// - Parameter cause: one of a fixed set of words, never text of a peer.
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
