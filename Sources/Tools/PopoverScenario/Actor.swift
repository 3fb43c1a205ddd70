// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel
internal import PopoverWire

/// A client of the scenario: a process that relays lines between the player and the daemon.
final class Actor {
    let part: Scenario.Part
    private let process: ChildProcess
    private var framer = LineFramer(limit: Actor.longestLine)
    private var answers: [String: Answer] = [:]
    /// Notifications and requests of the daemon that no step has expected yet.
    var unseen: [Incoming] = []
    /// The id of the last expected request that is not answered yet.
    var unanswered: JSONValue?
    private(set) var exit: ChildProcess.Exit?
    private var hasEnded = false
    /// Whether it answers pings by itself, as libraries do.
    var answersPings = true
    /// Whether it asks for the focus.
    var wantsFocus = false
    private var lastRequest = 0
    private let observe: (_ line: String, _ isIncoming: Bool) -> Void

    /// The longest message is a whole scene.
    private static let longestLine = 64 * 1024 * 1024

    /// A notification or request of the daemon.
    struct Incoming {
        var method: String
        var params: JSONValue
        /// nil for a notification.
        var id: JSONValue?
    }

    enum Answer {
        case result(JSONValue)
        /// An object with `code`, `message` and the members of `data`.
        case error(JSONValue)
    }

    init(
        _ part: Scenario.Part, relay: ChildProcess.Options, on loop: Loop,
        observe: @escaping (String, Bool) -> Void
    ) throws(UVError) {
        self.part = part
        self.observe = observe
        var options = relay
        options.standardInput = .piped
        options.standardOutput = .piped
        options.standardError = .inherited(2)
        let exit = Box<ChildProcess.Exit>()
        process = try ChildProcess(loop, options) { exit.set($0) }
        exit.onSet = { [weak self] in self?.exit = $0 }
        process.output?.onBytes = { [weak self] bytes in self?.receive(bytes) }
        process.output?.onEnd = { [weak self] in self?.hasEnded = true }
        process.output?.onFailure = { [weak self] _ in self?.hasEnded = true }
        try process.output?.startReading()
    }

    /// Whether the process has ended and all its output was read.
    var isGone: Bool { hasEnded && exit != nil }

    /// Whether the daemon waits for its response.
    var isAsked: Bool { unanswered != nil || unseen.contains { $0.id != nil } }

    // MARK: Sending

    /// Sends a request and returns its id.
    func ask(_ method: String, _ params: JSONValue) -> String {
        lastRequest += 1
        let id = "\(part.name)-\(lastRequest)"
        send([
            .init("id", .string(id)), .init("method", .string(method)), .init("params", params),
        ])
        return id
    }

    /// Sends hello and returns its id.
    func greet() -> String {
        var hello: [JSONValue.Member] = [
            .init("protocol", .number(Double(ProtocolVersion.current))),
            .init("app", .string(part.app)),
            .init("roles", .array(part.roles.map { .string($0) })),
        ]
        if wantsFocus { hello.append(.init("focus", .bool(true))) }
        return ask("hello", .object(hello))
    }

    func notify(_ method: String, _ params: JSONValue) {
        send([.init("method", .string(method)), .init("params", params)])
    }

    func send(_ members: [JSONValue.Member]) {
        let message = JSONValue.object([.init("jsonrpc", .string("2.0"))] + members)
        let line = message.description
        observe(line, false)
        // Ignore a dead process: later steps will miss its messages.
        try? process.input?.write(Array("\(line)\n".utf8))
    }

    func answer(to id: String) -> Answer? { answers[id] }

    // MARK: Leaving

    /// Whether it stopped sending and keeps reading.
    private(set) var isFinished = false

    func finish() {
        isFinished = true
        process.input?.close()
    }

    func end(by signal: Signal) {
        // It may have ended already.
        if exit == nil, process.isOpen { try? process.kill(signal) }
    }

    /// Closes its handles after the process has ended.
    func close() {
        process.input?.close()
        process.output?.close()
        process.close()
    }

    // MARK: Receiving

    private func receive(_ bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        copy.append(copying: bytes)
        var input = copy[...]
        while case .line(let line)? = framer.next(in: &input) {
            observe(String(decoding: line, as: UTF8.self), true)
            if let message = JSONValue(text: line) { receive(message) }
        }
    }

    private func receive(_ message: JSONValue) {
        if let id = message["id"], message["method"]?.string == "client.ping", answersPings {
            send([.init("id", id), .init("result", .object([]))])
        } else if let method = message["method"]?.string {
            let params = message["params"] ?? .object([])
            unseen.append(Incoming(method: method, params: params, id: message["id"]))
        } else if let id = message["id"]?.string {
            answers[id] =
                message["error"].map { .error(Self.flattened($0)) }
                ?? .result(message["result"] ?? .null)
        }
    }

    private static func flattened(_ error: JSONValue) -> JSONValue {
        guard case .object(let members) = error else { return error }
        guard case .object(let data)? = error["data"] else { return error }
        let outer = members.filter { $0.name != "data" }
        return .object(outer + data.filter { member in !outer.contains { $0.name == member.name } })
    }
}

/// A value that may be set before its handler.
private final class Box<Value> {
    private var value: Value?
    var onSet: ((Value) -> Void)? {
        didSet { if let value { onSet?(value) } }
    }

    func set(_ value: Value) {
        self.value = value
        onSet?(value)
    }
}
