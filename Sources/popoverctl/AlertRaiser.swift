// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// The raiser of one alert: it tells what happens to it, and shows it where nobody else should.
struct AlertRaiser {
    private let client: ClientConnection
    private let json: Bool
    private var input = LineInput()
    /// The alert that this command shows itself.
    private var shown: String?

    init(client: ClientConnection, json: Bool) {
        self.client = client
        self.json = json
    }

    /// Raises it and waits for its answer.
    /// - Parameter patience: nil waits for ever; else it only waits, so long, until it is queued.
    mutating func raise(_ request: AlertRequest, waiting patience: Interval?) throws {
        let number = try client.beginAlert(request)
        let deadline = patience.map { Instant.now + $0 }
        while let message = try client.nextMessage(deadline: deadline) {
            switch message {
            case .reply(number, .success(let result)): return try report(result)
            case .reply(number, .failure(let error)): throw ClientError.daemon(error)
            // The alert stays where an answer was wrong.
            case .reply(_, .failure(let error)): Terminal.complain(error.message)
            case .notification("alert.queued", let params):
                try tell("alert.queued", params)
                guard deadline == nil else { return }
            case .notification("alert.dismiss", let params):
                shown = nil
                client.input = nil
                try tell("alert.dismiss", params)
            case .request(let request): try show(request)
            case .input: try answer()
            case .notification, .reply: continue
            }
        }
        throw ClientError.timedOut("the alert was not queued")
    }

    private mutating func show(_ request: DaemonRequest) throws {
        try client.answer(request)
        try tell(request.method, request.params)
        shown = request.params.member("alert")?.string
        if !input.isAtEnd { client.input = Terminal.standardInput }
    }

    /// Takes lines of standard input as ids of buttons.
    private mutating func answer() throws {
        for line in try input.read() {
            guard let shown else { continue }
            _ = try client.begin("alert.answer") { params in
                params.member("alert", shown)
                params.member("button", line)
            }
        }
        if input.isAtEnd { client.input = nil }
    }

    private func report(_ result: JSONNode) throws(FileError) {
        if json { return try EventLine.printJSON("answered", result: result) }
        try Terminal.print(result.member("button")?.string ?? "")
    }

    /// What happens on the way is no result: for people it goes to standard error.
    private func tell(_ method: String, _ params: JSONNode) throws(FileError) {
        if json { return try EventLine.print(method, params, json: true) }
        Terminal.complain(EventLine.message(method, params))
    }
}
