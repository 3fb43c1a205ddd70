// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// The owner of one popover: it answers what the daemon asks, tells what happens, does what
/// standard input says, and ends with its popover.
struct PopoverOwner {
    private let client: ClientConnection
    private let popover: PopoverID
    /// Work to hand over.
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
                for line in try input.read() { try obey(line) }
                if input.isAtEnd { client.input = nil }
            case .reply: continue
            }
        }
    }

    private func answer(_ request: DaemonRequest) throws {
        guard request.method == "popover.willClose" else { return try client.answer(request) }
        // First the answer: the daemon waits for it, and nobody for the line.
        let isKept = request.params.member("disposition")?.string == Disposition.save.rawValue
        try client.answerWillClose(request, draft: isKept ? draft : nil)
        try EventLine.print(request.method, request.params, json: json)
    }

    /// Does what a line of standard input says; a wrong line is only complained about.
    private mutating func obey(_ line: String) throws {
        let command: OwnerCommand
        do {
            command = try OwnerCommand(line)
        } catch {
            return Terminal.complain("\(line): \(error)")
        }
        do {
            try carryOut(command)
        } catch ClientError.daemon(let error) {
            Terminal.complain(error.message)
        }
    }

    private mutating func carryOut(_ command: OwnerCommand) throws {
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
