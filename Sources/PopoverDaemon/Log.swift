// SPDX-License-Identifier: MIT

import LibUV
import Logging
package import PopoverModel
package import PopoverShell

/// What the daemon says on standard error, at a level that can change while it runs.
///
/// It is silent while all is well. Nothing that people wrote and no choice they made is ever
/// logged, at no level: there are names, numbers and lengths.
///
/// Peers can cause some lines as often as they like; these go through `limited`, which writes a few
/// for each cause and then says how many more there were.
package final class Log: ShellLog {
    /// Lines of one cause within `limitWindow`.
    static let linesPerCause = 5
    static let limitWindow = Interval.milliseconds(10_000)

    private var logger: Logger
    private var causes: [String: Cause] = [:]
    private let clock: () -> Instant

    private struct Cause {
        var windowStart: Instant
        var lines = 0
        var suppressed = 0
    }

    /// Logs to standard error, or to the journal where that is what standard error goes to.
    package convenience init() {
        self.init(Self.handler(), clock: { Clock.now })
    }

    /// - Parameters:
    ///   - handler: where lines go.
    ///   - clock: CLOCK_MONOTONIC, to limit lines by.
    init(_ handler: any LogHandler, clock: @escaping () -> Instant) {
        logger = Logger(label: "popoverd") { _ in handler }
        logger.logLevel = .info
        logger[metadataKey: JournalLog.waits] = "while it starts"
        self.clock = clock
    }

    /// It serves clients from now on, who wait for no journald that does not read. At its start it
    /// has much to say at once.
    func beginServing() { logger[metadataKey: JournalLog.waits] = nil }

    /// The least that is written.
    var level: LogLevel = .info {
        didSet { logger.logLevel = Logger.Level(level) }
    }

    package func write(
        _ level: LogLevel, _ subject: @autoclosure () -> LogSubject,
        _ message: @autoclosure () -> String
    ) {
        let level = Logger.Level(level)
        guard level >= logger.logLevel else { return }
        var fields: Logger.Metadata = [:]
        for field in subject().fields { fields[field.name] = .string(field.value) }
        logger.log(level: level, "\(message())", metadata: fields.isEmpty ? nil : fields)
    }

    /// Writes a line that a peer can cause at will, a few times for each cause.
    ///
    /// - Parameter cause: from a fixed set of words, never from a peer.
    package func limited(
        _ level: LogLevel, cause: String, _ subject: @autoclosure () -> LogSubject,
        _ message: @autoclosure () -> String
    ) {
        guard Logger.Level(level) >= logger.logLevel else { return }
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

/// Writes each line to standard error with one call.
///
/// The journal gets its priorities (sd-daemon(3)) and keeps the time itself; anything else gets the
/// time and the level's name.
struct StandardErrorLog: LogHandler {
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let isJournal: Bool

    init(isJournal: Bool = System.standardErrorIsJournal(environment("JOURNAL_STREAM"))) {
        self.isJournal = isJournal
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        System.writeStandardError(
            line(event.level, event.message.description, SystemTime.realtimeMicroseconds))
    }

    /// A message may hold what a peer chose; line ends in it would forge other lines.
    func line(_ level: Logger.Level, _ message: String, _ realtimeMicroseconds: UInt64) -> String {
        let printable = String(
            message.unicodeScalars.map { scalar in
                scalar.value < 0x20 || scalar.value == 0x7f ? "?" : Character(scalar)
            })
        if isJournal { return "<\(level.journalPriority)>\(printable)\n" }
        let time = Clock.timestamp(realtimeMicroseconds: realtimeMicroseconds)
        return "\(time) \(level.rawValue) \(printable)\n"
    }
}

extension Logger.Level {
    init(_ level: LogLevel) {
        self =
            switch level {
            case .trace: .trace
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error: .error
            case .critical: .critical
            }
    }

    /// syslog(3): 2 is critical, 7 is debug.
    var journalPriority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
