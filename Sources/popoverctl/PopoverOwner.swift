// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// The owner of one popover: it answers the daemon's requests, reports events, executes the commands
/// of standard input, and ends when the popover closes.
struct PopoverOwner {
    private let client: ClientConnection
    private let popover: PopoverID
    /// The draft to hand over.
    private var draft: JSONText?
    private let json: Bool
    private var input = LineInput()

    init(client: ClientConnection, popover: PopoverID, draft: JSONText?, json: Bool) {
        self.client = client
        self.popover = popover
        self.draft = draft
        self.json = json
    }

    mutating func run() throws {
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

    private func answer(_ request: DaemonRequest) throws {
        guard request.method == "popover.willClose" else { return try client.answer(request) }
        // Answer first: the daemon waits for it.
        let isKept = request.params.member("disposition")?.string == Disposition.save.rawValue
        try client.answerWillClose(request, draft: isKept ? draft : nil)
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
            try EventLine.print("chosen", result, json: json)
        case .close(let outcome):
            _ = try client.call("popover.close") { params in
                params.member("popover", popover.description)
                params.member("outcome", outcome.rawValue)
            }
        }
    }
}
