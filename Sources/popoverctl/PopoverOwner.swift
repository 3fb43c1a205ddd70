// SPDX-License-Identifier: MIT

internal import Glibc
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// The owner of one popover: it answers the daemon's requests, reports events, executes the commands
/// of standard input, and ends when the popover closes. A draft outlives the daemon.
struct PopoverOwner {
    private let client: ClientConnection
    private let opened: OpenedPopover
    private let key: String?
    /// The draft to hand over; nil once nobody wants it.
    private var draft: JSONText?
    private let connection: ConnectionOptions
    private var input = LineInput()

    private var popover: PopoverID { opened.popover }
    private var json: Bool { connection.json }

    init(
        client: ClientConnection, opened: OpenedPopover, key: String?, draft: JSONText?,
        connection: ConnectionOptions
    ) {
        self.client = client
        self.opened = opened
        self.key = key
        self.draft = draft
        self.connection = connection
    }

    mutating func run() throws {
        do {
            try attend()
        } catch ClientError.disconnected(let reason) {
            if let key, let draft { try handOver(draft, key) }
            throw ClientError.disconnected(reason: reason)
        }
    }

    private mutating func attend() throws {
        while let message = try client.nextMessage(deadline: nil) {
            switch message {
            case .request(let request): try answer(request)
            case .notification(let method, let params):
                guard params.member("popover")?.string == popover.description else { continue }
                try EventLine.print(method, params, json: json)
                if method == "popover.closed" { return }
            case .input:
                for line in try input.read() { try execute(line) }
                if input.isAtEnd { client.input = nil }
            case .reply: continue
            }
        }
    }

    private mutating func answer(_ request: DaemonRequest) throws {
        guard request.method == "popover.willClose" else { return try client.answer(request) }
        let isKept = request.params.member("disposition")?.string == Disposition.save.rawValue
        if !isKept { draft = nil }
        // Answer first: the daemon waits for it.
        try client.answerWillClose(request, draft: draft)
        try EventLine.print(request.method, request.params, json: json)
    }

    /// Executes a command of standard input; reports an invalid one.
    private mutating func execute(_ line: String) throws {
        let command: OwnerCommand
        do {
            command = try OwnerCommand(line)
        } catch {
            return ErrorReport(.usage, "\"\(line)\": \(error)").write()
        }
        do {
            try execute(command)
        } catch ClientError.daemon(let error) {
            ErrorReport(error).write()
        }
    }

    private mutating func execute(_ command: OwnerCommand) throws {
        switch command {
        case .draft(let work): draft = work
        case .choose(let choice):
            let result = try client.call("popover.choose") { params in
                params.member("popover", popover.description)
                params.member("choice", choice)
            }
            if result.member("closes")?.bool == true { draft = nil }
            try EventLine.print("chosen", result, json: json)
        case .close(let outcome):
            draft = nil
            _ = try client.call("popover.close") { params in
                params.member("popover", popover.description)
                params.member("outcome", outcome.rawValue)
            }
        }
    }

    // MARK: Without the daemon

    /// Saves the draft with the next daemon, however long that takes.
    private func handOver(_ draft: JSONText, _ key: String) throws {
        var end = JSONWriter()
        end.object { end in
            end.member("popover", popover.description)
            end.member("reason", "connection-lost")
            end.member("draft", DraftOutcome.kept.rawValue)
            end.member("returnFocus", false)
        }
        let told = try JSONReader().parse(end.bytes, depthLimit: 1)
        try EventLine.print("popover.closed", told, json: json)
        var pause: Int32 = 250
        while try !hasSaved(draft, key) {
            _ = poll(nil, 0, pause)
            pause = min(pause * 2, 30_000)
        }
    }

    /// Whether there is a daemon that has saved the draft.
    private func hasSaved(_ draft: JSONText, _ key: String) throws -> Bool {
        guard
            let next = try? ClientConnection(
                path: client.path, app: connection.app, timeout: connection.interval)
        else { return false }
        do {
            _ = try next.call("draft.save") { params in
                params.member("key", key)
                params.member("content", draft)
                params.member("revision", opened.revision + 1)
                params.member("sync", true)
                params.member("session", ifPresent: opened.session)
            }
            return true
        } catch ClientError.disconnected {
            return false
        } catch ClientError.timedOut {
            return false
        }
    }
}
