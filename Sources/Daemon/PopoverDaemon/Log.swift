// SPDX-License-Identifier: MIT

import LibUV
package import PopoverModel
package import PopoverSessions

/// The daemon's log, with a level that can change at runtime.
///
/// It is silent while all is well. At no level does it contain text that people typed or choices that
/// they made, only names, numbers and lengths.
///
/// Peers can cause some lines as often as they like. Those go through `limited`, which writes a few
/// for each cause and then the number of suppressed ones.
package final class Log: SessionLog {
    /// The most lines of one cause within `limitWindow`.
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

    /// Logs to the journal if standard error is connected to it; otherwise to standard error.
    package convenience init() {
        self.init(Self.sink(), clock: { Clock.now })
    }

    /// - Parameter clock: CLOCK_MONOTONIC, for the rate limit.
    init(_ sink: any LogSink, clock: @escaping () -> Instant) {
        self.sink = sink
        self.clock = clock
    }

    /// From now on clients are served, and the daemon no longer waits for a slow journald. During the
    /// start it does, since it logs many lines at once.
    func beginServing() { isStarting = false }

    /// Minimum log level.
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

    package func limited(
        _ level: LogLevel, cause: String, _ subject: @autoclosure () -> LogSubject,
        _ message: @autoclosure () -> String
    ) {
        guard isWritten(level) else { return }
        let now = clock()
        var state = causes[cause] ?? Cause(windowStart: now)
        if now - state.windowStart >= Self.limitWindow {
            if state.suppressed > 0 {
                write(
                    level,
                    "log lines suppressed: cause=\(cause.logQuoted) count=\(state.suppressed)")
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

struct LogLine {
    var level: LogLevel
    var message: String
    /// With the names of journal fields.
    var fields: [(name: String, value: String)] = []
    /// May wait up to a second for journald.
    var mayWait = false
}

protocol LogSink {
    func write(_ line: LogLine)
}

/// Writes each line to standard error with one system call: with a priority (sd-daemon(3)) for the
/// journal, otherwise with the time and the level. If nobody reads, it drops lines, and says how many
/// before the next line.
final class StandardErrorLog: LogSink {
    private let isJournal: Bool
    private let output: UnwaitingOutput
    private var dropped = 0

    init(
        isJournal: Bool = System.standardErrorIsJournal(environment("JOURNAL_STREAM")),
        output: UnwaitingOutput = UnwaitingOutput()
    ) {
        self.isJournal = isJournal
        self.output = output
    }

    func write(_ line: LogLine) {
        let now = SystemTime.realtimeMicroseconds
        if dropped > 0, output.write(text(.warning, "log lines dropped: count=\(dropped)", now)) {
            dropped = 0
        }
        if dropped > 0 || !output.write(text(line.level, line.message, now)) { dropped += 1 }
    }

    /// Replaces controls: a line end in a peer's text would forge another line, and others what a terminal
    /// shows.
    func text(_ level: LogLevel, _ message: String, _ realtimeMicroseconds: UInt64) -> String {
        let printable = String(
            message.unicodeScalars.map { $0.isTextControl ? "?" : Character($0) })
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
