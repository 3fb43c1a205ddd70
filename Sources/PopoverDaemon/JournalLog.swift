// SPDX-License-Identifier: MIT

import LibUV
import Logging

/// Writes each line to systemd's journal with its fields. What the journal does not take goes to
/// standard error, which the journal reads as well: no line is lost while journald starts anew.
struct JournalLog: LogHandler {
    static let identifier = "popoverd"

    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let socket: JournalSocket
    private let otherwise: StandardErrorLog
    /// While it is in the logger's metadata a line waits for journald, up to a second.
    static let waits = "waits"

    init(_ socket: JournalSocket, otherwise: StandardErrorLog = StandardErrorLog()) {
        self.socket = socket
        self.otherwise = otherwise
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let message = event.message.description
        // The order of a dictionary is nobody's: sorted, entries can be compared.
        let own = (event.metadata ?? [:]).sorted { $0.key < $1.key }
            .map { (name: $0.key, value: "\($0.value)") }
        let fields = [
            (name: "MESSAGE", value: message),
            (name: "PRIORITY", value: "\(event.level.journalPriority)"),
            (name: "SYSLOG_IDENTIFIER", value: Self.identifier),
        ]
        let isTaken = socket.send(fields + own, waits: metadata[Self.waits] != nil)
        if !isTaken { otherwise.log(event: event) }
    }
}

extension Log {
    /// The journal where it is what standard error goes to; else standard error.
    static func handler() -> any LogHandler {
        guard System.standardErrorIsJournal(environment("JOURNAL_STREAM")),
            let socket = try? JournalSocket()
        else { return StandardErrorLog() }
        return JournalLog(socket)
    }
}
