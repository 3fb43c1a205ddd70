// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel
internal import PopoverWire

/// A client of the story in a process of its own, which passes lines on between the player and the
/// daemon.
final class Actor {
    let part: Scenario.Part
    private let process: ChildProcess
    private var framer = LineFramer(limit: Actor.longestLine)
    private var answers: [String: Answer] = [:]
    /// What the daemon sent of its own accord, and nobody has looked for yet.
    var unseen: [Incoming] = []
    /// The last request of the daemon's that was seen and not answered.
    var unanswered: JSONValue?
    private(set) var exit: ChildProcess.Exit?
    private var hasEnded = false
    private var lastRequest = 0
    /// Every line, with whether it came from the daemon.
    private let overhear: (_ line: String, _ isIncoming: Bool) -> Void

    /// A whole scene is the longest that comes.
    private static let longestLine = 64 * 1024 * 1024

    /// Something that the daemon sent of its own accord.
    struct Incoming {
        var method: String
        var params: JSONValue
        /// Of a request.
        var id: JSONValue?
    }

    enum Answer {
        case result(JSONValue)
        /// `code` and `message`, and the members of `data` beside them.
        case error(JSONValue)
    }

    /// Starts the process.
    init(
        _ part: Scenario.Part, relay: ChildProcess.Options, on loop: Loop,
        overhear: @escaping (String, Bool) -> Void
    ) throws(UVError) {
        self.part = part
        self.overhear = overhear
        var options = relay
        options.standardInput = .piped
        options.standardOutput = .piped
        options.standardError = .inherited(2)
        let exit = Box<ChildProcess.Exit>()
        process = try ChildProcess(loop, options) { exit.set($0) }
        exit.onSet = { [weak self] in self?.exit = $0 }
        process.output?.onBytes = { [weak self] bytes in self?.take(bytes) }
        process.output?.onEnd = { [weak self] in self?.hasEnded = true }
        process.output?.onFailure = { [weak self] _ in self?.hasEnded = true }
        try process.output?.startReading()
    }

    /// The connection has ended, and everything that came has been taken.
    var isGone: Bool { hasEnded && exit != nil }

    /// The daemon waits for an answer of its.
    var isAsked: Bool { unanswered != nil || unseen.contains { $0.id != nil } }

    // MARK: Sending

    /// Sends a request and gives its id.
    func ask(_ method: String, _ params: JSONValue) -> String {
        lastRequest += 1
        let id = "\(part.name)-\(lastRequest)"
        send([
            .init("id", .string(id)), .init("method", .string(method)), .init("params", params),
        ])
        return id
    }

    /// Says who it is, and gives the request's id.
    func greet() -> String {
        ask(
            "hello",
            .object([
                .init("protocol", .number(Double(ProtocolVersion.current))),
                .init("app", .string(part.app)),
                .init("roles", .array(part.roles.map { .string($0) })),
            ]))
    }

    func tell(_ method: String, _ params: JSONValue) {
        send([.init("method", .string(method)), .init("params", params)])
    }

    func send(_ members: [JSONValue.Member]) {
        let message = JSONValue.object([.init("jsonrpc", .string("2.0"))] + members)
        let line = message.description
        overhear(line, false)
        // A process that is gone takes nothing; what was expected of it will be missed.
        try? process.input?.write(Array("\(line)\n".utf8))
    }

    func answer(to id: String) -> Answer? { answers[id] }

    // MARK: Leaving

    /// It sends no more, and still reads.
    private(set) var isFinished = false

    func finish() {
        isFinished = true
        process.input?.close()
    }

    func end(by signal: Signal) {
        // It may have ended by itself.
        if exit == nil, process.isOpen { try? process.kill(signal) }
    }

    /// Gives everything back to the loop. The process has ended.
    func close() {
        process.input?.close()
        process.output?.close()
        process.close()
    }

    // MARK: Receiving

    private func take(_ bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        copy.append(copying: bytes)
        var input = copy[...]
        while case .line(let line)? = framer.next(in: &input) {
            overhear(String(decoding: line, as: UTF8.self), true)
            if let message = JSONValue(text: line) { take(message) }
        }
    }

    private func take(_ message: JSONValue) {
        if let method = message["method"]?.string {
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

/// What is told later, to somebody who is not there yet.
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
