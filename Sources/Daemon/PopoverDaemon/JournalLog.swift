// SPDX-License-Identifier: MIT

import LibUV

/// Writes each line with its fields to systemd's journal. If that fails, the line goes to standard
/// error, which the journal reads as well: no line is lost while journald restarts.
struct JournalLog: LogSink {
    static let identifier = "popoverd"

    private let socket: JournalSocket
    private let fallback: StandardErrorLog

    init(_ socket: JournalSocket, fallback: StandardErrorLog = StandardErrorLog()) {
        self.socket = socket
        self.fallback = fallback
    }

    func write(_ line: LogLine) {
        let fields = [
            (name: "MESSAGE", value: line.message),
            (name: "PRIORITY", value: "\(line.level.journalPriority)"),
            (name: "SYSLOG_IDENTIFIER", value: Self.identifier),
        ]
        // A fixed order makes entries comparable.
        let own = line.fields.sorted { $0.name < $1.name }
        let isSent = socket.send(fields + own, waits: line.mayWait)
        if !isSent { fallback.write(line) }
    }
}

extension Log {
    /// The journal if standard error is connected to it; otherwise standard error.
    static func sink() -> any LogSink {
        guard System.standardErrorIsJournal(environment("JOURNAL_STREAM")),
            let socket = try? JournalSocket()
        else { return StandardErrorLog() }
        return JournalLog(socket)
    }
}
