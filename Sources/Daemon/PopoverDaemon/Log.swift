// SPDX-License-Identifier: MIT

import LibUV
package import PopoverModel
package import PopoverSessions

/// What the daemon says on standard error, at a level that can change while it runs.
///
/// It is silent while all is well. Nothing that people wrote and no choice they made is ever
/// logged, at no level: there are names, numbers and lengths.
///
/// Peers can cause some lines as often as they like; these go through `limited`, which writes a few
/// for each cause and then says how many more there were.
package final class Log: SessionLog {
    /// Lines of one cause within `limitWindow`.
    static let linesPerCause = 5
    static let limitWindow = Interval.milliseconds(10_000)

    private let sink: any LogSink
    private var isStarting = true
    private var causes: [String: Cause] = [:]
    private let clock: () -> Instant

    private struct Cause {
        var windowStart: Instant
        var lines = 0
        var suppressed = 0
    }

    /// Logs to standard error, or to the journal where that is what standard error goes to.
    package convenience init() {
        self.init(Self.sink(), clock: { Clock.now })
    }

    /// - Parameters:
    ///   - sink: where lines go.
    ///   - clock: CLOCK_MONOTONIC, to limit lines by.
    init(_ sink: any LogSink, clock: @escaping () -> Instant) {
        self.sink = sink
        self.clock = clock
    }

    /// It serves clients from now on, who wait for no journald that does not read. At its start it
    /// has much to say at once.
    func beginServing() { isStarting = false }

    /// The least that is written.
    var level: LogLevel = .info

    package func write(
        _ level: LogLevel, _ subject: @autoclosure () -> LogSubject,
        _ message: @autoclosure () -> String
    ) {
        guard isWritten(level) else { return }
        sink.write(
            LogLine(
                level: level, message: message(), fields: subject().fields, mayWait: isStarting))
    }

    private func isWritten(_ level: LogLevel) -> Bool { level.severity >= self.level.severity }

    /// Writes a line that a peer can cause at will, a few times for each cause.
    ///
    /// - Parameter cause: from a fixed set of words, never from a peer.
    package func limited(
        _ level: LogLevel, cause: String, _ subject: @autoclosure () -> LogSubject,
        _ message: @autoclosure () -> String
    ) {
        guard isWritten(level) else { return }
        let now = clock()
        var state = causes[cause] ?? Cause(windowStart: now)
        if now - state.windowStart >= Self.limitWindow {
            if state.suppressed > 0 {
                write(level, "\(cause): \(state.suppressed) more like the ones before")
            }
            state = Cause(windowStart: now)
        }
        if state.lines < Self.linesPerCause {
            state.lines += 1
            var subjectWithCause = subject()
            subjectWithCause.cause = subjectWithCause.cause ?? cause
            write(level, subjectWithCause, message())
        } else {
            state.suppressed += 1
        }
        causes[cause] = state
    }
}

/// One thing that the daemon says.
struct LogLine {
    var level: LogLevel
    var message: String
    /// By the names of the journal's fields.
    var fields: [(name: String, value: String)] = []
    /// For journald, up to a second.
    var mayWait = false
}

/// Where the log's lines go.
protocol LogSink {
    func write(_ line: LogLine)
}

/// Writes each line to standard error with one call.
///
/// The journal gets its priorities (sd-daemon(3)) and keeps the time itself; anything else gets the
/// time and the level's name.
struct StandardErrorLog: LogSink {
    private let isJournal: Bool

    init(isJournal: Bool = System.standardErrorIsJournal(environment("JOURNAL_STREAM"))) {
        self.isJournal = isJournal
    }

    func write(_ line: LogLine) {
        System.writeStandardError(
            text(line.level, line.message, SystemTime.realtimeMicroseconds))
    }

    /// A message may hold what a peer chose; line ends in it would forge other lines.
    func text(_ level: LogLevel, _ message: String, _ realtimeMicroseconds: UInt64) -> String {
        let printable = String(
            message.unicodeScalars.map { scalar in
                scalar.value < 0x20 || scalar.value == 0x7f ? "?" : Character(scalar)
            })
        if isJournal { return "<\(level.journalPriority)>\(printable)\n" }
        let time = Clock.timestamp(realtimeMicroseconds: realtimeMicroseconds)
        return "\(time) \(level.rawValue) \(printable)\n"
    }
}

extension LogLevel {
    /// From 0, for the least severe.
    var severity: Int {
        switch self {
        case .trace: 0
        case .debug: 1
        case .info: 2
        case .notice: 3
        case .warning: 4
        case .error: 5
        case .critical: 6
        }
    }

    /// syslog(3): 2 is critical, 7 is debug.
    var journalPriority: Int { min(7, 8 - severity) }
}
