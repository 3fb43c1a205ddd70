// SPDX-License-Identifier: MIT

import LibUV

/// Writes each line to systemd's journal with its fields. What the journal does not take goes to
/// standard error, which the journal reads as well: no line is lost while journald starts anew.
struct JournalLog: LogSink {
    static let identifier = "popoverd"

    private let socket: JournalSocket
    private let otherwise: StandardErrorLog

    init(_ socket: JournalSocket, otherwise: StandardErrorLog = StandardErrorLog()) {
        self.socket = socket
        self.otherwise = otherwise
    }

    func write(_ line: LogLine) {
        let fields = [
            (name: "MESSAGE", value: line.message),
            (name: "PRIORITY", value: "\(line.level.journalPriority)"),
            (name: "SYSLOG_IDENTIFIER", value: Self.identifier),
        ]
        // Sorted by their names, entries can be compared.
        let own = line.fields.sorted { $0.name < $1.name }
        let isTaken = socket.send(fields + own, waits: line.mayWait)
        if !isTaken { otherwise.write(line) }
    }
}

extension Log {
    /// The journal where it is what standard error goes to; else standard error.
    static func sink() -> any LogSink {
        guard System.standardErrorIsJournal(environment("JOURNAL_STREAM")),
            let socket = try? JournalSocket()
        else { return StandardErrorLog() }
        return JournalLog(socket)
    }
}
