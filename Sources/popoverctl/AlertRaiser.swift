// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// Raises one alert, reports what happens to it, and shows it if the command is its renderer.
struct AlertRaiser {
    private let client: ClientConnection
    private let json: Bool
    private var input = LineInput()
    /// The alert that this command shows.
    private var shown: String?
    /// Answers that were sent and not rejected.
    private var answers = 0

    init(client: ClientConnection, json: Bool) {
        self.client = client
        self.json = json
    }

    /// Raises the alert and waits for its answer.
    /// - Parameter timeout: nil waits for the answer forever; otherwise the call waits at most this
    ///   long, and only until the alert is queued.
    mutating func raise(_ request: AlertRequest, timeout: Interval?) throws {
        let number = try client.beginAlert(request)
        let deadline = timeout.map { Instant.now + $0 }
        while let message = try client.nextMessage(deadline: deadline) {
            switch message {
            case .reply(number, .success(let result)): return try report(result)
            case .reply(number, .failure(let error)): throw ClientError.daemon(error)
            // A rejected answer leaves the alert as it is; an accepted one ends it.
            case .reply(_, .failure(let error)):
                answers -= 1
                ErrorReport(error).write()
            case .notification("alert.queued", let params):
                try report("alert.queued", params)
                guard deadline == nil else { return }
            case .notification("alert.dismiss", let params):
                shown = nil
                client.input = nil
                try report("alert.dismiss", params)
            case .request(let request): try show(request)
            case .input: try answer()
            case .notification, .reply: continue
            }
            if input.isAtEnd, answers == 0 { try withdraw() }
        }
        throw ClientError.timedOut("the daemon did not queue the alert")
    }

    private mutating func show(_ request: DaemonRequest) throws {
        try client.answer(request)
        try report(request.method, request.params)
        shown = request.params.member("alert")?.string
        if !input.isAtEnd { client.input = Terminal.standardInput }
    }

    /// Sends each line of standard input as the id of the pressed button.
    private mutating func answer() throws {
        for line in try input.read() {
            guard let shown else { continue }
            _ = try client.begin("alert.answer") { params in
                params.member("alert", shown)
                params.member("button", line)
            }
            answers += 1
        }
        if input.isAtEnd { client.input = nil }
    }

    /// Without this, the alert would stay until its timeout, because no answer can come.
    private func withdraw() throws {
        guard let shown else { return }
        _ = try client.call("alert.cancel") { $0.member("alert", shown) }
        throw ErrorReport(
            .refused, "standard input ended without an answer; the alert is withdrawn")
    }

    private func report(_ result: JSONNode) throws(FileError) {
        if json { return try EventLine.printJSON("answered", result: result) }
        try Terminal.print(result.member("button")?.string ?? "")
    }

    /// Writes an event; as text it goes to standard error, because it is not the result.
    private func report(_ method: String, _ params: JSONNode) throws(FileError) {
        if json { return try EventLine.print(method, params, json: true) }
        Terminal.complain(EventLine.message(method, params))
    }
}
